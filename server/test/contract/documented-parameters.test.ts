/** The parameters of the document have the limits that the service keeps. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiDocument } from '#contract/openapi.ts'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { addressOf, OPERATIONS, requestOf } from './exercises.ts'
import { assertAnswers, assertRefused } from './promises.ts'
import { storeSample } from './sample.ts'

const world = useWorld()
const org = useOrganization(world)
const sample = prepare(() => storeSample(org))

type Schema = { type: string; minLength?: number; maxLength: number; enum?: string[]; format?: string }
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema; $ref?: string }
type Document = {
  paths: Record<string, Record<string, { operationId: string; parameters: Parameter[] }>>
  components: { parameters: Record<string, { schema: Schema }> }
}

const document = openApiDocument() as unknown as Document
const documented = new Map(
  Object.values(document.paths)
    .flatMap(operations => Object.values(operations))
    .map(({ operationId, parameters }) => [operationId, parameters]),
)

for (const [name] of OPERATIONS) {
  const subjects = documented
    .get(name)
    ?.filter(({ required, schema }) => required && schema.type === 'string' && !schema.enum && !schema.format)
  if (!subjects?.length) continue

  test(`${name} about the longest ID of the document is 404, however the ID is encoded`, async () => {
    for (const letter of ['x', '🏠']) {
      const given = { path: {} as Record<string, string>, query: {} as Record<string, string> }
      for (const { name: parameter, in: place, schema } of subjects) {
        const id = letter.repeat(schema.maxLength)
        given[place][parameter] = place === 'path' ? encodeURIComponent(id) : id
      }
      assertRefused(await world.call(addressOf(name, sample, given), requestOf(name, sample, org.key)), 'not_found')
    }
  })
}

test('If-None-Match of any length is accepted, up to the limit of all headers', async () => {
  const { minLength = 0, maxLength } = document.components.parameters.IfNoneMatch?.schema as Schema
  assert.equal(minLength, 0)
  const ask = (tag: string) => world.call('/properties', { key: org.key, headers: { 'if-none-match': tag } })
  for (const tag of ['', 'x', '"', 'W/""', ','.repeat(8_193), 'x'.repeat(maxLength - 1_000)]) {
    assertAnswers(await ask(tag), 'listProperties')
  }
  assertRefused(await ask('x'.repeat(maxLength + 1)), 'headers_too_large')
})
