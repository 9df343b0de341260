/** What an operator sees of a failure that goes on: one line per minute, and the reason at the health check of a worker. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { openMetricsServer } from '#server/http/metrics-server.ts'
import { oncePerMinute } from '#server/once-per-minute.ts'

function openLog() {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => {
    const { msg, err, repeated, kind } = JSON.parse(line)
    lines.push({ msg, ...(err && { err: err.message }), ...(repeated && { repeated }), ...(kind && { kind }) })
  }
  const time = { ms: 0 }
  const clock = { now: () => 0, elapsedMs: () => time.ms }
  return { lines, time, logger: oncePerMinute(pino({}, { write }), clock) }
}

test('the same failure is logged once per minute, and then with how often it happened', () => {
  const { lines, time, logger } = openLog()
  const lost = { msg: 'database connection lost', err: 'refused' }
  for (time.ms = 0; time.ms < 60_000; time.ms += 1_000)
    logger.warn({ err: new Error('refused') }, 'database connection lost')
  assert.deepEqual(lines.splice(0), [lost])
  logger.warn({ err: new Error('refused') }, 'database connection lost')
  assert.deepEqual(lines.splice(0), [{ ...lost, repeated: 59 }])
  time.ms += 60_000
  logger.warn({ err: new Error('refused') }, 'database connection lost')
  assert.deepEqual(lines, [lost])
})

test('another failure, another reason, other details and what is no failure are logged at once', () => {
  const { lines, logger } = openLog()
  logger.warn({ err: new Error('refused') }, 'upkeep failed')
  logger.warn({ err: new Error('disk full') }, 'upkeep failed')
  logger.warn({ err: new Error('refused'), kind: 'INVITATION' }, 'upkeep failed')
  logger.error({ err: new Error('refused') }, 'a delivery failed')
  logger.info('running')
  logger.info('running')
  assert.deepEqual(lines, [
    { msg: 'upkeep failed', err: 'refused' },
    { msg: 'upkeep failed', err: 'disk full' },
    { msg: 'upkeep failed', err: 'refused', kind: 'INVITATION' },
    { msg: 'a delivery failed', err: 'refused' },
    { msg: 'running' },
    { msg: 'running' },
  ])
})

test('a worker that is not ready says why', async () => {
  const app = await openMetricsServer({
    registry: new Registry(),
    readers: { token: undefined, withoutToken: 'NOBODY' },
    whyNotReady: async () => 'The database cannot be reached.',
    logger: pino({ level: 'silent' }),
  })
  const reply = await app.inject('/readyz')
  assert.equal(reply.statusCode, 503)
  assert.deepEqual(reply.json(), { error: 'unavailable', message: 'The database cannot be reached.' })
})
