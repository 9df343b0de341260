/** Business dates: adding and subtracting days across the ends of months and years. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, daysBetween } from '#server/base/dates.ts'

test('adding days agrees with the calendar at the end of every month from the year before a leap day to the year after', () => {
  const calendar = Array.from({ length: 800 }, (_, day) =>
    new Date(Date.UTC(2023, 1, 1 + day)).toISOString().slice(0, 10),
  )
  for (const [index, day] of calendar.entries()) {
    for (const distance of [-366, -59, -31, -30, -29, -28, -27, -1, 0, 1, 27, 28, 29, 30, 31, 365]) {
      const expected = calendar[index + distance]
      if (expected === undefined) continue
      assert.equal(addDays(day, distance), expected)
      assert.equal(daysBetween(day, expected), distance)
    }
  }
})
