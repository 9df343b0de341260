/** Every record of an organization, read from one snapshot and sent line by line. */
import type { InputOf } from '#contract/operation.ts'
import { RECORD_TYPE_NAMES, type RecordType } from '#contract/v1/changes.ts'
import type { V1 } from '#contract/v1.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { SnapshotContext } from '#server/platform/context.ts'
import type { Download } from '#server/platform/download.ts'
import { cursorFrom } from './cursor.ts'
import { typesFor } from './operations.ts'
import { findHorizon, tryExportTurn } from './queries.ts'
import { listRecordIds } from './record-ids.ts'
import { recordsOf } from './records.ts'

/** Records read in one statement: their lines are some hundred kilobytes. */
const AT_ONCE = 200

export async function exportRecords(
  context: SnapshotContext,
  { types }: InputOf<V1['exportRecords']>,
): Promise<Download> {
  const { db } = context
  const wanted = typesFor(context, types)
  const [turn] = await db.query(tryExportTurn, [db.organizationId])
  if (!turn?.is_free) {
    throw new Refusal('conflict', 'Another export of the organization is running; wait until it is over.')
  }
  return { type: 'application/x-ndjson; charset=utf-8', fileName: 'export.ndjson', texts: linesOf(context, wanted) }
}

async function* linesOf(context: SnapshotContext, wanted: ReadonlySet<string>): AsyncGenerator<string> {
  const { db, now } = context
  const [current] = await db.query(findHorizon, [])
  const { identity, horizon } = current as NonNullable<typeof current>
  const line = (value: object) => `${JSON.stringify(value)}\n`
  yield line({
    cursor: cursorFrom(identity, { xid: horizon, type: '', id: '' }),
    organization_id: idFromUuid('organization', db.organizationId),
    as_of: new Date(now).toISOString(),
  })
  const counts: Partial<Record<RecordType, number>> = {}
  for (const type of RECORD_TYPE_NAMES.filter(name => wanted.has(name))) {
    let count = 0
    for (let after = ''; ; ) {
      const ids = (await db.query(listRecordIds[type], [db.organizationId, after, AT_ONCE])).map(({ id }) => id)
      const records = await recordsOf(context, type, ids)
      count += records.size
      // In the order of their ids; a listing of a unit that is not to be had is missing.
      yield ids.map(id => (records.has(id) ? line({ type, data: records.get(id) }) : '')).join('')
      if (ids.length < AT_ONCE) break
      after = ids.at(-1) as string
    }
    counts[type] = count
  }
  yield line({ end: true, counts })
}
