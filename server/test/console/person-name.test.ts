/** The names of residents and leads as pages show them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullName, nameByLast } from '../../../console/src/records/person-name.ts'

const DANA = { first_name: 'Dana', last_name: 'Whitfield' }

test('a name that is only a first or only a last name has no space and no comma', () => {
  const named = [DANA, { ...DANA, first_name: '' }, { ...DANA, last_name: '' }]
  assert.deepEqual(named.map(fullName), ['Dana Whitfield', 'Whitfield', 'Dana'])
  assert.deepEqual(named.map(nameByLast), ['Whitfield, Dana', 'Whitfield', 'Dana'])
})
