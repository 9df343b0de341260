/** Clocks that are wrong, or that are set while the service runs: processes agree on the time, and nothing stands still until a clock has caught up. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { openDatabaseClock } from '#server/db/database-clock.ts'
import type { ReadPool } from '#server/db/read-pool.ts'
import { recordCalendarChanges } from '#server/domain/changes/calendar.ts'
import { emitChangeNotices } from '#server/domain/changes/notices.ts'
import { changesOf } from '../changes-of.ts'
import { addMember, visitor } from '../console/visitor.ts'
import { storeSample } from '../contract/sample.ts'
import { property, store } from '../records.ts'
import { useWorld } from '../world.ts'
import { connectionString, gatehouseProcess, serve, until } from './processes.ts'

const HOUR_MS = 3_600_000
/** A transaction in the database of another test may hold changes back for a moment. */
const LIMIT_MS = 60_000
const SHIFTED_CLOCK = fileURLToPath(new URL('../faults/shifted-clock.ts', import.meta.url))

const world = useWorld({ own: true })

test('a process on a machine whose clock is an hour ahead goes by the clock of the database, and says that they differ', async t => {
  const { key, id } = await world.organization()
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-clock-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'clock'), String(HOUR_MS))
  await using service = await serve({
    DATABASE_URL: connectionString(world.database.connection),
    NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
    GATEHOUSE_TEST_CLOCK: join(folder, 'clock'),
  })
  assert.equal((await fetch(`${service.url}/api/v1/listings`, { headers: { 'x-api-key': key } })).status, 200)
  const lines = await world.sql<{ ahead: number }>(
    'select extract(epoch from occurred_at - now())::float8 * 1000 as ahead from audit.calls where organization_id = $1',
    [id],
  )
  assert.equal(lines.length, 1)
  assert.ok((lines[0]?.ahead as number) < HOUR_MS / 2, `the call is recorded ${lines[0]?.ahead} ms ahead of its time`)
  await until(() => service.stderr().includes('ahead_seconds'))
  const logged = service
    .stderr()
    .split('\n')
    .filter(line => line.includes('ahead_seconds'))
  assert.match(
    logged.join(),
    /^\{"level":40,.*"ahead_seconds":3600,"msg":"the clocks of this machine and of the database differ/,
  )
})

test('doctor on a machine whose clock is a year ahead finds that, and no work that is late or months that are missing because of it', async t => {
  await world.organization()
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-clock-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'clock'), String(365 * 24 * HOUR_MS))
  const settings = { DATABASE_URL: connectionString(world.database.connection) }
  const shifted = { NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, GATEHOUSE_TEST_CLOCK: join(folder, 'clock') }
  const found = async (more: Record<string, string>) => {
    const { stdout } = await gatehouseProcess(['doctor', '--json'], { ...settings, ...more })
    const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string; message: string }[] }
    return findings.filter(({ level }) => level !== 'ok' && level !== 'skipped').map(({ message }) => message)
  }
  const expected = await found({})
  const ahead = await found(shifted)
  const [clock] = ahead.splice(
    ahead.findIndex(message => message.startsWith('The clocks of this machine')),
    1,
  )
  assert.match(clock ?? '', /^The clocks of this machine and the database differ by 3153\d{4}\.\d s\.$/)
  assert.deepEqual(ahead, expected)
})

test('the clock of the database is followed when it is set, and is not moved by answers that take their time', async () => {
  const machine = { ms: 0, aheadMs: 5_000, now: () => machine.ms + machine.aheadMs, elapsedMs: () => machine.ms }
  const database = { ms: 1_000_000, answerTakesMs: 0 }
  const query = async () => {
    machine.ms += database.answerTakesMs
    return [{ ms: database.ms + machine.ms }]
  }
  const reads = { query } as unknown as ReadPool
  const clock = openDatabaseClock(machine)
  assert.equal(clock.now(), 5_000, 'before the first answer it is the clock of the machine')
  await clock.compare(reads)
  assert.equal(clock.now(), 1_000_000)
  machine.ms = 60_000
  machine.aheadMs += HOUR_MS
  assert.equal(clock.now(), 1_060_000, 'it goes on, and does not notice that the clock of the machine was set')
  assert.equal(clock.machineAheadMs(), HOUR_MS + 5_000 - 1_000_000)
  database.answerTakesMs = 800
  await clock.compare(reads)
  assert.equal(clock.now(), 1_060_800)
  database.answerTakesMs = 10
  database.ms -= HOUR_MS
  await clock.compare(reads)
  assert.ok(Math.abs(clock.now() - (database.ms + machine.ms)) <= 5, 'set back')
})

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
    const body = await changesOf(world, { key }, query)
    for (const { type, id, record } of body.data) copy.records.set(`${type} ${id}`, record)
    copy.cursor = body.next_cursor as string
    isMore = body.has_more as boolean
  }
  return copy
}

test('after the clock was set back, a subscribed copy is notified of a change no later than before', async () => {
  const org = await world.organization()
  const body = JSON.stringify({ event: 'records.changed', target_url: 'http://127.0.0.1:9/hooks' })
  assert.equal((await world.call('/webhooks', { key: org.key, method: 'POST', body })).status, 201)
  const isNotified = () =>
    until(async () => (await emitChangeNotices(world.pools, world.clock.now())) === 1, LIMIT_MS).then(
      () => true,
      () => false,
    )
  await store(org, { properties: [property()] })
  assert.ok(await isNotified())
  world.clock.advance(-HOUR_MS)
  await store(org, { properties: [property()] })
  assert.ok(await isNotified(), 'the last notice is of an hour that is still to come')
  world.clock.advance(HOUR_MS)
})

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
