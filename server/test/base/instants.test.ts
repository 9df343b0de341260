/** Instants: any RFC 3339 text, read as UTC. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readInstant } from '#server/base/instants.ts'

const CASES: [text: string, instant: string | undefined][] = [
  ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01t00:00:00z', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01 00:00:00Z', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T00:00:00.123456789+05:30', '2026-02-28T18:30:00.123Z'],
  ['2026-03-01T00:00:00 05:30', '2026-02-28T18:30:00.000Z'],
  ['2026-03-08T02:30:00-06:00', '2026-03-08T08:30:00.000Z'],
  ['2026-03-01T00:00:00-00:00', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T00:00:00', undefined],
  ['2026-03-01', undefined],
  ['2026-03-01T24:00:00Z', undefined],
  ['2026-02-29T00:00:00Z', undefined],
  ['2026-03-01T00:00:00+24:00', undefined],
  ['1900-01-01T00:00:00+00:01', undefined],
  ['2999-12-31T23:59:59-00:01', undefined],
]

test('an instant is read with any offset and kept in UTC', () => {
  for (const [text, instant] of CASES) assert.equal(readInstant(text), instant, text)
})

test('a leap second is read as the second after it, and no other second may be the sixtieth', () => {
  const leaps: typeof CASES = [
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60.5Z', '2017-01-01T00:00:00.500Z'],
    ['2016-12-31T17:59:60-06:00', '2017-01-01T00:00:00.000Z'],
    ['2017-01-01T05:29:60+05:30', '2017-01-01T00:00:00.000Z'],
    ['2015-06-30T23:59:60Z', '2015-07-01T00:00:00.000Z'],
    ['2016-12-31T23:59:61Z', undefined],
    ['2016-12-31T23:58:60Z', undefined],
    ['2016-12-31T22:59:60Z', undefined],
    ['2016-12-30T23:59:60Z', undefined],
    ['2999-12-31T23:59:60Z', undefined],
  ]
  for (const [text, instant] of leaps) assert.equal(readInstant(text), instant, text)
})
