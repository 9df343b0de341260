/** GATEHOUSE_ROOT_KEY in production: required, read strictly, replaced without an interruption, and never silently wrong. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { property, store } from '../records.ts'
import { makeAuthority, makeCredentials } from '../webhooks/certificates.ts'
import { type HttpReceiver, httpReceiver, type Request } from '../webhooks/receivers.ts'
import { fetchReply, type Organization, type Reply, useWorld } from '../world.ts'
import { connectionString, gatehouse, type Running, type Settings, serve, until } from './processes.ts'

const key = () => randomBytes(32).toString('base64')
const OLD = `2025:${key()}`
const NEW = `2026:${key()}`

const world = useWorld({ own: true })
let org: Organization
let receiver: HttpReceiver
let folder: string
let production: Settings
before(async () => {
  // Only the processes under test deliver.
  const authority = makeAuthority()
  receiver = await httpReceiver({ credentials: makeCredentials({ hosts: ['127.0.0.1'], authority }) })
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-root-keys-'))
  await writeFile(join(folder, 'authority.pem'), authority.cert)
  production = {
    DATABASE_URL: connectionString(world.database.connection),
    GATEHOUSE_ENV: 'production',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
  }
})
after(async () => {
  await receiver?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  receiver.requests.length = 0
  // Subscriptions of earlier tests are deleted, because they could keep a service from starting.
  await world.sql('update webhook_subscriptions set deleted_at = now() where deleted_at is null')
  org = await world.organization()
})

test('production does not start without a root key, and says how to make one', async () => {
  for (const missing of ['', '  ']) {
    const refused = await gatehouse(['serve'], { ...production, GATEHOUSE_ROOT_KEY: missing })
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /GATEHOUSE_ROOT_KEY is not set.*openssl rand -base64 32/)
    assert.doesNotMatch(refused.stderr, / at .*\.ts:\d+/, 'a sentence, not a stack')
  }
})

test('production does not start with an unreadable root key, and does not repeat it', async () => {
  const secret = key()
  const short = randomBytes(31).toString('base64')
  const cases: [given: string, sentence: RegExp][] = [
    [secret, /must be id:key/],
    [`2026:${short}`, /must be id:key.*32 bytes in base64/],
    [`2026:${secret.slice(0, -1)}`, /must be id:key/],
    [`twenty six:${secret}`, /must be id:key/],
    [`2026:${secret},`, /must be id:key/],
    [`2026:${secret},2026:${key()}`, /names 2026 twice/],
  ]
  await Promise.all(
    cases.map(async ([given, sentence]) => {
      const refused = await gatehouse(['serve'], { ...production, GATEHOUSE_ROOT_KEY: given })
      assert.equal(refused.code, 1, given)
      assert.match(refused.stderr, sentence)
      for (const text of [secret.slice(0, 20), short.slice(0, 20), ' at '])
        assert.ok(!refused.stderr.includes(text), refused.stderr)
    }),
  )
})

test('with two root keys, secrets made with the old one still sign, and rotated ones move to the new one', async () => {
  const { id, secret } = await withServer(OLD, subscribe)
  await withServer(`${NEW},${OLD}`, async server => {
    verify(secret, await deliver(server))
    const rotated = (await call(server, 'POST', `/webhooks/${id}/rotate-secret`)).body.secret as string
    const during = await deliver(server)
    verify(secret, during)
    verify(rotated, during)
  })
  assert.deepEqual(
    await world.sql('select root_key_id, previous_root_key_id from webhook_subscriptions where id = $1', [id]),
    [{ root_key_id: '2026', previous_root_key_id: '2025' }],
  )
  const refused = await gatehouse(['serve'], { ...production, GATEHOUSE_ROOT_KEY: NEW })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^gatehouse: GATEHOUSE_ROOT_KEY lacks 2025, .* Add it after the current one\.$/m)
  const { stderr } = await withServer(NEW, openWorkOrder, DEVELOPMENT)
  assert.match(stderr, /some webhooks cannot be signed.*|lacks 2025/)
  assert.equal(receiver.requests.length, 2, 'nothing is sent with half of its signatures')
})

test('with a different key under the same ID nothing is sent and nothing wrong is shown, and the right key repairs it', async () => {
  const creation = { 'idempotency-key': 'made-with-the-right-key' }
  const { secret } = await withServer(OLD, server => subscribe(server, creation))
  const wrong = `2025:${key()}`
  const refused = await gatehouse(['serve'], { ...production, GATEHOUSE_ROOT_KEY: wrong })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^gatehouse: The root key 2025 of GATEHOUSE_ROOT_KEY is not the one from which/m)
  assert.ok(!refused.stderr.includes(wrong.slice(5)))
  const atWork = async (server: Running) => {
    await openWorkOrder(server)
    await until(() => server.stderr().includes('a webhook delivery failed inside the service'))
    const replay = await call(server, 'POST', '/webhooks', subscription(), creation)
    assert.deepEqual([replay.status, replay.body.error], [500, 'internal_error'])
  }
  const { stderr } = await withServer(wrong, atWork, DEVELOPMENT)
  assert.match(
    stderr,
    /root key 2025 of GATEHOUSE_ROOT_KEY is not the one from which .* Give the right key its ID back/,
  )
  assert.equal(receiver.requests.length, 0)
  const [delivery] = await world.sql('select status, attempts from webhook_deliveries where organization_id = $1', [
    org.id,
  ])
  assert.deepEqual(delivery, { status: 'PENDING', attempts: 0 })
  // The claim of the process that could not sign ends after a minute; this test does not wait for that.
  await world.sql('update webhook_deliveries set due_at = now(), claimed_until = null where organization_id = $1', [
    org.id,
  ])
  await withServer(OLD, async server => {
    await until(() => receiver.requests.length === 1)
    verify(secret, receiver.requests[0] as Request)
    const replay = await call(server, 'POST', '/webhooks', subscription(), creation)
    assert.equal(replay.body.secret, secret)
  })
})

/**
 * In development, a wrong key is logged and only the deliveries that need the right one fail, because a developer's data folder can be repaired.
 */
const DEVELOPMENT = { GATEHOUSE_ENV: 'development' }

/**
 * Runs `work` while a production service with this root key is running, and stops the service; resolves with the result of `work` and the log.
 */
async function withServer<T>(
  rootKey: string,
  work: (server: Running) => Promise<T>,
  settings: Settings = {},
): Promise<T & { stderr: string }> {
  await using server = await serve({ ...production, ...settings, GATEHOUSE_ROOT_KEY: rootKey })
  const result = await work(server)
  server.signal('SIGTERM')
  const { stderr } = await server.ended
  return { ...result, stderr }
}

function call(
  server: Running,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const rest = { key: org.key, method, headers, ...(body && { body: JSON.stringify(body) }) }
  return fetchReply(`${server.url}/api/v1${path}`, rest)
}

function subscription() {
  return { event: 'ticket.created', target_url: `https://127.0.0.1:${receiver.port}/hooks` }
}

async function subscribe(server: Running, headers?: Record<string, string>): Promise<{ id: string; secret: string }> {
  const reply = await call(server, 'POST', '/webhooks', subscription(), headers)
  assert.equal(reply.status, 201, reply.text)
  return reply.body as unknown as { id: string; secret: string }
}

async function openWorkOrder(server: Running): Promise<void> {
  const maple = property()
  await store(org, { properties: [maple] })
  const reply = await call(server, 'POST', '/work-orders', { title: 'Tap leaks', property_id: maple.id })
  assert.equal(reply.status, 201, reply.text)
}

/** The webhook request that the receiver gets for a new work order. */
async function deliver(server: Running): Promise<Request> {
  const before = receiver.requests.length
  await openWorkOrder(server)
  await until(() => receiver.requests.length > before)
  return receiver.requests[before] as Request
}

function verify(secret: string, { body, headers }: Request): void {
  new Webhook(secret).verify(body, headers as Record<string, string>)
}
