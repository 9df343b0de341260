/** A process with as many open files and connections as it may have does not end, and serves again once some are closed. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { useWorld } from '../world.ts'
import { connectionString, openSocket, serve, until } from './processes.ts'

const world = useWorld({ own: true })
const hasLimits = spawnSync('prlimit', ['--version']).status === 0

test('a process that has run out of file descriptors stays up, and serves again once some are free', {
  skip: !hasLimits && 'prlimit is not installed',
}, async () => {
  const { key } = await world.organization()
  await using service = await serve({ DATABASE_URL: connectionString(world.database.connection) })
  const call = () => fetch(`${service.url}/api/v1/listings`, { headers: { 'x-api-key': key, connection: 'close' } })
  assert.equal((await call()).status, 200)
  const [soft = ''] = execFileSync(
    'prlimit',
    ['--pid', `${service.pid}`, '--nofile', '--noheadings', '--output=SOFT'],
    { encoding: 'utf8' },
  )
    .trim()
    .split(' ')
  const allow = (files: string | number) => execFileSync('prlimit', ['--pid', `${service.pid}`, `--nofile=${files}:`])
  allow(64)
  const sockets = await Promise.allSettled(Array.from({ length: 200 }, () => openSocket(service.url)))
  // It looks at its memory four times per second.
  await pause(1_000)
  allow(soft)
  for (const socket of sockets) if (socket.status === 'fulfilled') socket.value.destroy()
  await until(async () => (await call().catch(() => undefined))?.status === 200, 20_000)
  assert.doesNotMatch(service.stderr(), /EMFILE.*\n +at /)
})
