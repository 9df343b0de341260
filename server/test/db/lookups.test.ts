/** Lookups that an organization makes in one turn of the event loop share a transaction, but neither rows nor failures. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadPool } from '#server/db/read-pool.ts'
import { statement } from '#server/db/statement.ts'
import { until } from '../service/processes.ts'
import { repeats } from '../sizes.ts'
import { useWorld } from './world.ts'

type Found = { echo: string; organization_id: string; units: number; transaction: string }

const COLUMNS = `$1::text as echo, current_setting('app.org') as organization_id,
  (select count(*)::int from unit) as units, pg_backend_pid() || ' ' || now() as transaction`
const lookUp = statement<Found>('lookUp', `select ${COLUMNS}`, { isLookup: true })
const read = statement<Found>('read', `select ${COLUMNS}`)
const divide = statement<{ quotient: number }>('divide', 'select 60 / $1::int as quotient', { isLookup: true })
const unprepared = statement('unprepared', 'select no_such_column from unit', { isLookup: true })
/** Replies once the lock is free. */
const waitThenEcho = statement<{ echo: string }>(
  'waitThenEcho',
  'select $1::text as echo from pg_advisory_xact_lock_shared(9)',
  { isLookup: true },
)

const WAITING = `select from pg_stat_activity where usename = 'gatehouse' and wait_event = 'advisory'`

const UNITS_EACH = 3
const world = useWorld({ organizations: 3, unitsEach: UNITS_EACH })

test('lookups of one turn share a transaction with those of their organization, and with nothing else', async () => {
  const [one, other] = world.organizations as [string, string]
  const pool = world.readPool()
  await ready(pool)
  const calls = [
    ...numbers(4).map(number => pool.query(one, lookUp, [`one ${number}`])),
    ...numbers(4).map(number => pool.query(other, lookUp, [`other ${number}`])),
    ...numbers(4).map(number => pool.query(one, read, [`read ${number}`])),
  ]
  const found = (await Promise.all(calls)).map(([row]) => row!)
  for (const [index, { echo, organization_id, units }] of found.entries()) {
    const kind = ['one', 'other', 'read'][Math.floor(index / 4)]
    assert.equal(echo, `${kind} ${index % 4}`)
    assert.equal(organization_id, kind === 'other' ? other : one)
    assert.equal(units, UNITS_EACH)
  }
  const transactionsOf = (from: number) => new Set(found.slice(from, from + 4).map(({ transaction }) => transaction))
  const [ofOne, ofOther, ofReads] = [transactionsOf(0), transactionsOf(4), transactionsOf(8)]
  assert.equal(ofOne.size, 1)
  assert.equal(ofOther.size, 1)
  assert.equal(ofReads.size, 4)
  assert.equal(new Set([...ofOne, ...ofOther, ...ofReads]).size, 6)
})

test('a lookup that fails fails alone, and those behind it are answered', async () => {
  const [organizationId] = world.organizations as [string]
  const pool = world.readPool()
  await ready(pool)
  const divisors = [1, 0, 2, 0, 0, 3]
  const answers = await Promise.allSettled([
    ...divisors.map(divisor => pool.query(organizationId, divide, [divisor])),
    pool.query(organizationId, unprepared, []),
    pool.query(organizationId, lookUp, ['last']),
  ])
  const outcomes = answers.map(answer => (answer.status === 'fulfilled' ? answer.value[0] : answer.reason.code))
  const last = outcomes.pop() as Found
  assert.deepEqual(outcomes, [{ quotient: 60 }, '22012', { quotient: 30 }, '22012', '22012', { quotient: 20 }, '42703'])
  assert.equal(last.echo, 'last')
})

test('among many lookups of a few organizations each gets its own rows while one in ten fails', async () => {
  const pool = world.readPool()
  const calls = repeats(2_000, 20_000)
  const check = async (number: number) => {
    const organizationId = world.organizations[number % world.organizations.length] as string
    if (number % 10 === 5) return assert.rejects(pool.query(organizationId, divide, [0]), { code: '22012' })
    const [row] = await pool.query(organizationId, lookUp, [String(number)])
    assert.deepEqual([row?.echo, row?.organization_id, row?.units], [String(number), organizationId, UNITS_EACH])
  }
  let next = 0
  const worker = async () => {
    while (next < calls) await check(next++)
  }
  await Promise.all(Array.from({ length: 60 }, worker))
})

test('lookups that are made while a migration changes the type of their column are read as that type', async () => {
  const [organizationId] = world.organizations as [string]
  await world.admin.query('create table retyped as select 1 as amount; grant select on retyped to gatehouse_app')
  const findRetyped = statement<{ amount: unknown; type: string }>(
    'findRetyped',
    'select *, pg_typeof(amount)::text as type from retyped',
    { isLookup: true },
  )
  const pool = world.readPool()
  let isMigrating = true
  const seen = new Set<string>()
  const reader = async () => {
    while (isMigrating) {
      const [row] = await pool.query(organizationId, findRetyped, [])
      assert.equal(typeof row?.amount, row?.type === 'integer' ? 'number' : 'string')
      seen.add(row!.type)
    }
  }
  const readers = Promise.all(Array.from({ length: 20 }, reader))
  for (let change = 0; change < 10; change++) {
    const type = change % 2 === 0 ? 'text' : 'integer'
    seen.delete(type)
    await world.admin.query(`alter table retyped alter amount type ${type} using amount::${type}`)
    await until(() => Promise.resolve(seen.has(type)))
  }
  isMigrating = false
  await readers
})

test('lookups whose connection is lost are made again on another one', async () => {
  const [organizationId] = world.organizations as [string]
  const pool = world.readPool({ connections: 4 })
  await ready(pool)
  await world.admin.query('select pg_advisory_lock(9)')
  const calls = numbers(8).map(number => pool.query(organizationId, waitThenEcho, [String(number)]))
  await until(async () => (await world.admin.query(WAITING)).rows.length > 0)
  assert.ok((await world.killConnections()) > 0)
  await world.admin.query('select pg_advisory_unlock(9)')
  const echoes = (await Promise.all(calls)).map(([row]) => row?.echo)
  assert.deepEqual(echoes, numbers(8).map(String))
})

/** Has every connection prepare the statements, which a first lookup waits for. */
async function ready(pool: ReadPool): Promise<void> {
  const one = (organizationId: string) => [
    pool.query(organizationId, lookUp, ['']),
    pool.query(organizationId, read, ['']),
    pool.query(organizationId, divide, [1]),
    pool.query(organizationId, waitThenEcho, ['']),
  ]
  for (let round = 0; round < 8; round++) await Promise.all(world.organizations.flatMap(one))
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
