/** What a reader of a long list returns if the list is longer than requested, or grows while it is read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readList } from '../../../console/src/records/read-list.ts'

/** A list of `rows` rows, which may grow after its first page. */
function listOf(rows: number, growsBy: number) {
  let total = rows
  return async ({ limit, offset }: { limit: number; offset: number }) => {
    const data = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => offset + index)
    const pagination = { total, limit, offset, hasMore: offset + limit < total }
    total += growsBy
    return { data, pagination }
  }
}

const CASES: [rows: number, growsBy: number, most: number, read: number][] = [
  [0, 0, 1_000, 0],
  [1, 0, 1_000, 1],
  [250, 0, 1_000, 250],
  [1_001, 0, 1_000, 1_000],
  [250, 1, 1_000, 252],
]

for (const [rows, growsBy, most, read] of CASES) {
  test(`${read} rows are read of a list of ${rows} that grows by ${growsBy}`, async () => {
    const found = await readList(listOf(rows, growsBy), most)
    assert.equal(found.length, read)
    assert.equal(new Set(found).size, read)
  })
}
