/** Business dates: adding and subtracting days across the ends of months and years; names of time zones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, addMonths, daysBetween, readTimeZone } from '#server/base/dates.ts'

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

test('adding months keeps the day, or takes the last one of a month that does not have it', () => {
  const cases: [string, number, string][] = [
    ['2024-01-31', 1, '2024-02-29'],
    ['2023-01-31', 1, '2023-02-28'],
    ['2000-03-30', -1, '2000-02-29'],
    ['1900-03-30', -1, '1900-02-28'],
    ['2024-12-31', -6, '2024-06-30'],
    ['2024-11-05', 2, '2025-01-05'],
    ['2024-01-05', -25, '2021-12-05'],
    ['2024-05-31', 0, '2024-05-31'],
  ]
  for (const [day, months, expected] of cases) assert.equal(addMonths(day, months), expected, `${day} and ${months}`)
})

test('every day of four centuries follows the day before it', () => {
  let day = '1899-12-31'
  for (let ms = Date.UTC(1900, 0, 1); ms < Date.UTC(2301, 0, 1); ms += 86_400_000) {
    day = addDays(day, 1)
    if (day !== new Date(ms).toISOString().slice(0, 10)) assert.fail(`${day} is not ${new Date(ms).toISOString()}`)
  }
})

test('a time zone is kept as the registry writes it, because programs that look it up in files find no other writing', () => {
  const cases: [string, string | undefined][] = [
    ['america/new_york', 'America/New_York'],
    ['America/port_of_spain', 'America/Port_of_Spain'],
    ['US/Eastern', 'US/Eastern'],
    ['us/eastern', 'America/New_York'],
    ['US/EASTERN', 'America/New_York'],
    ['Us/eastern', 'America/New_York'],
    ['Us/Eastern', 'America/New_York'],
    ['us/east-indiana', 'America/Indiana/Indianapolis'],
    ['america/indiana/indianapolis', 'America/Indiana/Indianapolis'],
    ['America/Kentucky/louisville', 'America/Kentucky/Louisville'],
    ['asia/kathmandu', 'Asia/Kathmandu'],
    ['ASIA/KOLKATA', 'Asia/Kolkata'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['Asia/Tel_aviv', 'Asia/Jerusalem'],
    ['antarctica/mcmurdo', 'Antarctica/McMurdo'],
    ['EST5EDT', 'EST5EDT'],
    ['est5edt', 'America/New_York'],
    ['Est5edt', 'America/New_York'],
    ['Etc/Utc', 'UTC'],
    ['JAPAN', 'Asia/Tokyo'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['CST', undefined],
    ['+01:00', undefined],
    ['Mars/Base', undefined],
  ]
  for (const [text, expected] of cases) assert.equal(readTimeZone(text), expected, text)
})
