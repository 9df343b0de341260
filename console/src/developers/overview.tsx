/** API usage: calls, errors and response times, and how much of its quota each key uses. */
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { ErrorFigures, KeyQuota, RouteFigures, TrafficOverview } from '#client/console.ts'
import { buttonClass } from '../kit/button.tsx'
import { type Column, loadedWith, ROW_LINK, TableCard } from '../kit/data-table.tsx'
import { number, percent } from '../kit/format.ts'
import { Empty, Failure, Hint } from '../kit/notice.tsx'
import { Card, Figure, None, Page, Shimmer } from '../kit/page.tsx'
import { count } from '../kit/words.ts'
import { PageLink } from '../records/page-link.tsx'
import type { Preload } from '../session/preload.ts'
import { useRead } from '../session/use-read.ts'
import { milliseconds, Route } from './call-parts.tsx'
import { FailingWebhooks } from './failing-webhooks.tsx'
import { useWindow, WindowChoice } from './window-choice.tsx'

const loadCharts = () => import('./charts.tsx')
const Charts = lazy(() => loadCharts().then(({ Charts }) => ({ default: Charts })))
/** The charts are as large as all pages together, so they are fetched when this page is about to be opened, in parallel with its figures. */
export const preload: Preload = () => loadCharts().catch(() => {})
const REFRESH_MS = 10_000

export function DevelopersPage() {
  const window = useWindow()
  const { data, error, refetch, isPlaceholderData } = useRead(
    ['traffic overview', window],
    (client, call) => client.getTrafficOverview({ window }, call),
    { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
  )
  return (
    <Page title="API overview" about="Calls made with your keys, and the responses." actions={<WindowChoice />}>
      <FailingWebhooks />
      {error && !data ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <div className={`flex flex-col gap-4 ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <NearQuota keys={data?.keys ?? []} />
          <Figures overview={data} />
          {data?.calls === 0 ? <NoCalls /> : <ChartsAndTables overview={data} />}
          <Quotas overview={data} />
        </div>
      )}
    </Page>
  )
}

/** The share of its quota at which a key is close to it. */
const NEAR = 0.8

/** A warning while a key comes close to its quota, or has reached it. */
function NearQuota({ keys }: { keys: readonly KeyQuota[] }) {
  const near = keys.filter(key => key.refused > 0 || key.peak_per_minute >= key.requests_per_minute * NEAR)
  if (near.length === 0) return null
  return (
    <Hint tone="warn">
      <ul className="flex flex-col gap-1">
        {near.map(({ key_id, name, peak_per_minute, requests_per_minute, refused }) => (
          <li key={key_id}>
            <PageLink
              to="/$organization/developers/traffic"
              search={{ key_id }}
              className="break-words font-medium underline"
            >
              {name}
            </PageLink>{' '}
            {refused > 0
              ? `reached its quota of ${number(requests_per_minute)} calls per minute: ${count(refused, 'call')} refused in the last 15 minutes.`
              : `made ${number(peak_per_minute)} of its ${number(requests_per_minute)} calls per minute in the last 15 minutes.`}
          </li>
        ))}
      </ul>
      Calls beyond the quota are refused with 429. Spread them out, or give each program its own key.
    </Hint>
  )
}

function Figures({ overview }: { overview: TrafficOverview | undefined }) {
  const value = (text: string | undefined) => text ?? <Shimmer className="h-5 w-16" />
  const { calls = 0, errors = 0, rate_limited = 0 } = overview ?? {}
  const share = calls === 0 ? 0 : (100 * errors) / calls
  return (
    <div className="grid gap-3 min-[360px]:grid-cols-2 md:grid-cols-3 xl:grid-cols-5">
      <Figure name="Calls" value={value(overview && number(calls))} about="by all keys" />
      <Figure
        name="Error rate"
        value={value(overview && percent(Math.round(share * 100) / 100))}
        about={overview && `${count(errors, 'call')} failed`}
      />
      <Figure name="Rate limited" value={value(overview && number(rate_limited))} about="answered 429" />
      <Figure name="Median response time" value={value(overview && milliseconds(overview.p50_ms))} about="p50" />
      <Figure name="95th percentile" value={value(overview && milliseconds(overview.p95_ms))} about="p95" />
    </div>
  )
}

function NoCalls() {
  return (
    <Card>
      <Empty
        title="No calls in this period"
        action={
          <PageLink to="/$organization/developers/keys" className={buttonClass('primary')}>
            Go to API keys
          </PageLink>
        }
      >
        Create a key and run the curl line it shows. The call appears here a second later.
      </Empty>
    </Card>
  )
}

function ChartsAndTables({ overview }: { overview: TrafficOverview | undefined }) {
  const hasTimes = overview?.top_routes.some(({ p95_ms }) => p95_ms !== null) ?? true
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        <Suspense fallback={<ChartsPending />}>
          {overview ? <Charts overview={overview} /> : <ChartsPending />}
        </Suspense>
      </div>
      <div className="grid gap-4 xl:grid-cols-2">
        <TableCard
          title="Most called" // Over 30 days, response times by endpoint are not kept.
          columns={hasTimes ? ROUTES : ROUTES.filter(({ header }) => header !== 'p95')}
          loaded={loadedWith(overview?.top_routes)}
          keyOf={({ method, route }) => `${method} ${route}`}
          placeholders={4}
          empty={<Empty title="No calls" />}
        />
        <TableCard
          title="Most frequent errors"
          columns={ERRORS}
          loaded={loadedWith(overview?.top_errors)}
          keyOf={({ status, error }) => `${status} ${error}`}
          placeholders={4}
          empty={<Empty title="No errors">Every call in this period succeeded.</Empty>}
        />
      </div>
    </>
  )
}

/** Includes keys that made no calls in this period. */
function Quotas({ overview }: { overview: TrafficOverview | undefined }) {
  return (
    <TableCard
      title="Quotas"
      columns={KEYS}
      loaded={loadedWith(overview?.keys)}
      keyOf={({ key_id }) => key_id}
      placeholders={3}
      empty={<Empty title="No active keys" />}
    />
  )
}

function ChartsPending() {
  return (
    <>
      <Card title="Calls">
        <Shimmer className="h-56 w-full" />
      </Card>
      <Card title="Response time">
        <Shimmer className="h-56 w-full" />
      </Card>
    </>
  )
}

const ROUTES: Column<RouteFigures>[] = [
  { header: 'Endpoint', cell: row => <RouteLink figures={row} /> },
  { header: 'Calls', align: 'end', cell: row => number(row.calls) },
  { header: 'Failed', align: 'end', cell: row => number(row.errors) },
  { header: 'p95', align: 'end', from: 'sm', cell: row => milliseconds(row.p95_ms) },
]

function RouteLink({ figures: { method, route } }: { figures: RouteFigures }) {
  return (
    <PageLink
      to="/$organization/developers/traffic"
      search={{ route: route ?? undefined, method }}
      className={ROW_LINK}
    >
      <Route method={method} route={route} />
    </PageLink>
  )
}

const ERRORS: Column<ErrorFigures>[] = [
  { header: 'Error', cell: row => <ErrorLink figures={row} /> },
  { header: 'Calls', align: 'end', cell: row => number(row.calls) },
]

function ErrorLink({ figures: { status, error } }: { figures: ErrorFigures }) {
  return (
    <PageLink to="/$organization/developers/traffic" search={{ status: String(status) }} className={ROW_LINK}>
      {status} <span className="font-mono text-[12px]">{error}</span>
    </PageLink>
  )
}

const KEYS: Column<KeyQuota>[] = [
  { header: 'Key', isName: true, cell: row => <KeyLink quota={row} /> },
  { header: 'Key text', from: 'md', cell: row => <code className="font-mono text-[12px]">{row.mask}</code> },
  { header: 'In the last minute', cell: row => <QuotaMeter quota={row} /> },
  { header: 'Calls', align: 'end', cell: row => number(row.calls) },
]

function KeyLink({ quota: { key_id, name } }: { quota: KeyQuota }) {
  return (
    <PageLink to="/$organization/developers/traffic" search={{ key_id }} className={ROW_LINK}>
      {name || <None />}
    </PageLink>
  )
}

function QuotaMeter({ quota: { name, calls_last_minute, requests_per_minute } }: { quota: KeyQuota }) {
  return (
    <span className="flex items-center gap-2">
      <meter
        aria-label={`Quota of ${name} in use`}
        className="quota"
        min={0}
        max={requests_per_minute}
        high={requests_per_minute * NEAR}
        value={calls_last_minute}
      />
      <span className="text-soft tabular-nums">
        {number(calls_last_minute)} of {number(requests_per_minute)}
      </span>
    </span>
  )
}
