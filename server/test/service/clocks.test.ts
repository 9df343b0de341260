/** Clocks that are wrong, or that are set while the service runs: processes agree on the time, and nothing stands still until a clock has caught up. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { recordCalendarChanges } from '#server/domain/changes/calendar.ts'
import { addMember, visitor } from '../console/visitor.ts'
import { storeSample } from '../contract/sample.ts'
import { useWorld } from '../world.ts'
import { until } from './processes.ts'

const HOUR_MS = 3_600_000
/** A transaction in the database of another test may hold changes back for a moment. */
const LIMIT_MS = 60_000

const world = useWorld({ own: true })

test('a clock that was ahead and is set back leaves no copy with what another day shows, then or when that day comes', async () => {
  const org = await world.organization()
  await storeSample(org)
  const record = () => recordCalendarChanges(world.pools, world.clock.now())
  await record()
  const copy = await read(org.key)
  for (const [days, when] of [
    [50, 'while the clock is ahead'],
    [-50, 'once it is set back'],
    [50, 'on the day itself'],
  ] as const) {
    world.clock.advance(days * 24 * HOUR_MS)
    await record()
    const before = new Map(copy.records)
    let fresh = await read(org.key)
    await until(async () => {
      await read(org.key, copy)
      fresh = await read(org.key)
      return isDeepStrictEqual(copy.records, fresh.records)
    }, LIMIT_MS).catch(() => {})
    assert.deepEqual(copy.records, fresh.records, when)
    assert.notDeepEqual(copy.records, before, `records show something else ${when}`)
  }
  world.clock.advance(-50 * 24 * HOUR_MS)
})

type Copy = { records: Map<string, unknown>; cursor?: string }

/** Reads changes into a copy, from its cursor or from the start. */
async function read(key: string, copy: Copy = { records: new Map() }): Promise<Copy> {
  for (let isMore = true; isMore; ) {
    const query = new URLSearchParams({ limit: '100', ...(copy.cursor && { after: copy.cursor }) })
    const { status, text, body } = await world.call(`/changes?${query}`, { key })
    assert.equal(status, 200, text)
    for (const { type, id, record } of body.data) copy.records.set(`${type} ${id}`, record)
    copy.cursor = body.next_cursor as string
    isMore = body.has_more as boolean
  }
  return copy
}

test('the metrics of queues are read again after the clock was set back', async () => {
  const org = await world.organization()
  const { resident } = await storeSample(org)
  const due = async () => {
    const text = await (await fetch(`${world.service.url}/metrics`)).text()
    return Number(/^gatehouse_queue_due\{queue="messages"\} (\d+)$/m.exec(text)?.[1])
  }
  assert.equal(await due(), 0)
  world.clock.advance(-24 * HOUR_MS)
  await world.sql(
    `insert into messages (organization_id, id, resident_id, channel, recipient, subject, body, status, is_captured, next_attempt_at)
     values ($1, 'msg_1', $2, 'EMAIL', 'dana@example.com', 'Water', 'Water', 'QUEUED', false, $3)`,
    [org.id, resident.id, new Date(world.clock.now()).toISOString()],
  )
  assert.equal(await due(), 1)
  world.clock.advance(24 * HOUR_MS)
})

test('after the clock was set back, a member who mistyped a password waits no longer than before', async () => {
  const org = await world.organization()
  await addMember(world, org, 'dana@example.com', 'OWNER')
  const dana = visitor(world)
  for (let attempt = 0; attempt < 10; attempt++)
    assert.equal((await dana.signIn('dana@example.com', 'wrong')).status, 401)
  world.clock.advance(-HOUR_MS)
  const refused = await dana.signIn('dana@example.com')
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '900'])
  world.clock.advance(HOUR_MS)
})
