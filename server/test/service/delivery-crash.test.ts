/** Whenever a worker is killed, every event arrives at least once, and one that arrives twice has the same ID. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createWebhook } from '#server/domain/webhooks/operations.ts'
import { createWorkOrder } from '#server/domain/work-orders/operations.ts'
import { property, store } from '../records.ts'
import { repeats } from '../sizes.ts'
import { openReceiver } from '../webhooks/receiver.ts'
import { useWorld } from '../world.ts'
import { connectionString, type Running, serve, toRealTime, until } from './processes.ts'

const EVENTS = repeats(300, 2_000)
const KILLS = repeats(2, 20)

const world = useWorld({ own: true })
before(async () => {
  // Only the processes under test deliver, and they use the real time.
  toRealTime(world)
})

test('thousands of events reach a receiver that fails one time in five, while workers are killed', async () => {
  await using receiver = await openReceiver()
  let calls = 0
  receiver.answer = response => void response.writeHead(++calls % 5 === 0 ? 500 : 204).end()
  const org = await world.organization()
  const maple = property()
  await store(org, { properties: [maple] })
  await org.within(context => createWebhook(context, { event: 'ticket.created', target_url: receiver.url }))
  const settings = {
    DATABASE_URL: connectionString(world.database.connection),
    WEBHOOK_RETRY_SCHEDULE: `${'0s,'.repeat(30)}1s`,
  }
  const startWorker = (): Promise<Running> => serve(settings, ['--role', 'worker'])
  let worker = await startWorker()

  const writing = (async () => {
    for (let made = 0; made < EVENTS; made += 20) {
      await org.within(async context => {
        for (let one = 0; one < 20; one++) {
          await createWorkOrder(context, { title: `Order ${made + one}`, property_id: maple.id })
        }
      })
      // Events are written at the pace at which they are received, so that each worker finds some.
      await until(() => receiver.received.length >= made - EVENTS / 10)
    }
  })()
  // A delivery that a killed worker held falls due when the worker's claim ends; this test does not wait a minute for that. A worker's claims are
  // released only after it was killed, because the outcome of a delivery that was taken from a live worker is not stored.
  const release = () => world.sql('update webhook_deliveries set claimed_until = null where claimed_until is not null')
  try {
    for (let kills = 0; kills < KILLS; kills++) {
      const from = receiver.received.length
      const calls = Math.ceil((Math.random() * EVENTS) / KILLS)
      await until(() => receiver.received.length >= Math.min(from + calls, EVENTS))
      worker.signal('SIGKILL')
      await worker.ended
      await release()
      worker = await startWorker()
    }
    await writing
    await until(async () => {
      const [waiting] = await world.sql(
        `select count(*)::int as count from webhook_deliveries where due_at is not null`,
      )
      return waiting?.count === 0
    })
  } finally {
    await worker[Symbol.asyncDispose]()
  }

  const titles = new Map<string, Set<unknown>>()
  for (const { headers, body } of receiver.received) {
    const event = JSON.parse(body)
    assert.equal(event.id, headers['webhook-id'])
    const { title } = event.data.work_order
    titles.set(title, (titles.get(title) ?? new Set()).add(event.id))
  }
  assert.equal(titles.size, EVENTS)
  assert.ok([...titles.values()].every(ids => ids.size === 1))
  const statuses = await world.sql('select status, count(*)::int as count from webhook_deliveries group by status')
  assert.deepEqual(statuses, [{ status: 'DELIVERED', count: EVENTS }])
  const [told] = await world.sql(`
    select count(*)::int as count from webhook_deliveries d
     where not exists (select from webhook_attempts a where a.delivery_id = d.id and a.outcome = 'DELIVERED')`)
  assert.equal(told?.count, 0)
})
