/** The metric of how long deliveries wait: those that a worker is busy with do not count, however long its receiver hangs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emitEvents, subscribed } from '../webhooks/happenings.ts'
import { type Organization, useWorld } from '../world.ts'

const world = useWorld({ own: true })

test('deliveries behind one that a worker is sending do not wait for a worker, and all others do', async () => {
  const hanging = await subscribed(world, 'https://hanging.example.com/hooks')
  const other = await subscribed(world, 'https://other.example.com/hooks')
  await emitEvents(hanging, 3)
  await dueSince(hanging, 900)
  assert.deepEqual(await figures(), { due: 3, oldest: 911 }, 'no worker has claimed anything')
  await world.sql(
    `update webhook_deliveries set claimed_until = $2 where organization_id = $1
        and id = (select id from webhook_deliveries where organization_id = $1 order by due_at, id limit 1)`,
    [hanging.id, new Date(world.clock.now() + 60_000)],
  )
  assert.deepEqual(await figures(), { due: 3, oldest: 0 }, 'its receiver hangs')
  await emitEvents(other, 2)
  await dueSince(other, 400)
  assert.deepEqual(await figures(), { due: 5, oldest: 411 })
  world.clock.advance(60_000)
  const { oldest } = await figures()
  assert.ok(oldest > 900, 'the claim ended, so its worker is gone')
})

/** Makes what is due of the organization due since `seconds`. */
async function dueSince({ id }: Organization, seconds: number): Promise<void> {
  const since = new Date(world.clock.now() - seconds * 1_000)
  await world.sql('update webhook_deliveries set due_at = $2 where organization_id = $1', [id, since])
}

async function figures(): Promise<{ due: number; oldest: number }> {
  // One answer serves everybody who asks within ten seconds.
  world.clock.advance(11_000)
  const metrics = await (await fetch(`${world.service.url}/metrics`)).text()
  const read = (name: string) =>
    Math.round(Number(new RegExp(`^${name}\\{queue="deliveries"\\} (\\S+)$`, 'm').exec(metrics)?.[1]))
  return { due: read('gatehouse_queue_due'), oldest: read('gatehouse_queue_oldest_seconds') }
}
