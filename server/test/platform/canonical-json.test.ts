/** Two JSON documents have the same canonical form if and only if they mean the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalJson } from '#server/platform/idempotency/canonical-json.ts'
import { ANY_CHARACTER } from '../any-text.ts'

test('keys are sorted by code unit, and numbers and strings are written as JavaScript writes them', () => {
  const text = '{"b":[3,{"z":1.0,"a":1e2}],"\\u0061":"\\u00e9","é":null,"🏠":true,"B":-0}'
  assert.equal(canonicalJson(JSON.parse(text)), '{"B":0,"a":"é","b":[3,{"a":100,"z":1}],"é":null,"🏠":true}')
  assert.equal(canonicalJson(undefined), 'null')
})

test('the canonical form is JSON of the same value, whatever the order of keys', () => {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, field]) => [name, turned(field)]),
    )
  }
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: ANY_CHARACTER }), value => {
      const plain = JSON.parse(JSON.stringify(value))
      const text = canonicalJson(plain)
      assert.deepEqual(JSON.parse(text), plain)
      assert.equal(canonicalJson(turned(plain)), text)
    }),
  )
})
