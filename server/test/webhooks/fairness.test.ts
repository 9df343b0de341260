/** A target that hangs does not hold up others. The tests state what is called at the same time and in which order, not how long it takes. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import { until } from '../service/processes.ts'
import { useWorld } from '../world.ts'
import { countClaimed, emitEvents, subscribed } from './happenings.ts'
import { useReceiver } from './receiver.ts'

const WAITING = 1_000
const HEALTHY = 50
/** The calls that one target may have at a time. */
const CAP = 16

const world = useWorld({ role: 'all', own: true })
const slow = useReceiver()
const healthy = useReceiver()

test('while one subscription hangs with a thousand events waiting, fifty others get theirs; when it fails it gets one at a time', async t => {
  // While a transaction has its snapshot, PostgreSQL frees no room in a page.
  const reader = new pg.Client(clientConfig(world.database.connection))
  await reader.connect()
  t.after(() => reader.end())
  await reader.query('begin isolation level repeatable read; select 1')
  const hanging = new Set<ServerResponse>()
  let [ended, most] = [0, 0]
  slow.answer = response => {
    hanging.add(response)
    most = Math.max(most, hanging.size)
    response.on('close', () => {
      hanging.delete(response)
      ended++
    })
  }
  const troubled = await subscribed(world, slow.url)
  await emitEvents(troubled, WAITING)
  await until(() => hanging.size === CAP)

  const others = await Promise.all(
    Array.from({ length: HEALTHY }, (_, index) => subscribed(world, `${healthy.url}/${index}`)),
  )
  await Promise.all(others.map(other => emitEvents(other, 1)))
  await until(() => healthy.received.length === HEALTHY)
  assert.equal(new Set(healthy.received.map(({ path }) => path)).size, HEALTHY)
  assert.deepEqual({ ended, hanging: hanging.size, most }, { ended: 0, hanging: CAP, most: CAP })
  // The worker holds no deliveries for the hanging target except those it is calling with.
  await until(async () => (await countClaimed(world, troubled)) === CAP)

  const later: ServerResponse[] = []
  slow.answer = response => {
    later.push(response)
  }
  // The pages of the waiting deliveries are full, so that a row that is claimed moves to another page.
  for (let version = 1; version <= 3; version++) {
    await world.sql(
      'update webhook_deliveries set attempts = attempts where organization_id = $1 and claimed_until is null',
      [troubled.id],
    )
  }
  for (const response of hanging) response.socket?.destroy()
  for (let round = 1; round <= 3; round++) {
    await until(async () => later.length >= round && (await countClaimed(world, troubled)) === 1)
    // Each event of another subscription has the worker claim once more.
    for (const other of others.slice(0, 3)) {
      const { length } = healthy.received
      await emitEvents(other, 1)
      await until(async () => healthy.received.length > length && (await countClaimed(world, other)) === 0)
    }
    assert.deepEqual([later.length, await countClaimed(world, troubled)], [round, 1])
    later.at(-1)?.writeHead(500).end()
  }
  await world.sql(
    `update webhook_subscriptions set status = 'PAUSED', paused_reason = 'over' where organization_id = $1`,
    [troubled.id],
  )
})
