/** Which choices of a picker match what was typed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matching } from '../../../console/src/kit/matching.ts'

const CHOICES = ['Maple Court', 'Oak Flats', 'Court Place', 'Núñez House', 'Mariner Crossing · TH-07'].map(text => ({
  value: text,
  text,
  about: text === 'Oak Flats' ? 'Akron, OH' : '',
}))

const CASES: [typed: string, found: string[]][] = [
  ['', CHOICES.map(({ text }) => text)],
  ['court', ['Court Place', 'Maple Court']],
  ['MAPLE', ['Maple Court']],
  ['place co', ['Court Place']],
  ['nunez', ['Núñez House']],
  ['akron', ['Oak Flats']],
  ['th-07', ['Mariner Crossing · TH-07']],
  ['lats', []],
]

for (const [typed, found] of CASES) {
  test(`"${typed}" finds ${found.length} of the choices, those that begin with it first`, () => {
    assert.deepEqual(
      matching(CHOICES, typed).map(({ text }) => text),
      found,
    )
  })
}
