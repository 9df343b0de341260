/** Local times as forms show and send them, also around the changes of clocks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantFromLocal, localFromInstant } from '../../../console/src/kit/local-time.ts'

const CASES: [what: string, local: string, timeZone: string, utc: string][] = [
  ['a time in winter', '2026-01-15T09:30', 'America/Chicago', '2026-01-15T15:30'],
  ['a time in summer', '2026-07-15T09:30', 'America/Chicago', '2026-07-15T14:30'],
  ['the last minute before spring', '2026-03-08T01:59', 'America/Chicago', '2026-03-08T07:59'],
  ['the first minute of spring', '2026-03-08T03:00', 'America/Chicago', '2026-03-08T08:00'],
  ['a time that is skipped, one hour later', '2026-03-08T02:30', 'America/Chicago', '2026-03-08T08:30'],
  ['the evening of a change', '2026-03-08T20:00', 'America/Chicago', '2026-03-09T01:00'],
  ['a time that occurs twice, the first time', '2026-11-01T01:30', 'America/Chicago', '2026-11-01T06:30'],
  ['the first minute of standard time', '2026-11-01T02:00', 'America/Chicago', '2026-11-01T08:00'],
  ['a time east of Greenwich that is skipped', '2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30'],
  ['a time east of Greenwich that occurs twice', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30'],
]

for (const [what, local, timeZone, utc] of CASES) {
  test(`${what} is ${utc} UTC`, () => assert.equal(instantFromLocal(local, timeZone), `${utc}:00.000Z`))
}

test('a field that is left alone keeps the instant it showed, also the second of two equal local times', () => {
  const shown = '2026-11-01T07:30:20.000Z'
  assert.equal(localFromInstant(shown, 'America/Chicago'), '2026-11-01T01:30')
  assert.equal(instantFromLocal('2026-11-01T01:30', 'America/Chicago', shown), shown)
  assert.equal(instantFromLocal('2026-11-01T02:30', 'America/Chicago', shown), '2026-11-01T08:30:00.000Z')
})
