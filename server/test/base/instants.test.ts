/** Instants as PostgreSQL writes them inside JSON. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantFromJson } from '#server/base/instants.ts'

const CASES: [inJson: string, shown: string][] = [
  ['2026-01-02T03:04:05+00:00', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T03:04:05.6+00:00', '2026-01-02T03:04:05.600Z'],
  ['2026-01-02T03:04:05.067+00:00', '2026-01-02T03:04:05.067Z'],
  ['2026-12-31T23:59:59.999999+00:00', '2026-12-31T23:59:59.999Z'],
]

for (const [inJson, shown] of CASES) {
  test(`${inJson} is ${shown}`, () => {
    assert.equal(instantFromJson(inJson), shown)
  })
}
