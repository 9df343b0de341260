/** The addresses that an API key is restricted to, as they are typed and as a refusal names them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#client/errors.ts'
import { addressesOf, namingAddress } from '../../../console/src/developers/addresses.ts'

test('addresses are separated by commas, semicolons, spaces or lines, and a separator at either end adds none', () => {
  const two = ['203.0.113.0/24', '198.51.100.7']
  for (const text of [
    '203.0.113.0/24, 198.51.100.7',
    '203.0.113.0/24,198.51.100.7,',
    ' 203.0.113.0/24 ; 198.51.100.7;',
    '203.0.113.0/24\n198.51.100.7\n',
  ])
    assert.deepEqual(addressesOf(text), two, text)
  for (const text of ['', ' , ']) assert.equal(addressesOf(text), undefined, text)
})

test('a refused address is named, because the field may hold many', () => {
  const refusal = new ApiError(400, 'invalid_request', 'Refused.', {
    requestId: 'req_1',
    details: [
      { path: 'allowed_cidrs[1]', message: 'must be an address range such as 203.0.113.0/24' },
      { path: 'name', message: 'must not be empty' },
    ],
  })
  const named = namingAddress(refusal, ['198.51.100.7', '300.1.1.1']) as ApiError
  assert.deepEqual(
    named.details.map(({ message }) => message),
    ['“300.1.1.1” must be an address range such as 203.0.113.0/24', 'must not be empty'],
  )
  assert.deepEqual(
    [named.status, named.error, named.message, named.requestId],
    [400, 'invalid_request', 'Refused.', 'req_1'],
  )
  // What is known of an error, such as what to do about it, is known of this very object.
  const others = [new Error('offline'), new ApiError(503, 'unreachable', 'Gatehouse cannot be reached.', {})]
  for (const other of others) assert.equal(namingAddress(other, ['198.51.100.7']), other)
})
