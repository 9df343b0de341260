/**
 * What a client generator makes of the document: every type has a unique name, every fixed set of words is one type, and the client has the address
 * of the service.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { openApiDocument } from '#contract/openapi.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  not?: Schema
  title?: string
  properties?: Record<string, Schema>
  items?: Schema
}
type Content = { content?: Record<string, { schema: Schema }> }
type Parameter = { name: string; schema: Schema; $ref?: string }
type Described = {
  operationId: string
  parameters: Parameter[]
  requestBody?: Content
  responses: Record<string, Content & { $ref?: string }>
}
type Document = {
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, { post: Described }>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Content>
    headers: Record<string, { schema: Schema }>
    parameters: Record<string, Parameter>
  }
}

const document = openApiDocument() as unknown as Document
const { schemas, responses, headers, parameters } = document.components
const described = [
  ...Object.values(document.paths).flatMap(Object.values<Described>),
  ...Object.values(document.webhooks).map(({ post }) => post),
]

/** A schema written where it is used, with the names that a generator may give it: the words of its place, run together. */
type Inline = { place: string; names: string[]; schema: Schema }

const inline = [...allInline()]

test('no component has a name that generators give to inline schemas', () => {
  const taken = new Map(Object.keys(schemas).map(name => [folded(name), name]))
  assert.deepEqual(
    inline
      .filter(({ schema }) => needsName(schema))
      .flatMap(({ place, names }) => names.flatMap(name => (taken.has(folded(name)) ? [[place, name]] : []))),
    [],
  )
})

test('no two component names differ only in capitals or separators', () => {
  assert.equal(new Set(Object.keys(schemas).map(folded)).size, Object.keys(schemas).length)
})

test('no schema has alternatives next to its own fields, for which a generator invents types or refuses the call', () => {
  const alternatives = [...inline, ...Object.values(schemas).map(schema => ({ place: schema.title, schema }))].filter(
    ({ schema }) => (schema.properties && (schema.anyOf || schema.oneOf)) || schema.allOf,
  )
  assert.deepEqual(
    alternatives.map(({ place }) => place),
    [],
  )
})

test('the document says which fields of a work order are needed, so that a validator refuses what the service refuses', () => {
  const { schema } = inline.find(({ place, schema }) => place.startsWith('createWorkOrder') && schema.not) as Inline
  const isValid = (body: object) => Compile(schema as never).Check(body)
  assert.ok(isValid({ title: 'Leak', unit_id: 'unit_1' }))
  assert.ok(isValid({ description: 'A leak', property_id: 'prop_1', unit_id: null }))
  assert.ok(!isValid({ title: 'Leak' }))
  assert.ok(!isValid({ unit_id: 'unit_1', description: null }))
  assert.ok(!isValid({ title: 'Leak', unit_id: null }))
})

test('every enumeration is a component, and null is an alternative to a component', () => {
  assert.deepEqual(
    inline.filter(({ schema }) => schema.enum).map(({ place }) => place),
    [],
  )
  const sets = Object.entries(schemas).filter(([, schema]) => schema.enum)
  assert.ok(sets.length > 20)
  for (const [name, schema] of sets) {
    assert.equal(schema.type, 'string', name)
    assert.ok(
      schema.enum?.every(word => typeof word === 'string'),
      name,
    )
  }
  const alternatives = inline.filter(({ schema }) => schema.anyOf?.some(({ $ref }) => $ref))
  assert.ok(alternatives.length > 0)
  for (const { place, schema } of alternatives) {
    const [reference, nothing, ...more] = schema.anyOf as Schema[]
    assert.ok(schemas[componentOf(reference as Schema)], place)
    assert.deepEqual([nothing, ...more], [{ type: 'null' }], place)
  }
})

test('no enumeration has two names, and every component is used', () => {
  const sets = Object.values(schemas).flatMap(schema => (schema.enum ? [schema.enum.join()] : []))
  assert.equal(new Set(sets).size, sets.length)
  const used = new Set(
    [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
  )
  assert.deepEqual(
    Object.keys(schemas).filter(name => !used.has(name)),
    [],
  )
})

/** Objects, sets of words and alternatives become classes. */
function needsName({ type, enum: words, anyOf, $ref }: Schema): boolean {
  return $ref === undefined && (words !== undefined || anyOf !== undefined || [type].flat().includes('object'))
}

function* allInline(): Generator<Inline> {
  for (const [name, schema] of Object.entries(schemas)) yield* inside(name, [name], schema)
  for (const [name, { schema }] of Object.entries({ ...headers, ...parameters })) yield* within(name, [name], schema)
  for (const [name, { content }] of Object.entries(responses)) yield* ofContent(name, [name], content)
  for (const { operationId, parameters: taken, requestBody, responses: replies } of described) {
    for (const { name, schema, $ref } of taken)
      if (!$ref) yield* within(`${operationId} ${name}`, [`${operationId}_${name}`], schema)
    const named = (...endings: string[]) => endings.map(ending => `${operationId}_${ending}`)
    yield* ofContent(`${operationId} body`, named('body', 'request', 'json_body', 'request_body'), requestBody?.content)
    for (const [status, { content }] of Object.entries(replies))
      yield* ofContent(
        `${operationId} ${status}`,
        named(`response_${status}`, `${status}_response`, 'response'),
        content,
      )
  }
}

function* ofContent(place: string, names: string[], content: Content['content'] = {}): Generator<Inline> {
  for (const { schema } of Object.values(content)) yield* within(place, names, schema)
}

function* within(place: string, names: string[], schema: Schema): Generator<Inline> {
  yield { place, names, schema }
  yield* inside(place, names, schema)
}

/** The parts of a schema, each named after the schema it belongs to. */
function* inside(place: string, names: string[], { properties, items, anyOf, allOf }: Schema): Generator<Inline> {
  const named = (...endings: string[]) => names.flatMap(name => endings.map(ending => `${name}_${ending}`))
  for (const [name, schema] of Object.entries(properties ?? {})) yield* within(`${place}.${name}`, named(name), schema)
  if (items) yield* within(`${place}[]`, [...names, ...named('item', 'inner')], items)
  for (const [index, schema] of [...(anyOf ?? []), ...(allOf ?? [])].entries())
    yield* within(`${place}|${index}`, named(`type_${index}`, `${index}`, 'any_of', 'one_of'), schema)
}

function componentOf({ $ref = '' }: Schema): string {
  return $ref.replace('#/components/schemas/', '')
}

/** Generators write a name as a class, a file and a variable, so only letters and digits distinguish names. */
function folded(name: string): string {
  return name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()
}
