/** The published document: whole, limited and described everywhere, clean to a linter, and the same wherever it is read. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'
import { openApiDocument } from '#contract/openapi.ts'
import { ROOT } from '#server/bundle.ts'
import { useWorld } from '../world.ts'
import { OPERATIONS } from './exercises.ts'

const addFormats = formatsModule as unknown as (ajv: Ajv2020) => void

type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  additionalProperties?: unknown
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Content = Record<string, { schema: Schema; example?: unknown }>
type Described = {
  description?: string
  schema: Schema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
type Response = { description?: string; content?: Content; headers?: Record<string, object> }
type DocumentedOperation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  parameters: (Described & { name: string; $ref?: string })[]
  requestBody?: { content: Content }
  responses: Record<string, Response & { $ref?: string }>
}
type Document = {
  paths: Record<string, Record<string, DocumentedOperation>>
  webhooks: Record<string, { post: DocumentedOperation }>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Response>
    headers: Record<string, Described>
    parameters?: Record<string, Described>
  }
}

const document = openApiDocument() as unknown as Document
const operations = Object.values(document.paths).flatMap(Object.values<DocumentedOperation>)
const webhooks = Object.values(document.webhooks).map(({ post }) => post)
const all = [...operations, ...webhooks]

const world = useWorld()
test('the service serves the document generated from its contract', async () => {
  const reply = await fetch(`${world.service.url}/api/v1/openapi.json`)
  assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.deepEqual(await reply.json(), JSON.parse(JSON.stringify(openApiDocument(world.service.url))))
})

test('the document contains every operation once, and nothing else', () => {
  const documented = operations.map(({ operationId }) => operationId)
  assert.deepEqual(documented.sort(), OPERATIONS.map(([name]) => name).sort())
  for (const [, { method, path }] of OPERATIONS)
    assert.ok(document.paths[`/api/v1${path}`]?.[method.toLowerCase()], path)
})

/** Ends the linter if it reaches for the network. */
const NO_NETWORK = `data:text/javascript,import net from 'node:net'; net.Socket.prototype.connect = () => { console.error('it reached for the network'); process.exit(99) }`

test('redocly reports neither errors nor warnings, and makes no network request', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', NO_NETWORK, 'node_modules/@redocly/cli/bin/cli.js', 'lint', 'contract/openapi.json', '--format=json'],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  assert.equal(status, 0, stderr)
  const { totals, problems } = JSON.parse(stdout)
  assert.deepEqual(totals, { errors: 0, warnings: 0, ignored: 0 }, JSON.stringify(problems, null, 2))
})

test('every operation is described, with an example of its reply', () => {
  for (const { operationId, summary, description, tags, responses, parameters, requestBody } of operations) {
    assert.ok(operationId && summary && description && tags?.length === 1, operationId)
    const examples = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)].filter(
      content => content !== undefined,
    )
    assert.ok(examples.length > 0)
    for (const content of examples)
      for (const media of Object.values(content)) assert.notEqual(media.example, undefined, operationId)
    for (const parameter of parameters)
      if (!parameter.$ref)
        assert.ok(parameter.description && shownExample(parameter) !== undefined, `${operationId} ${parameter.name}`)
    for (const status of ['400', '401', '403', '429', '500', '503'])
      assert.ok(responses[status], `${operationId} ${status}`)
  }
})

/** OpenAPI knows one example, or several by name. */
function shownExample({ example, examples = {} }: Described): unknown {
  return example ?? Object.values(examples)[0]?.value
}

/** Every schema in the document, with its location. */
function* allSchemas(): Generator<[place: string, schema: Schema]> {
  const { schemas, responses, headers, parameters = {} } = document.components
  for (const [name, schema] of Object.entries(schemas)) yield* within(name, schema)
  for (const [name, { schema }] of Object.entries({ ...headers, ...parameters })) yield* within(name, schema)
  for (const [name, { content }] of Object.entries(responses)) yield* ofContent(name, content)
  for (const operation of all) {
    for (const { name, schema } of operation.parameters)
      if (schema) yield* within(`${operation.operationId} ${name}`, schema)
    yield* ofContent(`${operation.operationId} body`, operation.requestBody?.content)
    for (const [status, { content }] of Object.entries(operation.responses))
      yield* ofContent(`${operation.operationId} ${status}`, content)
  }
}

function* ofContent(place: string, content: Content = {}): Generator<[string, Schema]> {
  for (const { schema } of Object.values(content)) yield* within(place, schema)
}

function* within(place: string, schema: Schema): Generator<[string, Schema]> {
  if (schema.$ref) return
  // Next to fields, alternatives only say which of the fields are needed.
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives && !schema.properties) {
    for (const alternative of alternatives) yield* within(place, alternative)
    return
  }
  yield [place, schema]
  for (const [name, field] of Object.entries(schema.properties ?? {})) yield* within(`${place}.${name}`, field)
  if (schema.items) yield* within(`${place}[]`, schema.items)
}

test('every string, number and list has its limit, requests are closed, and replies are open with all their fields required', () => {
  let count = 0
  for (const [place, schema] of allSchemas()) {
    count++
    const types = [schema.type].flat()
    assert.ok(types[0] !== undefined, `${place} has no type`)
    const isFixed = schema.enum !== undefined || schema.const !== undefined
    if (types.includes('string')) assert.ok(isFixed || schema.maxLength !== undefined, `${place} has no maxLength`)
    if (types.includes('array')) assert.ok(schema.maxItems !== undefined && schema.items, `${place} has no maxItems`)
    if (types.includes('integer') || types.includes('number')) {
      assert.ok(isFixed || (schema.minimum !== undefined && schema.maximum !== undefined), `${place} has no bounds`)
    }
    if (types.includes('object')) {
      // The service refuses a field that it does not know; a client must not, because an upgrade may add one.
      const isRequest = / body$| body\W/.test(place)
      assert.equal(
        schema.additionalProperties,
        isRequest ? false : undefined,
        `${place} is ${isRequest ? 'open' : 'closed'}`,
      )
      const optional = place === 'ApiError' ? ['details'] : /.Event$/.test(place) ? ['test'] : []
      if (!place.endsWith(' body')) {
        assert.deepEqual(
          [...(schema.required ?? []), ...optional].sort(),
          Object.keys(schema.properties ?? {}).sort(),
          place,
        )
      }
    }
  }
  assert.ok(count > 100)
})

test('every parameter, field, header and reply is described', () => {
  for (const [place, schema] of allSchemas()) {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const described = field.$ref ? document.components.schemas[field.$ref.split('/').at(-1) as string] : field
      assert.ok(described?.description, `${place}.${name}`)
    }
  }
  const { schemas, responses, headers, parameters } = document.components
  for (const [name, part] of Object.entries({ ...schemas, ...responses, ...headers, ...parameters }))
    assert.ok(part.description, name)
  for (const { operationId, responses } of all) {
    for (const [status, response] of Object.entries(responses))
      assert.ok(response.$ref || response.description, `${operationId} ${status}`)
  }
})

test('every example matches its schema', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats(ajv)
  ajv.addSchema({ $id: 'document', ...document })
  const schemaOf = (schema: Schema) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components'))
  const check = (place: string, schema: Schema, example: unknown) => {
    const validate = ajv.compile(schemaOf(schema))
    assert.ok(validate(example), `${place}: ${ajv.errorsText(validate.errors)}`)
  }
  for (const { operationId, parameters, requestBody, responses } of all) {
    for (const parameter of parameters) {
      if (!parameter.$ref) check(`${operationId} ${parameter.name}`, parameter.schema, shownExample(parameter))
    }
    for (const { content } of [requestBody ?? {}, ...Object.values(responses)] as { content?: Content }[]) {
      for (const { schema, example } of Object.values(content ?? {})) check(`${operationId} body`, schema, example)
    }
  }
  const { headers, parameters } = document.components
  for (const [name, { schema, example }] of Object.entries({ ...headers, ...parameters })) check(name, schema, example)
  for (const [name, { content }] of Object.entries(document.components.responses)) {
    for (const { schema, example } of Object.values(content ?? {})) check(name, schema, example)
  }
})

/** Fields that are null while a record has the status of its example. */
const NULL_WHILE: Record<string, string[]> = {
  PAID: ['failure_reason', 'reversed_at', 'voided_at'],
  PARTIALLY_PAID: ['paid_at', 'voided_at'],
  OPEN: ['paid_at', 'voided_at'],
  SENT: ['failure_reason'],
  ACTIVE: ['paused_reason', 'notice_given_on', 'eviction_filed_on', 'move_out_date'],
  CURRENT: ['available_from', 'move_out_date', 'move_out', 'notice_date', 'days_vacant'],
  DELIVERED: ['next_attempt_at'],
  NEW: ['completed_at', 'scheduled_start'],
  SCHEDULED: ['completed_at'],
}

test('no example contradicts itself, such as a payment that is PAID and failed', () => {
  let seen = 0
  const look = (value: unknown, where: string): void => {
    if (value === null || typeof value !== 'object') return
    for (const field of NULL_WHILE[(value as { status?: string }).status ?? ''] ?? []) {
      if (!Object.hasOwn(value, field)) continue
      seen++
      assert.equal((value as Record<string, unknown>)[field], null, `${where}: ${field} of ${JSON.stringify(value)}`)
    }
    for (const [name, part] of Object.entries(value)) look(part, `${where}.${name}`)
  }
  const find = (value: unknown, where: string): void => {
    if (value === null || typeof value !== 'object') return
    for (const [name, part] of Object.entries(value)) (name === 'example' ? look : find)(part, `${where}.${name}`)
  }
  const { paths, webhooks } = openApiDocument()
  find({ paths, webhooks }, 'document')
  assert.ok(seen > 30)
})
