/** How far the changes of an organization can be read while a transaction of its own, or of another organization, is still running. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { emitChangeNotices } from '#server/domain/changes/notices.ts'
import { createWorkOrder } from '#server/domain/work-orders/operations.ts'
import { property, store } from '../records.ts'
import { openReceiver, type Receiver } from '../webhooks/receiver.ts'
import { type Organization, openWorld, type World } from '../world.ts'
import { until } from './processes.ts'

let world: World
let receiver: Receiver
beforeEach(async () => {
  world = await openWorld({ role: 'api' })
  receiver = await openReceiver()
})
afterEach(async () => {
  await receiver[Symbol.asyncDispose]()
  await world.close()
})

test('a long transaction of one organization holds back its own changes, and neither the changes nor the notices of another', async () => {
  const [slow, quick] = [await world.organization(), await world.organization()]
  const [oak, maple] = [property({ name: 'Oak House' }), property({ name: 'Maple Court' })]
  await store(slow, { properties: [oak] })
  const body = JSON.stringify({ event: 'records.changed', target_url: receiver.url })
  assert.equal((await world.call('/webhooks', { key: quick.key, method: 'POST', body })).status, 201)
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const { promise: hasWritten, resolve: written } = Promise.withResolvers<void>()
  const open = slow.within(async context => {
    await createWorkOrder(context, { title: 'Leak', property_id: oak.id })
    written()
    await mayCommit
  })
  try {
    await hasWritten
    await store(quick, { properties: [maple] })
    // A transaction of no organization, such as one of upkeep, holds everybody back for a moment.
    await until(async () => (await idsOf(quick)).includes(maple.id))
    await until(async () => {
      await emitChangeNotices(world.pools, world.clock.now())
      return (await world.call('/events?type=records.changed', { key: quick.key })).body.data.length === 1
    })
    await store(slow, { properties: [property({ name: 'Elm House' })] })
    assert.deepEqual(await idsOf(slow), [oak.id], 'what committed during the transaction is shown before it')
  } finally {
    commit()
    await open
  }
  await until(async () => (await idsOf(slow)).length === 3)
})

/** The IDs of the records that changed since the organization was created. */
async function idsOf({ key }: Organization): Promise<string[]> {
  const { status, text, body } = await world.call('/changes?limit=100', { key })
  assert.equal(status, 200, text)
  return body.data.map(({ id }) => String(id))
}
