/** The setup for the benchmark of imports: an organization that makes calls, others that import, and a large file. */
import { systemClock } from '#server/base/clock.ts'
import { addDays, todayIn } from '#server/base/dates.ts'
import { idFromUuid } from '#server/base/ids.ts'
import type { DatabaseConnection } from '#server/db/session.ts'
import { addUser } from '#server/platform/members/changes.ts'
import { hashPassword } from '#server/sign-in/password.ts'
import { largeYardiWorkbook, UNITS_PER_PROPERTY } from '../../server/test/import/workbook.ts'
import { addOrganization, addSeeded, asOwner, issueKeys, openDatabase, settle, TIME_ZONE } from '../measure/database.ts'

export type Setup = {
  connection: DatabaseConnection
  /** A key of the organization that makes calls while others import. */
  key: string
  /** Members who may import, each of a different organization. */
  members: { organizationId: string; email: string; password: string }[]
  close(): Promise<void>
}

const UNITS = 400

export async function openSetup(importing: number): Promise<Setup> {
  const { connection, session, close } = await openDatabase()
  const calling = await addSeeded(session, 'Calling', { units: UNITS, months: 3, seed: 'bench' })
  const [key] = await issueKeys(session, calling, 1)
  const password = 'a password for benchmarks'
  const passwordHash = await hashPassword(password)
  const members: Setup['members'] = []
  for (let index = 0; index < importing; index++) {
    const { id } = await addOrganization(session, `Importing ${index}`)
    const email = `member-${index}@example.com`
    await session.withMembers(id, context => addUser(context, { email, role: 'ADMIN', passwordHash }))
    members.push({ organizationId: idFromUuid('organization', id), email, password })
  }
  await asOwner(connection, settle)
  return { connection, key: key!, members, close }
}

/** A rent roll of `units` units in properties of 200, every tenth of which is vacant. */
export function rentRollOf(units: number): string {
  const today = todayIn(TIME_ZONE, systemClock.now())
  const [from, to] = [addDays(today, -100), addDays(today, 265)]
  const rows = Array.from({ length: units }, (_, unit) => {
    const court = Math.floor(unit / 200)
    const place = `"Court ${court} - ${court} Maple Ave Columbus, OH 43215",${unit % 200},2/1`
    if (unit % 10 === 0) return `${place},,Vacant-Unrented,1600,,,,,,\n`
    return `${place},"Ann Elm${unit}; Bo Fir",Current,1600,1500,25,1500,${from},${to},10\n`
  })
  const header = 'Property,Unit,BD/BA,Tenant,Status,Market Rent,Rent,Pet Rent,Deposit,Lease From,Lease To,Past Due\n'
  return `As of: ${today}\n${header}${rows.join('')}`
}

const ROWS_PER_UNIT = 4

/** A workbook of Yardi's with about this many rows, and what its import would otherwise ask. */
export async function yardiWorkbookOf(rows: number): Promise<{ content: Buffer; mapping: object }> {
  const units = Math.floor(rows / ROWS_PER_UNIT)
  const properties = Array.from({ length: Math.ceil(units / UNITS_PER_PROPERTY) }, (_, index) => ({
    word: `c${index}`,
    name: `Court ${index}`,
    address_line: `${index + 1} Maple Ave`,
    city: 'Columbus',
    state: 'OH',
    postal_code: '43215',
  }))
  return { content: await largeYardiWorkbook(units), mapping: { properties } }
}
