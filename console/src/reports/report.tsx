/** One report: its day or period in the URL, its rows and totals, a print view and a CSV file. */
import { useParams } from '@tanstack/react-router'
import { Status } from '../kit/badge.tsx'
import { DayFilter, Filters } from '../kit/filters.tsx'
import { date, isDay, money, number, percent, phone } from '../kit/format.ts'
import { Empty, Failure } from '../kit/notice.tsx'
import { Card, Mail, None, Page, Shimmer } from '../kit/page.tsx'
import { STICKY_HEAD, TableRegion } from '../kit/table-region.tsx'
import { inWords } from '../kit/words.ts'
import { monthAfter } from '../money/months.ts'
import { useFirstRows } from '../records/first-rows.tsx'
import { PrintButton, PrintedName } from '../records/handout.tsx'
import { noDays, PropertyFilter } from '../records/list-filters.tsx'
import { PageLink } from '../records/page-link.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { PlaceName, useProperties } from '../records/record-names.tsx'
import { SaveCsv } from '../records/save-csv.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { NotFound } from '../shell/states.tsx'
import { REPORTS } from './report-words.ts'
import { type Report, type ReportCell, type ReportKind, useReport } from './use-report.ts'

export function ReportPage() {
  const { report } = useParams({ strict: false })
  const words = REPORTS.find(({ name }) => name === report)
  return words ? <FoundReport key={words.name} words={words} /> : <NotFound />
}

function FoundReport({ words: { name, title, about, empty, isOfDay } }: { words: (typeof REPORTS)[number] }) {
  const { client, today } = useOrganization()
  const { search, change } = useUrlSearch()
  const properties = useProperties()
  const to = isDay(search.to) ? search.to : today
  const first = isDay(search.from) ? search.from : `${monthAfter(to, name === 'months' ? -11 : 0)}-01`
  const from = isOfDay ? undefined : first
  // A period may end before it begins while a member changes its two days one after the other.
  const isBackward = from !== undefined && from > to
  const input = { report: name, from, to, property_id: search.property_id }
  const { data, error, refetch, isPlaceholderData } = useReport(input, { enabled: !isBackward })
  const { shown, more } = useFirstRows(data?.rows ?? [])
  const span = from === undefined ? `As of ${date(to)}` : `${date(from)} – ${date(to)}`
  const property = properties.data?.find(({ property_id }) => property_id === search.property_id)?.name
  return (
    <Page
      title={title}
      about={`${span}${property ? `, ${property}` : ''}. ${about}`}
      back={
        <PageLink to="/$organization/reports" className="hover:underline">
          Reports
        </PageLink>
      }
      actions={
        <>
          <PrintButton text="Print" isReady={data !== undefined && !isBackward} />
          {!isBackward && <SaveCsv address={client.getReport({ ...input, format: 'csv' })} look="secondary" />}
        </>
      }
    >
      <PrintedName />
      <Card flush>
        <Filters label="Choose the report">
          <PropertyFilter value={search.property_id} onChange={property_id => change({ property_id })} />
          {from !== undefined && (
            <DayFilter label="From" type="date" value={from} onChange={day => change({ from: day })} />
          )}
          <DayFilter
            label={isOfDay ? 'As of' : 'Through'}
            type="date"
            value={to}
            onChange={day => change({ to: day })}
          />
        </Filters>
        {isBackward ? (
          <Empty title="No days in this period">{noDays('Through')}</Empty>
        ) : error && !isPlaceholderData && !data ? (
          <div className="p-4">
            <Failure error={error} retry={refetch} />
          </div>
        ) : !data ? (
          <Shimmer className="m-4 h-40 w-[calc(100%-32px)]" />
        ) : data.rows.length === 0 ? (
          <Empty title="Nothing to report">{empty}</Empty>
        ) : (
          <Rows label={title} report={data} rows={shown} isBusy={isPlaceholderData} />
        )}
        {!isBackward && more}
      </Card>
    </Page>
  )
}

const AT_END: readonly ReportKind[] = ['MONEY', 'NUMBER', 'PERCENT']
const CELL = 'px-2 lg:max-2xl:px-1.5 py-1.5 text-[13px] first:pl-4 last:pr-4 print:px-1.5 print:py-0.5 print:text-[9px]'
/** In a narrow window next to the sidebar, headings and dates wrap, so that every amount is in view. */
const WRAPS: Partial<Record<ReportKind, string>> = {
  TEXT: 'lg:whitespace-normal',
  DATE: 'lg:max-2xl:whitespace-normal',
}
const lookOf = (kind: ReportKind) =>
  `${CELL} whitespace-nowrap ${AT_END.includes(kind) ? 'text-right tabular-nums' : (WRAPS[kind] ?? '')}`

function Rows({
  label,
  report: { columns, totals },
  rows,
  isBusy,
}: {
  label: string
  report: Report
  rows: Report['rows']
  isBusy: boolean
}) {
  return (
    <TableRegion label={label} isBusy={isBusy}>
      <table className="w-full border-collapse text-left">
        <thead>
          <tr>
            {columns.map(({ id, label, kind }) => (
              <th
                key={id}
                scope="col"
                className={`${STICKY_HEAD} h-9 whitespace-nowrap px-2 lg:max-2xl:px-1.5 font-medium text-[12px] text-soft first:pl-4 last:pr-4 print:text-[9px] lg:max-2xl:whitespace-normal lg:max-2xl:leading-4 ${AT_END.includes(kind) ? 'text-right' : ''}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id ?? index} className="relative h-9 border-b last:border-0 hover:bg-hover print:h-auto">
              {columns.map(({ id, kind }, place) => (
                <td
                  key={id}
                  className={`${lookOf(kind)} ${place === 0 ? 'xl:min-w-32' : id === 'unit' ? 'xl:min-w-36' : ''}`}
                >
                  {place === 0 && row.id ? (
                    <RecordLink id={row.id} look="row">
                      <Cell value={row.cells[place] ?? null} kind={kind} />
                    </RecordLink>
                  ) : (
                    <Cell value={row.cells[place] ?? null} kind={kind} column={id} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {totals.some(total => total !== null) && (
          <tfoot className="print:table-row-group">
            <tr className="border-t-2 font-semibold">
              {columns.map(({ id, kind }, place) =>
                place === 0 ? (
                  <th key={id} scope="row" className={`${CELL} whitespace-nowrap`}>
                    Total
                  </th>
                ) : (
                  <td key={id} className={lookOf(kind)}>
                    {totals[place] !== null && totals[place] !== undefined && (
                      <Cell value={totals[place]} kind={kind} />
                    )}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </TableRegion>
  )
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

function Cell({ value, kind, column }: { value: ReportCell; kind: ReportKind; column?: string }) {
  if (value === null || value === '') return <None />
  if (typeof value === 'number') {
    if (kind === 'MONEY') return value === 0 ? <None /> : money(value)
    return kind === 'PERCENT' ? percent(value) : number(value)
  }
  if (kind === 'WORD') return column === 'status' ? <Status word={value} /> : inWords(value)
  // A date that wraps does so before its year.
  if (kind === 'DATE') return date(value).replace(' ', '\u00a0')
  if (kind === 'MONTH') return MONTH.format(new Date(`${value}-01T00:00:00Z`))
  const [property, unit] = value.split(' · ')
  if (column === 'unit' && property && unit) return <PlaceName property={property} unit={unit} />
  if (column === 'email') return <Mail address={value} />
  return column === 'phone' ? <span className="whitespace-nowrap">{phone(value)}</span> : value
}
