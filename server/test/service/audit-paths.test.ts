/** Putting a key or a password in an address is a common mistake; neither the audit log nor the process log repeats it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { assertRefused } from '../contract/promises.ts'
import { request, sendRaw } from '../raw-http.ts'
import { useOrganization, useWorld } from '../world.ts'
import { linesOf } from './audit-lines.ts'

let log = ''
const sink = {
  write(line: string) {
    log += line
  },
}
const world = useWorld({ logger: pino({ level: 'trace' }, sink) })
const org = useOrganization(world)

async function pathOf(target: string, headers: Record<string, string> = {}): Promise<string | undefined> {
  const reply = await sendRaw(
    world.service.url as string,
    request(`GET ${target}`, { 'x-api-key': org.key, ...headers }),
  )
  assert.ok(reply)
  const [line] = await linesOf(world, reply.headers.get('x-request-id') as string)
  assert.ok(line, target)
  return line.path
}

const escaped = (text: string) => [...text].map(letter => `%${letter.charCodeAt(0).toString(16)}`).join('')

test('a key in a path is masked, however it is encoded', async () => {
  const telling = org.key.slice('pm_live_'.length, -6)
  for (const spelled of [
    org.key,
    org.key.replaceAll('_', '%5F'),
    org.key.replaceAll('_', '%5f').toUpperCase().slice(0, 12) + org.key.slice(8),
    escaped(org.key),
    escaped(escaped(org.key)),
    escaped(escaped(escaped(org.key))),
    `pm_live_${escaped(telling)}`,
    `%${org.key}`,
    `%zz/${escaped(org.key)}`,
  ]) {
    for (const place of ['/api/v1/properties/', '/api/v1/nowhere/']) {
      const path = await pathOf(`${place}${spelled}`)
      for (const shown of [path, decodeLeniently(path)]) assert.ok(!shown?.includes(telling), `${spelled}: ${path}`)
      assert.ok(path?.startsWith(place), path)
    }
  }
})

test('a webhook’s secret in a path is masked', async () => {
  const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
  for (const spelled of [secret, encodeURIComponent(secret), escaped(secret)]) {
    assert.equal(await pathOf(`/api/v1/webhooks/${spelled}`), '/api/v1/webhooks/whsec_…')
  }
})

test('only the path of an absolute address is recorded', async () => {
  for (const before of ['http://me:hunter2@localhost', 'HTTPS://me:hunter2@localhost:8080', 'http://hunter2@[::1]']) {
    assert.equal(await pathOf(`${before}/api/v1/properties/prop_a?city=x`), '/api/v1/properties/prop_a')
  }
  const reply = await sendRaw(world.service.url as string, request('GET http://me:hunter2@localhost/nowhere'))
  assertRefused(reply as NonNullable<typeof reply>, 'not_found')
  assert.equal(reply?.body.message, 'There is no GET /nowhere.')
})

test('a user and a password are masked anywhere in a path', async () => {
  for (const [target, path] of [
    ['/api/v1/http://me:hunter2@example.com/x', '/api/v1/http://…@example.com/x'],
    ['/api/v1/http:%2F%2Fme%3Ahunter2%40example.com', '/api/v1/http://…@example.com'],
    ['/api/v1/properties/a@b', '/api/v1/properties/a@b'],
  ]) {
    assert.equal(await pathOf(target as string), path)
  }
})

test('neither a query nor a fragment is recorded', async () => {
  assert.equal(await pathOf('/api/v1/listings?city=hunter2'), '/api/v1/listings')
  assert.equal(await pathOf('/api/v1/nowhere#hunter2'), '/api/v1/nowhere')
})

test('an encoded key in a user agent is masked', async () => {
  await pathOf('/api/v1/listings', { 'user-agent': `probe ${escaped(org.key)}` })
  const rows = await world.sql('select from audit.calls where user_agent ~* $1', [escaped(org.key.slice(8, 16))])
  assert.deepEqual(rows, [])
})

test('the process log contains none of these, even when a call fails', async () => {
  await world.sql('alter table properties rename to properties_away')
  try {
    assert.ok(await pathOf(`http://me:hunter2@localhost/api/v1/properties/${escaped(org.key)}`))
  } finally {
    await world.sql('alter table properties_away rename to properties')
  }
  assert.match(log, /request failed/)
  assert.doesNotMatch(decodeLeniently(log) as string, /hunter2/)
  assert.ok(!decodeLeniently(log)?.includes(org.key.slice('pm_live_'.length)))
})

function decodeLeniently(text: string | undefined): string | undefined {
  let decoded = text
  for (let round = 0; round < 5; round++) {
    decoded = decoded?.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    )
  }
  return decoded
}
