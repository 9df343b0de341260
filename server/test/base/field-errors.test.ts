/** The message of a refusal of several fields says what is wrong with the first ones and names the others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asError } from '#server/base/as-error.ts'
import { refuseFieldErrors } from '#server/base/field-errors.ts'

function messageFor(count: number): string {
  const errors = Array.from({ length: count }, (_, index) => ({ path: `field_${index + 1}`, message: 'is required' }))
  try {
    refuseFieldErrors(errors)
  } catch (error) {
    return asError(error).message
  }
  return ''
}

test('a message says what is wrong with up to three fields, and names the others', () => {
  assert.equal(messageFor(0), '')
  assert.equal(messageFor(1), 'field_1 is required.')
  assert.equal(messageFor(3), 'field_1 is required. field_2 is required. field_3 is required.')
  assert.match(messageFor(5), /field_3 is required\. Also not valid: field_4, field_5\.$/)
  assert.match(messageFor(50), /, field_50\.$/)
  assert.match(messageFor(51), /, field_50, and others\.$/)
})
