/** Occupancy and collections of the last twelve months, as bars with their figures. */
import { money, percent } from '../kit/format.ts'
import { Failure } from '../kit/notice.tsx'
import { Card, Shimmer } from '../kit/page.tsx'
import type { Report, ReportRead } from '../reports/use-report.ts'
import { ShowAll } from './show-all.tsx'
import { amountIn } from './this-month.tsx'

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

export function Trends({ months: { data: months, error, refetch } }: { months: ReportRead }) {
  return (
    <Card
      title="Last 12 months"
      actions={<ShowAll of="months" to="/$organization/reports/$report" params={{ report: 'months' }} />}
    >
      {error && !months ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <div className="flex flex-col gap-5">
          <Bars
            months={months}
            column="occupancy"
            title="Occupancy"
            say={percent}
            from={0.8}
            none="No unit was occupied in these months."
          />
          <Bars
            months={months}
            column="collected"
            title="Collected"
            say={money}
            from={0}
            none="Nothing was collected in these months."
          />
        </div>
      )}
    </Card>
  )
}

/** The least part of the largest value at which bars may begin elsewhere than at zero. A bar of less than a quarter of the height would seem to be none. */
const ALMOST_EQUAL = 0.85

/** `from` is the part of the largest value at which bars that are almost equal begin, so that small differences show. */
function Bars({
  months,
  column,
  title,
  say,
  from,
  none,
}: {
  months: Report | undefined
  column: string
  title: string
  say: (value: number) => string
  from: number
  /** What is said if every month is zero. */
  none: string
}) {
  if (!months) return <Shimmer className="h-24 w-full" />
  const values = months.rows.map(({ cells }) => ({
    month: String(cells[0]),
    value: amountIn(months, cells, column),
  }))
  if (values.every(({ value }) => value === 0)) {
    return (
      <div>
        <p className="text-soft">{title}</p>
        <p>{none}</p>
      </div>
    )
  }
  const most = Math.max(1, ...values.map(({ value }) => value))
  const least = Math.min(...values.map(({ value }) => value))
  const base = least / most < ALMOST_EQUAL ? 0 : from
  const last = values.at(-1)
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="flex justify-between gap-3">
        <span className="text-soft">{title}</span>
        <span className="font-medium tabular-nums">{last && say(last.value)}</span>
      </figcaption>
      <ol className="grid h-24 grid-cols-12 items-end gap-1">
        {values.map(({ month, value }) => (
          <li
            key={month}
            title={`${month}: ${say(value)}`}
            className="flex h-full flex-col items-center justify-end gap-1 whitespace-nowrap text-[10px] text-soft sm:text-[11px]"
          >
            <span className="sr-only">{say(value)} in</span>
            <span
              className="drawn w-full rounded-sm bg-accent-fill"
              style={{ height: `${Math.max(2, (70 * (value / most - base)) / (1 - base))}%` }}
            />
            {MONTH.format(new Date(`${month}-01T00:00:00Z`))}
          </li>
        ))}
      </ol>
    </figure>
  )
}
