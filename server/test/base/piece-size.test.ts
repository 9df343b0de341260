/** Pieces of something large take about the same short time, whatever their rows cost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PieceSize } from '#server/base/piece-size.ts'

const cases: { name: string; pieces: [rows: number, ms: number][]; rows: number; isAlone?: true }[] = [
  { name: 'begins with 25 rows', pieces: [], rows: 25 },
  { name: 'grows when rows cost little', pieces: [[20, 1.5]], rows: 40 },
  { name: 'shrinks when rows cost much', pieces: [[50, 5]], rows: 30 },
  { name: 'is at most 50 rows', pieces: [[50, 0]], rows: 50 },
  { name: 'is at least 25 rows', pieces: [[50, 100]], rows: 25 },
  {
    name: 'forgives pieces that waited for a processor',
    pieces: [
      [40, 3],
      [40, 40],
      [40, 200],
    ],
    rows: 40,
  },
  {
    name: 'learns within eight pieces that rows cost more',
    pieces: [[50, 1], ...Array.from({ length: 8 }, (): [number, number] => [50, 5])],
    rows: 30,
  },
  { name: 'that delays nobody takes 40 ms', pieces: [[50, 5]], rows: 400, isAlone: true },
  { name: 'that delays nobody has at most 500 rows', pieces: [[50, 1]], rows: 500, isAlone: true },
  {
    name: 'ignores a piece without rows',
    pieces: [
      [50, 5],
      [0, 1],
    ],
    rows: 30,
  },
]

for (const { name, pieces, rows, isAlone = false } of cases) {
  test(`a piece ${name}`, () => {
    const size = new PieceSize(() => !isAlone)
    for (const [count, ms] of pieces) size.took(count, ms)
    assert.equal(size.rows, rows)
  })
}

test('a piece is small again as soon as others call', () => {
  let isShared = false
  const size = new PieceSize(() => isShared)
  size.took(50, 1)
  assert.equal(size.rows, 500)
  isShared = true
  assert.equal(size.rows, 50)
})
