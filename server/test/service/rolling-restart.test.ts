/** A rolling restart under load: the processes are replaced one after another, no call fails, and no event is delivered twice because of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { asError } from '#server/base/as-error.ts'
import { property, store } from '../records.ts'
import { isLongRun, repeats } from '../sizes.ts'
import { openReceiver } from '../webhooks/receiver.ts'
import { useWorld } from '../world.ts'
import { connectionString, type Running, serve, toRealTime, until } from './processes.ts'

const world = useWorld({ own: true })
const APIS = repeats(1, 3)
const WORKERS = repeats(1, 2)
const CALLERS = repeats(4, 30)
/** The number of calls between one restart and the next. */
const CALLS_BETWEEN = repeats(30, 3_000)

test('every process is replaced under load, and every call is answered once', async t => {
  toRealTime(world)
  const receiver = await openReceiver()
  const organization = await world.organization()
  const home = property()
  await store(organization, { properties: [home] })
  const body = JSON.stringify({ event: 'ticket.created', target_url: receiver.url })
  const { key } = organization
  assert.equal((await world.call('/webhooks', { key, method: 'POST', body })).status, 201)
  const settings = { DATABASE_URL: connectionString(world.database.connection), DRAIN_SECONDS: isLongRun ? '3' : '1' }
  const start = (role: string) => serve(settings, ['--role', role])
  const apis = await Promise.all(Array.from({ length: APIS }, () => start('api')))
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => start('worker')))
  const all = [...apis, ...workers]
  t.after(async () => {
    for (const process of all) await process[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
  })

  const balancer = openBalancer(apis)
  const numbers: number[] = []
  const failures: string[] = []
  let answered = 0
  let isOver = false
  const caller = async () => {
    for (let turn = 0; !isOver; turn++) {
      const isWrite = turn % 3 === 0
      try {
        const reply = await balancer.call(isWrite ? '/work-orders' : '/properties', {
          headers: { 'x-api-key': key, ...(isWrite && { 'content-type': 'application/json' }) },
          ...(isWrite && { method: 'POST', body: JSON.stringify({ description: 'It drips.', property_id: home.id }) }),
        })
        if (reply.status >= 400) failures.push(`${reply.status} ${reply.text}`)
        else if (isWrite) numbers.push(JSON.parse(reply.text).number)
        answered++
      } catch (error) {
        failures.push(String(asError(error).cause ?? error))
      }
    }
  }
  const callers = Array.from({ length: CALLERS }, caller)
  const moreCalls = async () => {
    const goal = answered + CALLS_BETWEEN
    await until(() => answered >= goal || failures.length > 0, 600_000)
  }
  for (const [role, processes] of [
    ['api', apis],
    ['worker', workers],
  ] as const) {
    for (const old of [...processes]) {
      await moreCalls()
      const fresh = await start(role)
      all.push(fresh)
      if (role === 'api') balancer.add(fresh)
      old.signal('SIGTERM')
      assert.equal((await old.ended).code, 0, old.stderr())
    }
  }
  await moreCalls()
  isOver = true
  await Promise.all(callers)
  balancer.close()

  assert.deepEqual(failures, [])
  const stored = await world.sql<{ number: number }>('select number from work_orders where organization_id = $1', [
    organization.id,
  ])
  assert.deepEqual(
    stored.map(({ number }) => number).sort(byNumber),
    numbers.sort(byNumber),
    'every answered write exists once',
  )
  await until(() => new Set(idsOf(receiver.received)).size >= numbers.length, 600_000)
  const ids = idsOf(receiver.received)
  assert.equal(ids.length, numbers.length, 'no event is delivered twice')
})

const byNumber = (a: number, b: number) => a - b
const idsOf = (requests: readonly { headers: Record<string, unknown> }[]) =>
  requests.map(({ headers }) => String(headers['webhook-id']))

/** Makes calls as through a proxy: to processes that report that they are ready, and to another one if a connection is refused. */
function openBalancer(processes: readonly Running[]) {
  const known = [...processes]
  let ready = known.map(({ url }) => url)
  let turn = 0
  let isClosed = false
  const look = async () => {
    while (!isClosed) {
      const found = await Promise.all(
        known.map(({ url }) =>
          fetch(`${url}/readyz`).then(
            ({ ok }) => (ok ? url : undefined),
            () => undefined,
          ),
        ),
      )
      ready = found.flatMap(url => url ?? [])
      await nextTurn()
    }
  }
  const looking = look()
  return {
    add: (process: Running) => void known.push(process),
    async call(path: string, init: RequestInit): Promise<{ status: number; text: string }> {
      for (;;) {
        const url = ready[turn++ % Math.max(1, ready.length)]
        if (url === undefined) {
          await nextTurn()
          continue
        }
        try {
          const reply = await fetch(`${url}/api/v1${path}`, init)
          return { status: reply.status, text: await reply.text() }
        } catch (error) {
          if ((error as { cause?: { code?: string } }).cause?.code !== 'ECONNREFUSED') throw error
        }
      }
    },
    close() {
      isClosed = true
      return looking
    },
  }
}
