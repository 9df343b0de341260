/**
 * Writers that take numbers release their locks before their commit is on the disk (decisions/0015), so others see it too early. A standby that
 * never confirms simulates a slow disk here: whatever waits for durability waits for it, and nothing may be answered, shown or sent meanwhile.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import { createWebhook } from '#server/domain/webhooks/operations.ts'
import { cloneTemplate } from '../cluster.ts'
import { signedIn } from '../console/visitor.ts'
import { startThrowawayPostgres, type ThrowawayPostgres } from '../db/throwaway-postgres.ts'
import { property, store } from '../records.ts'
import { openReceiver } from '../webhooks/receiver.ts'
import { openWorld, type Reply, type World } from '../world.ts'
import { until } from './processes.ts'

const WRITERS = 4

let server: ThrowawayPostgres
let world: World
before(async () => {
  server = await startThrowawayPostgres()
  world = await openWorld({ database: await cloneTemplate(server.connection), role: 'all' })
})
after(async () => {
  await world.close()
  await server.stop()
})

test('writers of one organization do not wait for each other’s disk, and nobody is told or sent anything before it is stored', async () => {
  await using receiver = await openReceiver()
  const org = await world.organization()
  const maple = property()
  await store(org, { properties: [maple] })
  await org.within(context => createWebhook(context, { event: 'ticket.created', target_url: receiver.url }))
  const member = await signedIn(world, org, 'VIEWER')
  const path = '/work-orders'
  let answered = 0
  const told = async (reply: Promise<Reply>) => {
    const { status, body } = await reply
    answered++
    return { status, body }
  }

  await askForStandby('nobody')
  const writing = Array.from({ length: WRITERS }, (_, index) => {
    const headers = { 'idempotency-key': `early-locks-${index}` }
    const body = JSON.stringify({ title: `Order ${index}`, property_id: maple.id })
    return told(world.call(path, { method: 'POST', key: org.key, headers, body }))
  })
  const numbers = async () => {
    const rows = await world.sql<{ number: number }>(
      'select number from work_orders where organization_id = $1 order by number',
      [org.id],
    )
    return rows.map(({ number }) => number)
  }
  await until(async () => (await numbers()).length === WRITERS)
  assert.deepEqual(await numbers(), [1, 2, 3, 4])
  const reading = told(world.call(path, { key: org.key }))
  const replaying = told(
    world.call(path, {
      ...{ method: 'POST', key: org.key, headers: { 'idempotency-key': 'early-locks-0' } },
      body: JSON.stringify({ title: 'Order 0', property_id: maple.id }),
    }),
  )
  const looking = told(member.call(member.inside(path)))
  await until(async () => (await waiting('audit.calls')) === 1 && (await waiting('webhook_deliveries')) === 1)
  await until(async () => (await waiting(null)) >= WRITERS + 3)
  assert.equal(answered, 0)
  assert.deepEqual(receiver.received, [])

  await askForStandby('')
  assert.deepEqual(new Set((await Promise.all(writing)).map(({ status }) => status)), new Set([201]))
  assert.equal((await replaying).body.number, (await writing[0])?.body.number)
  for (const { body } of await Promise.all([reading, looking])) assert.equal(body.pagination.total, WRITERS)
  await until(() => receiver.received.length === WRITERS)
})

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
    await until(async () => (await waiting(null)) === 0)
    return true
  })
}
