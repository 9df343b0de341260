/**
 * The document states every error with which a call of each operation can be refused, including errors that precede
 * the operation itself.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS } from '#contract/errors.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { OPERATIONS } from './exercises.ts'

type Document = {
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>
  components: { responses: Record<string, { headers: Record<string, unknown> }> }
}
const { paths, components } = openApiDocument() as unknown as Document

const EVERY_CALL = [400, 401, 403, 405, 408, 414, 429, 431, 500, 503]

for (const [name, { method, path, body }] of OPERATIONS) {
  test(`${name} documents every status that any call can have`, () => {
    const statuses = Object.keys(paths[`/api/v1${path}`]?.[method.toLowerCase()]?.responses ?? {})
    const wanted = [...EVERY_CALL, 413, ...(body ? [415] : [])]
    assert.deepEqual(
      wanted.filter(status => !statuses.includes(String(status))),
      [],
    )
  })
}

test('every error that the service answers is documented', () => {
  const { not_modified: _, ...errors } = components.responses
  const described = new Set(Object.keys(errors).map(code => ERRORS[code as keyof typeof ERRORS].status))
  const missing = Object.entries(ERRORS).filter(([, { status }]) => !described.has(status))
  assert.deepEqual(missing, [])
  assert.ok('Allow' in (components.responses.method_not_allowed?.headers ?? {}))
})

test('every error reply but a 401, which is not a reply to a known key, is documented with the quota of the key', () => {
  const { not_modified: _, ...errors } = components.responses
  for (const [code, { headers }] of Object.entries(errors)) {
    for (const name of ['RateLimit', 'X-RateLimit-Remaining']) {
      assert.equal(name in headers, code !== 'unauthorized', `${code} ${name}`)
    }
  }
})
