/**
 * The claim on a data folder: one server holds it, the next one is told which process that is, and a killed server
 * does not keep it.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { claimServer } from '#server/db/embedded/claim.ts'

const first = { pid: 11, url: 'http://127.0.0.1:8080' }
const second = { pid: 12, url: 'http://127.0.0.1:9090' }

test('a second server is told who holds the folder, until the first one lets go', async t => {
  const folder = await makeFolder(t)
  const claim = await claimServer(folder, first)
  assert.deepEqual(await claimServer(folder, second), { claimed: false, info: first })
  assert.ok(claim.claimed)
  claim.release()
  const next = await claimServer(folder, second)
  assert.ok(next.claimed)
  next.release()
  assert.equal(existsSync(join(folder, 'server.sock')), false)
})

test('exactly one of many simultaneous claims succeeds', async t => {
  const folder = await makeFolder(t)
  const claims = await Promise.all(
    Array.from({ length: 20 }, (_, n) => claimServer(folder, { pid: n + 1, url: 'http://x' })),
  )
  assert.equal(claims.filter(claim => claim.claimed).length, 1)
  for (const claim of claims) if (claim.claimed) claim.release()
})

test('exactly one of many replaces the claim of a killed server', async t => {
  const folder = await makeFolder(t)
  const script = `
    const { claimServer } = await import(${JSON.stringify(import.meta.resolve('#server/db/embedded/claim.ts'))})
    await claimServer(${JSON.stringify(folder)}, { pid: process.pid, url: 'http://x' })
    process.stdout.write('claimed')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise(resolve => child.stdout.once('data', resolve))
  assert.deepEqual(await claimServer(folder, second), { claimed: false, info: { pid: child.pid, url: 'http://x' } })
  child.kill('SIGKILL')
  await new Promise(resolve => child.once('exit', resolve))
  assert.equal(existsSync(join(folder, 'server.sock')), true)

  const claims = await Promise.all(Array.from({ length: 10 }, () => claimServer(folder, second)))
  assert.equal(claims.filter(claim => claim.claimed).length, 1)
  for (const claim of claims) if (claim.claimed) claim.release()
})

test('a holder that answers nonsense is reported, not waited for', async t => {
  const folder = await makeFolder(t)
  const holder = createServer(socket => socket.on('error', () => {}).end('hello'))
  await new Promise<void>(resolve => holder.listen(join(folder, 'server.sock'), resolve))
  t.after(() => holder.close())
  await assert.rejects(claimServer(folder, second), /does not answer/)
})

const makeFolder = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-claim-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}
