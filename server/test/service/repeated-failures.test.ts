/** What an operator sees of a failure that goes on: one line per minute, and the reason at the health check of a worker. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { env } from 'node:process'
import { test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { every } from '#server/every.ts'
import { openMetricsServer } from '#server/http/metrics-server.ts'
import { oncePerMinute } from '#server/once-per-minute.ts'
import { StorageFailed } from '#server/platform/files/storage.ts'
import { storeSample } from '../contract/sample.ts'
import { sendRaw } from '../raw-http.ts'
import { openWorld } from '../world.ts'
import { connectionString, GATEHOUSE, until } from './processes.ts'

const LIMIT_MS = 60_000

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

test('work that is in progress when it is stopped fails without a line in the log, and any other failure has one', async t => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { lines, logger } = openLog()
  const turns = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let turn = 0
  const end = every(1_000, () => (turns[turn++] as PromiseWithResolvers<void>).promise, logger)
  for (const { promise, reject } of turns) {
    t.mock.timers.tick(1_000)
    if (turn === turns.length) end()
    reject(new Error('The service is stopping.'))
    await promise.catch(() => {})
    await null
    await null
  }
  assert.equal(turn, turns.length)
  assert.deepEqual(lines, [{ msg: 'upkeep failed; it will be tried again', err: 'The service is stopping.' }])
})

test('another failure, another reason, other details and what is not a failure are logged at once', () => {
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

test('failures that differ only in the file that had no room are the same failure', () => {
  const { lines, logger } = openLog()
  for (const file of ['base/1/2', 'base/1/3']) {
    const full = new pg.DatabaseError(`could not extend file "${file}": No space left on device`, 1, 'error')
    logger.error({ err: Object.assign(full, { code: '53100' }) }, 'calls fail')
    const cause = Object.assign(new Error(`ENOSPC: no space left on device, open '${file}'`), {
      code: 'ENOSPC',
      syscall: 'open',
    })
    logger.error({ err: new StorageFailed('full', { cause }) }, 'calls fail')
  }
  assert.deepEqual(
    lines.map(({ err }) => err),
    [
      'could not extend file "base/1/2": No space left on device',
      "full: ENOSPC: no space left on device, open 'base/1/2'",
    ],
  )
})

test('while the disk is full or the database is a standby, calls are answered with 503, and the log has one line about all of them', async t => {
  const logged: string[] = []
  const world = await openWorld({ logger: pino({}, { write: line => void logged.push(line) }) })
  t.after(() => world.close())
  const org = await world.organization()
  const { property } = await storeSample(org)
  const body = JSON.stringify({ title: 'Leak', property_id: property.id })
  const write = () => world.call('/work-orders', { key: org.key, method: 'POST', body })
  const refuseRows = (message: string, code: string) =>
    world.sql(
      `create or replace function refuse_row() returns trigger language plpgsql as $$
        begin raise '${message}', gen_random_uuid() using errcode = '${code}'; end $$`,
    )
  const full = () => refuseRows('could not extend file "base/1/%"', '53100')
  const standby = () => refuseRows('cannot execute INSERT % in a read-only transaction', '25006')
  for (const [failing, table] of [[full, 'work_orders'], [standby], [full, 'audit.calls']] as const) {
    await failing()
    if (table)
      await world.sql(`create trigger full_disk before insert on ${table} for each row execute function refuse_row()`)
    for (let call = 0; call < 3; call++) {
      const reply = await write()
      assert.deepEqual([reply.status, reply.body.error, reply.headers.get('retry-after')], [503, 'unavailable', '1'])
    }
  }
  const failures = logged.map(line => JSON.parse(line)).filter(({ level }) => level >= 50)
  assert.deepEqual(
    failures.map(({ msg }) => msg),
    ['calls are answered with 503', 'calls are answered with 503', 'an audit line was not committed'],
  )
})

test('a process whose log cannot be written, because its disk is full, serves and ends as usual', {
  skip: !existsSync('/dev/full') && 'there is no /dev/full',
}, async t => {
  const world = await openWorld()
  t.after(() => world.close())
  const settings = {
    PORT: '0',
    DATABASE_URL: connectionString(world.database.connection),
    GATEHOUSE_ENV: 'production',
    GATEHOUSE_ROOT_KEY: world.config.rootKey,
  }
  const process = spawn('sh', ['-c', 'exec "$0" serve 2>/dev/full', GATEHOUSE], {
    env: { PATH: env.PATH, HOME: env.HOME, TMPDIR: env.TMPDIR, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  t.after(() => process.kill('SIGKILL'))
  const ended = once(process, 'exit')
  let printed = ''
  process.stdout.setEncoding('utf8').on('data', text => {
    printed += text
  })
  await until(() => printed.includes('ready at') || process.exitCode !== null, LIMIT_MS)
  const url = /ready at (\S+)/.exec(printed)?.[1]
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
  process.kill('SIGTERM')
  await until(() => process.exitCode !== null || process.signalCode !== null, LIMIT_MS)
  assert.deepEqual(await ended, [0, null])
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

test('a worker drops a request of RTSP, about which nothing is logged', async t => {
  const { lines, logger } = openLog()
  const app = await openMetricsServer({
    registry: new Registry(),
    readers: { token: undefined, withoutToken: 'NOBODY' },
    whyNotReady: async () => undefined,
    logger,
  })
  t.after(() => app.close())
  const url = await app.listen({ port: 0 })
  lines.length = 0
  assert.equal(await sendRaw(url, 'DESCRIBE / RTSP/1.0\r\n\r\n'), undefined)
  assert.deepEqual(lines, [])
})
