/**
 * Writers that take numbers while others write release their locks before their commit is on the disk (decisions/0015), so others see it too early. A
 * standby that never confirms simulates a slow disk here: whatever waits for durability waits for it, and nothing may be answered, shown or sent before
 * that.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import { createWebhook } from '#server/domain/webhooks/operations.ts'
import { cloneTemplate } from '../cluster.ts'
import { signedIn } from '../console/visitor.ts'
import { untilWaiting } from '../db/deadlocks.ts'
import { startThrowawayPostgres, type ThrowawayPostgres } from '../db/throwaway-postgres.ts'
import { property, store } from '../records.ts'
import { openReceiver } from '../webhooks/receiver.ts'
import { type Organization, openWorld, type Reply, type World } from '../world.ts'
import { until } from './processes.ts'

const WRITERS = 4
const PATH = '/work-orders'

let server: ThrowawayPostgres
let world: World
before(async () => {
  server = await startThrowawayPostgres()
  world = await openWorld({ database: await cloneTemplate(server.connection), role: 'all' })
})
// Even if a test failed before it did so itself: dropping the database would wait for the standby without end.
afterEach(() => askForStandby(''))
after(async () => {
  await world.close()
  await server.stop()
})

test('writers of one organization do not wait for each other’s disk, and nobody is told or sent anything before it is stored', async () => {
  await using receiver = await openReceiver()
  const org = await world.organization()
  const told = toldOf()
  const open = await opener(org, 'shared')
  assert.equal((await open(0)).status, 201)
  await org.within(context => createWebhook(context, { event: 'ticket.created', target_url: receiver.url }))
  const member = await signedIn(world, org, 'VIEWER')

  await askForStandby('nobody')
  // All of them begin before the first one commits, so that none is alone.
  const letGo = await holdNumbers(org)
  const writing = Array.from({ length: WRITERS }, (_, index) => told.of(open(index + 1)))
  await untilWaiting(world, 'work_order_numbers', WRITERS)
  await letGo()
  await until(async () => (await numbersOf(org)).length === WRITERS + 1)
  assert.deepEqual(await numbersOf(org), [1, 2, 3, 4, 5])
  const reading = told.of(world.call(PATH, { key: org.key }))
  const replaying = told.of(open(1))
  const looking = told.of(member.call(member.inside(PATH)))
  await until(async () => (await waiting('audit.calls')) === 1 && (await waiting('webhook_deliveries')) === 1)
  await until(async () => (await waiting(null)) >= WRITERS + 3)
  assert.equal(told.count, 0)
  assert.deepEqual(receiver.received, [])

  await askForStandby('')
  assert.deepEqual(new Set((await Promise.all(writing)).map(({ status }) => status)), new Set([201]))
  assert.equal((await replaying).body.number, (await writing[0])?.body.number)
  for (const { body } of await Promise.all([reading, looking])) assert.equal(body.pagination.total, WRITERS + 1)
  await until(() => receiver.received.length === WRITERS)
})

test('a writer that is alone in its organization stores its change in one step, and the next one waits for no more than that', async () => {
  const org = await world.organization()
  const told = toldOf()
  const open = await opener(org, 'alone')

  await askForStandby('nobody')
  const first = told.of(open(0))
  await until(async () => (await waiting('work_order_numbers')) === 1)
  const second = told.of(open(1))
  await untilWaiting(world, 'work_order_numbers')
  assert.deepEqual(await numbersOf(org), [])
  assert.equal(told.count, 0)

  await askForStandby('')
  assert.deepEqual(await Promise.all([first, second].map(async reply => (await reply).body.number)), [1, 2])
})

/** Counts the replies that have arrived. */
function toldOf() {
  const told = {
    count: 0,
    async of(reply: Promise<Reply>): Promise<Reply> {
      const answer = await reply
      told.count++
      return answer
    },
  }
  return told
}

/** Stores a property. Resolves with a function that opens the work order with this index for it; the same index is the same call. */
async function opener(org: Organization, name: string): Promise<(index: number) => Promise<Reply>> {
  const maple = property()
  await store(org, { properties: [maple] })
  return index => {
    const headers = { 'idempotency-key': `early-locks-${name}-${index}` }
    const body = JSON.stringify({ title: `Order ${index}`, property_id: maple.id })
    return world.call(PATH, { method: 'POST', key: org.key, headers, body })
  }
}

async function numbersOf(org: Organization): Promise<number[]> {
  const rows = await world.sql<{ number: number }>(
    'select number from work_orders where organization_id = $1 order by number',
    [org.id],
  )
  return rows.map(({ number }) => number)
}

/** Locks the counter of work orders from another connection, until the function that it resolves with is called. */
async function holdNumbers(org: Organization): Promise<() => Promise<void>> {
  const client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  await client.query('begin')
  await client.query('select from work_order_numbers where organization_id = $1 for update', [org.id])
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}

/** The transactions that wait for the standby: those that hold a write lock on `table`, or all. */
async function waiting(table: string | null): Promise<number> {
  const [found] = await world.sql<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity a
      where a.wait_event = 'SyncRep' and ($1::text is null or exists (
        select from pg_locks l where l.pid = a.pid and l.relation = $1::regclass and l.mode = 'RowExclusiveLock'
      ))`,
    [table],
  )
  return found?.count ?? 0
}

/** Makes every commit from now on wait for a standby of that name, or for none. */
async function askForStandby(name: string): Promise<void> {
  const admin = new pg.Client(clientConfig(server.connection))
  await admin.connect()
  await admin.query(`alter system set synchronous_standby_names = '${name}'`)
  await admin.query('select pg_reload_conf()')
  await admin.end()
  if (name === '') return
  await until(async () => {
    const probe = new pg.Client({ ...clientConfig(server.connection), application_name: 'probe' })
    probe.on('error', () => {})
    await probe.connect()
    let isOver = false
    const asked = probe
      .query(`select pg_logical_emit_message(true, 'probe', '')`)
      .then(() => probe.end())
      .catch(() => {})
      .finally(() => {
        isOver = true
      })
    await until(async () => isOver || (await waiting(null)) > 0)
    if (isOver) return false
    await world.sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'probe'`)
    await asked
    // Not that nobody waits: the service's own upkeep may have begun to, and does until the end of the test.
    await until(async () => {
      const probes = await world.sql(`select from pg_stat_activity where application_name = 'probe'`)
      return probes.length === 0
    })
    return true
  })
}
