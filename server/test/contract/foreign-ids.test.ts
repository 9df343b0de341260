/** Every field of a body and every parameter of a query that takes an ID treats the ID of another organization's record as one that does not exist. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_URI_LENGTH } from '#contract/values.ts'
import { calls } from '../calls.ts'
import { signedIn } from '../console/visitor.ts'
import { prepare, useWorld } from '../world.ts'
import {
  CONSOLE_OPERATIONS,
  type ConsoleName,
  type ConsoleSample,
  prepareRequest,
  storeConsoleSample,
} from './console-exercises.ts'
import { assertNames, withoutRequestId } from './promises.ts'

const world = useWorld()
const one = prepare(async () => storeConsoleSample(world, await world.organization({ plan: 'ENTERPRISE' })))
const theirs = prepare(async () =>
  storeConsoleSample(world, await world.organization({ plan: 'ENTERPRISE' }), ' ~other~'),
)
const owner = prepare(() => signedIn(world, one.organization, 'OWNER'))

/** The record of another organization that a field of this name is given. */
const RECORDS: Readonly<Record<string, (sample: ConsoleSample['sample']) => string>> = {
  property_id: ({ property }) => property.id,
  unit_id: ({ vacant }) => vacant.id,
  resident_id: ({ resident }) => resident.id,
  lease_id: ({ lease }) => lease.id,
  invoice_id: ({ invoice }) => invoice.invoice_id,
  invoice_ids: ({ invoice }) => invoice.invoice_id,
  owner_id: ({ owner }) => owner.id,
  portfolio_id: ({ portfolio }) => portfolio.id,
  subject: ({ lease }) => lease.id,
  lead_id: ({ lead }) => lead.lead_id,
}

/** A position among the records of a call, which need not exist. */
const POSITION = 'after'

/** Fields that select records instead of naming one: an ID that matches nothing changes nothing, and the call succeeds. */
const SELECTIONS = ['generateInvoices property_id', 'voidMonthlyCharges property_id', 'chargeLateFees invoice_ids[0]']

/** Fields that must agree with others of their body, so an element of their list cannot be made from examples alone. */
const ELEMENTS: Readonly<Record<string, object>> = { allocations: { amount_cents: 1 } }

type Schema = {
  maxLength?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  examples?: unknown[]
}
type Fields = Record<string, unknown>

/** The places where a body takes an ID: the names of the fields that lead to it, and 0 for the first item of a list. */
function placesOf(schema: Schema): (string | 0)[][] {
  // Only IDs in requests are as long as an address allows.
  if (schema.maxLength === MAX_URI_LENGTH) return [[]]
  if (schema.items) return placesOf(schema.items).map(rest => [0, ...rest])
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    placesOf(field).map(rest => [name, ...rest]),
  )
}

/** `value` with `id` at a place; what is missing on the way there is filled with the examples of the schema. */
function withId(schema: Schema, value: unknown, [step, ...rest]: (string | 0)[], id: string): unknown {
  if (step === undefined) return id
  if (step === 0) return [withId(schema.items as Schema, (value as unknown[] | undefined)?.[0], rest, id)]
  const fields = (value as Fields | undefined) ?? exampleOf(schema)
  const inner = schema.properties?.[step] as Schema
  const known = fields[step] ?? (ELEMENTS[step] && [{ ...exampleOf(inner.items as Schema), ...ELEMENTS[step] }])
  return { ...fields, [step]: withId(inner, known, rest, id) }
}

function exampleOf({ properties = {}, required = [] }: Schema): Fields {
  return Object.fromEntries(required.map(name => [name, properties[name]?.examples?.[0]]))
}

const places = CONSOLE_OPERATIONS.flatMap(([name, { body }]) =>
  placesOf((body ?? {}) as Schema)
    .filter(place => !place.includes(POSITION))
    .map(place => ({ name, body: body as Schema, place })),
)

for (const { name, body, place } of places) {
  const path = place.map((step, index) => (step === 0 ? '[0]' : `${index === 0 ? '' : '.'}${step}`)).join('')

  test(`${name} treats another organization's ID in ${path} as one that does not exist`, async () => {
    const request = (await prepareRequest(name, one))()
    const field = place.findLast(step => step !== 0) as string
    const foreign = (RECORDS[field] as (typeof RECORDS)[string])(theirs.sample)
    const send = (id: string) =>
      owner.call(request.path, { method: request.method, body: withId(body, request.body, place, id) })
    const replies = new Set<string>()
    for (const id of [foreign, foreign.replace(/.{4}$/, 'zzzz'), 'nonsense', 'x'.repeat(8_000)]) {
      const reply = await send(id)
      if (SELECTIONS.includes(`${name} ${path}`)) assert.equal(reply.status, 200, reply.text)
      else assertNames(reply, path)
      replies.add(withoutRequestId(reply))
    }
    assert.equal(replies.size, 1, [...replies].join())
    assertNames(await send('a\0'), path)
  })
}

/** The record of another organization that a parameter of a query is given. */
const ASKED: Readonly<Record<string, (sample: ConsoleSample) => string | Promise<string>>> = {
  ...Object.fromEntries(
    Object.entries(RECORDS).map(([name, idOf]) => [name, ({ sample }: ConsoleSample) => idOf(sample)]),
  ),
  owner: ({ sample }) => sample.owner.id,
  record_id: ({ sample }) => sample.vacant.id,
  scope_id: ({ sample }) => sample.portfolio.id,
  ids: ({ sample }) => sample.vacant.id,
  external_id: ({ sample }) => sample.workOrder.external_id as string,
  key_id: sample => sample.key(),
  request_id: ({ requestId }) => requestId,
  webhook_id: ({ sample }) => sample.webhook.id,
  vendor_id: ({ organization }) =>
    organization.within(async context => (await calls.createVendor(context, { name: 'Other' })).vendor_id),
}

/** Parameters that take any text and name no record, or a position among records that need not exist. */
const TEXTS = ['route', 'ip', 'action', 'actor', 'name', 'before', POSITION]

const asked = CONSOLE_OPERATIONS.flatMap(([name, { method, parameters }]) =>
  Object.entries(parameters.query.properties as Record<string, Schema>)
    .filter(([field, { maxLength }]) => method === 'GET' && maxLength === MAX_URI_LENGTH && !TEXTS.includes(field))
    .map(([field]) => ({ name, field })),
)

for (const { name, field } of asked) {
  test(`${name} treats another organization's ID in the parameter ${field} as one that does not exist`, async () => {
    const foreign = await (ASKED[field] as (typeof ASKED)[string])(theirs)
    const replies = new Set<string>()
    const request = await prepareRequest(name, one)
    for (const id of [foreign, foreign.replace(/.{4}$/, 'zzzz')]) {
      const reply = await owner.call(request({ query: { [field]: id } }).path)
      assert.ok([200, 404].includes(reply.status), reply.text)
      assert.ok(!reply.text.includes('~other~'), reply.text)
      replies.add(reply.status === 200 ? reply.text : withoutRequestId(reply))
    }
    assert.equal(replies.size, 1, [...replies].join())
  })
}

test('the places of IDs are found in every kind of body', () => {
  const of = (name: ConsoleName) => places.filter(each => each.name === name).map(({ place }) => place.join('.'))
  assert.deepEqual(of('createWorkOrder'), ['property_id', 'unit_id', 'resident_id'])
  assert.deepEqual(of('recordPayment'), ['lease_id', 'resident_id', 'allocations.0.invoice_id'])
  assert.deepEqual(of('importFile'), ['mapping.properties.0.property_id'])
})
