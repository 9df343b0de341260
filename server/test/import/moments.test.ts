/** Cells that name a day, perhaps with a time, and the clocks of a time zone. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { instantIn } from '#server/base/dates.ts'
import { instantOf, MOMENT } from '#server/import/read/moments.ts'

test('days and times are read as written, in the organization’s time zone', () => {
  const cases: [string, string | undefined][] = [
    ['3/1/2026', '2026-03-01T06:00:00.000Z'],
    ['03/01/2026 10:22 AM', '2026-03-01T16:22:00.000Z'],
    ['3/1/26 12:05 am', '2026-03-01T06:05:00.000Z'],
    ['3/1/2026 5 PM', '2026-03-01T23:00:00.000Z'],
    ['3/1/2026 12am', '2026-03-01T06:00:00.000Z'],
    ['Mar 1, 2026 at 5 p.m.', '2026-03-01T23:00:00.000Z'],
    ['3/1/2026 at 12:05 PM', '2026-03-01T18:05:00.000Z'],
    ['2026-03-01 14:30', '2026-03-01T20:30:00.000Z'],
    ['2026-03-01T14:30:59', '2026-03-01T20:30:00.000Z'],
    ['2026-03-01T14:30:00Z', '2026-03-01T14:30:00.000Z'],
    ['2026-03-01T14:30:00-08:00', '2026-03-01T22:30:00.000Z'],
    // Clocks go forward on the 8th at two in the morning.
    ['3/8/2026 1:59 AM', '2026-03-08T07:59:00.000Z'],
    ['3/8/2026 2:30 AM', '2026-03-08T08:30:00.000Z'],
    ['3/8/2026 3:00 AM', '2026-03-08T08:00:00.000Z'],
    ['11/1/2026 3:00 AM', '2026-11-01T09:00:00.000Z'],
    ['Sunday, March 1, 2026', '2026-03-01T06:00:00.000Z'],
    ['Sun 3/1/2026 2:30 PM', '2026-03-01T20:30:00.000Z'],
    ['Mar 1, 2026 2:30 PM', '2026-03-01T20:30:00.000Z'],
    ['1-Mar-2026, 14:30', '2026-03-01T20:30:00.000Z'],
    ['46082', '2026-03-01T06:00:00.000Z'],
    ['46082.604166667', '2026-03-01T20:30:00.000Z'],
    ['46082.9999999', '2026-03-02T06:00:00.000Z'],
    ['March 1st, 2026 2:30 PM', '2026-03-01T20:30:00.000Z'],
    ['20260301', '2026-03-01T06:00:00.000Z'],
    // A zone of the organization is its clock, even where an office writes CST all year; the time of another region is that of its clocks.
    ['3/1/2026 5:00 PM CST', '2026-03-01T23:00:00.000Z'],
    ['3/1/2026 5 p.m. (CT)', '2026-03-01T23:00:00.000Z'],
    ['7/1/2026 5:00 PM CST', '2026-07-01T22:00:00.000Z'],
    ['7/1/2026 5:00 PM CDT', '2026-07-01T22:00:00.000Z'],
    ['7/1/2026 5:00 PM EDT', '2026-07-01T21:00:00.000Z'],
    ['3/1/2026 5:00 PM PST', '2026-03-02T01:00:00.000Z'],
    ['7/1/2026 5:00 PM PT', '2026-07-02T00:00:00.000Z'],
    ['2026-03-01 14:30 UTC', '2026-03-01T14:30:00.000Z'],
    ['2026-03-01 14:30 GMT', '2026-03-01T14:30:00.000Z'],
    ['Sun Mar 01 2026 14:30:00 GMT-0600 (Central Standard Time)', '2026-03-01T20:30:00.000Z'],
    ['3/1/2026 5:00 PM XYZ', undefined],
    ['13/1/2026', undefined],
    ['3/1/2026 25:00', undefined],
    ['3/1/2026 13:00 PM', undefined],
    ['3/1/2026 13 PM', undefined],
    ['3/1/2026 5', undefined],
    ['3/1/2026 10:61', undefined],
    ['tomorrow', undefined],
  ]
  for (const [text, instant] of cases) {
    const moment = MOMENT.parse(text)
    assert.equal(moment && instantOf(moment, 'America/Chicago', 0), instant, text)
  }
  assert.equal(instantIn('Pacific/Honolulu', '2026-03-01', 0), '2026-03-01T10:00:00.000Z')
})
