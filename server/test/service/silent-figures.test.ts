/** Metrics while the database is silent: what the process knows by itself is served, so that monitoring tells a silent database from a dead process. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import type { Service } from '#server/start.ts'
import { useWorld } from '../world.ts'
import { until } from './processes.ts'

const world = useWorld({ own: true })
/** A scrape that waits for the database never ends, because the lock is not released before. */
const LIMIT_MS = 60_000
const ASKED_EVERY_MS = 10_000

async function scrape({ url }: Service): Promise<{ hasFigures: boolean; calls: number }> {
  const reply = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(LIMIT_MS) })
  const text = await reply.text()
  const figures = ['gatehouse_queue_due', 'gatehouse_queue_oldest_seconds', 'gatehouse_change_feed_lag_seconds']
  const present = figures.filter(name => new RegExp(`^${name}\\{`, 'm').test(text))
  assert.ok(present.length === 0 || present.length === figures.length, present.join())
  const calls = Number(/^gatehouse_pool_calls\{pool="platformReads"\} (\d+)$/m.exec(text)?.[1])
  return { hasFigures: present.length > 0, calls }
}

test('while the database is silent, metrics are served without its figures, it is asked only once, and its answer is shown later', async t => {
  const service = await world.another({}, { figuresWaitMs: 50 })
  const locker = new pg.Client(clientConfig(world.database.connection))
  await locker.connect()
  t.after(() => locker.end())
  await locker.query('begin')
  await locker.query('lock table webhook_deliveries')
  assert.equal((await scrape(service)).hasFigures, false)
  const { calls } = await scrape(service)
  assert.ok(calls > 0, 'the question is on its way')
  for (let round = 0; round < 3; round++) {
    world.clock.advance(ASKED_EVERY_MS)
    const again = await scrape(service)
    assert.equal(again.hasFigures, false)
    assert.ok(again.calls <= calls, `${again.calls} calls wait instead of ${calls}`)
  }
  await locker.query('rollback')
  await until(async () => (await scrape(service)).hasFigures)
})
