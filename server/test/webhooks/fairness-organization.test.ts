/** One organization with many subscriptions that hang does not hold up another organization. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../service/processes.ts'
import { useWorld } from '../world.ts'
import { emitEvents, subscribe } from './happenings.ts'
import { openReceiver, type Receiver } from './receiver.ts'

const world = useWorld({ role: 'all', own: true })
let slow: Receiver
let healthy: Receiver
before(async () => {
  slow = await openReceiver()
  healthy = await openReceiver()
})
after(async () => {
  await world.sql(`update webhook_subscriptions set status = 'PAUSED', paused_reason = 'over'`)
  await slow?.[Symbol.asyncDispose]()
  await healthy?.[Symbol.asyncDispose]()
})

// The first case would use up the concurrent calls of one worker if slow calls counted for too long; the second would use up the deliveries it
// may hold.
for (const [subscriptions, events] of [
  [20, 50],
  [10, 600],
] as const) {
  test(`${subscriptions} subscriptions that hang with ${events} events waiting each delay nobody else`, async () => {
    let ended = 0
    let hanging = 0
    slow.answer = response => {
      hanging++
      response.on('close', () => {
        ended++
      })
    }
    const [troubled, other] = [await world.organization(), await world.organization()]
    for (let made = 0; made < subscriptions; made++) await subscribe(world, troubled, slow.url)
    await subscribe(world, other, healthy.url)
    await emitEvents(troubled, events)
    await until(() => hanging >= 128)
    const before = healthy.received.length
    await emitEvents(other, 1)
    await until(() => healthy.received.length > before)
    assert.equal(ended, 0)
    await world.sql(
      `update webhook_subscriptions set status = 'PAUSED', paused_reason = 'over' where status = 'ACTIVE'`,
    )
    await slow[Symbol.asyncDispose]()
    slow = await openReceiver()
    await world.service.deliveries?.idle()
  })
}
