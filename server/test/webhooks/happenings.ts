/** What tests of the delivery worker arrange and inspect: subscriptions, many events, and the deliveries that a worker has claimed. */
import assert from 'node:assert/strict'
import { emitAll } from '#server/platform/events.ts'
import type { Organization, World } from '../world.ts'

/** An organization with one subscription. */
export async function subscribed(world: World, url: string): Promise<Organization> {
  const org = await world.organization()
  await subscribe(world, org, url)
  return org
}

export async function subscribe(world: World, { key }: Organization, target_url: string): Promise<void> {
  const body = JSON.stringify({ event: 'ticket.created', target_url })
  const reply = await world.call('/webhooks', { key, method: 'POST', body })
  assert.equal(reply.status, 201, reply.text)
}

/** How many deliveries of the organization a worker has claimed. */
export async function countClaimed(world: World, { id }: Organization): Promise<number> {
  const [row] = await world.sql<{ count: number }>(
    'select count(*)::int as count from webhook_deliveries where organization_id = $1 and claimed_until is not null',
    [id],
  )
  return row?.count ?? 0
}

/** Emits `count` events at once. */
export function emitEvents(org: Organization, count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, index) => ({ work_order: { number: index } }))
  return org.within(context => emitAll(context, 'ticket.created', events))
}
