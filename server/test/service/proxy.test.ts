/** The proxy in front of the service, as deploy/Caddyfile sets it up: what it passes on, and what it keeps to itself. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'
import { useWorld } from '../world.ts'
import { until } from './processes.ts'

const CADDYFILE = fileURLToPath(new URL('../../../deploy/Caddyfile', import.meta.url))
const skip = spawnSync('caddy', ['version']).status === 0 ? false : 'no caddy in PATH'
const world = useWorld()

test('callers reach the API, the console and /healthz, but neither readiness nor metrics in any spelling', {
  skip,
}, async t => {
  const proxy = await openProxy(t, new URL(world.service.url as string).port)
  const { key } = await world.organization()
  const status = async (path: string, headers = {}) => (await fetch(`${proxy}${path}`, { headers })).status
  assert.equal(await status('/api/v1/properties', { 'x-api-key': key }), 200)
  for (const path of ['/console', '/docs', '/healthz']) assert.equal(await status(path), 200, path)
  assert.equal((await fetch(`${world.service.url}/metrics`)).status, 200, 'which this machine may read')
  for (const name of ['readyz', 'metrics']) {
    for (const path of [
      `/${name}`,
      `/${name}/`,
      `/${name.toUpperCase()}`,
      `//${name}`,
      `/%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
      `/${name}?x=1`,
    ]) {
      assert.equal(await status(path), 404, path)
    }
  }
})

test('a call that reaches no process is answered as the service answers when it has no database, so that a client knows what to do', {
  skip,
}, async t => {
  const proxy = await openProxy(t, String(await freePort()))
  const reply = await fetch(`${proxy}/api/v1/properties`)
  const id = reply.headers.get('x-request-id')
  assert.deepEqual(
    [reply.status, reply.headers.get('content-type'), reply.headers.get('retry-after')],
    [503, 'application/json; charset=utf-8', '2'],
  )
  assert.match(id ?? '', /^\S{20,}$/)
  assert.deepEqual(await reply.json(), {
    error: 'unavailable',
    message: 'The service cannot be reached. Try again shortly.',
    request_id: id,
  })
})

test('an idle connection is kept longer than a proxy or a load balancer keeps it, so that no call is lost because both close it', async () => {
  const { headers } = await fetch(`${world.service.url}/healthz`)
  const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? []
  assert.ok(Number(seconds) > 600, headers.get('keep-alive') ?? 'closed')
})

/** Starts Caddy with the file as it is, but for TLS and its own administration, in front of `port`; resolves with its address. */
async function openProxy(t: TestContext, port: string): Promise<string> {
  const own = await freePort()
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-proxy-'))
  const file = join(home, 'Caddyfile')
  await writeFile(file, `{\n\tadmin off\n}\n${await readFile(CADDYFILE, 'utf8')}`)
  const proxy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: {
      ...process.env,
      HOME: home,
      PUBLIC_HOST: `http://127.0.0.1:${own}`,
      UPSTREAM: 'localhost',
      UPSTREAM_PORT: port,
    },
    stdio: 'ignore',
  })
  const ended = once(proxy, 'exit')
  t.after(async () => {
    proxy.kill('SIGKILL')
    await ended
    await rm(home, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${own}`
  await until(() => {
    assert.equal(proxy.exitCode, null, 'Caddy takes the file')
    return fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    )
  })
  return url
}
