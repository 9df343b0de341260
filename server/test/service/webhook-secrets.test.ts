/**
 * A secret that signs webhooks exists only with its receiver: it is not in the database or in a log, in any form, and it cannot be derived from
 * anything that is stored.
 */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { pino } from 'pino'
import { deriveSecret } from '#server/domain/webhooks/secret.ts'
import { readRootKeys } from '#server/platform/root-keys.ts'
import { property, store } from '../records.ts'
import { useReceiver } from '../webhooks/receiver.ts'
import { fetchReply, type Organization, type Reply, useWorld } from '../world.ts'
import { connectionString, serve, until } from './processes.ts'

const ROOT_KEYS = { first: randomBytes(32), second: randomBytes(32) }
const rootKey = Object.entries(ROOT_KEYS).map(([id, bytes]) => `${id}:${bytes.toString('base64')}`)

const logged: string[] = []
const logger = pino({ level: 'trace' }, { write: line => logged.push(line) })
const world = useWorld({ role: 'all', config: { rootKey: rootKey.join() }, logger })
const receiver = useReceiver()

test('whatever is done with subscriptions, no table and no log contains a secret, a root key or anything one could be made from', async () => {
  const org = await world.organization()
  const here = await doEverything(org, world.service.url as string, () => world.service.deliveries?.idle())
  const settings = {
    DATABASE_URL: connectionString(world.database.connection),
    GATEHOUSE_ROOT_KEY: rootKey.toReversed().join(),
  }
  await using server = await serve(settings)
  const there = await doEverything(org, server.url, untilNothingIsDue)
  server.signal('SIGTERM')
  const { stdout, stderr } = await server.ended

  const secrets = [...here, ...there]
  assert.equal(new Set(secrets).size, 6, 'two subscriptions of two secrets, and one of each process that was deleted')
  const needles = [
    ...secrets.flatMap(formsOf),
    ...Object.values(ROOT_KEYS).flatMap(formsOfBytes),
    ...formsOfText(org.key),
  ]
  const log = logged.join('\n')
  assert.match(log, /request failed/, 'what crashed here is in the log')
  assert.match(stderr, /request failed/, 'what crashed there is in the log')
  for (const [where, text] of Object.entries({ log, stdout, stderr })) assertHoldsNone(where, text, needles)

  const tables = await dump()
  assert.ok(tables.size > 60, 'the catalogs, too')
  for (const [name, text] of tables) assertHoldsNone(name, text, needles)
  await assertNothingStoredLeadsTo(secrets, org)
})

test('the search for secrets finds planted ones in each form', async () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
  for (const planted of [
    secret,
    secret.slice(6),
    bytes,
    bytes.toString('hex'),
    bytes.toString('base64url'),
    Buffer.from(secret),
  ]) {
    await world.sql('create table planted as select $1::bytea as bytes, $2::text as text', [
      typeof planted === 'string' ? null : planted,
      typeof planted === 'string' ? planted : null,
    ])
    const text = (await dump()).get('public.planted') as string
    await world.sql('drop table planted')
    assert.throws(() => assertHoldsNone('planted', text, formsOf(secret)), /planted holds it/)
  }
})

/**
 * Creates, replays, rotates, tests and deletes subscriptions, with deliveries that succeed and fail and a crash in between; resolves with all
 * their secrets.
 */
async function doEverything(
  org: Organization,
  base: string,
  settled: () => Promise<void> | undefined,
): Promise<string[]> {
  const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> =>
    fetchReply(`${base}/api/v1${path}`, { key: org.key, method, headers, ...(body && { body: JSON.stringify(body) }) })
  const subscribe = (event: string, key: string) =>
    call('POST', '/webhooks', { event, target_url: receiver.url }, { 'idempotency-key': key })
  const secrets: unknown[] = []
  const maple = property()
  await store(org, { properties: [maple] })
  const openWorkOrder = () => call('POST', '/work-orders', { title: 'Tap leaks', property_id: maple.id })

  const key = randomBytes(8).toString('hex')
  const made = await subscribe('ticket.created', key)
  assert.equal(made.status, 201, made.text)
  secrets.push(made.body.secret)
  assert.equal((await subscribe('ticket.created', key)).text, made.text)
  secrets.push((await call('POST', `/webhooks/${made.body.id}/rotate-secret`)).body.secret)
  assert.equal((await subscribe('ticket.created', key)).text, made.text)
  // The receiver echoes whatever it was sent, and the beginning of its answer is stored.
  receiver.answer = (response, { headers, body }) => void response.writeHead(500).end(JSON.stringify(headers) + body)
  await openWorkOrder()
  await call('POST', `/webhooks/${made.body.id}/test`)
  await settled()
  receiver.answer = response => void response.writeHead(200).end('ok')
  const [delivery] = (await call('GET', `/webhooks/${made.body.id}/deliveries`)).body.data
  await call('POST', `/webhooks/${made.body.id}/deliveries/${delivery?.delivery_id}/redeliver`)
  await openWorkOrder()
  await settled()

  const doomed = await subscribe('lead.created', `${key}-doomed`)
  secrets.push(doomed.body.secret)
  await call('DELETE', `/webhooks/${doomed.body.id}`)
  // PostgreSQL's error contains the whole row.
  await world.sql('alter table webhook_subscriptions add constraint crash check (epoch < 1) not valid')
  assert.equal((await subscribe('lead.created', `${key}-crash`)).status, 500)
  assert.equal((await call('POST', `/webhooks/${made.body.id}/rotate-secret`)).status, 500)
  await world.sql('alter table webhook_subscriptions drop constraint crash')
  return secrets.map(String)
}

/** Deliveries that failed wait for their next attempt, some seconds from now. */
async function untilNothingIsDue(): Promise<void> {
  await until(async () => {
    const due = await world.sql(
      `select from webhook_deliveries where due_at <= now() or claimed_until is not null or status = 'PENDING'`,
    )
    return due.length === 0
  })
}

/** Every row of every table, as text, by the name of the table: everything that a dump of the database contains. */
async function dump(): Promise<Map<string, string>> {
  const tables = await world.sql<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'm') and n.nspname <> 'information_schema'`,
  )
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const [row] = await world.sql<{ text: string }>(
      `select coalesce(string_agg(t::text, E'\\n'), '') as text from ${name} t`,
    )
    texts.set(name, row?.text ?? '')
  }
  return texts
}

function assertHoldsNone(where: string, text: string, needles: readonly string[]): void {
  const lower = text.toLowerCase()
  for (const needle of needles) {
    // Hex may be in either case. Ignoring case is safe for base64 as well, because an accidental match of this length is practically impossible.
    const at = lower.indexOf(needle.toLowerCase())
    assert.equal(at, -1, `${where} holds it: ${text.slice(Math.max(0, at - 80), at)}`)
  }
}

/** The strings that would reveal a secret in any notation. They are parts of it, so that one that is cut off or escaped is found as well. */
function formsOf(secret: string): string[] {
  return [...formsOfText(secret), ...formsOfBytes(Buffer.from(secret.slice('whsec_'.length), 'base64'))]
}

function formsOfBytes(bytes: Buffer): string[] {
  return [...part(bytes.toString('base64')), ...part(bytes.toString('base64url')), ...part(bytes.toString('hex'))]
}

/** Every form in which a string could be stored or logged: unchanged, as bytes, or as base64. */
function formsOfText(text: string): string[] {
  const inner = Buffer.from(text.slice(8, -3))
  return [
    ...part(inner.toString()),
    ...part(inner.toString('hex')),
    ...part(inner.toString('base64').replace(/=+$/, '')),
  ]
}

/** The two halves of a string. */
function part(text: string): string[] {
  const half = Math.floor(text.length / 2)
  return [text.slice(0, half), text.slice(half, -2)]
}

/** Tries each stored value as a root key, in every way in which it might encode one. */
async function assertNothingStoredLeadsTo(secrets: readonly string[], org: Organization): Promise<void> {
  const values = new Set<string>()
  for (const table of [
    'webhook_subscriptions',
    'organizations',
    'idempotency_records',
    'api_keys',
    'administrative_log',
  ]) {
    const rows = await world.sql<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${table} t`)
    assert.ok(rows.length > 0, table)
    for (const { row } of rows) collectLeaves(row, values)
  }
  const places = await world.sql<{ id: string; root_key_id: string }>(
    `select distinct s.id, k as root_key_id from webhook_subscriptions s, unnest(array['first', 'second']) k`,
  )
  const known = new Set(secrets)
  for (const value of values) {
    for (const bytes of keysOf(value)) {
      for (const { id: subscriptionId, root_key_id: rootKeyId } of places) {
        const keys = readRootKeys(`${rootKeyId}:${bytes.toString('base64')}`)
        for (const epoch of [1, 2]) {
          const made = deriveSecret(keys, { organizationId: org.id, subscriptionId, rootKeyId, epoch })
          assert.ok(!known.has(made), `it follows from ${value}`)
        }
      }
    }
  }
  const real = readRootKeys(rootKey.join())
  const derived = places.flatMap(({ id: subscriptionId, root_key_id: rootKeyId }) =>
    [1, 2].map(epoch => deriveSecret(real, { organizationId: org.id, subscriptionId, rootKeyId, epoch })),
  )
  for (const secret of known) assert.ok(derived.includes(secret), 'with the root key it does follow')
}

function collectLeaves(value: unknown, into: Set<string>): void {
  if (value !== null && typeof value === 'object') for (const inner of Object.values(value)) collectLeaves(inner, into)
  else if (value !== null) into.add(String(value))
}

/** The keys of 32 bytes that `value` may encode. */
function keysOf(value: string): Buffer[] {
  const readings = [Buffer.from(value), Buffer.from(value.replace(/^\\x/, ''), 'hex'), Buffer.from(value, 'base64')]
  return [...readings.filter(({ length }) => length === 32), createHash('sha256').update(value).digest()]
}
