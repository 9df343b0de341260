/** The seeded random source: repeatable, even, and separate in its branches. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choiceAt, createRandom } from '#server/seed/random.ts'

const drawTen = (key: string) => {
  const random = createRandom(key)
  return Array.from({ length: 10 }, () => random.between(0, 1))
}

test('the same key draws the same numbers and a neighboring key draws others', () => {
  assert.deepEqual(drawTen('seed 7'), drawTen('seed 7'))
  const both = new Set([...drawTen('seed 7'), ...drawTen('seed 8')])
  assert.equal(both.size, 20)
})

test('a branch does not depend on how many numbers were drawn before it', () => {
  const fresh = createRandom('seed').branch('unit')
  const drawnFrom = createRandom('seed')
  for (let i = 0; i < 5; i++) drawnFrom.integer(1, 6)
  assert.equal(drawnFrom.branch('unit').between(0, 1), fresh.between(0, 1))
})

test('numbers are spread evenly, within one key and over the first draws of many keys', () => {
  const one = createRandom('even')
  const draws = {
    'one key': () => one.integer(0, 9),
    'many keys': (i: number) => createRandom(`even/${i}`).integer(0, 9),
  }
  for (const [name, draw] of Object.entries(draws)) {
    const counts = Array<number>(10).fill(0)
    for (let i = 0; i < 20_000; i++) counts[draw(i)]!++
    for (const count of counts) assert.ok(count > 1_800 && count < 2_200, `${name}: ${counts}`)
  }
})

test('a shuffle keeps every element and leaves its input alone', () => {
  const list = [1, 2, 3, 4, 5, 6, 7, 8]
  const shuffled = createRandom('cards').shuffle(list)
  assert.deepEqual(list, [1, 2, 3, 4, 5, 6, 7, 8])
  assert.notDeepEqual(shuffled, list)
  assert.deepEqual(shuffled.toSorted(), list)
})

test('a weighted choice follows its weights', () => {
  const choices = [
    { name: 'never', weight: 0 },
    { name: 'once', weight: 1 },
    { name: 'thrice', weight: 3 },
  ]
  const nameAt = (position: number) => choiceAt(choices, position).name
  assert.deepEqual([0, 0.2499, 0.25, 0.9999].map(nameAt), ['once', 'once', 'thrice', 'thrice'])
})
