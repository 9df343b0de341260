/**
 * The cost of the second tenancy lock: a list of 20 rows by a pool as one would write it, pipelined, and pipelined with the lock. Options:
 * --rounds 3 --seconds 2.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { statement } from '#server/db/statement.ts'
import { openWorld } from '../server/test/db/world.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '2' } },
})
const [rounds, roundMs] = [Number(values.rounds), Number(values.seconds) * 1_000]

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

const { name, text } = listUnits
const ways: Record<string, (organizationId: string) => Promise<unknown[]>> = {
  'pool by hand': async organizationId => (await byHand.query({ name, text, values: [organizationId] })).rows,
  pipelined: organizationId => pipelined.query(null, listUnits, [organizationId]),
  'pipelined, second lock': organizationId => locked.query(organizationId, listUnits, [organizationId]),
}

// The ways take turns, so that a busy moment of the machine affects all of them equally.
const rates = new Map(Object.keys(ways).map(way => [way, [] as number[]]))
for (const list of Object.values(ways)) await callsPerSecond(list, roundMs / 4)
for (let round = 0; round < rounds; round++) {
  for (const [way, list] of Object.entries(ways)) rates.get(way)?.push(await callsPerSecond(list, roundMs))
}
const base = median(rates.get('pool by hand') as number[])
for (const [way, measured] of rates) {
  const [rate, all] = [median(measured), measured.map(Math.round).join(' ')]
  process.stdout.write(`${way.padEnd(24)}${Math.round(rate)} calls/s  ×${(rate / base).toFixed(2)}  (${all})\n`)
}
await byHand.end()
await world.closePools()
await world.stop()

async function callsPerSecond(list: (organizationId: string) => Promise<unknown[]>, forMs: number): Promise<number> {
  const start = performance.now()
  let calls = 0
  const worker = async () => {
    while (performance.now() - start < forMs) {
      const rows = await list(world.organizations[calls++ % world.organizations.length] as string)
      if (rows.length !== 20) throw new Error(`${rows.length} rows instead of 20`)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  return (calls / (performance.now() - start)) * 1000
}

function median(rates: number[]): number {
  return rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] as number
}
