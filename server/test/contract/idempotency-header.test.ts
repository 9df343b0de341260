/**
 * The Idempotency-Key of the document is the one the service takes: a key that matches its pattern is accepted, and any other is
 * refused.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiDocument } from '#contract/openapi.ts'
import { checkIdempotencyKey } from '#server/http/idempotency-key.ts'

const { schema } = (openApiDocument() as { components: { parameters: Record<string, { schema: Schema }> } }).components
  .parameters.IdempotencyKey as { schema: Schema }
type Schema = { minLength: number; maxLength: number; pattern: string }

const CASES: [key: string, isValid: boolean][] = [
  ['5f0c9a52-2f1e-4a0c-9a7f-3c1b8f6f2d11', true],
  ['a'.repeat(7), false],
  ['a'.repeat(8), true],
  ['a'.repeat(128), true],
  ['a'.repeat(129), false],
  ['!"#$%&~\\', true],
  ['with space', false],
  ['tab\there!', false],
  ['höflicher', false],
  [`"${'a'.repeat(7)}"`, false],
  [`"${'a'.repeat(8)}"`, true],
  [`"${'a'.repeat(128)}"`, true],
  [`"${'a'.repeat(129)}"`, false],
  ['"12345678', false],
  ['12345678"', true],
  ['"1234"5678"', false],
  ['"12345678\\"', false],
  ['"12345678";a=1', false],
  ['"1234567\\"', false],
  ['"1234567\\\\"', true],
  [`"${'\\"'.repeat(128)}"`, true],
  [`"${'\\"'.repeat(129)}"`, false],
]

for (const [key, isValid] of CASES) {
  test(`${JSON.stringify(key).slice(0, 40)} (${key.length} characters) is ${isValid ? 'accepted' : 'refused'}, and documented so`, () => {
    assert.equal(isAccepted(key), isValid)
    const { minLength, maxLength, pattern } = schema
    assert.equal(key.length >= minLength && key.length <= maxLength && new RegExp(pattern, 'u').test(key), isValid)
  })
}

function isAccepted(key: string): boolean {
  try {
    checkIdempotencyKey([key])
    return true
  } catch {
    return false
  }
}
