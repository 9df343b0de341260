/** The money of the month so far, and the age of what is owed. Every figure links to the report that adds up to it. */
import { money } from '../kit/format.ts'
import { Empty, Failure } from '../kit/notice.tsx'
import { Card, Figure, Shimmer } from '../kit/page.tsx'
import { NOBODY } from '../records/lease-picker.tsx'
import { PageLink } from '../records/page-link.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { PlaceName } from '../records/record-names.tsx'
import type { Report, ReportRead } from '../reports/use-report.ts'
import { ShowAll } from './show-all.tsx'
import { useOverview } from './use-overview.ts'

/** The cell of a row, or the total, of a column. */
export function amountIn(report: Report, cells: Report['totals'], column: string): number {
  return Number(cells[report.columns.findIndex(({ id }) => id === column)] ?? 0)
}

export function ThisMonth({ months: { data: months, error, refetch } }: { months: ReportRead }) {
  if (error && !months) return <Failure error={error} retry={refetch} />
  const current = months?.rows.at(-1)
  const amount = (column: string) =>
    months && current ? money(amountIn(months, current.cells, column)) : <Shimmer className="h-5 w-20" />
  const figures = [
    {
      name: 'Charged this month',
      column: 'charged',
      about: 'rent, fees and other charges',
      to: '/$organization/reports/$report',
      params: { report: 'income' },
    },
    {
      name: 'Collected this month',
      column: 'collected',
      about: 'payments less refunds, reversals and returned deposits',
      to: '/$organization/reports/$report',
      params: { report: 'months' },
    },
    {
      name: 'Vacancy loss',
      column: 'vacancy_loss',
      about: 'market rent of vacant units per month',
      to: '/$organization/units',
      search: { group: 'VACANT' },
    },
  ] as const
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      {figures.map(({ name, column, about, ...page }) => (
        <PageLink key={column} {...page} className="rounded-lg hover:[&>div]:bg-hover [&>div]:h-full">
          <Figure name={name} value={amount(column)} about={about} />
        </PageLink>
      ))}
    </div>
  )
}

const AGES = [
  ['not_due_cents', 'Not due'],
  ['days_30_cents', '1–30 days'],
  ['days_60_cents', '31–60 days'],
  ['days_90_cents', '61–90 days'],
  ['older_cents', 'Over 90 days'],
] as const

/** Receivables by age, and the leases with the most past due. */
export function Aging() {
  const { data, error, refetch } = useOverview()
  return (
    <Card
      title="Receivables by age"
      actions={<ShowAll of="receivables" to="/$organization/reports/$report" params={{ report: 'receivables' }} />}
      flush
    >
      {error && !data ? (
        <div className="p-4">
          <Failure error={error} retry={refetch} />
        </div>
      ) : !data ? (
        <Shimmer className="m-4 h-52 w-[calc(100%-32px)]" />
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-2 border-b px-4 py-3 sm:flex sm:flex-wrap sm:justify-between sm:gap-x-3">
            {AGES.map(([field, name]) => (
              <div key={field} className="flex flex-col justify-between">
                <dt className="whitespace-nowrap text-[12px] text-soft">{name}</dt>
                <dd className="whitespace-nowrap font-medium tabular-nums">{money(data.aging[field])}</dd>
              </div>
            ))}
          </dl>
          {data.most_past_due.length === 0 ? (
            <Empty title="Nobody is past due">Residents appear here the day after an invoice is due.</Empty>
          ) : (
            <ul aria-label="Most past due">
              {data.most_past_due.map(({ lease_id, resident_name, property_name, unit_label, past_due_cents }) => (
                <li
                  key={lease_id}
                  className="relative flex min-h-9 items-center justify-between gap-3 border-b px-4 py-1.5 last:border-0 hover:bg-hover"
                >
                  <span className="min-w-0">
                    <RecordLink id={lease_id} look="row">
                      {resident_name ?? NOBODY}
                    </RecordLink>{' '}
                    <span className="text-soft">
                      <PlaceName property={property_name} unit={unit_label} />
                    </span>
                  </span>
                  <span className="whitespace-nowrap text-bad tabular-nums">{money(past_due_cents)}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Card>
  )
}
