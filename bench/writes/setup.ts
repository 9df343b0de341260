/** The data that the write benchmark needs: organizations, each with units to open work orders for, and keys. */
import { V1_PREFIX } from '#contract/v1.ts'
import type { DatabaseConnection } from '#server/db/session.ts'
import { addSeeded, asOwner, issueKeys, openDatabase, settle } from '../measure/database.ts'
import type { Call } from '../measure/load.ts'

export const PATH = `${V1_PREFIX}/work-orders`

export type Setup = {
  connection: DatabaseConnection
  /** One call for each key. */
  organizations: { id: string; calls: Call[] }[]
  close(): Promise<void>
}

const UNITS = 20
/** Enough keys that none comes near its limit of 100,000 calls per minute. */
const KEYS = 32

export async function openSetup(organizations: number): Promise<Setup> {
  const { connection, session, close } = await openDatabase()
  const made: Setup['organizations'] = []
  for (let index = 0; index < organizations; index++) {
    const seed = { units: UNITS, months: 1, seed: String(index) }
    const organization = await addSeeded(session, `Organization ${index}`, seed)
    const issued = await issueKeys(session, organization, KEYS)
    const body = await asOwner(connection, async owner => {
      const { rows } = await owner.query(
        'select property_id, id as unit_id from units where organization_id = $1 order by id limit 1',
        [organization.id],
      )
      return JSON.stringify({
        ...rows[0],
        title: 'Kitchen faucet leaks',
        description: 'Drips day and night.',
        priority: 'HIGH',
      })
    })
    made.push({ id: organization.id, calls: issued.map(key => ({ path: PATH, key, body })) })
  }
  await asOwner(connection, settle)
  return { connection, organizations: made, close }
}
