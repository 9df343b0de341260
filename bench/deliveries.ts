/**
 * The cost of delivering webhooks: deliveries per second of one worker, from stored events to a receiver on this machine, compared with undici
 * posting the same bodies from an array; and how a receiver that hangs affects those that do not. Options: --events 5000 --rounds 3 --only
 * throughput.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { Pool } from 'undici'
import { newId, uuidv7 } from '#server/base/ids.ts'
import { statement } from '#server/db/statement.ts'
import { createWebhook } from '#server/domain/webhooks/operations.ts'
import { emit } from '#server/platform/events.ts'
import { startService } from '#server/start.ts'
import { contentOf, headersOf, signingKey } from '#server/webhooks/message.ts'
import { DATA, openSetup } from './deliveries/setup.ts'
import { print } from './measure/print.ts'
import { median, quantile } from './measure/quantile.ts'

const CONCURRENCY = 16
const HEALTHY = 50
const WAITING_FOR_THE_SLOW = 1_000
const FAIRNESS_SECONDS = 6

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
})
const [events, rounds] = [Number(values.events), Number(values.rounds)]

const ORGANIZATION = newId('organization', Date.now())
const KEY = signingKey(`whsec_${'A'.repeat(43)}=`)

export const cancelAll = statement<never>(
  'bench_cancel_deliveries',
  `update webhook_deliveries set status = 'CANCELLED', due_at = null, claimed_until = null, finished_at = now()
    where organization_id = $1 and due_at is not null`,
)

/** Subscribes a webhook to events that do not occur here, so that it gets no more of them. */
export const retire = statement<never>(
  'bench_retire_webhook',
  `update webhook_subscriptions set event = 'invoice.paid' where organization_id = $1 and id = $2`,
)

const { receiver, newOrganization, config, connection, close } = await openSetup()
const startWorker = () => startService({ config, connection, logger: pino({ level: 'silent' }), role: 'worker' })

try {
  for (const measure of [throughput, idleCost, fairness]) if (measure.name.startsWith(values.only)) await measure()
} finally {
  await close()
}

async function throughput(): Promise<void> {
  const bare: number[] = []
  const whole: number[] = []
  for (let round = 0; round < rounds; round++) {
    bare.push(await postFromArray())
    whole.push(await deliver(round))
  }
  const [bareMedian, wholeMedian] = [median(bare), median(whole)]
  print(`${events} events to one receiver, median of ${rounds} rounds`)
  print(`  undici from an array, ${CONCURRENCY} at a time   ${Math.round(bareMedian)} per second`)
  print(
    `  one worker                       ${Math.round(wholeMedian)} per second   ×${(wholeMedian / bareMedian).toFixed(2)}`,
  )
}

async function postFromArray(): Promise<number> {
  const messages = Array.from({ length: events }, messageFromNowhere)
  const pool = new Pool(receiver.origin, { connections: CONCURRENCY })
  const began = performance.now()
  let left = events
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left > 0) {
        const reply = await pool.request({ method: 'POST', path: '/bare', ...messages[--left] })
        await reply.body.dump()
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  await pool.close()
  return events / seconds
}

/** A message like those that are delivered, created and signed before it is needed. */
function messageFromNowhere(): { headers: Record<string, string>; body: string } {
  const event = { id: uuidv7(Date.now()), type: 'payment.received', data: JSON.stringify(DATA), isTest: false }
  const content = contentOf(ORGANIZATION, { ...event, occurredAt: new Date().toISOString() })
  const headers = headersOf(content, [KEY], Date.now())
  return { headers: { 'accept-encoding': 'identity', ...headers }, body: content.body }
}

async function deliver(round: number): Promise<number> {
  const within = await newOrganization()
  const path = `/whole/${round}`
  await within(context => createWebhook(context, { event: 'payment.received', target_url: receiver.origin + path }))
  for (let made = 0; made < events; made += 500) {
    await within(async context => {
      for (let one = 0; one < Math.min(500, events - made); one++) await emit(context, 'payment.received', DATA)
    })
  }
  const worker = await startWorker()
  const [first, last] = [await receiver.until(path, 1), await receiver.until(path, events)]
  await worker.stop()
  return ((events - 1) / (last.at - first.at)) * 1000
}

async function idleCost(): Promise<void> {
  const worker = await startWorker()
  await pause(1_000)
  const before = process.cpuUsage()
  await pause(5_000)
  const { user, system } = process.cpuUsage(before)
  await worker.stop()
  print(`A worker with nothing to do takes ${((user + system) / 50_000).toFixed(1)}% of a core`)
}

async function fairness(): Promise<void> {
  const alone = await healthyLatencies('alone', false)
  const withHanging = await healthyLatencies('hanging', true)
  print(`${HEALTHY} healthy receivers, from commit to arrival, p95: ${alone.toFixed(0)} ms alone,`)
  print(
    `  ${withHanging.toFixed(0)} ms while another hangs, with ${WAITING_FOR_THE_SLOW} events waiting   ×${(withHanging / alone).toFixed(2)}`,
  )
}

/** The 95th percentile, in milliseconds. */
async function healthyLatencies(name: string, withSlow: boolean): Promise<number> {
  const worker = await startWorker()
  const slow = await newOrganization()
  if (withSlow) {
    await slow(async context => {
      await createWebhook(context, { event: 'payment.received', target_url: `${receiver.origin}/slow` })
      for (let one = 0; one < WAITING_FOR_THE_SLOW; one++) await emit(context, 'payment.received', DATA)
    })
  }
  const committed = new Map<string, number>()
  const healthy = await Promise.all(Array.from({ length: HEALTHY }, newOrganization))
  const stopAt = performance.now() + FAIRNESS_SECONDS * 1000
  let turn = 0
  const organizations = healthy.map((within, index) => ({ within, index }))
  while (performance.now() < stopAt) {
    turn++
    for (const { within, index } of organizations) {
      const path = `/${name}/${index}/${turn}`
      // Each event has a separate subscription, so that its arrival can be distinguished from others.
      await within(async context => {
        const { id } = await createWebhook(context, { event: 'lead.created', target_url: receiver.origin + path })
        await emit(context, 'lead.created', DATA)
        await context.db.query(retire, [context.db.organizationId, id])
      })
      committed.set(path, performance.timeOrigin + performance.now())
    }
  }
  const latencies = await Promise.all([...committed].map(async ([path, at]) => (await receiver.until(path, 1)).at - at))
  await slow(context => context.db.query(cancelAll, [context.db.organizationId]))
  await worker.stop()
  return quantile(latencies, 0.95)
}
