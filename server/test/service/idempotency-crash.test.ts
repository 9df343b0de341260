/** Whenever the process is killed, a write that is retried with its key until it is answered takes effect exactly once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { property, store } from '../records.ts'
import { repeats } from '../sizes.ts'
import { useWorld } from '../world.ts'
import { findMisrecorded, slowDownCommits } from './audit-lines.ts'
import { type Answered, load } from './load.ts'
import { connectionString, type Running, serve, until } from './processes.ts'

const CALLS = repeats(150, 500)
const IN_FLIGHT = 24
const KILLS = repeats(2, 6)

const world = useWorld({ own: true })
test('after kill -9 at random moments of hundreds of keyed calls, each has one row, event and record, and each reply its line', async () => {
  // A delay of a few milliseconds in the middle of each transaction, so that the kills hit transactions that are half done.
  await slowDownCommits(world, 4)
  const org = await world.organization()
  const maple = property()
  await store(org, { properties: [maple] })
  const settings = { DATABASE_URL: connectionString(world.database.connection) }
  const answered: Answered[] = []
  let server: Running = await serve(settings)
  let killing = Promise.resolve()
  let kills = 0
  let nextKill = 0

  /** Kills the process, with calls under way, once `count` calls have been answered. */
  function kill(count: number): void {
    if (kills === KILLS || count < nextKill) return
    nextKill = Math.ceil((++kills + Math.random() * 0.8) * (CALLS / (KILLS + 1)))
    killing = killing.then(async () => {
      server.signal('SIGKILL')
      await server.ended
      server = await serve(settings)
    })
  }

  async function post(index: number): Promise<Response> {
    const body = JSON.stringify({ title: `Order ${index}`, property_id: maple.id })
    const headers = {
      'x-api-key': org.key,
      'content-type': 'application/json',
      'idempotency-key': `crash-call-${index}`,
    }
    let created: Response | undefined
    await until(async () => {
      try {
        const reply = await fetch(`${server.url}/api/v1/work-orders`, { method: 'POST', headers, body })
        await reply.clone().arrayBuffer()
        if (reply.status === 201) created = reply
        else answered.push({ requestId: reply.headers.get('x-request-id') ?? '', status: reply.status })
      } catch {
        // The process was not running, or was killed before the reply was complete.
      }
      return created !== undefined
    })
    return created!
  }

  try {
    const calls = Array.from({ length: CALLS }, (_, index) => () => post(index))
    answered.push(...(await load(calls, IN_FLIGHT, kill)))
  } finally {
    await killing
    await server[Symbol.asyncDispose]()
  }

  assert.equal(kills, KILLS)
  assert.deepEqual(
    answered.filter(({ status }) => ![201, 409, 503].includes(status)),
    [],
  )
  assert.equal(answered.filter(({ status }) => status === 201).length, CALLS)
  const [stored] = await world.sql(`
    select (select count(*)::int from work_orders) as orders, (select count(distinct title)::int from work_orders) as titles,
           (select max(number) from work_orders) as last_number, (select count(*)::int from events) as events,
           (select count(distinct data #>> '{work_order,title}')::int from events) as told,
           (select count(*)::int from idempotency_records) as records`)
  const expected = { orders: CALLS, titles: CALLS, last_number: CALLS, events: CALLS, told: CALLS, records: CALLS }
  assert.deepEqual(stored, expected)
  assert.deepEqual(await findMisrecorded(world, answered), [])
})
