/** A service whose log nobody reads, such as because the collector hangs, still serves, and ends when it is told to. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { connectionString, GATEHOUSE, until } from './processes.ts'

const world = useWorld({ own: true })
/** Opens a named pipe as stderr, which this process itself keeps open, and fills it. */
const WITH_FULL_PIPE = 'mkfifo "$0" && exec 2<>"$0" && head -c 65536 /dev/zero >&2 && exec "$@"'

test('a service whose log is not read answers calls, and ends at SIGTERM', async t => {
  const { key } = await world.organization()
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-log-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const child = spawn('sh', ['-c', WITH_FULL_PIPE, join(folder, 'log'), GATEHOUSE, 'serve'], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      PORT: '0',
      GATEHOUSE_DATA_DIR: folder,
      DATABASE_URL: connectionString(world.database.connection),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  t.after(() => child.kill('SIGKILL'))
  const exit = once(child, 'exit')
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text
  })
  await until(() => /ready at \S+\n/.test(stdout), 60_000)
  const [, url] = /ready at (\S+)/.exec(stdout) ?? []
  const reply = await fetch(`${url}/api/v1/listings`, { headers: { 'x-api-key': key } })
  assert.equal(reply.status, 200)
  child.kill('SIGTERM')
  let hasEnded = false
  void exit.then(() => {
    hasEnded = true
  })
  await until(() => hasEnded, 30_000)
  assert.deepEqual(await exit, [0, null])
})
