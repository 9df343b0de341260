/**
 * How soon an event reaches its receiver, from its commit to the first byte of its delivery, at steady rates; and how long it takes to deliver the
 * backlog of an outage of all workers. There is one worker, in a separate process. Options: --rates 100,1000 --seconds 10 --rounds 3 --backlog
 * 21600.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createWebhook } from '#server/domain/webhooks/operations.ts'
import { emitAll } from '#server/platform/events.ts'
import { DATA, openSetup, type Within } from './deliveries/setup.ts'
import type { Place } from './deliveries/worker.ts'
import { print } from './measure/print.ts'
import { openProgram, type Program } from './measure/program.ts'
import { median, quantile } from './measure/quantile.ts'

const { values } = parseArgs({
  options: {
    rates: { type: 'string', default: '100,1000' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    // The backlog is an event every 4 seconds for 24 hours.
    backlog: { type: 'string', default: '21600' },
  },
})
const [seconds, rounds, backlog] = [values.seconds, values.rounds, values.backlog].map(Number) as [
  number,
  number,
  number,
]

const TICK_MS = 10
const ORGANIZATIONS = 16
/** The number of events stored in one transaction, where it does not matter how they are stored. */
const BATCH = 500

const setup = await openSetup()
try {
  print(
    `From commit to first byte, medians of ${rounds} rounds of ${seconds} s over ${ORGANIZATIONS} organizations; what is due in ${TICK_MS} ms is one transaction`,
  )
  print('')
  print('events/s asked   committed     p50      p95      p99')
  const worker = await startWorker()
  for (const rate of values.rates.split(',').map(Number)) await printLatency(rate)
  await worker.close()
  print('')
  await printBacklog()
} finally {
  await setup.close()
}

async function printLatency(rate: number): Promise<void> {
  const measured: Latency[] = []
  for (let round = 0; round < rounds; round++) measured.push(await latencyAt(rate, `/${rate}/${round}`))
  const of = (name: keyof Latency) => median(measured.map(each => each[name]))
  const ms = (name: keyof Latency) => `${of(name).toFixed(0).padStart(5)} ms`
  const committed = of('perSecond').toFixed(0)
  print(`${String(rate).padStart(14)}${committed.padStart(12)}${ms('p50')} ${ms('p95')} ${ms('p99')}`)
}

type Latency = { perSecond: number; p50: number; p95: number; p99: number }

/**
 * Events come at an even pace that does not wait for deliveries. The events due in a tick are committed in one transaction, for each organization
 * in turn: one event at 100 per second, and ten at 1,000.
 */
async function latencyAt(rate: number, path: string): Promise<Latency> {
  const organizations = await Promise.all(Array.from({ length: ORGANIZATIONS }, () => subscribed(path)))
  const committed = new Map<string, number>()
  const store = async (turn: number, from: number, to: number) => {
    const within = organizations[turn % ORGANIZATIONS]!
    const marks = Array.from({ length: to - from }, (_, index) => String(from + index))
    const all = marks.map(mark => ({ ...DATA, mark }))
    await within(context => emitAll(context, 'payment.received', all))
    const at = performance.timeOrigin + performance.now()
    for (const mark of marks) committed.set(mark, at)
  }
  const count = rate * seconds
  const stored: Promise<void>[] = []
  const began = performance.now()
  for (let from = 0; from < count; ) {
    await pause(TICK_MS)
    const to = Math.min(count, Math.floor(((performance.now() - began) / 1000) * rate))
    if (to > from) stored.push(store(stored.length, from, to))
    from = to
  }
  await Promise.all(stored)
  const perSecond = count / ((performance.now() - began) / 1000)
  const arrivals = await setup.receiver.first(path, count)
  const waits = arrivals.map(({ at, mark }) => Math.max(0, at - (committed.get(mark as string) as number)))
  return { perSecond, p50: median(waits), p95: quantile(waits, 0.95), p99: quantile(waits, 0.99) }
}

/** Deliveries that are stored while no worker runs are due at once when one starts; no new events arrive in the meantime. */
async function printBacklog(): Promise<void> {
  const within = await subscribed('/backlog')
  for (let stored = 0; stored < backlog; stored += BATCH) {
    const some = Array.from({ length: Math.min(BATCH, backlog - stored) }, () => DATA)
    await within(context => emitAll(context, 'payment.received', some))
  }
  const began = performance.timeOrigin + performance.now()
  const worker = await startWorker()
  const arrivals = await setup.receiver.first('/backlog', backlog)
  await worker.close()
  const took = ((arrivals.at(-1)?.at as number) - began) / 1000
  print(
    `${backlog.toLocaleString('en-US')} events of one organization, stored while no worker ran (one every 4 s makes 21,600 in 24 hours), to one receiver:`,
  )
  print(
    `first after ${((arrivals[0]?.at as number) - began).toFixed(0)} ms, all after ${took.toFixed(1)} s, ${Math.round(backlog / took)} per second`,
  )
}

async function subscribed(path: string): Promise<Within> {
  const within = await setup.newOrganization()
  await within(context =>
    createWebhook(context, { event: 'payment.received', target_url: setup.receiver.origin + path }),
  )
  return within
}

async function startWorker(): Promise<Program<Place, string>> {
  const worker = openProgram<Place, string>(`${import.meta.dirname}/deliveries/worker.ts`)
  const { connection, dataDir } = setup
  await worker.ask({ connection, dataDir })
  return worker
}
