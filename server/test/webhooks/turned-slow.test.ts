/** Deliveries that a worker claims for a target that turns slow in the meantime are given back, like those that were already waiting for it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ReadPool } from '#server/db/read-pool.ts'
import { makeRootKey, readRootKeys } from '#server/platform/root-keys.ts'
import { listTargets } from '#server/webhooks/queries.ts'
import { RETRY_SCHEDULE } from '#server/webhooks/schedule.ts'
import { DeliveryWorker } from '#server/webhooks/worker.ts'
import { until } from '../service/processes.ts'
import { useWorld } from '../world.ts'
import { countClaimed, emitEvents, subscribed } from './happenings.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { type TestSender, testSender } from './receivers.ts'

/** The calls that one target may have at a time. */
const CAP = 16

const rootKey = makeRootKey('test')
const world = useWorld({ config: { rootKey } })
let slow: Receiver
let sender: TestSender
let worker: DeliveryWorker
const errors: unknown[] = []
/** The places at which each round of the worker waits between claiming and calling, the first round at the first place. */
const looks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]

before(async () => {
  slow = await openReceiver()
  slow.answer = () => {}
  sender = await testSender()
  const { reads, platformWrites } = world.pools
  const waiting = looks.map(({ promise }) => promise)
  const inTurn: ReadPool['for'] = organizationId => ({
    organizationId,
    async query(statement, values) {
      if (statement.name === listTargets.name) await waiting.shift()
      return reads.query(organizationId, statement, values)
    },
  })
  worker = new DeliveryWorker({
    reads: { for: inTurn } as ReadPool,
    platformWrites,
    clock: world.clock,
    rootKeys: readRootKeys(rootKey),
    send: (url, message) => sender.send(url, message),
    schedule: RETRY_SCHEDULE,
    random: Math.random,
    onError: error => errors.push(error),
  })
})
after(async () => {
  for (const { resolve } of looks) resolve()
  await slow?.[Symbol.asyncDispose]()
  await worker?.close()
  sender?.close()
})

test('deliveries claimed just before their target turned slow do not wait behind it', async () => {
  const troubled = await subscribed(world, slow.url)
  await emitEvents(troubled, 400)
  worker.wake()
  await until(async () => (await countClaimed(world, troubled)) === 400)
  await emitEvents(troubled, 100)
  worker.wake()
  looks[0]?.resolve()
  // The first calls have begun and turned slow, the deliveries behind them were given back, and the second round has not ended.
  await until(async () => slow.received.length === CAP && (await countClaimed(world, troubled)) === CAP + 100)
  looks[1]?.resolve()
  await until(async () => (await countClaimed(world, troubled)) === CAP)
  assert.equal(slow.received.length, CAP)
  assert.deepEqual(errors, [])
})
