/** The settings of an organization: reading and changing them. */
import { readTimeZone, todayIn } from '#server/base/dates.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { keysOf } from '#server/base/keys-of.ts'
import { fieldError } from '#server/base/refusal.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { closedBeyond } from '#server/platform/organizations/changes.ts'
import { lockBooks } from '#server/platform/organizations/queries.ts'
import { refusingUnknownZone, unknownZone } from '#server/platform/organizations/unknown-zone.ts'
import { recordTimeZoneChange } from '../changes/calendar.ts'
import { refreshAfterZoneChange } from '../units/status-history.ts'
import { closeBooksThrough, findSettings, lockSettings, type SettingsRow, updateOrganization } from './queries.ts'

export const getSettings: ConsoleOperations['getSettings'] = async ({ db, now }) => {
  const settings = onlyRow(await db.query(findSettings, [db.organizationId]))
  return shown(db.organizationId, settings, now)
}

export const updateSettings: ConsoleOperations['updateSettings'] = async (context, changes) => {
  const { db, now } = context
  const before = onlyRow(await db.query(lockSettings, [db.organizationId]))
  const after = { ...before, ...changes, ...(changes.time_zone !== undefined && zoneFrom(changes.time_zone)) }
  checkDays(before, after, now)
  const { name, time_zone, address_line, city, state, postal_code, sender_name, reply_to } = after
  const place = [address_line, city, state, postal_code]
  const settings = [name, time_zone, ...place, sender_name, reply_to]
  await refusingUnknownZone(db.query(updateOrganization, [db.organizationId, ...settings]))
  if (time_zone !== before.time_zone) await moveDays(context, before.time_zone, time_zone)
  if (after.books_closed_through !== before.books_closed_through) {
    await db.query(lockBooks, [db.organizationId])
    await db.query(closeBooksThrough, [db.organizationId, after.books_closed_through])
  }
  await logChanges(context, before, after)
  return shown(db.organizationId, after, now)
}

function zoneFrom(text: string): { time_zone: string } {
  const time_zone = readTimeZone(text)
  if (time_zone === undefined) throw unknownZone()
  return { time_zone }
}

/** Refuses a zone in which the books would be closed beyond today, so that nothing could be posted today. */
function checkDays(before: SettingsRow, after: SettingsRow, now: number): void {
  const through = after.books_closed_through
  const today = todayIn(after.time_zone, now)
  if (through === null || through <= today) return
  if (through !== before.books_closed_through) throw closedBeyond(today)
  throw fieldError(
    'time_zone',
    `cannot be ${after.time_zone} yet, because it is still ${today} there and the books are closed through ${through}`,
  )
}

/** Applies what a change of the zone moves: the days on which leases count as signed, and today. */
async function moveDays(context: Context, before: string, after: string): Promise<void> {
  await refreshAfterZoneChange(context, { before, after })
  const { now } = context
  await recordTimeZoneChange(context, { before: todayIn(before, now), after: todayIn(after, now) })
}

/** Logs the changes. Closing the books is logged as an action of its own, as it is from the command line. */
async function logChanges(context: Context, before: SettingsRow, after: SettingsRow): Promise<void> {
  const changed = keysOf(after).filter(field => after[field] !== before[field])
  const isBooks = (field: string) => field === 'books_closed_through'
  const entries = [
    ['organization.update', changed.filter(field => !isBooks(field))],
    ['books.close', changed.filter(isBooks)],
  ] as const
  const { db } = context
  for (const [action, fields] of entries) {
    if (fields.length === 0) continue
    const only = (row: SettingsRow) => Object.fromEntries(fields.map(field => [field, row[field]]))
    const moved = { before: only(before), after: only(after) }
    await logAdministration(context, action, db.organizationId, moved)
  }
}

function shown(organizationId: string, settings: SettingsRow, now: number) {
  return {
    organization_id: idFromUuid('organization', organizationId),
    ...settings,
    today: todayIn(settings.time_zone, now),
  }
}
