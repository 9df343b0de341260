/** Figures about calls: buckets for a chart, the routes that are called and fail most, and how much of its quota each key uses. */
import type { MemberInputOf } from '#contract/console/operation.ts'
import type { getTrafficOverview as operation, Window } from '#contract/console/traffic.ts'
import type { OutputOf } from '#contract/operation.ts'
import { TIERS, tierOf } from '#contract/scopes.ts'
import { firstOf } from '#server/base/first-of.ts'
import { uuidv7Floor } from '#server/base/ids.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { listKeys } from '../api-keys/queries.ts'
import type { MemberContext } from '../members/member.ts'
import { sourcesOf, WINDOW_MS } from './calls.ts'
import { percentile } from './latency.ts'
import {
  countCallsByKey,
  findRouteLatencies,
  groupHalfHours,
  groupRoutes,
  type HalfHourRow,
  listHalfHours,
  listKeyHours,
  listMinutes,
  listRouteHours,
} from './traffic-queries.ts'

type Overview = OutputOf<typeof operation>
type Bucket = Overview['buckets'][number]
type Figures = Omit<Bucket, 'begins_at'>

const BUCKET_SECONDS: Record<Window, number> = { '1h': 60, '24h': 1_800, '30d': 21_600 }
const TOP = 10
const MAX_KEYS = 100
/** How far back the page looks for keys that come close to their quota. Far enough to notice, and few enough lines to read every 10 s. */
const RECENT_MS = 15 * 60_000

export async function getTrafficOverview(
  context: MemberContext,
  { window }: MemberInputOf<typeof operation>,
): Promise<Overview> {
  const { db, now } = context
  const bucketSeconds = BUCKET_SECONDS[window]
  // A window begins at the start of a bucket, so that its first bucket is complete.
  const since = Math.floor((now - WINDOW_MS[window]) / (bucketSeconds * 1_000)) * bucketSeconds * 1_000
  const sources = await sourcesOf(db, since, window)
  const [chart, routes, keys] = await Promise.all([
    window === '1h' ? minutes(db, since) : halfHours(db, sources, bucketSeconds),
    routesOf(db, sources, window),
    keysOf(context, sources),
  ])
  const { buckets, ...figures } = chart
  return {
    window,
    since: new Date(since).toISOString(),
    until: new Date(now).toISOString(),
    bucket_seconds: bucketSeconds,
    ...figures,
    buckets: withoutGaps(buckets, since, now, bucketSeconds),
    ...routes,
    keys,
  }
}

type Sources = { rawFrom: number; hoursFrom: number | undefined }

async function minutes(db: Tenant, since: number): Promise<Figures & { buckets: Bucket[] }> {
  const rows = await db.query(listMinutes, [db.organizationId, uuidv7Floor(since)])
  const { begins_at: _, ...all } = rows.find(row => row.begins_at === null) ?? { begins_at: null, ...NOTHING }
  const buckets = rows.flatMap(({ begins_at, ...row }) => (begins_at === null ? [] : [{ begins_at, ...row }]))
  return { ...all, buckets }
}

async function halfHours(
  db: Tenant,
  { rawFrom, hoursFrom }: Sources,
  bucketSeconds: number,
): Promise<Figures & { buckets: Bucket[] }> {
  const rows = (
    await Promise.all([
      db.query(groupHalfHours, [db.organizationId, uuidv7Floor(rawFrom)]),
      hoursFrom === undefined ? [] : db.query(listHalfHours, [db.organizationId, new Date(hoursFrom)]),
    ])
  ).flat()
  const bucketMs = bucketSeconds * 1_000
  const byBucket = Map.groupBy(rows, row => Math.floor(Date.parse(row.begins_at) / bucketMs) * bucketMs)
  const buckets = [...byBucket].map(([at, some]) => ({ begins_at: new Date(at).toISOString(), ...sumOf(some) }))
  return { ...sumOf(rows), buckets }
}

function sumOf(rows: readonly HalfHourRow[]): Figures {
  const latencies: Record<string, number> = {}
  const sum = { calls: 0, errors: 0, rate_limited: 0 }
  for (const row of rows) {
    sum.calls += row.calls
    sum.errors += row.errors
    sum.rate_limited += row.rate_limited
    for (const [step, calls] of Object.entries(row.latencies)) latencies[step] = (latencies[step] ?? 0) + calls
  }
  return { ...sum, p50_ms: percentile(latencies, 0.5), p95_ms: percentile(latencies, 0.95) }
}

async function routesOf(
  db: Tenant,
  { rawFrom, hoursFrom }: Sources,
  window: Window,
): Promise<Pick<Overview, 'top_routes' | 'top_errors'>> {
  const [raw, hours, latencies] = await Promise.all([
    db.query(groupRoutes, [db.organizationId, uuidv7Floor(rawFrom)]),
    hoursFrom === undefined ? [] : db.query(listRouteHours, [db.organizationId, new Date(hoursFrom)]),
    window === '1h' ? db.query(findRouteLatencies, [db.organizationId, uuidv7Floor(rawFrom)]) : [],
  ])
  const rows = [...raw, ...hours]
  const p95Of = new Map(latencies.map(({ method, route, p95_ms }) => [`${method} ${route}`, p95_ms]))
  const routes = [...Map.groupBy(rows, ({ method, route }) => `${method} ${route}`)].map(([name, some]) => {
    const { method, route } = firstOf(some)
    const errors = callsOf(some.filter(({ status }) => status >= 400 && status !== 429))
    return { method, route: route || null, calls: callsOf(some), errors, p95_ms: p95Of.get(name) ?? null }
  })
  const failed = rows.filter(({ status }) => status >= 400)
  const errors = [...Map.groupBy(failed, ({ status, error }) => `${status} ${error}`).values()].map(some => {
    const { error, status } = firstOf(some)
    return { error: error || null, status, calls: callsOf(some) }
  })
  return { top_routes: busiest(routes, TOP), top_errors: busiest(errors, TOP) }
}

async function keysOf({ db, now, member }: MemberContext, { rawFrom, hoursFrom }: Sources): Promise<Overview['keys']> {
  const minuteAgo = now - 60_000
  const recently = now - RECENT_MS
  const [keys, raw, hours] = await Promise.all([
    db.query(listKeys, [db.organizationId]),
    db.query(countCallsByKey, [
      db.organizationId,
      uuidv7Floor(Math.min(rawFrom, recently)),
      uuidv7Floor(rawFrom),
      new Date(minuteAgo),
      new Date(recently),
    ]),
    hoursFrom === undefined ? [] : db.query(listKeyHours, [db.organizationId, new Date(hoursFrom)]),
  ])
  const calls = new Map(hours.map(row => [row.key_id, row.calls]))
  for (const row of raw) calls.set(row.key_id, (calls.get(row.key_id) ?? 0) + row.calls)
  const recent = new Map(raw.map(row => [row.key_id, row]))
  const tier = TIERS[tierOf(member.plan, member.hasPartnerAgreement) ?? 'CORE']
  const usable = keys.filter(key => !key.revoked_at && !(key.expires_at && Date.parse(key.expires_at) <= now))
  return busiest(
    usable.map(key => ({
      key_id: key.id,
      name: key.name,
      mask: key.mask,
      requests_per_minute: key.requests_per_minute ?? tier.requestsPerMinute,
      calls_last_minute: recent.get(key.id)?.calls_last_minute ?? 0,
      peak_per_minute: recent.get(key.id)?.peak_per_minute ?? 0,
      refused: recent.get(key.id)?.refused ?? 0,
      calls: calls.get(key.id) ?? 0,
    })),
    MAX_KEYS,
  )
}

function callsOf(rows: readonly { calls: number }[]): number {
  return rows.reduce((sum, { calls }) => sum + calls, 0)
}

function busiest<Row extends { calls: number }>(rows: readonly Row[], most: number): Row[] {
  return rows.toSorted((a, b) => b.calls - a.calls).slice(0, most)
}

const NOTHING: Figures = { calls: 0, errors: 0, rate_limited: 0, p50_ms: null, p95_ms: null }

function withoutGaps(buckets: readonly Bucket[], since: number, now: number, bucketSeconds: number): Bucket[] {
  const known = new Map(buckets.map(bucket => [Date.parse(bucket.begins_at), bucket]))
  const all: Bucket[] = []
  for (let at = since; at <= now; at += bucketSeconds * 1_000) {
    all.push(known.get(at) ?? { begins_at: new Date(at).toISOString(), ...NOTHING })
  }
  return all
}
