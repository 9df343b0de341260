/** A root key that is lost: a subscription whose secret came from it is rotated, and its new secret signs alone and at once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { property, store } from '../records.ts'
import { callService, openWorld, type World } from '../world.ts'
import { openReceiver, type Receiver } from './receiver.ts'

const OTHER_KEY = 'new:ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8='

let world: World
let receiver: Receiver
before(async () => {
  world = await openWorld({ role: 'api' })
  receiver = await openReceiver()
})
after(async () => {
  await receiver[Symbol.asyncDispose]()
  await world.close()
})

test('a secret whose root key is lost is rotated without an overlap, so that the new one signs at once', async () => {
  const { key, ...org } = await world.organization()
  const place = property()
  await store({ key, ...org }, { properties: [place] })
  const subscription = JSON.stringify({ event: 'ticket.created', target_url: receiver.url })
  const { id } = (await world.call('/webhooks', { key, method: 'POST', body: subscription })).body
  const successor = await world.another({ rootKey: OTHER_KEY })
  const rotated = await callService(successor, `/webhooks/${id}/rotate-secret`, { key, method: 'POST' })
  assert.equal(rotated.status, 200, rotated.text)
  const [stored] = await world.sql<{ overlaps: boolean }>(
    'select previous_until > $2::timestamptz as overlaps from webhook_subscriptions where id = $1',
    [id, new Date(world.clock.now()).toISOString()],
  )
  assert.equal(stored?.overlaps, false)
})
