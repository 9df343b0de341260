/** Every record of an organization, read from one snapshot and sent line by line. */
import type { InputOf } from '#contract/operation.ts'
import { RECORD_TYPE_NAMES, type RecordType } from '#contract/v1/changes.ts'
import type { V1 } from '#contract/v1.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { inPieces } from '#server/base/in-pieces.ts'
import { PieceSize } from '#server/base/piece-size.ts'
import type { SnapshotContext } from '#server/platform/context.ts'
import type { Download } from '#server/platform/download.ts'
import { lockWork } from '#server/platform/work-lock.ts'
import { cursorFrom, positionBefore, readHorizon } from './cursor.ts'
import { onRecordedDay, typesFor } from './operations.ts'
import { listRecordIds } from './record-ids.ts'
import { recordsOf } from './records.ts'

const IDS_AT_ONCE = 2_000

export async function exportRecords(
  context: SnapshotContext,
  { types }: InputOf<V1['exportRecords']>,
): Promise<Download> {
  const wanted = typesFor(context, types)
  await lockWork(context, 'export')
  return { type: 'application/x-ndjson; charset=utf-8', fileName: 'export.ndjson', texts: linesOf(context, wanted) }
}

async function* linesOf(context: SnapshotContext, wanted: ReadonlySet<string>): AsyncGenerator<string> {
  const { db, now } = context
  const current = await readHorizon(db)
  const line = (value: object) => `${JSON.stringify(value)}\n`
  yield line({
    cursor: cursorFrom(current, positionBefore(current.horizon)),
    organization_id: idFromUuid('organization', db.organizationId),
    as_of: new Date(now).toISOString(),
    effective_scopes: context.scopes,
  })
  await db.keepPlans()
  const dated = await onRecordedDay(context)
  const counts: Partial<Record<RecordType, number>> = {}
  for (const type of RECORD_TYPE_NAMES.filter(name => wanted.has(name))) {
    counts[type] = 0
    for await (const records of batchesOf(dated, type)) {
      counts[type] += records.length
      yield records.map(record => `{"type":"${type}","data":${JSON.stringify(record)}}\n`).join('')
    }
  }
  yield line({ end: true, counts })
}

/** The records of a type in the order of their IDs. */
async function* batchesOf(context: SnapshotContext, type: RecordType): AsyncGenerator<object[]> {
  const { db, isShared } = context
  const size = new PieceSize(isShared)
  const read = async (ids: readonly string[]): Promise<object[]> => {
    const records = await recordsOf(context, type, ids)
    // A listed unit that is not available has no listing.
    return ids.map(id => records.get(id)).filter(record => record !== undefined)
  }
  for (let after = '', isLast = false; !isLast; ) {
    const ids = (await db.query(listRecordIds[type], [db.organizationId, after, IDS_AT_ONCE])).map(({ id }) => id)
    isLast = ids.length < IDS_AT_ONCE
    after = ids.at(-1) ?? after
    yield* inPieces(ids, size, read)
  }
}
