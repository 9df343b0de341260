/** Required text must not be blank, and short text is one line: anything else is refused, in every body and by the operations themselves. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { cleanCell } from '#server/import/read/cells.ts'
import { createKey } from '#server/platform/api-keys/changes.ts'
import { calls } from '../calls.ts'
import { signedIn } from '../console/visitor.ts'
import { property, resident, store } from '../records.ts'
import { prepare, type Reply, useOrganization, useWorld } from '../world.ts'
import { CONSOLE_OPERATIONS, consoleRequest, storeConsoleSample } from './console-exercises.ts'
import { shareOf } from './parameter-cases.ts'
import { assertNames } from './promises.ts'

const { createOwner } = calls

const world = useWorld({ own: true })
const org = useOrganization(world, { plan: 'ENTERPRISE' })
const sample = prepare(() => storeConsoleSample(world, org))
const owner = prepare(() => signedIn(world, org, 'OWNER'))
// A member may make 600 calls per minute.
beforeEach(() => world.clock.advance(61_000))

const BLANKS = [
  ' ',
  '   ',
  '\t\r\n',
  '\u00a0\u2003\u3000',
  // Characters of no width, fillers, marks of direction, controls, and tags.
  '\u200b',
  ' \u200d\ufe0f\u00ad',
  '\u3164\u2800\u115f',
  '\u202e\u2066\u0007\u007f',
  '\u{e0001}\u{e0020}\u{e0100}',
]
const ENDS = ['\n', '\r\n', '\u2028', '\t', '\u0007', '\u202e']

/**
 * The part of a field's schema that determines whether blanks are refused. Passwords, and fields that are only looked up and never shown, may be
 * blank.
 */
type Field = { type?: string | string[]; minLength?: number; maxLength?: number; format?: string; enum?: unknown[] }

function isWritten({ type, minLength = 0, maxLength = 0, format, enum: words }: Field): boolean {
  return [type].flat().includes('string') && minLength === 1 && maxLength < 8_192 && !format && !words
}

const isShort = ([, { maxLength = 0 }]: [string, Field]) => maxLength <= 200

test('text of nothing but blanks is refused and named in every body of the API and the console', async () => {
  let asked = 0
  for (const [name, { body: schema }] of CONSOLE_OPERATIONS) {
    const texts = Object.entries<Field>(schema?.properties ?? {}).filter(([, field]) => isWritten(field))
    if (texts.length === 0) continue
    const { path, method, body } = await consoleRequest(name, sample)
    const fields = texts.map(([field]) => field)
    for (const blank of shareOf(BLANKS)) {
      // A refusal names every field error, so that all fields are checked by one call.
      const reply = await owner.call(path, {
        method,
        body: { ...(body as object), ...Object.fromEntries(fields.map(field => [field, blank])) },
      })
      assertNames(reply, ...fields)
      for (const { path, message } of reply.body.details) assert.match(message, /must not be blank/, `${name} ${path}`)
      asked += fields.length
    }
    world.clock.advance(10_000)
  }
  assert.ok(asked > 100, String(asked))
})

test('text with room for at most 200 characters is one line in every body, and longer text may have several', async () => {
  let asked = 0
  for (const [name, { body: schema }] of CONSOLE_OPERATIONS) {
    const texts = Object.entries<Field>(schema?.properties ?? {}).filter(([, field]) => isWritten(field))
    const [lines, others] = [texts.filter(isShort), texts.filter(field => !isShort(field))].map(of =>
      of.map(([f]) => f),
    )
    if (!lines?.length) continue
    const { path, method, body } = await consoleRequest(name, sample)
    for (const end of shareOf(ENDS)) {
      const fields = Object.fromEntries([...lines, ...(others ?? [])].map(field => [field, `12${end}x`]))
      const reply = await owner.call(path, { method, body: { ...(body as object), ...fields } })
      assertNames(reply, ...lines)
      for (const { path, message } of reply.body.details) {
        assert.equal(message, 'must be one line, without control characters', `${name} ${path}`)
      }
      asked += lines.length
    }
    world.clock.advance(10_000)
  }
  assert.ok(asked > 100, String(asked))
  const line = { charge_code: 'OTHER', description: 'Key\nfob', amount_cents: 100 }
  const invoice = { lease_id: sample.sample.lease.id, lines: [line] }
  assertNames(await owner.call(owner.inside('/invoices'), { body: invoice }), 'lines[0].description')
})

test('blanks count as nothing inside lists and pairs, too', async () => {
  const line = { charge_code: 'OTHER', description: ' ', amount_cents: 100 }
  const invoice = { lease_id: sample.sample.lease.id, lines: [line] }
  assertNames(await owner.call(owner.inside('/invoices'), { body: invoice }), 'lines[0].description')
  const home = property()
  await store(org, { properties: [home] })
  const unit = { property_id: home.id, label: '1', amenities: ['Balcony', ' '] }
  assertNames(await owner.call(owner.inside('/units'), { body: unit }), 'amenities[1]')
  const place = {
    name: 'Oak',
    type: 'CONDO',
    address_line: '1 Main St',
    city: 'Dayton',
    state: '  ',
    postal_code: '45402',
  }
  assertNames(await owner.call(owner.inside('/properties'), { body: place }), 'state')
})

test('input that does not come through HTTP meets the same rule', async () => {
  await assert.rejects(
    org.within(context => createOwner(context, { name: ' \t' })),
    { code: 'invalid_request', message: 'name must not be blank.' },
  )
  await assert.rejects(
    org.within(context => createOwner(context, { name: 'Oak\nHoldings' })),
    { code: 'invalid_request', message: 'name must be one line, without control characters.' },
  )
  for (const name of ['\u200b', '\u2800']) {
    await assert.rejects(world.organization({ name }), { code: 'invalid_request' })
    const newKey = { name, scopes: ['properties:read'] as const }
    await assert.rejects(
      org.within(context => createKey(context, newKey)),
      { code: 'invalid_request' },
    )
    const unnamed = { first_name: name, last_name: ' ', source: 'Website' }
    assertNames(await owner.call(owner.inside('/leads'), { body: unnamed }), 'last_name')
  }
  assert.equal(cleanCell('\u2060\u200e'), '')
  const name = 'Oak\nHoldings'
  const invalid = { code: 'invalid_request', message: /one line/ }
  await assert.rejects(world.organization({ name }), invalid)
  await assert.rejects(
    org.within(context => createKey(context, { name, scopes: ['properties:read'] })),
    invalid,
  )
})

test('text with invisible characters among visible ones is kept as it is', async () => {
  // A family of four, a heart in color, and a word that may be broken.
  for (const name of ['\u{1f469}\u200d\u{1f467}', '\u2764\ufe0f', 'Oak\u00adwood', '\u200fאורן']) {
    const { status, body } = await owner.call(owner.inside('/owners'), { body: { name } })
    assert.deepEqual([status, body.name], [201, name])
  }
})

test('the title of a work order is the beginning of its description, without leading blanks', async () => {
  const post = (fields: object): Promise<Reply> =>
    world.call('/work-orders', {
      key: org.key,
      method: 'POST',
      body: JSON.stringify({ property_id: sample.sample.property.id, ...fields }),
    })
  for (const blank of BLANKS) {
    const reply = await post({ description: `${blank.repeat(100)}The tap leaks` })
    assert.deepEqual([reply.status, reply.body.title], [201, 'The tap leaks'])
  }
  assertNames(await post({ title: ' ', description: 'The tap leaks' }), 'title')
  assertNames(await post({ description: '\n\n' }), 'description')
})

test('a subject is refused if the message goes by SMS, chosen or not, since an SMS has none', async () => {
  const both = resident({ phone: '+16145550134' })
  const byPhone = resident({ email: null, phone: '+16145550135' })
  await store(org, { residents: [both, byPhone] })
  const send = (fields: object): Promise<Reply> =>
    world.call('/messages', {
      key: org.key,
      method: 'POST',
      body: JSON.stringify({ body: 'The water is off.', ...fields }),
    })
  assertNames(await send({ resident_id: both.id, channel: 'SMS', subject: 'Water' }), 'subject')
  assertNames(await send({ resident_id: byPhone.id, subject: 'Water' }), 'subject')
  for (const fields of [{ resident_id: byPhone.id }, { resident_id: both.id, channel: 'SMS' }]) {
    assert.equal((await send(fields)).status, 201)
  }
  const { status, body } = await send({ resident_id: both.id, subject: 'Water' })
  assert.deepEqual([status, body.channel, body.subject], [201, 'EMAIL', 'Water'])
})
