/** The setup for the benchmarks of reads: a separate database with one large organization, and the time it took to create. */
import { systemClock } from '#server/base/clock.ts'
import { todayIn } from '#server/base/dates.ts'
import type { DatabaseConnection } from '#server/db/session.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { addOrganization, asOwner, issueKeys, openDatabase, settle, TIME_ZONE } from '../measure/database.ts'

/** The database of the organization and the keys that give access to it: all that a server needs to know. */
export type Place = {
  connection: DatabaseConnection
  organizationId: string
  timeZone: string
  today: string
  keys: string[]
}

export type Setup = Place & {
  /** A description of the seeded data. */
  made: string
  seconds: number
  close(): Promise<void>
}

const KEYS = 32

export async function openSetup(units: number, months: number): Promise<Setup> {
  const { connection, session, close } = await openDatabase()
  const organization = await addOrganization(session, 'Large')
  const today = todayIn(TIME_ZONE, systemClock.now())
  const began = performance.now()
  const seeded = await seedOrganization(
    { units, months, seed: 'bench', today },
    { inTransaction: work => session.within(organization, work), refreshStatistics: session.refreshStatistics },
  )
  const seconds = (performance.now() - began) / 1000
  const keys = await issueKeys(session, organization, KEYS)
  await asOwner(connection, settle)
  return {
    connection,
    organizationId: organization.id,
    timeZone: TIME_ZONE,
    today,
    keys,
    made: Object.entries(seeded)
      .filter(([noun]) => noun !== 'skipped_properties')
      .map(([noun, count]) => `${count.toLocaleString('en-US')} ${noun.replaceAll('_', ' ')}`)
      .join(', '),
    seconds,
    close,
  }
}
