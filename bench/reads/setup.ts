/** The setup for the benchmarks of reads: a separate database with one large organization, and the time it took to create. */
import type { DatabaseConnection } from '#server/db/session.ts'
import { addSeeded, asOwner, issueKeys, openDatabase, settle, TIME_ZONE } from '../measure/database.ts'

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
  const began = performance.now()
  const organization = await addSeeded(session, 'Large', { units, months, seed: 'bench' })
  const seconds = (performance.now() - began) / 1000
  const keys = await issueKeys(session, organization, KEYS)
  await asOwner(connection, settle)
  return {
    connection,
    organizationId: organization.id,
    timeZone: TIME_ZONE,
    today: organization.today,
    keys,
    made: Object.entries(organization.seeded)
      .filter(([noun]) => noun !== 'skipped_properties')
      .map(([noun, count]) => `${count.toLocaleString('en-US')} ${noun.replaceAll('_', ' ')}`)
      .join(', '),
    seconds,
    close,
  }
}
