/**
 * Whenever PostgreSQL is killed with everything it had in memory, every work order that was answered, shown to a reader or sent to a subscriber
 * exists, with its event and its audit line. The numbers have no gaps, although writers take them without waiting for the disk.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { createWebhook } from '#server/domain/webhooks/operations.ts'
import { createWorkOrder } from '#server/domain/work-orders/operations.ts'
import { cloneTemplate } from '../cluster.ts'
import { killAll, makeDataDir, postmasters, query } from '../db/embedded-world.ts'
import { property, store } from '../records.ts'
import { repeats } from '../sizes.ts'
import { openReceiver } from '../webhooks/receiver.ts'
import { openWorld } from '../world.ts'
import { until } from './processes.ts'

const KILLS = repeats(2, 12)
const CALLS_EACH = repeats(60, 200)
const WRITERS = 16

/**
 * A flush waits 20 ms for other commits, and nothing else writes the log in the meantime, so that a kill hits commits that are visible and not yet
 * stored.
 */
const settings = { commit_delay: '20000', commit_siblings: '0', wal_writer_delay: '10s' }

test('after kill -9 of PostgreSQL under load, everything that was reported is stored, and the numbers have no gap', async t => {
  await using receiver = await openReceiver()
  const dataDir = await makeDataDir(t)
  const cluster = await openEmbedded({ dataDir, settings })
  const database = await cloneTemplate(cluster.connection)
  const world = await openWorld({ database, role: 'all' })
  t.after(async () => {
    await world.close().catch(() => {})
    await cluster.stop()
  })
  const org = await world.organization()
  const maple = property()
  await store(org, { properties: [maple] })
  await org.within(context => createWebhook(context, { event: 'ticket.created', target_url: receiver.url }))

  /** The work orders that any caller was told about: ID → number. */
  const known = new Map<string, number>()
  let answered = 0
  let isRunning = true
  let givenUp = 0

  async function write(): Promise<void> {
    while (isRunning) {
      const body = JSON.stringify({ title: 'Tap leaks', property_id: maple.id })
      const reply = await world.call('/work-orders', { method: 'POST', key: org.key, body }).catch(() => undefined)
      if (reply?.status !== 201) continue
      answered++
      know(reply.body)
    }
  }

  /** Takes numbers as the other writers do, and rolls back. */
  async function giveUp(): Promise<void> {
    while (isRunning) {
      const outcome = await org
        .within(async context => {
          await createWorkOrder(context, { title: 'Given up', property_id: maple.id })
          throw new Error('given up')
        })
        .catch((error: Error) => error.message)
      if (outcome === 'given up') givenUp++
    }
  }

  async function read(): Promise<void> {
    while (isRunning) {
      const reply = await world.call('/work-orders?limit=100', { key: org.key }).catch(() => undefined)
      if (reply?.status !== 200) continue
      for (const workOrder of reply.body.data) know(workOrder)
    }
  }

  function know({ work_order_id: id, number }: Record<string, unknown>): void {
    known.set(String(id), Number(number))
  }

  for (let kills = 1; kills <= KILLS; kills++) {
    isRunning = true
    const callers = [giveUp(), read(), ...Array.from({ length: WRITERS }, write)]
    await until(() => answered >= kills * CALLS_EACH)
    await killAll(await serversOf(dataDir))
    isRunning = false
    await Promise.all(callers)
    // The supervisor starts PostgreSQL again.
    await until(async () => (await world.call('/work-orders', { key: org.key })).status === 200)
    await expectNothingLost()
  }
  assert.ok(givenUp > 0)
  assert.ok(receiver.received.length > 0)

  async function expectNothingLost(): Promise<void> {
    for (const { body } of receiver.received) know(JSON.parse(body).data.work_order)
    const stored = (await query(
      database.connection as typeof cluster.connection,
      `select w.id, w.number, (select last_number from work_order_numbers) as last,
              (select count(*)::int from events e where e.data #>> '{work_order,work_order_id}' = w.id) as events
         from work_orders w order by w.number`,
    )) as { id: string; number: number; last: number; events: number }[]
    const numbers = new Map(stored.map(({ id, number }) => [id, number]))
    assert.deepEqual(
      [...known].filter(([id, number]) => numbers.get(id) !== number),
      [],
    )
    assert.deepEqual(
      stored.map(({ number, last, events }) => ({ number, last, events })),
      stored.map((_, index) => ({ number: index + 1, last: stored.length, events: 1 })),
    )
  }
})

/** The postmaster and all processes it has started. Killing all of them keeps their shared memory from reaching the disk. */
async function serversOf(dataDir: string): Promise<number[]> {
  const [postmaster = 0] = await postmasters(dataDir)
  const children = readdirSync('/proc').filter(pid => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] === String(postmaster)
    } catch {
      return false
    }
  })
  return [postmaster, ...children.map(Number)]
}
