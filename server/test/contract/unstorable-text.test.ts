/**
 * Text that PostgreSQL cannot store (half a surrogate pair, or NUL) is refused by every write, and the log never repeats text that
 * failed.
 */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { pino } from 'pino'
import { createWorkOrder } from '#server/domain/work-orders/operations.ts'
import { calls } from '../calls.ts'
import { signedIn } from '../console/visitor.ts'
import { property, store } from '../records.ts'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { CONSOLE_OPERATIONS, consoleRequest, storeConsoleSample } from './console-exercises.ts'
import { addressOf, EXERCISES, type Exercise, OPERATIONS } from './exercises.ts'
import { assertNames, assertRefused } from './promises.ts'

const { createInvoice } = calls

const logged: string[] = []
const world = useWorld({ logger: pino({ level: 'warn' }, { write: line => void logged.push(line) }), own: true })
const org = useOrganization(world, { plan: 'ENTERPRISE' })
const sample = prepare(() => storeConsoleSample(world, org))
const owner = prepare(() => signedIn(world, org, 'OWNER'))
// A member may make 600 calls per minute.
beforeEach(() => world.clock.advance(61_000))

const UNSTORABLE = ['half \ud83c', '\udfe0 half', 'a\0b', '\udfe0\ud83c']

/** Every string of a body, at any depth, by its path; `put` returns the body with another string in that place. */
function textsOf(value: unknown, path = ''): { path: string; put(text: string): unknown }[] {
  if (typeof value === 'string') return [{ path, put: text => text }]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) =>
    textsOf(inner, Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`).map(
      ({ path: place, put }) => ({
        path: place,
        put: text => (Array.isArray(value) ? value.with(Number(name), put(text)) : { ...value, [name]: put(text) }),
      }),
    ),
  )
}

for (const [name, { method, body: schema }] of OPERATIONS) {
  if (!schema) continue
  test(`${name} names each text that cannot be stored`, async () => {
    const exercise: Exercise = EXERCISES[name]
    const body = exercise.body?.(sample.sample)
    for (const { path, put } of textsOf(body)) {
      for (const text of UNSTORABLE) {
        const reply = await world.call(addressOf(name, sample.sample), {
          key: org.key,
          method,
          body: JSON.stringify(put(text)),
        })
        assertNames(reply, path)
      }
    }
  })
}

test('every write of the console names each text that cannot be stored', async () => {
  for (const [name, { body: schema }] of CONSOLE_OPERATIONS) {
    if (!schema) continue
    const { path: address, method, body } = await consoleRequest(name, sample)
    for (const { path, put } of textsOf(body)) {
      const reply = await owner.call(address, { method, body: put(UNSTORABLE[0] as string) })
      assertNames(reply, path)
      world.clock.advance(1_000)
    }
  }
})

test('the name of an uploaded file that cannot be stored is named, too', async () => {
  const { path, method, body } = await consoleRequest('uploadFile', sample)
  const reply = await owner.call(path.replace('photo.jpg', 'pho%00to.jpg'), { method, body })
  assertNames(reply, 'name')
})

test('a field name that cannot be stored is refused, too', async () => {
  for (const name of UNSTORABLE) {
    const reply = await world.call('/work-orders', {
      key: org.key,
      method: 'POST',
      body: JSON.stringify({ [name]: 1 }),
    })
    assertRefused(reply, 'invalid_request')
  }
})

test('the operation itself refuses such text when it does not come through HTTP', async () => {
  const home = property()
  await store(org, { properties: [home] })
  for (const text of UNSTORABLE) {
    await assert.rejects(
      org.within(context => createWorkOrder(context, { title: text, property_id: home.id })),
      { name: 'Refusal', code: 'invalid_request' },
    )
    await assert.rejects(
      org.within(context =>
        createInvoice(context, {
          lease_id: sample.sample.lease.id,
          lines: [{ charge_code: 'OTHER', description: text, amount_cents: 100 }],
        }),
      ),
      { name: 'Refusal', code: 'invalid_request' },
    )
  }
  await assert.rejects(world.organization({ name: 'half \ud83c' }), { name: 'Refusal', code: 'invalid_request' })
})

test('a failure of the database is logged without a word of the body', async () => {
  // The offending text is in the error's message and, with the row around it, in the detail that PostgreSQL adds.
  await world.sql(`
    create function trip() returns trigger language plpgsql as
      $$ begin perform new.description::integer, to_jsonb(new); return new; end $$;
    create trigger trip before insert on work_orders for each row execute function trip()`)
  const secrets = { title: 'Gate code of Dana Whitfield', description: 'It is 4711' }
  const reply = await world.call('/work-orders', {
    key: org.key,
    method: 'POST',
    body: JSON.stringify({ property_id: sample.sample.property.id, ...secrets }),
  })
  await world.sql('drop trigger trip on work_orders')
  assertRefused(reply, 'internal_error')
  const line = logged.find(text => text.includes(String(reply.body.request_id)))
  assert.match(line ?? '', /invalid input syntax for type integer/)
  assert.doesNotMatch(line ?? '', /Dana|4711|Gate/)
})

test('none of these calls logged any part of a body', () => {
  for (const line of logged) assert.doesNotMatch(line, /half |Kitchen|Dana/, line)
})
