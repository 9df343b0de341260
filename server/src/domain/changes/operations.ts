/** Reading the changes of an organization after a cursor. */
import type { OutputOf } from '#contract/operation.ts'
import { RECORD_TYPE_NAMES, RECORD_TYPES, type RecordType } from '#contract/v1/changes.ts'
import type { V1 } from '#contract/v1.ts'
import { later, todayIn } from '#server/base/dates.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { Context, SnapshotContext, V1Operations } from '#server/platform/context.ts'
import { cursorFrom, positionBefore, positionIn, readHorizon } from './cursor.ts'
import { findCalendar, type ScannedChange, scanChanges } from './queries.ts'
import { recordsOf } from './records.ts'

/** Rows read in one statement, and the most statements in one call, so that a caller who wants only a few types does not wait long. */
const SCAN = 500
const MAX_SCANS = 20

export const listChanges: V1Operations['listChanges'] = async (context, { after, types, limit }) => {
  const { db } = context
  const wanted = typesFor(context, types)
  const current = await readHorizon(db)
  const { horizon } = current
  const start = after === undefined ? positionBefore('0') : positionIn(after, current)
  let position = start
  const found: ScannedChange[] = []
  let hasMore = true
  for (let scans = 0; scans < MAX_SCANS && found.length < limit; scans++) {
    const { xid, type, id } = position
    const scanned = await db.query(scanChanges, [db.organizationId, xid, type, id, horizon, SCAN])
    let taken = 0
    while (taken < scanned.length && found.length < limit) {
      const change = scanned[taken++] as ScannedChange
      position = change
      if (change.is_latest && wanted.has(change.type)) found.push(change)
    }
    if (taken === scanned.length && scanned.length < SCAN) {
      hasMore = false
      // Later changes come after the horizon, so the rows that were passed over need not be read again. If none were, the cursor stays the same, so that
      // a caller who polls with the ETag of this page gets a 304.
      if (position !== start && BigInt(horizon) > BigInt(position.xid)) position = positionBefore(horizon)
      break
    }
  }
  return {
    data: await withRecords(context, found),
    next_cursor: cursorFrom(current, position),
    has_more: hasMore,
    effective_scopes: [...context.scopes],
  }
}

/**
 * The context with the time zone that is stored, and with the day on which records are read: the day in that zone, or the one whose changes are
 * already recorded. A call that has waited since before midnight, or whose process sees midnight later than the worker, would otherwise read these
 * changes as of the day before, and its cursor would pass them.
 */
export async function onRecordedDay<Any extends Context | SnapshotContext>(context: Any): Promise<Any> {
  const { db, now } = context
  const { time_zone: timeZone, entered_through: through } = onlyRow(await db.query(findCalendar, [db.organizationId]))
  const today = todayIn(timeZone, now)
  return { ...context, timeZone, today: through === null ? today : later(today, through) }
}

async function withRecords(
  context: Context,
  changes: readonly ScannedChange[],
): Promise<OutputOf<V1['listChanges']>['data']> {
  if (changes.length === 0) return []
  const dated = await onRecordedDay(context)
  const byType = Map.groupBy(changes, ({ type }) => type as RecordType)
  const records = new Map(
    await Promise.all(
      [...byType].map(async ([type, ofType]) => {
        const ids = ofType.map(({ id }) => id)
        return [type as string, await recordsOf(dated, type, ids)] as const
      }),
    ),
  )
  return changes.map(({ type, id, changed_at }) => {
    const record = records.get(type)?.get(id) ?? null
    return {
      type: type as RecordType,
      id,
      change: record ? ('UPSERTED' as const) : ('REMOVED' as const),
      changed_at,
      record,
    }
  })
}

/**
 * The types that `types` names, separated by commas and in the singular or the plural; without `types`, all that the caller may read.
 * Refuses a type that is unknown or that the caller may not read.
 */
export function typesFor({ scopes }: Pick<Context, 'scopes'>, types: string | undefined): Set<string> {
  const mayRead = (type: RecordType) => {
    const scope = RECORD_TYPES[type]
    return scope === null || scopes.includes(scope)
  }
  if (types === undefined) return new Set(RECORD_TYPE_NAMES.filter(mayRead))
  const wanted = new Set<RecordType>()
  for (const name of types.split(',').map(text => text.trim().toLowerCase())) {
    const type = RECORD_TYPE_NAMES.find(known => known === name || plural(known) === name)
    if (!type)
      throw fieldError('types', `must name types of records, separated by commas: ${RECORD_TYPE_NAMES.join(', ')}`)
    if (!mayRead(type))
      throw new Refusal(
        'forbidden',
        `This key lacks the scope ${RECORD_TYPES[type]}, which reads records of type ${type}. Leave that type out, or use a key that has the scope.`,
      )
    wanted.add(type)
  }
  return wanted
}

/** The name of a type's list, such as `properties` or `work_orders`. */
function plural(type: RecordType): string {
  return type === 'property' ? 'properties' : `${type}s`
}
