/**
 * Long reads: one snapshot of one organization, read batch by batch, few at the same time, and ended as soon as
 * nobody reads.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '#server/base/refusal.ts'
import type { OpenSnapshot } from '#server/db/snapshot.ts'
import type { SnapshotPool } from '#server/db/snapshot-pool.ts'
import { statement } from '#server/db/statement.ts'
import { openProxy } from '../faults/proxy.ts'
import { until } from '../service/processes.ts'
import { useWorld } from './world.ts'

const countUnits = statement<{ count: number }>('count_units', 'select count(*)::int as count from unit')
const listNumbers = statement<{ number: number }>(
  'list_numbers',
  'select number from generate_series(1, $1::int) as number order by number',
)
const listWithoutPredicate = statement<{ organization_id: string; setting: string }>(
  'list_without_predicate',
  `select u.organization_id, current_setting('app.org') as setting from unit u, generate_series(1, $1::int) order by u.id`,
)
const divide = statement('divide_by', 'select 1 / (10 - number) from generate_series(1, $1::int) as number')
const listPlans = statement<{ name: string; runs: number }>(
  'list_plans',
  `select name, generic_plans::int as runs from pg_prepared_statements where name = 'list_retyped'`,
)
const sleep = statement('sleep_for', 'select pg_sleep($1)')
const insert = statement(
  'insert_unit',
  `insert into unit (organization_id, id, label, rent_cents) values ($1, 'x', 'x', 1) returning id`,
)

const UNITS_EACH = 3
const NOBODY = new AbortController().signal

const world = useWorld({ organizations: 40, unitsEach: UNITS_EACH })

const organizationAt = (number: number) => world.organizations[number % world.organizations.length] as string

async function collect<Row>(batches: AsyncIterable<Row[]>): Promise<Row[][]> {
  const all: Row[][] = []
  for await (const batch of batches) all.push(batch)
  return all
}

/** Connections of the pools by what they are doing. */
async function states(): Promise<string[]> {
  const { rows } = await world.admin.query(`select state from pg_stat_activity where usename = 'gatehouse'`)
  return rows.map(row => row.state)
}

test('a connection that the network dropped while idle is discarded: its slot is freed, and the next snapshot opens', async () => {
  const { host, port, user, database } = world.connection
  await using proxy = await openProxy({ path: `${host}/.s.PGSQL.${port}` })
  const connection = { host: '127.0.0.1', port: proxy.port, user, database, connectTimeoutMs: 2_000 }
  const pool = world.snapshotPool({ connection, connections: 1 })
  await (await pool.open(organizationAt(0), NOBODY)).end()
  const end = proxy.halfOpen()
  await assert.rejects(pool.open(organizationAt(0), NOBODY), { code: 'unavailable' })
  end()
  await (await pool.open(organizationAt(0), NOBODY)).end()
})

test('rows come in order, a hundred at a time, and the next ones on request', async () => {
  const snapshot = await world.snapshotPool().open(organizationAt(0), NOBODY)
  const batches = await collect(snapshot.batches(listNumbers, [203]))
  assert.deepEqual(
    batches.map(batch => batch.length),
    [100, 100, 3],
  )
  assert.deepEqual(
    batches.flat().map(({ number }) => number),
    Array.from({ length: 203 }, (_, index) => index + 1),
  )
  assert.deepEqual(await collect(snapshot.batches(listNumbers, [0])), [])
  assert.deepEqual((await collect(snapshot.batches(listNumbers, [200]))).length, 2)
  const half = snapshot.batches(listNumbers, [10_000])[Symbol.asyncIterator]()
  await half.next()
  assert.deepEqual(await states(), ['idle in transaction'])
  assert.deepEqual(await snapshot.query(countUnits, []), [{ count: UNITS_EACH }], 'another statement in between')
  assert.equal(((await half.next()).value as { number: number }[])[0]?.number, 101)
  await snapshot.end()
  assert.deepEqual(await states(), ['idle'])
})

test('statements asked for at once run one after another, and the snapshot ends after them, even if one of them fails', async () => {
  const warnings: Error[] = []
  const hear = (warning: Error) => warnings.push(warning)
  process.on('warning', hear)
  const snapshot = await world.snapshotPool().open(organizationAt(0), NOBODY)
  const asked = [countUnits, divide, countUnits].map(each => snapshot.query(each, each === divide ? [10] : []))
  await assert.rejects(Promise.all(asked), /division by zero/)
  await snapshot.end()
  const outcomes = await Promise.allSettled(asked)
  process.off('warning', hear)
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  )
  // The driver warns of a statement that it is given while it has others.
  assert.deepEqual(
    warnings.filter(({ name }) => name === 'DeprecationWarning'),
    [],
  )
  // The connections of the test before may not have ended yet.
  await until(async () => isDeepStrictEqual(await states(), ['idle']))
})

test('all reads of a snapshot see one point in time, whatever is written in the meantime', async () => {
  const organizationId = randomUUID()
  const pool = world.snapshotPool()
  const add = (id: string) =>
    world.admin.query('insert into unit (organization_id, id, label, rent_cents) values ($1, $2, $2, 1)', [
      organizationId,
      id,
    ])
  await add('one')
  const before = await pool.open(organizationId, NOBODY)
  await add('two')
  assert.deepEqual(await before.query(countUnits, []), [{ count: 1 }])
  assert.deepEqual(await collect(before.batches(countUnits, [])), [[{ count: 1 }]])
  const after = await pool.open(organizationId, NOBODY)
  assert.deepEqual(await after.query(countUnits, []), [{ count: 2 }])
  await before.end()
  await after.end()
})

test('plans are kept for later snapshots, and a connection whose plan a migration made unusable is discarded', async () => {
  const listRetyped = statement<{ amount: unknown }>('list_retyped', 'select * from retyped')
  await world.admin.query('create table retyped as select 1 as amount; grant select on retyped to gatehouse_app')
  const pool = world.snapshotPool({ connections: 1 })
  const read = async () => {
    const snapshot = await pool.open(organizationAt(0), NOBODY)
    try {
      await snapshot.keepPlans()
      const rows = await snapshot.query(listRetyped, [])
      const plans = await snapshot.query(listPlans, [])
      return { rows, plans: plans.map(({ name, runs }) => `${name} ${runs}`) }
    } finally {
      await snapshot.end()
    }
  }
  assert.deepEqual(await read(), { rows: [{ amount: 1 }], plans: ['list_retyped 1'] })
  assert.deepEqual((await read()).plans, ['list_retyped 2'])
  await world.admin.query('alter table retyped alter amount type text')
  await assert.rejects(read(), { code: 'unavailable' })
  assert.deepEqual((await read()).rows, [{ amount: '1' }])
  await world.admin.query('drop table retyped')
})

test('a snapshot cannot write', async () => {
  const snapshot = await world.snapshotPool().open(organizationAt(0), NOBODY)
  await assert.rejects(snapshot.query(insert, [organizationAt(0)]), { code: '25006' })
  await snapshot.end()
})

test('each of many concurrent snapshots, with failures and lost connections among them, sees its own organization', async () => {
  const pool = world.snapshotPool()
  const counts = { good: 0, failed: 0, unavailable: 0 }
  let next = 0
  const worker = async () => {
    while (next < 600) {
      const number = next++
      if (number % 40 === 39) await world.killConnections()
      counts[await readOne(pool, number)]++
    }
  }
  await Promise.all(Array.from({ length: 24 }, worker))
  assert.ok(counts.good > 50 && counts.failed > 20 && counts.unavailable > 0, JSON.stringify(counts))
})

async function readOne(pool: SnapshotPool, number: number): Promise<'good' | 'failed' | 'unavailable'> {
  const organizationId = organizationAt(number * 7)
  const leaving = new AbortController()
  let snapshot: OpenSnapshot | undefined
  try {
    snapshot = await pool.open(organizationId, leaving.signal)
    if (number % 5 === 1) {
      await assert.rejects(
        collect(snapshot.batches(divide, [20])),
        error => error instanceof Refusal || (error as { code: string }).code === '22012',
      )
      return 'failed'
    }
    let rows = 0
    for await (const batch of snapshot.batches(listWithoutPredicate, [700])) {
      for (const row of batch) assert.deepEqual(row, { organization_id: organizationId, setting: organizationId })
      rows += batch.length
      if (number % 5 === 2) leaving.abort()
    }
    assert.equal(rows, 700 * UNITS_EACH)
    return 'good'
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unavailable') return 'unavailable'
    throw error
  } finally {
    await snapshot?.end()
  }
}

test('a missing or malformed organization is refused before any query is sent', async () => {
  const pool = world.snapshotPool()
  for (const wrong of [undefined, null, '', 'org_1', "'; select 1"])
    await assert.rejects(pool.open(wrong as string, NOBODY), TypeError)
})

test('a caller that waits too long is told when to come back', async () => {
  const pool = world.snapshotPool({ connections: 3, perCustomer: 2, waitMs: 200 })
  const mine = [await pool.open(organizationAt(0), NOBODY), await pool.open(organizationAt(0), NOBODY)]
  const refused = assert.rejects(pool.open(organizationAt(0), NOBODY), { code: 'unavailable', retryAfterSeconds: 5 })
  await (await pool.open(organizationAt(1), NOBODY)).end()
  await refused
  for (const snapshot of mine) await snapshot.end()
})

test('the numbers of open snapshots per organization, of all open snapshots, and of waiting ones are limited', async () => {
  const pool = world.snapshotPool({ connections: 3, perCustomer: 2, maxWaiting: 2 })
  const mine = [await pool.open(organizationAt(0), NOBODY), await pool.open(organizationAt(0), NOBODY)]
  const theirs = await pool.open(organizationAt(1), NOBODY)
  const waiting = [pool.open(organizationAt(2), NOBODY), pool.open(organizationAt(0), NOBODY)]
  await assert.rejects(pool.open(organizationAt(3), NOBODY), { code: 'unavailable' })
  await theirs.end()
  const other = await (waiting[0] as Promise<OpenSnapshot>)
  await mine[0]?.end()
  const again = await (waiting[1] as Promise<OpenSnapshot>)
  for (const snapshot of [...mine, other, again]) await snapshot.end()
})

test('a caller who leaves while waiting gives up its turn', async () => {
  const pool = world.snapshotPool({ connections: 1 })
  const first = await pool.open(organizationAt(0), NOBODY)
  const leaving = new AbortController()
  const second = pool.open(organizationAt(1), leaving.signal)
  const third = pool.open(organizationAt(2), NOBODY)
  leaving.abort()
  await assert.rejects(second, { code: 'unavailable' })
  await first.end()
  await (await third).end()
})

test('a caller who leaves ends the transaction at once, even in the middle of a statement', async () => {
  const pool = world.snapshotPool({ connections: 1 })
  for (const isBusy of [false, true]) {
    const leaving = new AbortController()
    const snapshot = await pool.open(organizationAt(0), leaving.signal)
    const asleep = isBusy ? assert.rejects(snapshot.query(sleep, [600]), { code: 'unavailable' }) : undefined
    if (isBusy) await until(async () => (await states()).includes('active'))
    leaving.abort()
    await asleep
    await assert.rejects(snapshot.query(countUnits, []), { code: 'unavailable' })
    // Well before the statement would have ended on its own.
    await until(async () => (await states()).length === 0)
    await snapshot.end()
    const next = await pool.open(organizationAt(0), NOBODY)
    assert.deepEqual(await next.query(countUnits, []), [{ count: UNITS_EACH }])
    await next.end()
  }
})

test('a snapshot that is open for too long is ended', async () => {
  const pool = world.snapshotPool({ lifetimeMs: 1_000 })
  const snapshot = await pool.open(organizationAt(0), NOBODY)
  await assert.rejects(snapshot.query(sleep, [600]), { code: 'unavailable' })
  await snapshot.end()
})

test('a closing pool lets open snapshots be read to their end', async () => {
  const pool = world.snapshotPool()
  const snapshot = await pool.open(organizationAt(0), NOBODY)
  const closed = pool.close()
  await assert.rejects(pool.open(organizationAt(0), NOBODY), { code: 'unavailable' })
  assert.equal((await collect(snapshot.batches(listNumbers, [400]))).length, 4)
  await snapshot.end()
  await closed
  // The server notices a moment later.
  await until(async () => (await states()).length === 0)
})
