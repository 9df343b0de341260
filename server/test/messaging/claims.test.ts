/** A claim belongs to one sender until it ends. A sender that had stalled for longer can neither send the message nor record its outcome. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bringForward } from '#server/domain/messages/bring-forward.ts'
import {
  type Attempt,
  beginAttempt,
  CLAIM_MS,
  type Claim,
  claimMessages,
  storeOutcome,
} from '#server/domain/messages/delivery.ts'
import { createMessage } from '#server/domain/messages/operations.ts'
import { resident, store } from '../records.ts'
import { until } from '../service/processes.ts'
import { START, useOrganization, useWorld } from '../world.ts'

/** The clock of the world's own sender is an hour earlier, when none of these messages is due. */
const NOW = START + 3_600_000

const world = useWorld({ role: 'all', own: true })
const org = useOrganization(world)

async function queued(channel: 'EMAIL' | 'SMS'): Promise<string> {
  const dana = resident()
  await store(org, { residents: [dana] })
  const { message_id } = await org.within(context =>
    createMessage({ ...context, now: NOW, liveChannels: [channel] }, { resident_id: dana.id, channel, body: 'Hello' }),
  )
  return message_id
}

const claim = (channel: 'EMAIL' | 'SMS', nowMs: number, count = 5) =>
  world.pools.platformWrites.transaction(null, db => claimMessages(db, channel, count, nowMs))
const begin = (claimed: Claim, nowMs: number) =>
  world.pools.writes.transaction(org.id, db => beginAttempt(db, claimed, nowMs, () => '<id@maple.example>'))
const storeSent = (attempt: Attempt) =>
  world.pools.writes.transaction(org.id, db => storeOutcome(db, attempt, { kind: 'sent', providerId: null }, NOW, 0))

async function state(messageId: string) {
  const [row] = await world.sql('select status, attempts, is_underway from messages where id = $1', [messageId])
  return [row?.status, row?.attempts, row?.is_underway]
}

test('a claimed message belongs to one sender until the claim ends', async () => {
  const id = await queued('EMAIL')
  assert.deepEqual(await claim('EMAIL', NOW - 1), [])
  assert.deepEqual(await claim('SMS', NOW), [])
  const [first] = await claim('EMAIL', NOW)
  assert.deepEqual(first, { organizationId: org.id, messageId: id, until: new Date(NOW + CLAIM_MS) })
  assert.deepEqual(await claim('EMAIL', NOW + CLAIM_MS - 1), [])
  const [second] = await claim('EMAIL', NOW + CLAIM_MS)
  assert.equal(second?.messageId, id)

  assert.equal(await begin(first, NOW + CLAIM_MS), undefined, 'the first one is too late')
  const attempt = await begin(second, NOW + CLAIM_MS + 1)
  assert.equal(attempt?.number, 1)
  assert.deepEqual(await claim('EMAIL', NOW + 2 * CLAIM_MS), [], 'beginning an attempt renews the claim')
  assert.ok(await storeSent(attempt))
  assert.deepEqual(await state(id), ['SENT', 1, false])
})

test('a sender that lost its claim in the middle of an attempt does not store the outcome', async () => {
  const id = await queued('EMAIL')
  const [claimed] = await claim('EMAIL', NOW)
  const slow = await begin(claimed as Claim, NOW)
  const [taken] = await claim('EMAIL', NOW + CLAIM_MS)
  const again = await begin(taken as Claim, NOW + CLAIM_MS)
  assert.deepEqual([again?.number, again?.providerId], [2, slow?.providerId])
  assert.equal(await storeSent(slow as Attempt), false)
  assert.deepEqual(await state(id), ['QUEUED', 2, true])
  assert.ok(await storeSent(again as Attempt))
  assert.equal(await storeSent(again as Attempt), false, 'once')
})

test('an SMS whose attempt never ended is marked FAILED by the next sender, and not attempted again', async () => {
  const id = await queued('SMS')
  const [claimed] = await claim('SMS', NOW)
  assert.ok(await begin(claimed as Claim, NOW))
  const [found] = await claim('SMS', NOW + CLAIM_MS)
  assert.equal(await begin(found as Claim, NOW + CLAIM_MS), undefined)
  assert.deepEqual(await state(id), ['FAILED', 1, false])
  assert.deepEqual(await claim('SMS', NOW + 10 * CLAIM_MS), [])
})

test('an SMS that was claimed but not started is sent by the next sender', async () => {
  await queued('SMS')
  await claim('SMS', NOW)
  const [found] = await claim('SMS', NOW + CLAIM_MS)
  assert.equal((await begin(found as Claim, NOW + CLAIM_MS))?.number, 1)
})

test('a message that is being sent while the clock is set back stays with its sender for as long as a claim lasts', async () => {
  const later = NOW + 365 * 86_400_000
  const [alive, dead] = [await queued('SMS'), await queued('SMS')]
  const attempts = new Map<string, Attempt | undefined>()
  for (const claimed of await claim('SMS', later, 50)) attempts.set(claimed.messageId, await begin(claimed, later))
  await bringForward(world.pools, NOW)
  assert.deepEqual(await claim('SMS', NOW + CLAIM_MS - 1, 50), [])
  assert.ok(await storeSent(attempts.get(alive) as Attempt))
  assert.deepEqual(await state(alive), ['SENT', 1, false])
  for (const claimed of await claim('SMS', NOW + CLAIM_MS, 50)) await begin(claimed, NOW + CLAIM_MS)
  assert.deepEqual(await state(dead), ['FAILED', 1, false])
  assert.equal(await storeSent(attempts.get(dead) as Attempt), false)
})

test('a message whose channel is no longer set up waits for it to be set up again', async () => {
  const dana = resident()
  await store(org, { residents: [dana] })
  const { message_id } = await org.within(context =>
    createMessage({ ...context, liveChannels: ['EMAIL'] }, { resident_id: dana.id, body: 'Hello' }),
  )
  await until(async () => (await state(message_id)).join() === 'QUEUED,1,false')
  const [row] = await world.sql(
    'select provider_id, claimed_until, next_attempt_at > $2 as is_later from messages where id = $1',
    [message_id, new Date(START)],
  )
  assert.deepEqual(row, { provider_id: null, claimed_until: null, is_later: true })
})
