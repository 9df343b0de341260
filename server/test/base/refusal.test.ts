/** What a refusal says apart from its message. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { Refusal } from '#server/base/refusal.ts'
import { takesTooLong } from '#server/import/pace.ts'

test('every refusal of a service that is unavailable says when to try again, as that of an import that took too long', () => {
  assert.equal(new Refusal('unavailable', 'Wait.').retryAfterSeconds, 30)
  assert.equal(new Refusal('unavailable', 'Wait.', { retryAfterSeconds: 1 }).retryAfterSeconds, 1)
  assert.equal(new Refusal('conflict', 'Wait.').retryAfterSeconds, undefined)
  assert.equal(takesTooLong('roll.csv', 30_000, 'property').retryAfterSeconds, 30)
})
