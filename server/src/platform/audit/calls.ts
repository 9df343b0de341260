/** The log of calls, as the console shows it: pages of it, one call, and failures in groups. */
import { isIP } from 'node:net'
import type { Static } from 'typebox'
import type { MemberInputOf } from '#contract/console/operation.ts'
import {
  type Call,
  type getCall as detail,
  type listFailures as failing,
  LOOK_BACK_FAILED_LINES,
  LOOK_BACK_LINES,
  type listCalls as listing,
  type Window,
} from '#contract/console/traffic.ts'
import type { OutputOf } from '#contract/operation.ts'
import { idFromUuid, instantOfUuidv7, LAST_UUID, uuidFromId, uuidv7Floor, uuidv7FloorAt } from '#server/base/ids.ts'
import { DAY_MS } from '#server/base/instants.ts'
import { requireOne } from '#server/base/refusal.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Value } from '#server/db/value.ts'
import type { Context } from '../context.ts'
import {
  type CallRow,
  type FailureRow,
  findCall,
  findReach,
  findReachOfBroken,
  findReachOfFailed,
  findRolledUp,
  groupFailures,
  listBrokenCallsBefore,
  listCallsBefore,
  listCallsThatName,
  listFailedCallsBefore,
  listFailureHours,
} from './traffic-queries.ts'

type Shown = Static<typeof Call>
type Filters = Omit<MemberInputOf<typeof listing>, 'before' | 'limit'>

export const WINDOW_MS: Record<Window, number> = { '1h': 3_600_000, '24h': DAY_MS, '30d': 30 * DAY_MS }
const MAX_GROUPS = 100
const FIRST_UUID = '00000000-0000-0000-0000-000000000000'

export async function listCalls(
  { db }: Pick<Context, 'db'>,
  input: MemberInputOf<typeof listing>,
): Promise<OutputOf<typeof listing>> {
  const span = spanOf(input)
  const before = input.before === undefined ? LAST_UUID : uuidFromId('request', input.before)
  const matches = matchesOf(input)
  if (!span || before === undefined || !matches) return { data: [], next: null, looked_back_to: null }
  const upper = before < span.to ? before : span.to
  const { page, reachOf, lines } = indexFor(input)
  const place: Value[] = [db.organizationId, upper, span.from]
  const rows = await db.query(page, [...place, ...matches, lines, input.limit + 1])
  const data = rows.slice(0, input.limit).map(shown)
  if (rows.length > input.limit) return { data, next: data.at(-1)!.request_id, looked_back_to: null }
  const [reach] = await db.query(reachOf, [...place, lines - 1])
  return {
    data,
    next: reach ? idFromUuid('request', reach.id) : null,
    looked_back_to: reach ? reach.occurred_at : null,
  }
}

export async function getCall(
  { db }: Pick<Context, 'db'>,
  { request_id }: MemberInputOf<typeof detail>,
): Promise<Shown> {
  const id = uuidFromId('request', request_id)
  const found = id === undefined ? [] : await db.query(findCall, [db.organizationId, id])
  return shown(requireOne(found, 'call'))
}

/** The newest calls of a key, the newest calls whose path names an ID, or the call with that ID; at most `limit`. */
export async function listCallsNaming({ db }: Pick<Context, 'db'>, id: string, limit: number): Promise<Shown[]> {
  const call = uuidFromId('request', id)
  const rows = await (call === undefined
    ? db.query(listCallsThatName, [db.organizationId, id, LOOK_BACK_LINES, limit])
    : db.query(findCall, [db.organizationId, call]))
  return rows.map(shown)
}

export async function listFailures(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { window }: MemberInputOf<typeof failing>,
): Promise<OutputOf<typeof failing>> {
  const since = now - WINDOW_MS[window]
  const { rawFrom, hoursFrom } = await sourcesOf(db, since, window)
  const rows = await Promise.all([
    db.query(groupFailures, [db.organizationId, uuidv7Floor(rawFrom)]),
    hoursFrom === undefined ? [] : db.query(listFailureHours, [db.organizationId, new Date(hoursFrom)]),
  ])
  const groups = new Map<string, FailureRow>()
  for (const row of rows.flat()) {
    const name = [row.method, row.route, row.status, row.error].join(' ')
    const known = groups.get(name)
    if (!known) groups.set(name, { ...row })
    else {
      known.calls += row.calls
      if (row.last_id > known.last_id) known.last_id = row.last_id
    }
  }
  const data = [...groups.values()].sort((a, b) => b.calls - a.calls || (a.last_id < b.last_id ? 1 : -1))
  return { window, data: data.slice(0, MAX_GROUPS).map(shownFailure) }
}

/** The source of a window's figures: the last hour from the audit lines themselves, earlier times from what upkeep has added up. */
export async function sourcesOf(
  db: Tenant,
  since: number,
  window: Window,
): Promise<{ rawFrom: number; hoursFrom: number | undefined }> {
  if (window === '1h') return { rawFrom: since, hoursFrom: undefined }
  const [rolled] = await db.query(findRolledUp, [db.organizationId])
  const through = rolled ? Date.parse(rolled.through) : 0
  return { rawFrom: Math.max(since, through), hoursFrom: through > since ? since : undefined }
}

/**
 * Chooses the index: one index holds only failed calls, another only those answered 500 and higher. Among 3,000,000 lines, looking at 50,000 takes
 * 40 ms; the same number of failed ones, each on a page of its own, took 480 ms.
 */
function indexFor({ failed, status, status_class }: Filters) {
  if ((status ?? 0) >= 500 || status_class === '5xx') {
    return { page: listBrokenCallsBefore, reachOf: findReachOfBroken, lines: LOOK_BACK_FAILED_LINES }
  }
  if (failed === 'true' || (status ?? 0) >= 400 || status_class === '4xx') {
    return { page: listFailedCallsBefore, reachOf: findReachOfFailed, lines: LOOK_BACK_FAILED_LINES }
  }
  return { page: listCallsBefore, reachOf: findReach, lines: LOOK_BACK_LINES }
}

/** The IDs between which the calls must be, or undefined if no call can match. */
export function spanOf({ since, until, request_id }: Filters): { from: string; to: string } | undefined {
  const from = since === undefined ? FIRST_UUID : uuidv7FloorAt(since)
  const to = until === undefined ? LAST_UUID : uuidv7FloorAt(until)
  if (request_id === undefined) return { from, to }
  const id = uuidFromId('request', request_id)
  if (id === undefined || id < from || id >= to) return undefined
  return { from: id, to: idAfter(id) }
}

/** Parameters `$4` to `$9` of the statements that filter, or undefined if `ip` is not an address. */
export function matchesOf({ key_id, route, method, status, status_class, failed, ip }: Filters): Value[] | undefined {
  if (ip !== undefined && isIP(ip) === 0) return undefined
  const [least, most] = status_class ? [Number(status_class[0]) * 100, Number(status_class[0]) * 100 + 99] : [0, 999]
  const from = Math.max(least, failed ? 400 : 0, status ?? 0)
  return [key_id ?? null, route ?? null, method ?? null, from, Math.min(most, status ?? 999), ip ?? null]
}

function idAfter(uuid: string): string {
  const next = (BigInt(`0x${uuid.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0')
  return `${next.slice(0, 8)}-${next.slice(8, 12)}-${next.slice(12, 16)}-${next.slice(16, 20)}-${next.slice(20)}`
}

export function shown({ id, ...row }: CallRow): Shown {
  return { request_id: idFromUuid('request', id), ...row }
}

function shownFailure({ method, route, status, error, calls, last_id }: FailureRow) {
  return {
    method,
    route: route || null,
    error: error || null,
    status,
    calls,
    last_seen_at: new Date(instantOfUuidv7(last_id)).toISOString(),
    sample_request_id: idFromUuid('request', last_id),
  }
}
