/** Whatever else fails at the same time, a call gets its own reply, and only rows of its own organization. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#server/base/refusal.ts'
import type { ReadPool } from '#server/db/read-pool.ts'
import { statement } from '#server/db/statement.ts'
import { until } from '../service/processes.ts'
import { repeats } from '../sizes.ts'
import { useWorld } from './world.ts'

type Unit = { organization_id: string; id: string; echo: string }

const listUnits = statement<Unit>(
  'listUnits',
  'select organization_id, id, $2::text as echo from unit where organization_id = $1 order by id',
)
const listUnitsWithoutPredicate = statement<Unit>(
  'listUnitsWithoutPredicate',
  'select organization_id, id, $1::text as echo from unit order by id',
)
const findOrganization = statement<{ organization_id: string | null; echo: string }>(
  'findOrganization',
  `select current_setting('app.org', true) as organization_id, $1::text as echo`,
)
const nameTable = statement('nameTable', 'select $1::text::regclass::oid')
const divide = statement('divide', 'select 1 / $1::int')
const sleep = statement('sleep', 'select pg_sleep($1)')

const CALLS = repeats(5_000, 20_000)
/** One of this many calls ends its connection. */
const KILL_EVERY = CALLS / 20
const IN_FLIGHT = 300
const UNITS_EACH = 4

const world = useWorld({ organizations: 300, unitsEach: UNITS_EACH })

for (const connections of [1, 2]) {
  test(`on ${connections} connections each call gets its own rows while one in ten fails`, async () => {
    const pool = world.readPool({ connections })
    const checked = await callMany(pool, number => number % 2_000 === 5)
    assert.equal(checked.good, CALLS * 0.9)
    assert.equal(checked.failed, CALLS * 0.1)
  })
}

test('while its connections are killed each call gets its own rows or none', async () => {
  const lost: Error[] = []
  const pool = world.readPool({ onConnectionError: error => lost.push(error) })
  const kills: Promise<number>[] = []
  const checked = await callMany(
    pool,
    () => false,
    number => {
      if (number % KILL_EVERY === 0) kills.push(world.killConnections())
    },
  )
  const killed = (await Promise.all(kills)).reduce((sum, count) => sum + count, 0)
  await untilItIsBack(pool)
  const [row] = await pool.query(world.organizations[0] as string, findOrganization, ['after'])
  assert.equal(row?.echo, 'after')
  assert.ok(killed >= 2 && lost.length >= 2, `${killed} killed, ${lost.length} seen`)
  assert.equal(checked.good + checked.failed + checked.unavailable, CALLS)
  assert.ok(checked.good > CALLS / 2, `${checked.good} calls went well`)
})

/**
 * A kill may have hit every connection while it was being reopened. Then the pool refuses at once, and tries again a
 * moment later.
 */
function untilItIsBack(pool: ReadPool): Promise<void> {
  const ask = () => pool.query(world.organizations[0] as string, findOrganization, ['back'])
  return until(() =>
    ask().then(
      () => true,
      () => false,
    ),
  )
}

/** Makes the calls, a bounded number at a time, and checks every reply against its call. */
async function callMany(pool: ReadPool, sleeps: (number: number) => boolean, onCall = (_number: number) => {}) {
  const counts = { good: 0, failed: 0, unavailable: 0 }
  let next = 0
  const worker = async () => {
    while (next < CALLS) {
      const number = next++
      onCall(number)
      try {
        if (number % 10 === 5) {
          await callThatFails(pool, number, sleeps(number))
          counts.failed++
        } else {
          await callThatWorks(pool, number)
          counts.good++
        }
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'unavailable')) {
          next = CALLS
          throw error
        }
        counts.unavailable++
        // A caller that is told to retry later waits until it can. Otherwise a slow machine would use up the calls while there are no
        // connections.
        await untilItIsBack(pool)
      }
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  return counts
}

async function callThatWorks(pool: ReadPool, number: number): Promise<void> {
  const organizationId = world.organizations[number % world.organizations.length] as string
  // Calls of different organizations with the same parameters are in flight together: only the organization distinguishes their replies.
  const echo = String(Math.floor(number / 100))
  if (number % 10 === 0) {
    assert.deepEqual(await pool.query(organizationId, findOrganization, [echo]), [
      { organization_id: organizationId, echo },
    ])
  } else if (number % 10 === 1) {
    const [row] = await pool.query(null, findOrganization, [echo])
    assert.equal(row?.echo, echo)
    assert.equal(row?.organization_id || null, null, 'a stale organization')
  } else if (number % 10 === 2) {
    assert.deepEqual(await pool.query(null, listUnitsWithoutPredicate, [echo]), [])
  } else {
    const rows =
      number % 10 < 6
        ? await pool.query(organizationId, listUnits, [organizationId, echo])
        : await pool.query(organizationId, listUnitsWithoutPredicate, [echo])
    const expected = Array.from({ length: UNITS_EACH }, (_, index) => ({
      organization_id: organizationId,
      id: `unit_${index + 1}`,
      echo,
    }))
    assert.deepEqual(rows, expected)
  }
}

/** Makes a call that fails with an error that only this call can cause, and checks that it gets that error. */
async function callThatFails(pool: ReadPool, number: number, sleeps: boolean): Promise<void> {
  const organizationId = world.organizations[number % world.organizations.length] as string
  if (sleeps) {
    const canceled = assertFails(pool.query(organizationId, sleep, [600]), { code: '57014' })
    await world.cancelSleep()
    return canceled
  }
  switch (Math.floor(number / 10) % 4) {
    case 0:
      return assertFails(pool.query(organizationId, nameTable, [`no_table_${number}`]), {
        message: `relation "no_table_${number}" does not exist`,
      })
    case 1:
      return assertFails(pool.query(organizationId, divide, [0]), { code: '22012' })
    case 2:
      return assertFails(pool.query(organizationId, listUnits, [organizationId, 'a\0b']), { code: 'invalid_request' })
    default:
      return assertFails(pool.query(organizationId, listUnits, [organizationId]), { code: '08P01' })
  }
}

async function assertFails(call: Promise<unknown>, expected: { code: string } | { message: string }): Promise<void> {
  const error = await call.then(
    () => assert.fail('the call should have failed'),
    error => error,
  )
  if (error instanceof Refusal && error.code === 'unavailable') throw error
  for (const [key, value] of Object.entries(expected)) assert.equal(error[key], value, error.message)
}
