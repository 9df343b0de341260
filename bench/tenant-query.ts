/**
 * The cost of the second tenancy lock: a list of 20 rows by a pool as one would write it, pipelined, and pipelined with the lock. Options:
 * --rounds 3 --seconds 2.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { statement } from '#server/db/statement.ts'
import { openWorld } from '../server/test/db/world.ts'
import { compareWays } from './measure/ways.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '2' } },
})
const CONNECTIONS = 4
const IN_FLIGHT = 32

const listUnits = statement(
  'listUnits',
  'select id, label, rent_cents from unit where organization_id = $1 order by id limit 20',
)

const world = await openWorld({ organizations: 200, unitsEach: 40 })
const byHand = new pg.Pool({ ...world.connection, max: CONNECTIONS, options: '-c role=gatehouse_platform' })
const pipelined = world.readPool({ connections: CONNECTIONS, role: 'gatehouse_platform' })
const locked = world.readPool({ connections: CONNECTIONS })

let calls = 0

/** Lists the units of one organization after another. */
function listed(list: (organizationId: string) => Promise<unknown[]>): () => Promise<void> {
  return async () => {
    const rows = await list(world.organizations[calls++ % world.organizations.length]!)
    if (rows.length !== 20) throw new Error(`${rows.length} rows instead of 20`)
  }
}

const { name, text } = listUnits
await compareWays(
  {
    'pool by hand': listed(async organizationId => (await byHand.query({ name, text, values: [organizationId] })).rows),
    pipelined: listed(organizationId => pipelined.query(null, listUnits, [organizationId])),
    'pipelined, second lock': listed(organizationId => locked.query(organizationId, listUnits, [organizationId])),
  },
  { rounds: Number(values.rounds), roundMs: Number(values.seconds) * 1_000, inFlight: IN_FLIGHT },
)
await byHand.end()
await world.closePools()
await world.stop()
