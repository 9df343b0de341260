/** The webhooks of the published document are those that are sent: every kind of event, as it comes over the wire, fits its schema. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'
import { EVENT_TYPES, type EventType } from '#contract/events.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { RETRIES_IN_WORDS } from '#contract/openapi-webhooks.ts'
import { createWorkOrder, updateWorkOrder } from '#server/domain/work-orders/operations.ts'
import { MAX_DELAY_MS, PAUSED_AFTER_MS, RETRY_SCHEDULE } from '#server/webhooks/schedule.ts'
import { SEND_LIMIT_MS } from '#server/webhooks/send.ts'
import { calls } from '../calls.ts'
import { openTenancy } from '../domain/tenancy.ts'
import { signed, storeHome } from '../leasing.ts'
import { until } from '../service/processes.ts'
import { type Received, useReceiver } from '../webhooks/receiver.ts'
import { useOrganization, useWorld } from '../world.ts'

const { createLead, refundPayment, reversePayment } = calls

const addFormats = formatsModule as unknown as (ajv: Ajv2020) => void

type Media = { 'application/json': { schema: { $ref: string }; example: Record<string, unknown> } }
type Described = {
  description: string
  security: unknown[]
  parameters: { $ref: string }[]
  requestBody: { content: Media }
  responses: Record<string, { description: string }>
}
type Parameter = { name: string; schema: object }
const document = openApiDocument() as unknown as {
  webhooks: Record<string, { post: Described }>
  components: { parameters: Record<string, Parameter> }
}

const ajv = new Ajv2020({ strict: false })
addFormats(ajv)
ajv.addSchema({ $id: 'document', ...document })

const world = useWorld({ role: 'all', own: true })
const org = useOrganization(world)
const receiver = useReceiver()

test('every kind of event has an entry, and each says what a receiver must do', () => {
  assert.deepEqual(Object.keys(document.webhooks), EVENT_TYPES)
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    assert.deepEqual(post.security, [], 'a receiver is sent no key')
    assert.deepEqual(new Set(Object.keys(post.responses)), new Set(['2XX', '410', 'default']))
    assert.equal(post.requestBody.content['application/json'].example.type, type)
    assert.ok(post.description.includes(RETRIES_IN_WORDS))
  }
})

test('the documented schedule is the one by which deliveries are tried again', () => {
  const ms = { second: 1_000, minute: 60_000, hour: 3_600_000 }
  const said = [...RETRIES_IN_WORDS.matchAll(/(\d+) (second|minute|hour)/g)]
  const delays = said.map(([, count, unit]) => Number(count) * ms[unit as keyof typeof ms])
  assert.deepEqual([0, ...delays], RETRY_SCHEDULE)
  assert.equal(RETRY_SCHEDULE.length, 10, 'ten attempts in all')
  assert.equal(SEND_LIMIT_MS, 15_000, 'within 15 seconds')
  assert.equal(PAUSED_AFTER_MS, 5 * 24 * ms.hour, 'for five days')
  assert.equal(MAX_DELAY_MS, 24 * ms.hour, 'up to a day')
})

test('each event as it is sent matches the schema of its kind and no other, and so do its headers', async () => {
  for (const event of EVENT_TYPES) await subscribe(event)
  await org.within(context => createLead(context, { first_name: 'Dana', source: 'Website' }))
  const tenancy = await openTenancy(world, org)
  const { work_order_id: id } = await org.within(context =>
    createWorkOrder(context, { title: 'Tap leaks', property_id: tenancy.maple.id }),
  )
  await org.within(context => updateWorkOrder(context, { id, status: 'COMPLETED' }))
  await tenancy.charge(100_000)
  const { payment_id } = await tenancy.pay(100_000)
  await org.within(context => refundPayment(context, { id: payment_id, amount_cents: 100 }))
  await org.within(context => reversePayment(context, { id: payment_id }))
  await signed(org, await storeHome(org))
  await until(() => receiver.received.some(received => typeOf(received) === 'records.changed'))
  await world.service.deliveries?.idle()
  assert.deepEqual(receiver.received.map(typeOf).sort(), [...EVENT_TYPES].sort())
  for (const received of receiver.received) {
    assertFits(received)
    const body = JSON.parse(received.body)
    for (const other of EVENT_TYPES) {
      if (other !== body.type) assert.equal(validatorOf(other)(body), false, `${body.type} passes for ${other}`)
    }
  }
})

test('pages of events and changes match the document, and an item under the type of another does not', async () => {
  for (const [name, path] of [
    ['EventList', '/events?limit=100'],
    ['ChangeList', '/changes?limit=100'],
  ]) {
    const validate = ajv.compile({ $ref: `document#/components/schemas/${name}` })
    const { body } = await world.call(`${path}`, { key: org.key })
    const items = body.data as { type: string; change?: string }[]
    assert.ok(validate(body), `${name}: ${ajv.errorsText(validate.errors)}`)
    const types = [...new Set(items.map(({ type }) => type))]
    assert.ok(types.length > 5, String(types))
    for (const item of items) {
      if (item.change === 'REMOVED') continue
      const other = types.find(type => nounOf(type) !== nounOf(item.type))
      assert.ok(!validate({ ...body, data: [{ ...item, type: other }] }), `${item.type} passes for ${other}`)
    }
  }
})

/** Events of tickets have the same data, and so have some of payments. */
function nounOf(type: string): string {
  return type.split('.')[0] as string
}

test('a test event of each kind matches its schema too', async () => {
  receiver.received.length = 0
  for (const event of EVENT_TYPES) {
    const id = await subscribe(event)
    const sent = await world.call(`/webhooks/${id}/test`, { key: org.key, method: 'POST' })
    assert.equal(sent.status, 201, sent.text)
  }
  await world.service.deliveries?.idle()
  const tests = receiver.received.filter(({ body }) => JSON.parse(body).test)
  assert.deepEqual(tests.map(typeOf).sort(), [...EVENT_TYPES].sort())
  for (const received of tests) {
    assertFits(received)
  }
})

async function subscribe(event: EventType): Promise<string> {
  const body = JSON.stringify({ event, target_url: receiver.url })
  const reply = await world.call('/webhooks', { key: org.key, method: 'POST', body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id as string
}

function typeOf({ body }: Received): EventType {
  return JSON.parse(body).type
}

function assertFits(received: Received): void {
  const type = typeOf(received)
  const validate = validatorOf(type)
  assert.ok(validate(JSON.parse(received.body)), `${type}: ${ajv.errorsText(validate.errors)}`)
  const { parameters } = document.webhooks[type]?.post as Described
  assert.equal(parameters.length, 3)
  for (const { $ref } of parameters) {
    const { name, schema } = document.components.parameters[$ref.split('/').at(-1) as string] as Parameter
    assert.ok(ajv.validate(schema, received.headers[name]), `${name}: ${received.headers[name]}`)
  }
}

function validatorOf(type: EventType): ValidateFunction {
  const { $ref } = document.webhooks[type]?.post.requestBody.content['application/json'].schema as { $ref: string }
  return ajv.compile({ $ref: `document${$ref}` })
}
