/** Every write of the API may be repeated with its Idempotency-Key, however its address is written, and no reply is stored with a secret in it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { request, sendRaw } from '../raw-http.ts'
import { isReplay, prepare, useOrganization, useWorld } from '../world.ts'
import { addressOf, OPERATIONS, requestOf } from './exercises.ts'
import { assertAnswers } from './promises.ts'
import { storeSample } from './sample.ts'

const world = useWorld({ role: 'all' })
const org = useOrganization(world)
const sample = prepare(() => storeSample(org))

const WRITES = OPERATIONS.filter(([, { method }]) => method !== 'GET')

test('the contract has writes, and each says that it takes an Idempotency-Key', () => {
  assert.ok(WRITES.length >= 9)
  assert.deepEqual(
    WRITES.filter(([, { idempotent }]) => !idempotent).map(([name]) => name),
    [],
  )
})

/** Another spelling of the same address, in which the first letter of every part is percent-encoded. */
function respelled(path: string): string {
  return path.replaceAll(/\/([a-z])/g, (_, first: string) => `/%${first.charCodeAt(0).toString(16)}`)
}

for (const [name, { method }] of WRITES) {
  test(`${name} takes effect once for one key, however its address is written`, async () => {
    const path = `/api/v1${addressOf(name, sample)}`
    const { body = '' } = requestOf(name, sample)
    const send = async (target: string, text = body) => {
      const headers = {
        'x-api-key': org.key,
        'idempotency-key': `${name}-spelled`,
        'content-length': String(Buffer.byteLength(text)),
        ...(text && { 'content-type': 'application/json' }),
      }
      const reply = await sendRaw(world.service.url as string, request(`${method} ${target}`, headers, text))
      assert.ok(reply, target)
      assertAnswers(reply, name)
      return reply
    }
    const first = await send(path)
    assert.ok(!isReplay(first))
    const others = [respelled(path), `http://localhost${path}`, `HTTP://me:secret@elsewhere${path}`]
    for (const target of others) {
      const again = await send(target)
      assert.ok(isReplay(again), target)
      assert.equal(again.text, first.text, target)
    }
    if (!body) assert.ok(isReplay(await send(path, '{}')), 'an empty object is no other body than none')
    const [records] = await world.sql(
      'select count(*)::int as count from idempotency_records where organization_id = $1 and key = $2',
      [org.id, `${name}-spelled`],
    )
    assert.equal(records?.count, 1)
  })
}

test('every rotation replays the secret it created, even after later ones, and no secret is stored', async () => {
  const rotate = (key: string) =>
    world.call(`/webhooks/${sample.webhook.id}/rotate-secret`, {
      key: org.key,
      method: 'POST',
      headers: { 'idempotency-key': key },
    })
  const first = await rotate('rotation-0001')
  const second = await rotate('rotation-0002')
  const third = await rotate('rotation-0003')
  const secrets = [first, second, third].map(({ body }) => String(body.secret))
  assert.equal(new Set(secrets).size, 3)
  for (const [index, made] of [first, second, third].entries()) {
    const again = await rotate(`rotation-000${index + 1}`)
    assert.ok(isReplay(again))
    assert.equal(again.text, made.text)
  }
  const [row] = await world.sql('select epoch from webhook_subscriptions where id = $1', [sample.webhook.id])
  const [logged] = await world.sql(
    `select count(*)::int as count from administrative_log where subject = $1 and action = 'webhook.rotate_secret'`,
    [sample.webhook.id],
  )
  assert.equal(logged?.count, Number(row?.epoch) - 1, 'a replay rotates nothing')
  const kept = await world.sql<{ reply: string }>('select reply from idempotency_records where organization_id = $1', [
    org.id,
  ])
  assert.ok(kept.length > 0)
  for (const secret of secrets) {
    for (const { reply } of kept) assert.ok(!reply.includes(secret.slice('whsec_'.length)), reply)
  }
})
