/** Every write operation at the same time, on the same few records and with deletes: no deadlock, and no lost outcome. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { pino } from 'pino'
import { sumListCounts } from '#server/db/list-counts.ts'
import { removeExpiredRecords } from '#server/platform/idempotency/expiry.ts'
import { removeEndedSessions } from '#server/platform/members/ended-sessions.ts'
import { changePlan, closeBooks, type OperatorContext } from '#server/platform/organizations/changes.ts'
import { createRandom } from '#server/seed/random.ts'
import type { Service } from '#server/start.ts'
import { type MemberVisitor, signedIn } from '../console/visitor.ts'
import { storeConsoleSample } from '../contract/console-exercises.ts'
import { deadlocksOf } from '../db/deadlocks.ts'
import { repeats } from '../sizes.ts'
import { answering, openReceiver, type Receiver } from '../webhooks/receiver.ts'
import { ALL_READERS, type Organization, openWorld, type World } from '../world.ts'
import { openWrites, SLOW, WRITES } from './mixed-load.ts'
import { connectionString, gatehouse } from './processes.ts'

/** A second process of this service, which also delivers. */
let world: World
let other: Service
let receivers: Receiver[]
const logged: string[] = []
beforeEach(async () => {
  logged.length = 0
  const logger = pino({ level: 'warn' }, { write: line => void logged.push(line) })
  world = await openWorld({
    role: 'all',
    logger,
    config: { webhookRetrySchedule: [0, 0, 0] },
    poolLimits: ALL_READERS,
  })
  other = await world.another()
  receivers = await Promise.all([openReceiver(), openReceiver(), openReceiver()])
  const [, failing, gone] = receivers as [Receiver, Receiver, Receiver]
  failing.answer = answering(500)
  gone.answer = answering(410)
})
afterEach(async () => {
  for (const receiver of receivers) await receiver[Symbol.asyncDispose]()
  await world.close()
})

const ROUNDS = repeats(1, 10)
/** How often a round calls each operation, and how many calls run at a time: as many as there are connections for them. */
const TIMES = 3
const IN_FLIGHT = 8

test('every write at once, deletes and pauses included, causes no deadlock, no failure and no lost outcome', async t => {
  const random = createRandom('mixed load')
  const org = await world.organization({ plan: 'ENTERPRISE' })
  const sample = await storeConsoleSample(world, org)
  // Of those that the writes create, chance may pause each before it has an event, and may refuse each payment. A lead is always created.
  for (const event of ['payment.received', 'lead.created']) {
    for (const { url } of receivers) {
      const body = JSON.stringify({ event, target_url: url })
      const reply = await world.call('/webhooks', { key: org.key, method: 'POST', body })
      assert.equal(reply.status, 201, reply.text)
    }
  }
  const writes = await openWrites(sample, receivers, () => random.between(0, 1))
  const statuses = new Map<number, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const admins = await Promise.all(Array.from({ length: 3 }, () => signedIn(world, org, 'OWNER')))
    const names = WRITES.flatMap(name => Array(SLOW.includes(name) ? 1 : TIMES).fill(name) as typeof WRITES)
    const calls = random.shuffle([...names.map(name => () => call(name, random.pick(admins))), ...upkeep(org)])
    await Promise.all(Array.from({ length: IN_FLIGHT }, () => inTurn(calls)))
    await deliverAll()
    // A member may make 600 calls per minute, and a worker's claim on an attempt lasts a minute; both are over after this.
    world.clock.advance(61_000)
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(statuses)))

  assert.deepEqual(logged, [])
  assert.ok((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0) > 0.4 * [...statuses.values()].reduce((a, b) => a + b))
  await assertAllRecorded()
  await assertHistoriesHold()
  await other.stop()
  assert.equal(await deadlocksOf(world), 0)

  async function call(name: (typeof WRITES)[number], admin: MemberVisitor): Promise<void> {
    const { path, method, body } = await writes.of(name)
    const reply = await admin.call(path, { method, ...(body !== undefined && { body }) })
    assert.ok(reply.status < 500, `${name} ${reply.status}: ${reply.text}`)
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    writes.hear(name, reply.body)
  }
})

async function inTurn(calls: (() => Promise<unknown>)[]): Promise<void> {
  for (let next = calls.pop(); next; next = calls.pop()) await next()
}

/** What operators and workers do in the meantime. */
function upkeep({ id }: Organization): (() => Promise<unknown>)[] {
  const { platformWrites, memberWrites } = world.pools
  const asOperator = (work: (context: OperatorContext) => Promise<unknown>) => () =>
    platformWrites.transaction(null, db => work({ db, actor: 'test', now: world.clock.now() }))
  return [
    asOperator(context => closeBooks(context, id, { through: '2025-01-31' })),
    asOperator(context => closeBooks(context, id, { through: null })),
    asOperator(context => changePlan(context, id, { plan: 'ENTERPRISE' })),
    ...[1, 2].map(() => () => sumListCounts(platformWrites, { most: 1, batch: 10 })),
    ...[1, 2].map(() => () => removeExpiredRecords(platformWrites, world.clock.now() + 86_400_000, 10)),
    ...[1, 2].map(() => () => removeEndedSessions(memberWrites)),
  ]
}

/** Delivers until neither process has anything left to send, because the other process may take what one gives up. */
async function deliverAll(): Promise<void> {
  for (const { deliveries } of [world.service, other, world.service, other]) await deliveries?.idle()
}

/** Checks that each call a receiver got is a stored attempt, and that nothing was sent again after delivery, unless a resend was requested. */
async function assertAllRecorded(): Promise<void> {
  const received = receivers.reduce((sum, receiver) => sum + receiver.received.length, 0)
  const [attempts] = await world.sql<{ made: number }>(
    `select count(*)::int as made from webhook_attempts where response_status is not null`,
  )
  assert.ok(received > 0)
  assert.equal(attempts?.made, received)
  const waiting = await world.sql(`select status from webhook_deliveries where claimed_until is not null`)
  assert.deepEqual(waiting, [])
}

/** Checks that the totals stored by day equal those computed from everything that was written at the same time. */
async function assertHistoriesHold(): Promise<void> {
  const { code, stdout } = await gatehouse(['recompute', '--check'], {
    DATABASE_URL: connectionString(world.database.connection),
  })
  assert.equal(code, 0, stdout)
}
