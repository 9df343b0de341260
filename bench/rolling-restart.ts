/**
 * Checks that a rolling restart loses no call: API processes and workers are replaced one after another under a steady load of reads and writes of
 * ten organizations, of which every write is delivered to a webhook. No call may fail, every answered write must be stored once, and no event may be
 * sent twice. Options: --rate 300 (calls per second) --seconds 120 --apis 3 --workers 2 --drain 3 (DRAIN_SECONDS).
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Role } from '#server/start.ts'
import { printAims } from './measure/aims.ts'
import { addSeeded, asOwner, issueKeys, openDatabase, settle } from './measure/database.ts'
import { bundle, type Gatehouse, serveGatehouse } from './measure/gatehouse.ts'
import { print } from './measure/print.ts'
import { type Answer, Balancer } from './rolling-restart/balancer.ts'
import { openReceiver } from './rolling-restart/deliveries.ts'

type Caller = { key: string; propertyId: string }

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '120' },
    apis: { type: 'string', default: '3' },
    workers: { type: 'string', default: '2' },
    drain: { type: 'string', default: '3' },
  },
})
const [rate, seconds, apis, workers, drain] = [
  values.rate,
  values.seconds,
  values.apis,
  values.workers,
  values.drain,
].map(Number) as [number, number, number, number, number]
const ORGANIZATIONS = 10
/** The largest number of concurrent calls. A machine that is too slow for the rate gets fewer calls, and the report says so. */
const MAX_IN_FLIGHT = 100
const EVERY_MS = 10
const DELIVERED_WITHIN_MS = 300_000
const KINDS_SHOWN = 10
const MAX_TRIES = 30

/** Each process may open about 70 connections, and one more runs while another is replaced. */
const database = await openDatabase({ max_connections: String((apis + workers + 1) * 80) })
const keys: string[] = []
for (let number = 1; number <= ORGANIZATIONS; number++) keys.push(await addKey(`Rolling ${number}`))
const receiver = await openReceiver()
const balancer = new Balancer()
const running: Gatehouse[] = []
const storedBefore = new Set(await storedIds())
const answeredIds: string[] = []
const failures: Record<string, number> = {}
let [made, underWay] = [0, 0]

bundle()
try {
  const [oldApis, oldWorkers] = [await startAll('api', apis), await startAll('worker', workers)]
  for (const { url } of oldApis) balancer.add(url)
  await balancer.ready()
  const callers = await Promise.all(keys.map(subscribe))
  await asOwner(database.connection, settle)
  print(`${rate} calls/s for ${seconds} s; ${apis} API processes and ${workers} workers are replaced one after another`)
  const restarting = replaceAll([...oldApis, ...oldWorkers])
  const tookSeconds = await callAll(callers, restarting)
  await report(tookSeconds)
} finally {
  balancer.close()
  await Promise.all(running.map(each => each.kill()))
  receiver.close()
  await database.close()
}

function startAll(role: Role, count: number): Promise<Gatehouse[]> {
  return Promise.all(Array.from({ length: count }, () => startOne(role)))
}

async function startOne(role: Role): Promise<Gatehouse> {
  const started = await serveGatehouse(database.connection, role, { DRAIN_SECONDS: String(drain) })
  running.push(started)
  return started
}

/** Adds an organization; resolves with a key. */
async function addKey(name: string): Promise<string> {
  const { session } = database
  const organization = await addSeeded(session, name, { units: 20, months: 3, seed: name })
  const [key = ''] = await issueKeys(session, organization, 1)
  return key
}

/** Subscribes the receiver to the events of an organization. */
async function subscribe(key: string): Promise<Caller> {
  let subscribed = await call(key, '/webhooks', { event: 'ticket.created', target_url: receiver.url })
  // A process that has just started on a busy machine may still be connecting.
  for (let again = 0; subscribed.status === 503 && again < MAX_TRIES; again++) {
    await pause(1_000)
    subscribed = await call(key, '/webhooks', { event: 'ticket.created', target_url: receiver.url })
  }
  if (subscribed.status !== 201) throw new Error(`Subscribing was answered ${subscribed.status}: ${subscribed.text}`)
  return { key, propertyId: JSON.parse((await call(key, '/properties')).text).data[0].property_id }
}

function call(key: string, path: string, body?: object): Promise<Answer> {
  const headers = { 'x-api-key': key }
  if (!body) return balancer.call({ method: 'GET', path: `/api/v1${path}`, headers })
  const posted = { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  return balancer.call({ method: 'POST', path: `/api/v1${path}`, headers: posted, body: JSON.stringify(body) })
}

/** Makes the calls until the time is over and every process has been replaced; resolves with how many seconds that took. */
async function callAll(callers: readonly Caller[], restarting: Promise<void>): Promise<number> {
  let isRestarting = true
  const restarted = restarting.finally(() => {
    isRestarting = false
  })
  restarted.catch(() => {})
  const began = performance.now()
  const passed = () => (performance.now() - began) / 1_000
  while (passed() < seconds || isRestarting) {
    while (made < passed() * rate && underWay < MAX_IN_FLIGHT) void callOne(made++, callers)
    await pause(EVERY_MS)
  }
  const took = passed()
  while (underWay > 0) await pause(EVERY_MS)
  await restarted
  return took
}

async function callOne(number: number, callers: readonly Caller[]): Promise<void> {
  underWay++
  const { key, propertyId } = callers[number % callers.length]!
  const isWrite = number % 3 === 0
  try {
    const { status, text } = await (isWrite
      ? call(key, '/work-orders', { description: 'It drips.', property_id: propertyId })
      : call(key, '/properties'))
    if (status >= 400) fail(`${status} ${JSON.parse(text).message}`)
    else if (isWrite) answeredIds.push(JSON.parse(text).work_order_id)
  } catch (error) {
    fail(String(error))
  }
  underWay--
}

function fail(kind: string): void {
  failures[kind] = (failures[kind] ?? 0) + 1
}

/** Replaces the processes at even intervals. The new one is ready before the old one is told to stop. */
async function replaceAll(old: Gatehouse[]): Promise<void> {
  const began = performance.now()
  for (const [index, each] of old.entries()) {
    const dueMs = (seconds * 1_000 * (index + 1)) / (old.length + 1)
    await pause(Math.max(0, dueMs - (performance.now() - began)))
    const fresh = await startOne(each.role)
    if (fresh.role === 'api') balancer.add(fresh.url)
    const status = await each.stop()
    balancer.remove(each.url)
    print(`${each.role} ${index + 1} of ${old.length} replaced; the old one ended with status ${status}`)
    if (status !== 0) fail(`a process ended with status ${status}`)
  }
}

function storedIds(): Promise<string[]> {
  return asOwner(database.connection, async owner => {
    const { rows } = await owner.query<{ id: string }>('select id from work_orders')
    return rows.map(({ id }) => id)
  })
}

async function report(tookSeconds: number): Promise<void> {
  const stored = (await storedIds()).filter(id => !storedBefore.has(id))
  const answered = new Set(answeredIds)
  const lost = answeredIds.length - stored.filter(id => answered.has(id)).length
  const began = performance.now()
  while (receiver.events.size < stored.length && performance.now() - began < DELIVERED_WITHIN_MS) await pause(100)
  const twice = [...receiver.events.values()].filter(count => count > 1).length
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
  print(
    `${made} calls in ${tookSeconds.toFixed(0)} s (${(made / tookSeconds).toFixed(0)} per second), ${answeredIds.length} writes answered`,
  )
  for (const [kind, count] of Object.entries(failures).slice(0, KINDS_SHOWN)) print(`${count} × ${kind}`)
  printAims([
    { what: 'failed calls', aim: '0', measured: String(failed), isMet: failed === 0 },
    { what: 'answered writes that are not stored', aim: '0', measured: String(lost), isMet: lost === 0 },
    {
      what: 'writes whose success was not reported',
      aim: '0',
      measured: String(stored.length - answered.size),
      isMet: stored.length === answered.size,
    },
    {
      what: 'events that were not delivered',
      aim: '0',
      measured: String(stored.length - receiver.events.size),
      isMet: receiver.events.size === stored.length,
    },
    { what: 'events that were delivered twice', aim: '0', measured: String(twice), isMet: twice === 0 },
  ])
}
