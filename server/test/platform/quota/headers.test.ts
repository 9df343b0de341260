/** The headers of a quota: their exact text, and times that are never too early. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quotaHeaders } from '#server/platform/quota/headers.ts'

const NOW_MS = 1_700_000_000_000

test('a call states its quota, what is left of it, and when that is renewed', () => {
  assert.deepEqual(quotaHeaders({ accepted: true, limit: 60, remaining: 59, resetMs: 60_000 }, NOW_MS), {
    'RateLimit-Policy': '"default";q=60;w=60',
    RateLimit: '"default";r=59;t=60',
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '59',
    'X-RateLimit-Reset': '1700000060',
  })
})

test('a refused call states when to try again', () => {
  assert.deepEqual(quotaHeaders({ accepted: false, limit: 120, remaining: 0, resetMs: 1_001 }, NOW_MS + 1), {
    'RateLimit-Policy': '"default";q=120;w=60',
    RateLimit: '"default";r=0;t=2',
    'X-RateLimit-Limit': '120',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': '1700000002',
    'Retry-After': '2',
  })
})

for (const [resetMs, seconds] of [
  [1, 1],
  [999, 1],
  [1_000, 1],
  [1_001, 2],
  [60_001, 61],
] as const) {
  test(`a wait of ${resetMs} ms is stated as ${seconds} s, never less`, () => {
    const headers = quotaHeaders({ accepted: false, limit: 1, remaining: 0, resetMs }, NOW_MS)
    assert.equal(headers['Retry-After'], String(seconds))
    assert.equal(headers['X-RateLimit-Reset'], String(NOW_MS / 1000 + seconds))
  })
}
