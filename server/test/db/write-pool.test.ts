/** Transactions: whole or not at all, for one organization, within their time, and without a trace on the connection. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Statement, statement } from '#server/db/statement.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Transaction } from '#server/db/transaction.ts'
import { until } from '../service/processes.ts'
import { crossTransactions } from './crossing.ts'
import { useWorld } from './world.ts'

const findSetting = statement<{ value: string | null }>('findSetting', 'select current_setting($1, true) as value')
const listUnits = statement<{ id: string }>('listUnits', 'select id from unit order by id')
const insertUnit = statement<{ id: string }>(
  'insertUnit',
  'insert into unit (organization_id, id, label, rent_cents) values ($1, $2, $2, 0) returning id',
)
const setRent = statement<{ rent_cents: number }>(
  'setRent',
  'update unit set rent_cents = $3 where organization_id = $1 and id = $2 returning rent_cents',
)
const divide = statement('divide', 'select 1 / $1::int')
const sleep = statement('sleep', 'select pg_sleep($1)')
const fail = statement('fail', 'select fail($1)')
const findProcess = statement<{ pid: number }>('findProcess', 'select pg_backend_pid() as pid')
const insertLate = statement('insertLate', 'insert into late (id) values ($1)')

const world = useWorld({ organizations: 2, unitsEach: 2 })
let organizationId: string
let other: string
before(async () => {
  ;[organizationId, other] = world.organizations as [string, string]
  await world.admin.query(`
    create function fail(state text) returns int language plpgsql as $$
      begin raise exception 'as asked' using errcode = state; end $$;
    create table late (id int unique deferrable initially deferred);
    create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return null; end $$;
    create constraint trigger wait after insert on late deferrable initially deferred
      for each row when (new.id = 99) execute function wait();
    grant select, insert on late to gatehouse_app;
    alter database postgres set deadlock_timeout = '20ms'`)
})

test('a transaction is stored when its work succeeds and rolled back when it throws', async () => {
  const pool = world.writePool()
  const id = await pool.transaction(organizationId, async tx => {
    assert.equal(tx.organizationId, organizationId)
    const [row] = await tx.query(insertUnit, [tx.organizationId, 'kept'])
    return row?.id
  })
  assert.equal(id, 'kept')
  const undone = pool.transaction(organizationId, async tx => {
    await tx.query(insertUnit, [organizationId, 'undone'])
    throw new Error('no')
  })
  await assert.rejects(undone, /^Error: no$/)
  assert.deepEqual(await idsOf(organizationId), ['kept', 'unit_1', 'unit_2'])
})

test('an isolation and time limits that are set for the login or the database do not apply', async t => {
  const theirs = { default_transaction_isolation: 'serializable', lock_timeout: '1ms', idle_session_timeout: '1h' }
  const forAll = (action: string) => world.admin.query(`alter database postgres ${action}`)
  for (const [name, value] of Object.entries(theirs)) await forAll(`set ${name} = '${value}'`)
  t.after(() => Promise.all(Object.keys(theirs).map(name => forAll(`reset ${name}`))))
  const settings = ['transaction_isolation', 'lock_timeout', 'idle_session_timeout']
  const found = await world.writePool().transaction(organizationId, async tx => {
    const rows = await Promise.all(settings.map(name => tx.query(findSetting, [name])))
    return rows.map(([row]) => row?.value)
  })
  assert.deepEqual(found, ['read committed', '0', '0'])
})

test('a transaction sees and writes only what belongs to its organization', async () => {
  const pool = world.writePool()
  const seen = await pool.transaction(other, tx => tx.query(listUnits, []))
  assert.deepEqual(seen, [{ id: 'unit_1' }, { id: 'unit_2' }])
  const foreign = pool.transaction(other, tx => tx.query(insertUnit, [organizationId, 'foreign']))
  await assert.rejects(foreign, { code: '42501' })
  await assert.rejects(
    pool.transaction(undefined as unknown as string, tx => tx.query(listUnits, [])),
    /is not an organization/,
  )
})

test('no organization stays set on the connection, however the previous transaction ended', async () => {
  const pool = world.writePool({ connections: 1 })
  const endings: ((tx: Transaction) => Promise<unknown>)[] = [
    tx => tx.query(listUnits, []),
    tx => tx.query(divide, [0]),
    tx => Promise.all([tx.query(sleep, [600]), world.cancelSleep()]),
    tx => tx.query(setRent, [organizationId, 'a\0', 1]),
    () => Promise.reject(new Error('no')),
    tx => Promise.all([tx.query(divide, [0]), tx.query(listUnits, []), tx.query(listUnits, [])]),
  ]
  for (const ending of endings) {
    await pool.transaction(organizationId, ending).catch(() => {})
    const read = (tx: { query: Tenant['query'] }) => tx.query(findSetting, ['app.org'])
    assert.deepEqual(await pool.transaction(null, read), [{ value: '' }])
  }
})

test('a query function runs in a transaction as it does on the read pool, several statements at once', async () => {
  const countTwice = async (db: Tenant) => {
    const [first, second] = await Promise.all([db.query(listUnits, []), db.query(listUnits, [])])
    return [first.length, second.length]
  }
  assert.deepEqual(await countTwice(world.readPool().for(other)), [2, 2])
  assert.deepEqual(await world.writePool().transaction(other, countTwice), [2, 2])
})

test('a transaction that is over accepts no more statements', async () => {
  let kept: Transaction | undefined
  await world.writePool().transaction(organizationId, async tx => {
    kept = tx
  })
  await assert.rejects(async () => kept?.query(listUnits, []), /listUnits came after the end of its transaction/)
})

test('an error at commit is reported as it is, and the connection stays in use', async () => {
  const pool = world.writePool({ connections: 1 })
  const insertTwice = (id: number) =>
    pool.transaction(organizationId, async tx => {
      await tx.query(insertLate, [id])
      await tx.query(insertLate, [id])
    })
  await assert.rejects(insertTwice(1), { code: '23505' })
  assert.equal((await pool.transaction(organizationId, tx => tx.query(listUnits, []))).length, 3)
})

test('two transactions that block each other are both stored in the end', async () => {
  const lock = (tx: Transaction, unit: string) => tx.query(setRent, [organizationId, unit, 1])
  const rows: [string, string] = ['unit_1', 'unit_2']
  assert.equal(await crossTransactions(world.writePool(), { organizationId, rows, lock, lockNext: lock }), 3)
})

test('a serialization failure is retried three times and then reported', async () => {
  let runs = 0
  const call = world.writePool().transaction(organizationId, tx => {
    runs++
    return tx.query(fail, ['40001'])
  })
  await assert.rejects(call, { code: '40001' })
  assert.equal(runs, 4)
})

test('a migration that changes the type of a column used by prepared statements causes no error', async () => {
  const listRetyped = statement<{ amount: unknown }>('listRetyped', 'select * from retyped')
  await world.admin.query('create table retyped as select 1 as amount; grant select on retyped to gatehouse_app')
  const pool = world.writePool({ connections: 8 })
  const list = () => pool.transaction(organizationId, tx => tx.query(listRetyped, []))
  const listMany = () => Promise.all(Array.from({ length: 16 }, list))
  for (const rows of await listMany()) assert.deepEqual(rows, [{ amount: 1 }])
  await world.admin.query('alter table retyped alter amount type text')
  for (const rows of await listMany()) assert.deepEqual(rows, [{ amount: '1' }])
})

test('a transaction that exceeds its time is rolled back, its locks are freed, and its caller is told to try again', async () => {
  const pool = world.writePool({ connections: 1, transactionTimeoutMs: 150 })
  const patient = world.writePool({ connections: 1 })
  const isOver = Promise.withResolvers<void>()
  const late = Promise.withResolvers<unknown>()
  const call = pool.transaction(organizationId, async tx => {
    await Promise.allSettled([tx.query(setRent, [organizationId, 'unit_1', 77])])
    await isOver.promise
    tx.query(setRent, [organizationId, 'unit_1', 78]).then(late.resolve, late.reject)
  })
  await assert.rejects(call, {
    code: 'unavailable',
    retryAfterSeconds: 2,
    message: 'This took longer than the 0.15 s that a transaction may last. Nothing was stored. Try again.',
  })
  const [row] = await patient.transaction(organizationId, tx => tx.query(setRent, [organizationId, 'unit_1', 79]))
  assert.equal(row?.rent_cents, 79)
  isOver.resolve()
  await assert.rejects(late.promise, /came after the end/)
})

test('PostgreSQL itself ends a transaction that outlives the limit, in case this process cannot', async () => {
  const settings = ['idle_in_transaction_session_timeout', 'transaction_timeout', 'statement_timeout', 'role']
  const rows = await world
    .writePool({ transactionTimeoutMs: 30_000, statementTimeoutMs: 10_000 })
    .transaction(organizationId, tx => Promise.all(settings.map(name => tx.query(findSetting, [name]))))
  assert.deepEqual(
    rows.map(([row]) => row?.value),
    ['30s', '30s', '10s', 'gatehouse_app'],
  )
})

test('a connection lost before commit means that nothing was stored, and the caller is told to try later', async () => {
  const pool = world.writePool()
  const whileIdle = pool.transaction(organizationId, async tx => {
    await tx.query(insertUnit, [organizationId, 'lost'])
    await killOwn(tx)
    await new Promise(() => {})
  })
  await assert.rejects(whileIdle, { code: 'unavailable' })
  const whileRunning = pool.transaction(organizationId, async tx => {
    await tx.query(insertUnit, [organizationId, 'lost'])
    await Promise.all([tx.query(sleep, [600]), untilActive(sleep).then(() => world.killConnections())])
  })
  await assert.rejects(whileRunning, { code: 'unavailable' })
  assert.ok(!(await idsOf(organizationId)).includes('lost'))
})

test('a connection lost during commit is reported as an unknown outcome', async () => {
  const call = world.writePool().transaction(organizationId, tx => tx.query(insertLate, [99]))
  const killed = untilActive({ text: 'commit' }).then(() => world.killConnections())
  await assert.rejects(call, { name: 'CommitOutcomeUnknown' })
  assert.equal(await killed, 1)
})

test('an unreachable database and a full queue both tell the caller to try later', async () => {
  const errors: Error[] = []
  const lost = world.writePool({ role: 'postgres', onConnectionError: error => errors.push(error) })
  await assert.rejects(
    lost.transaction(organizationId, tx => tx.query(listUnits, [])),
    { code: 'unavailable' },
  )
  assert.match(errors[0]?.message ?? '', /permission denied to set role/)
  const pool = world.writePool({ connections: 1, maxWaiting: 2 })
  const calls = Array.from({ length: 4 }, () => pool.transaction(organizationId, tx => tx.query(sleep, [0.02])))
  const outcomes = (await Promise.allSettled(calls)).map(call => (call.status === 'rejected' ? call.reason.code : 'ok'))
  assert.deepEqual(outcomes, ['ok', 'ok', 'ok', 'unavailable'])
})

test('closing lets transactions in progress and waiting ones finish, and refuses new ones', async () => {
  const pool = world.writePool({ connections: 1 })
  const isClosing = Promise.withResolvers<void>()
  const calls = ['last_1', 'last_2'].map(id =>
    pool.transaction(other, async tx => {
      await isClosing.promise
      return tx.query(insertUnit, [other, id])
    }),
  )
  const closed = pool.close()
  await assert.rejects(
    pool.transaction(other, tx => tx.query(listUnits, [])),
    { code: 'unavailable' },
  )
  isClosing.resolve()
  await Promise.all([...calls, closed])
  assert.deepEqual(await idsOf(other), ['last_1', 'last_2', 'unit_1', 'unit_2'])
})

async function idsOf(organization: string): Promise<string[]> {
  const { rows } = await world.admin.query('select id from unit where organization_id = $1 order by id', [organization])
  return rows.map(({ id }) => id)
}

async function killOwn(tx: Transaction): Promise<void> {
  const [row] = await tx.query(findProcess, [])
  await world.admin.query('select pg_terminate_backend($1)', [row?.pid])
}

async function untilActive({ text }: Pick<Statement<unknown>, 'text'>): Promise<void> {
  await until(async () => {
    const { rows } = await world.admin.query(
      `select 1 from pg_stat_activity where usename = 'gatehouse' and state = 'active' and query = $1`,
      [text],
    )
    return rows.length > 0
  })
}
