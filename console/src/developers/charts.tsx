/**
 * Charts of calls and response times, loaded as a separate chunk, because the chart library is as large as the rest of the
 * console.
 */
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import type { TrafficOverview } from '#client/console.ts'
import { instant, number } from '../kit/format.ts'
import { Card } from '../kit/page.tsx'
import { useOrganization } from '../session/me.ts'
import { milliseconds } from './call-parts.tsx'

const HEIGHT = 224
const AXIS = { fontSize: 11, fill: 'var(--color-soft)' }

const CALLS = { Answered: 'bg-accent', Failed: 'bg-bad', 'Rate limited': 'bg-warn' }
const TIMES = { p50: 'bg-accent', p95: 'bg-warn' }

type Point = { at: string; answered: number; failed: number; limited: number; p50: number | null; p95: number | null }

export function Charts({ overview }: { overview: TrafficOverview }) {
  const { timeZone } = useOrganization()
  const points = overview.buckets.map(
    (bucket): Point => ({
      at: bucket.begins_at,
      answered: bucket.calls - bucket.errors - bucket.rate_limited,
      failed: bucket.errors,
      limited: bucket.rate_limited,
      p50: bucket.p50_ms,
      p95: bucket.p95_ms,
    }),
  )
  const tick = new Intl.DateTimeFormat('en-US', {
    timeZone,
    ...(overview.window === '30d' ? { month: 'short', day: 'numeric' } : { hour: 'numeric', minute: '2-digit' }),
  })
  const shared = {
    x: {
      dataKey: 'at',
      tick: AXIS,
      tickLine: false,
      axisLine: false,
      minTickGap: 48,
      tickFormatter: (at: string) => tick.format(new Date(at)),
    },
    y: { tick: AXIS, tickLine: false, axisLine: false, width: 56 },
    grid: { vertical: false, stroke: 'var(--color-line)' },
  }
  const failures = overview.errors + overview.rate_limited
  return (
    <>
      <Card title="Calls" actions={<Legend names={CALLS} />}>
        <figure>
          <figcaption className="sr-only">
            {`${number(overview.calls)} calls over time, of which ${number(failures)} failed or were rate limited.`}
          </figcaption>
          <div aria-hidden="true">
            <ResponsiveContainer width="100%" height={HEIGHT}>
              <BarChart data={points} accessibilityLayer={false}>
                <CartesianGrid {...shared.grid} />
                <XAxis {...shared.x} />
                <YAxis {...shared.y} allowDecimals={false} tickFormatter={number} />
                <Tooltip
                  content={props => <Bubble {...props} timeZone={timeZone} show={number} />}
                  cursor={{ fill: 'var(--color-hover)' }}
                  isAnimationActive={false}
                />
                <Bar
                  dataKey="answered"
                  name="Answered"
                  stackId="calls"
                  fill="var(--color-accent)"
                  isAnimationActive={false}
                />
                <Bar dataKey="failed" name="Failed" stackId="calls" fill="var(--color-bad)" isAnimationActive={false} />
                <Bar
                  dataKey="limited"
                  name="Rate limited"
                  stackId="calls"
                  fill="var(--color-warn)"
                  isAnimationActive={false}
                />
              </BarChart>
            </ResponsiveContainer>
          </div>
        </figure>
      </Card>
      <Card title="Response time" actions={<Legend names={TIMES} />}>
        <figure>
          <figcaption className="sr-only">
            {`The median response time is ${milliseconds(overview.p50_ms)}, and the 95th percentile ${milliseconds(overview.p95_ms)}.`}
          </figcaption>
          <div aria-hidden="true">
            <ResponsiveContainer width="100%" height={HEIGHT}>
              <LineChart data={points} accessibilityLayer={false}>
                <CartesianGrid {...shared.grid} />
                <XAxis {...shared.x} />
                <YAxis {...shared.y} tickFormatter={(ms: number) => milliseconds(ms)} />
                <Tooltip
                  content={props => <Bubble {...props} timeZone={timeZone} show={milliseconds} />}
                  isAnimationActive={false}
                />
                <Line
                  dataKey="p50"
                  name="p50"
                  stroke="var(--color-accent)"
                  strokeWidth={2}
                  dot={point('var(--color-accent)')}
                  isAnimationActive={false}
                />
                <Line
                  dataKey="p95"
                  name="p95"
                  stroke="var(--color-warn)"
                  strokeWidth={2}
                  dot={point('var(--color-warn)')}
                  isAnimationActive={false}
                />
              </LineChart>
            </ResponsiveContainer>
          </div>
        </figure>
      </Card>
    </>
  )
}

function Legend({ names }: { names: Record<string, string> }) {
  return (
    <ul className="flex gap-3 text-[12px] text-soft">
      {Object.entries(names).map(([name, color]) => (
        <li key={name} className="flex items-center gap-1.5">
          <span className={`size-2 rounded-full ${color}`} />
          {name}
        </li>
      ))}
    </ul>
  )
}

/** A bucket between two buckets without calls has no line, so a dot keeps it visible. */
const point = (fill: string) => ({ r: 3, strokeWidth: 0, fill })

function Bubble({
  active,
  payload,
  label,
  timeZone,
  show,
}: TooltipContentProps & { timeZone: string; show: (value: number) => string }) {
  if (!active || !payload?.length) return null
  return (
    <div className="rounded-md border bg-raised px-3 py-2 text-[12px] shadow-raised">
      <p className="text-soft">{instant(String(label), timeZone)}</p>
      {payload.map(({ name, value, color }) => (
        <p key={String(name)} className="flex items-center gap-2 tabular-nums">
          <span className="size-2 rounded-full" style={{ background: color }} />
          {name}: {typeof value === 'number' ? show(value) : '–'}
        </p>
      ))}
    </div>
  )
}
