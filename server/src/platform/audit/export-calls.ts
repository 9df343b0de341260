/** The log of calls as a file, one line per call. It is read and sent in batches, so that a month of a busy key takes no more memory than an hour. */
import type { MemberInputOf } from '#contract/console/operation.ts'
import type { exportCalls as operation } from '#contract/console/traffic.ts'
import { csvLine } from '#server/base/csv.ts'
import { uuidv7Floor } from '#server/base/ids.ts'
import { DAY_MS } from '#server/base/instants.ts'
import { listKeys } from '../api-keys/queries.ts'
import type { SnapshotContext } from '../context.ts'
import type { Download } from '../download.ts'
import { matchesOf, shown, spanOf } from './calls.ts'
import { type CallRow, listCallsBetween } from './traffic-queries.ts'

const MAX_SPAN_MS = 31 * DAY_MS

const COLUMNS = [
  'request_id',
  'occurred_at',
  'key_id',
  'key_name',
  'method',
  'route',
  'path',
  'status',
  'error',
  'reason',
  'scope',
  'caller_ip',
  'user_agent',
  'latency_ms',
  'replayed',
  'outcome',
] as const

export async function exportCalls(context: SnapshotContext, input: MemberInputOf<typeof operation>): Promise<Download> {
  const isCsv = input.format === 'csv'
  const lineOf = (row: CallRow) => {
    const call = shown(row)
    return isCsv ? csvLine(COLUMNS.map(column => call[column])) : `${JSON.stringify(call)}\n`
  }
  return {
    type: isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
    fileName: `calls-${context.today}.${input.format}`,
    texts: textsOf(context, input, isCsv ? csvLine(COLUMNS) : '', lineOf),
  }
}

async function* textsOf(
  { db, now }: SnapshotContext,
  input: MemberInputOf<typeof operation>,
  head: string,
  lineOf: (row: CallRow) => string,
): AsyncGenerator<string> {
  yield head
  const span = spanOf(input)
  const matches = matchesOf(input)
  if (!span || !matches) return
  const until = Math.min(now, input.until === undefined ? now : Date.parse(input.until))
  const earliest = uuidv7Floor(Math.max(0, until - MAX_SPAN_MS))
  const from = span.from > earliest ? span.from : earliest
  const names = new Map((await db.query(listKeys, [db.organizationId])).map(key => [key.id, key.name]))
  for await (const rows of db.batches(listCallsBetween, [db.organizationId, span.to, from, ...matches])) {
    yield rows.map(row => lineOf({ ...row, key_name: names.get(row.key_id) ?? null })).join('')
  }
}
