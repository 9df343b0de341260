/** `doctor --sql` prints statements that repair what somebody has changed in the schema by hand. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { connectionString, gatehouse } from './processes.ts'

const world = useWorld({ own: true })

test('doctor --sql prints the statements that repair a schema, and psql can run all of them', async () => {
  const settings = { DATABASE_URL: connectionString(world.database.connection) }
  const { stdout: nothing } = await gatehouse(['doctor', '--sql'], settings)
  assert.equal(nothing, '-- The schema lacks nothing.\n')
  for (const statement of DAMAGE) await world.sql(statement)
  const findings = await findingsOfSchema()
  const lacking = findings.filter(({ message }) => message.startsWith('The schema lacks '))
  assert.equal(lacking.length, 6, JSON.stringify(lacking, null, 1))
  for (const { action } of lacking) assert.match(action ?? '', /^Run what `gatehouse doctor --sql` prints, in psql as /)
  const { stdout } = await gatehouse(['doctor', '--sql'], settings)
  await world.sql(stdout)
  const repaired = await findingsOfSchema()
  assert.deepEqual(
    repaired.map(({ level }) => level),
    ['ok'],
  )
})

/** What somebody did by hand: parts that are gone, and parts that are others of the same name. */
const DAMAGE = [
  'drop index leads_by_status, leads_by_change',
  'create index leads_by_change on leads (updated_at)',
  'drop trigger touch on leads',
  'create trigger touch before update on leads for each row when (false) execute function touch_updated_at()',
  'drop trigger end_links on console.two_factors',
  `create or replace function touch_updated_at() returns trigger language plpgsql as 'begin return new; end'`,
  'drop policy tenant on leads',
  'create policy tenant on leads to gatehouse_app using (true)',
  'alter table leads disable row level security',
  'revoke insert on leads from gatehouse_app',
  'alter table leads drop column notes, drop constraint leads_check1',
]

type Found = { check: string; level: string; message: string; action: string | null }

async function findingsOfSchema(): Promise<Found[]> {
  const { stdout } = await gatehouse(['doctor', '--json'], {
    DATABASE_URL: connectionString(world.database.connection),
  })
  const { findings }: { findings: Found[] } = JSON.parse(stdout)
  return findings.filter(({ check }) => check === 'schema' || check === 'rights')
}
