/**
 * The read pool: what it refuses before sending, and how it survives migrations, lost connections, silence and
 * overload.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { statement } from '#server/db/statement.ts'
import { until } from '../service/processes.ts'
import { useWorld } from './world.ts'

const findSetting = statement<{ value: string | null }>('findSetting', 'select current_setting($1, true) as value')
const divide = statement('divide', 'select 1 / $1::int')
const sleepThenEcho = statement<{ echo: string }>('sleepThenEcho', 'select $2::text as echo from pg_sleep($1)')
/** Replies once the lock is free. */
const waitThenEcho = statement<{ echo: string }>(
  'waitThenEcho',
  'select $1::text as echo from pg_advisory_xact_lock_shared(7)',
)
const findProcess = statement<{ pid: number }>('findProcess', 'select pg_backend_pid() as pid')

const world = useWorld({ organizations: 2, unitsEach: 3 })
let organizationId: string
before(() => {
  organizationId = world.organizations[0] as string
})

test('a connection serves only under its role, read-only, in UTC and with a time limit', async () => {
  const pool = world.readPool({ statementTimeoutMs: 1_234 })
  const settings = ['role', 'default_transaction_read_only', 'TimeZone', 'statement_timeout', 'app.org']
  const rows = await Promise.all(settings.map(name => pool.query(organizationId, findSetting, [name])))
  assert.deepEqual(
    rows.map(([row]) => row?.value),
    ['gatehouse_app', 'on', 'UTC', '1234ms', organizationId],
  )
  await assert.rejects(pool.query(organizationId, statement('deleteUnits', 'delete from unit'), []), { code: '25006' })
})

test('a connection that cannot take its role never serves', async () => {
  const errors: Error[] = []
  const pool = world.readPool({ role: 'postgres', onConnectionError: error => errors.push(error) })
  await assert.rejects(pool.query(organizationId, findSetting, ['role']), { code: 'unavailable', retryAfterSeconds: 2 })
  assert.match(errors[0]?.message ?? '', /permission denied to set role "postgres"/)
})

test('a missing or malformed organization is refused', async () => {
  const pool = world.readPool()
  for (const wrong of [undefined, '', 'org_1', `${organizationId}'`, `${organizationId}\n`]) {
    await assert.rejects(pool.query(wrong as string, findSetting, ['role']), /is not an organization/)
  }
})

test('neither a statement that worked nor one that failed leaves the organization set', async () => {
  const pool = world.readPool({ connections: 1 })
  await pool.query(organizationId, findSetting, ['role'])
  assert.deepEqual(await pool.query(null, findSetting, ['app.org']), [{ value: '' }])
  await assert.rejects(pool.query(organizationId, divide, [0]), { code: '22012' })
  assert.deepEqual(await pool.query(null, findSetting, ['app.org']), [{ value: '' }])
})

test('the handle of an organization sees its rows, and the handle of the platform role sees those of all', async () => {
  const countUnits = statement<{ count: number }>('countUnits', 'select count(*) from unit')
  const [own, platform] = [world.readPool(), world.readPool({ role: 'gatehouse_platform' })]
  assert.deepEqual(await own.for(organizationId).query(countUnits, []), [{ count: 3 }])
  assert.deepEqual(await own.for(null).query(countUnits, []), [{ count: 0 }])
  assert.deepEqual(await platform.for(null).query(countUnits, []), [{ count: 6 }])
})

test('a statement is prepared once per connection', async () => {
  const countPrepared = statement<{ name: string }>(
    'countPrepared',
    'select name from pg_prepared_statements order by name',
  )
  const pool = world.readPool({ connections: 1 })
  await Promise.all(Array.from({ length: 50 }, () => pool.query(organizationId, findSetting, ['role'])))
  const names = await pool.query(organizationId, countPrepared, [])
  assert.deepEqual(
    names.map(({ name }) => name),
    ['countPrepared', 'findSetting', 'set_organization'],
  )
  await assert.rejects(
    pool.query(organizationId, statement('findSetting', 'select 1'), []),
    /Two statements are named findSetting/,
  )
})

test('a statement that cannot be prepared says why to every caller, and works once it can be', async () => {
  const listLater = statement<{ id: number }>('listLater', 'select id from later')
  const pool = world.readPool({ connections: 1 })
  const calls = await Promise.allSettled(Array.from({ length: 20 }, () => pool.query(null, listLater, [])))
  for (const call of calls) assert.equal(call.status === 'rejected' && call.reason.code, '42P01')
  await world.admin.query('create table later as select 1 as id; grant select on later to gatehouse_app')
  assert.deepEqual(await pool.query(null, listLater, []), [{ id: 1 }])
})

test('a migration that changes the type of a column used by a prepared statement causes no error', async () => {
  const listRetyped = statement<{ amount: unknown }>('listRetyped', 'select * from retyped')
  await world.admin.query('create table retyped as select 1 as amount; grant select on retyped to gatehouse_app')
  const pool = world.readPool()
  const listMany = () => Promise.all(Array.from({ length: 50 }, () => pool.query(organizationId, listRetyped, [])))
  for (const rows of await listMany()) assert.deepEqual(rows, [{ amount: 1 }])
  await world.admin.query('alter table retyped alter amount type text')
  for (const rows of await listMany()) assert.deepEqual(rows, [{ amount: '1' }])
})

test('a read interrupted by a lost connection is repeated, even while other connections are being opened and lost', async () => {
  for (let round = 0; round < 10; round++) {
    await world.admin.query('select pg_advisory_lock(7)')
    const pool = world.readPool({ connections: 16 })
    await pool.query(organizationId, findSetting, ['role'])
    const calls = Array.from({ length: 10 }, (_, index) => pool.query(organizationId, waitThenEcho, [String(index)]))
    const answers = Promise.allSettled(calls)
    assert.ok((await world.killConnections()) > 0)
    await world.admin.query('select pg_advisory_unlock(7)')
    assert.deepEqual(
      (await answers).map(answer => (answer.status === 'fulfilled' ? answer.value[0]?.echo : answer.reason)),
      ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
    )
    await pool.close()
  }
})

test('an unreachable database is reported at once, and found again when it is back', async () => {
  const errors: Error[] = []
  const pool = world.readPool({ onConnectionError: error => errors.push(error) })
  await pool.query(organizationId, findSetting, ['role'])
  // A connection that is still being opened would survive what follows.
  await until(async () => (await countConnections()) === 2)
  await world.admin.query('alter role gatehouse nologin')
  await world.killConnections()
  await assert.rejects(pool.query(organizationId, findSetting, ['role']), { code: 'unavailable', retryAfterSeconds: 2 })
  const lossesAndFailedAttempts = 2 + 2
  await until(async () => errors.length >= lossesAndFailedAttempts)
  const refused = pool.query(organizationId, findSetting, ['role']).catch(error => error.code)
  assert.equal(await Promise.race([refused, setImmediate('it waits for something')]), 'unavailable')
  await world.admin.query('alter role gatehouse login')
  await until(async () => {
    const rows = await pool.query(organizationId, findSetting, ['role']).catch(() => [])
    return rows.length === 1
  })
})

test('a server that falls silent is abandoned, and its call is made elsewhere', async () => {
  const pool = world.readPool({ statementTimeoutMs: 5_000 })
  const [row] = await pool.query(organizationId, findProcess, [])
  const pid = row?.pid as number
  process.kill(pid, 'SIGSTOP')
  try {
    const calls = Array.from({ length: 10 }, () => pool.query(organizationId, findProcess, []))
    for (const [row] of await Promise.all(calls)) assert.notEqual(row?.pid, pid)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})

test('calls beyond the limit are refused, and those within it are answered', async () => {
  const pool = world.readPool({ inAll: 3, maxWaiting: 2 })
  const calls = Array.from({ length: 8 }, () => pool.query(organizationId, sleepThenEcho, [0.05, 'in']))
  const outcomes = await Promise.allSettled(calls)
  assert.deepEqual(
    outcomes.map(outcome => (outcome.status === 'fulfilled' ? 'in' : outcome.reason.code)),
    ['in', 'in', 'in', 'in', 'in', 'unavailable', 'unavailable', 'unavailable'],
  )
})

test('closing lets what is in flight finish and refuses the rest', async () => {
  const pool = world.readPool()
  const call = pool.query(organizationId, sleepThenEcho, [0.2, 'done'])
  const closed = pool.close()
  await assert.rejects(pool.query(organizationId, findSetting, ['role']), { code: 'unavailable' })
  assert.deepEqual(await call, [{ echo: 'done' }])
  await closed
  await until(async () => (await countConnections()) === 0)
})

async function countConnections(): Promise<number> {
  const { rows } = await world.admin.query(`select 1 from pg_stat_activity where usename = 'gatehouse'`)
  return rows.length
}
