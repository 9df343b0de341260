/**
 * The links of the document: each refers from an ID in a reply to a call that takes it, and following it over HTTP
 * succeeds.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiDocument } from '#contract/openapi.ts'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { addressOf, OPERATIONS, requestOf } from './exercises.ts'
import { storeSample } from './sample.ts'

type Link = { operationId: string; parameters: Record<string, string>; description: string }
type Parameter = { name: string; in: string; required: boolean; examples: { example: { value: unknown } } }
type Described = {
  operationId: string
  parameters: (Parameter & { $ref?: string })[]
  responses: Record<string, { links?: Record<string, Link>; content?: { 'application/json': { example: unknown } } }>
}

const { paths } = openApiDocument() as unknown as {
  paths: Record<string, Record<string, Described>>
}
const described = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [operation.operationId, { path, method, operation }]),
  ),
)
const links = [...described.values()].flatMap(({ operation }) =>
  Object.values(operation.responses).flatMap(({ links = {}, content }) =>
    Object.values(links).map(link => ({
      from: operation.operationId,
      link,
      example: content?.['application/json'].example,
    })),
  ),
)

const world = useWorld()
const org = useOrganization(world)
// This world has no worker, because a worker's changes to deliveries would change the target of a link.
const sample = prepare(() => storeSample(org))

test('every link fills in all that its operation requires, each with an ID of the right kind', () => {
  assert.ok(links.length > 30)
  for (const { from, link, example } of links) {
    const target = described.get(link.operationId)?.operation
    assert.ok(target, `${from} leads to ${link.operationId}`)
    const taken = new Map(target.parameters.map(parameter => [parameter.name, parameter]))
    for (const parameter of target.parameters.filter(({ required }) => required))
      assert.ok(link.parameters[parameter.name], `${from} → ${link.operationId}: ${parameter.name}`)
    for (const [name, expression] of Object.entries(link.parameters)) {
      const parameter = taken.get(name)
      assert.ok(parameter, `${from} → ${link.operationId}: ${name}`)
      assert.equal(
        kindOf(read(expression, example)),
        kindOf(parameter.examples.example.value),
        `${from} → ${link.operationId}: ${name}`,
      )
    }
  }
})

test('a list links to each of its items, and a created record to the call that shows it', () => {
  for (const [from, to] of [
    ['listProperties', 'getProperty'],
    ['listResidents', 'getResident'],
    ['listInvoices', 'getInvoice'],
    ['listPayments', 'getPayment'],
    ['listWorkOrders', 'getWorkOrder'],
    ['createWorkOrder', 'getWorkOrder'],
    ['createMessage', 'getMessage'],
    ['createWebhook', 'deleteWebhook'],
    ['listWebhookDeliveries', 'redeliverWebhook'],
    ['getProperty', 'listResidents'],
    ['getProperty', 'getRentRoll'],
  ]) {
    assert.ok(
      links.some(({ from: source, link }) => source === from && link.operationId === to),
      `${from} → ${to}`,
    )
  }
})

test('every operation with an ID in its path is reached by a link, and a deleted record has no links', () => {
  const reached = new Set(links.map(({ link }) => link.operationId))
  assert.deepEqual(
    OPERATIONS.filter(([name, { path }]) => path.includes('{') && !reached.has(name)).map(([name]) => name),
    [],
  )
  assert.deepEqual(
    links.filter(({ from }) => described.get(from)?.method === 'delete'),
    [],
  )
})

for (const [name] of OPERATIONS) {
  const out = links.filter(({ from, link }) => from === name && described.get(link.operationId)?.method === 'get')
  if (out.length === 0) continue
  test(`the links in a reply of ${name} work as described`, async () => {
    const reply = await world.call(addressOf(name, sample), requestOf(name, sample, org.key))
    assert.ok(reply.status < 300, reply.text)
    for (const { link } of out) {
      const { path } = described.get(link.operationId) as { path: string }
      const given = new Map(Object.entries(link.parameters).map(([to, from]) => [to, String(read(from, reply.body))]))
      const query = new URLSearchParams([...given].filter(([to]) => !path.includes(`{${to}}`)))
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, to) => given.get(to) as string).replace('/api/v1', '')
      const followed = await world.call(`${filled}?${query}`, { key: org.key })
      assert.equal(followed.status, 200, `${link.operationId}: ${followed.text}`)
    }
  })
}

/** What a runtime expression such as `$response.body#/data/0/id` stands for. */
function read(expression: string, body: unknown): unknown {
  const [, pointer = ''] = /^\$response\.body#\/(.+)$/.exec(expression) ?? []
  return pointer
    .split('/')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], body)
}

/** `wo_01kh…` → `wo`. */
function kindOf(id: unknown): string | undefined {
  return /^([a-z]+)_[0-9a-z]{26}$/.exec(String(id))?.[1]
}
