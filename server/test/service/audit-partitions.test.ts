/**
 * The monthly partitions of the audit log: created ahead of time, dropped when they are too old, and filled with rows that arrived before they
 * were created.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { uuidv7Floor } from '#server/base/ids.ts'
import { DAY_MS } from '#server/base/instants.ts'
import { findDetachedMonths, maintainPartitions } from '#server/db/monthly-partitions.ts'
import { beginSession, clientConfig } from '#server/db/session.ts'
import { AUDIT_CALLS, KEPT_DAYS } from '#server/platform/audit/partitions.ts'
import { maintainTables } from '#server/upkeep.ts'
import { createTestDatabase } from '../cluster.ts'
import { openWorld, useWorld, type World } from '../world.ts'
import { until } from './processes.ts'

const ORGANIZATION = '01890000-0000-7000-8000-000000000001'

const world = useWorld({ own: true })

test('a starting service creates the partitions from this month to the one after next', async () => {
  const first = await openWorld({ database: await createTestDatabase() })
  try {
    assert.deepEqual(await months(first), ['calls_2026_03', 'calls_2026_04', 'calls_2026_05'])
  } finally {
    await first.close()
  }
})

test('upkeep in a later month creates the next partition and changes nothing else, and running it twice is the same as once', async () => {
  await Promise.all([upkeepAt('2026-04-01T00:00:00Z'), upkeepAt('2026-04-30T23:59:59Z')])
  assert.deepEqual(await months(), ['calls_2026_03', 'calls_2026_04', 'calls_2026_05', 'calls_2026_06'])
})

test('a line goes to the partition of its month, even at the very edges', async () => {
  await writeLine('2026-04-30T23:59:59.999Z')
  await writeLine('2026-05-01T00:00:00.000Z')
  assert.equal(await partitionOf('2026-04-30T23:59:59.999Z'), 'calls_2026_04')
  assert.equal(await partitionOf('2026-05-01T00:00:00.000Z'), 'calls_2026_05')
})

test('a line of a month without a partition goes to the default one and moves when the month’s partition is created', async () => {
  await writeLine('2026-07-02T10:00:00Z')
  await writeLine('2026-09-02T10:00:00Z')
  assert.equal(await partitionOf('2026-07-02T10:00:00Z'), 'calls_default')
  await upkeepAt('2026-07-03T00:00:00Z')
  assert.equal(await partitionOf('2026-07-02T10:00:00Z'), 'calls_2026_07')
  assert.equal(await partitionOf('2026-09-02T10:00:00Z'), 'calls_2026_09')
})

test('a line that is being written to the default partition while its month’s partition is created moves as well', async () => {
  const writer = await connect()
  await writer.query('begin')
  await writeLine('2026-10-02T10:00:00Z', writer)
  const made = upkeepAt('2026-10-03T00:00:00Z')
  await until(async () => {
    const waiting = await world.sql(
      `select from pg_locks where not granted and relation = 'audit.calls_default'::regclass`,
    )
    return waiting.length > 0
  })
  await writer.query('commit')
  await writer.end()
  await made
  assert.equal(await partitionOf('2026-10-02T10:00:00Z'), 'calls_2026_10')
})

test('a month that somebody has detached is attached again, with the lines that were written until then', async () => {
  const client = await connect()
  await writeLine('2026-10-03T00:00:00Z')
  await client.query('alter table audit.calls detach partition audit.calls_2026_10')
  await writeLine('2026-10-04T00:00:00Z')
  assert.equal(await partitionOf('2026-10-04T00:00:00Z'), 'calls_default')
  const [detached, ...others] = await findDetachedMonths(client, AUDIT_CALLS)
  await client.end()
  assert.deepEqual([detached?.month, others], ['audit.calls_2026_10', []])
  await upkeepAt('2026-10-05T00:00:00Z')
  for (const day of ['03', '04']) assert.equal(await partitionOf(`2026-10-${day}T00:00:00Z`), 'calls_2026_10')
})

test('a month is dropped once its last line is 400 days old, and not a moment earlier', async () => {
  const endOfMarch = Date.parse('2026-04-01T00:00:00Z')
  await upkeepAt('2027-04-01T00:00:00Z')
  await upkeepAt(endOfMarch + KEPT_DAYS * DAY_MS - 1)
  assert.equal((await months())[0], 'calls_2026_03')
  await upkeepAt(endOfMarch + KEPT_DAYS * DAY_MS)
  assert.equal((await months())[0], 'calls_2026_04')
})

test('a line left in the default partition is not kept any longer', async () => {
  await writeLine('2027-01-05T00:00:00Z')
  await upkeepAt('2027-12-01T00:00:00Z')
  await upkeepAt(Date.parse('2027-01-05T00:00:00Z') + KEPT_DAYS * DAY_MS)
  assert.equal(await partitionOf('2027-01-05T00:00:00Z'), 'calls_default')
  await upkeepAt(Date.parse('2027-01-05T00:00:00Z') + KEPT_DAYS * DAY_MS + 1)
  assert.equal(await partitionOf('2027-01-05T00:00:00Z'), undefined)
})

test('after the clock leaps ahead, nothing is deleted until it has shown the later time for four weeks', async () => {
  const { connection } = world.database
  const at = async (day: string): Promise<number | undefined> => {
    const kept: string[] = []
    const warn = (about: object) => void kept.push(...(about as { months: string[] }).months)
    await maintainTables({ connection, owner: connection }, Date.parse(day), { warn, error: warn })
    return kept.filter(month => month.startsWith('audit.')).length
  }
  for (const day of ['2028-02-10', '2028-02-19', '2028-02-24', '2028-03-02']) await at(day)
  await writeLine('2027-05-05T00:00:00Z')
  const before = await months()
  const leaps = ['2028-07-15', '2028-03-03', '2029-12-01', '2028-03-04', '2029-12-01', '2029-12-10', '2029-12-15']
  const kept: (number | undefined)[] = []
  for (const day of leaps) kept.push(await at(day))
  assert.deepEqual(
    kept.map(count => count === 0),
    [false, true, false, true, false, false, false],
  )
  const after = await months()
  assert.deepEqual(
    before.filter(month => !after.includes(month)),
    [],
  )
  assert.equal(await partitionOf('2027-05-05T00:00:00Z'), 'calls_2027_05')
  assert.equal(await at('2029-12-28'), 0)
  assert.equal(await partitionOf('2027-05-05T00:00:00Z'), undefined)
})

async function upkeepAt(instant: string | number): Promise<string[]> {
  const client = await connect()
  try {
    return await maintainPartitions(client, AUDIT_CALLS, { nowMs: new Date(instant).getTime(), isDeleting: true })
  } finally {
    await client.end()
  }
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  const limits = { statementTimeoutMs: 60_000, transactionTimeoutMs: 60_000 }
  await beginSession(client, { role: 'gatehouse_platform', readOnly: false, ...limits }, 60_000)
  return client
}

async function writeLine(instant: string, client?: pg.Client): Promise<void> {
  const text = `insert into audit.calls (organization_id, id, occurred_at, key_id, method, path, status, latency_ms, replayed)
    values ($1, $2, $3, 'key_test', 'GET', '/', 200, 1, false)`
  const values = [ORGANIZATION, uuidv7Floor(Date.parse(instant)), instant]
  await (client ? client.query(text, values) : world.sql(text, values))
}

async function partitionOf(instant: string): Promise<string | undefined> {
  const [row] = await world.sql(
    'select c.relname as name from audit.calls l join pg_class c on c.oid = l.tableoid where l.organization_id = $1 and l.id = $2',
    [ORGANIZATION, uuidv7Floor(Date.parse(instant))],
  )
  return row?.name
}

/** The names of the monthly partitions, oldest first. */
async function months({ sql }: Pick<World, 'sql'> = world): Promise<string[]> {
  const rows = await sql(
    `select relname as name from pg_class join pg_inherits on inhrelid = oid
      where inhparent = 'audit.calls'::regclass and relname <> 'calls_default' order by relname`,
  )
  return rows.map(({ name }) => name)
}
