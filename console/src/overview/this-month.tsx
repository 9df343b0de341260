/** The money of the month so far, and how old what is owed is: every figure leads to the report that adds up to it. */
import { Link } from '@tanstack/react-router'
import { wholeMoney } from '../kit/format.ts'
import { Empty, Failure } from '../kit/notice.tsx'
import { Card, Figure, Shimmer } from '../kit/page.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { type Report, useReport } from '../reports/use-report.ts'
import { useOrganization } from '../session/me.ts'
import { More } from './more.tsx'

const FEW = 5

/** The cell of a row, or the total, of a column. */
export function amountIn(report: Report, cells: Report['totals'], column: string): number {
  return Number(cells[report.columns.findIndex(({ id }) => id === column)] ?? 0)
}

export function ThisMonth({ months }: { months: Report | undefined }) {
  const { id } = useOrganization()
  const current = months?.rows.at(-1)
  const amount = (column: string) =>
    months && current ? wholeMoney(amountIn(months, current.cells, column)) : <Shimmer className="h-5 w-20" />
  const figures = [
    ['Charged this month', 'charged', 'rent, fees and other charges'],
    ['Collected this month', 'collected', 'payments less refunds and reversals'],
    ['Vacancy loss', 'vacancy_loss', 'market rent of vacant units per month'],
  ] as const
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      {figures.map(([name, column, about]) => (
        <Link
          key={column}
          to="/$organization/reports/$report"
          params={{ organization: id, report: 'months' }}
          className="rounded-lg hover:[&>div]:bg-hover"
        >
          <Figure name={name} value={amount(column)} about={about} />
        </Link>
      ))}
    </div>
  )
}

const AGES = [
  ['not_due', 'Not due'],
  ['days_30', '1–30 days'],
  ['days_60', '31–60 days'],
  ['days_90', '61–90 days'],
  ['older', 'Over 90 days'],
] as const

/** What is owed by its age, and who owes most that is past due. */
export function Ageing() {
  const { data, error, refetch } = useReport({ report: 'receivables' })
  const late = (cells: Report['totals']) =>
    data ? AGES.slice(1).reduce((sum, [column]) => sum + amountIn(data, cells, column), 0) : 0
  const worst = data?.rows
    .filter(({ cells }) => late(cells) > 0)
    .sort((a, b) => late(b.cells) - late(a.cells))
    .slice(0, FEW)
  return (
    <Card title="Receivables by age" actions={<More to="/$organization/reports/$report" report="receivables" />} flush>
      {error && !data ? (
        <div className="p-4">
          <Failure error={error} retry={refetch} />
        </div>
      ) : !data || !worst ? (
        <Shimmer className="m-4 h-52 w-[calc(100%-32px)]" />
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-2 border-b px-4 py-3 sm:grid-cols-5">
            {AGES.map(([column, name]) => (
              <div key={column}>
                <dt className="text-[12px] text-soft">{name}</dt>
                <dd className="font-medium tabular-nums">{wholeMoney(amountIn(data, data.totals, column))}</dd>
              </div>
            ))}
          </dl>
          {worst.length === 0 ? (
            <Empty title="Nobody is past due">Residents appear here the day after an invoice is due.</Empty>
          ) : (
            <ul aria-label="Most past due">
              {worst.map(row => (
                <li
                  key={row.id}
                  className="relative flex min-h-9 items-center justify-between gap-3 border-b px-4 py-1.5 last:border-0 hover:bg-hover"
                >
                  <span className="min-w-0 truncate">
                    {row.id && (
                      <RecordLink id={row.id} look="row">
                        {row.cells[0]}
                      </RecordLink>
                    )}{' '}
                    <span className="text-soft">{row.cells[1]}</span>
                  </span>
                  <span className="whitespace-nowrap text-bad tabular-nums">{wholeMoney(late(row.cells))}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Card>
  )
}
