/** Cell parsers: dates, bedrooms and baths, numbers, statuses. */
import assert from 'node:assert/strict'
import test from 'node:test'
import {
  BATHROOMS,
  BED_BATH,
  BEDROOMS,
  cleanCell,
  DATE,
  MONEY,
  POSTAL_CODE,
  parseStatus,
  SQUARE_FEET,
  STATE,
  WEB_ADDRESSES,
} from '#server/import/read/cells.ts'
import { EMAILS, PHONES } from '#server/import/read/contacts.ts'
import { parseDate } from '#server/import/read/days.ts'
import { LEASE_END } from '#server/import/read/lease-days.ts'

test('dates are read month first or in ISO order, and only real days', () => {
  const cases: [string, string | undefined][] = [
    ['3/1/2026', '2026-03-01'],
    ['03/01/26', '2026-03-01'],
    ['12/31/69', '2069-12-31'],
    ['1/1/70', '1970-01-01'],
    ['2026-03-01', '2026-03-01'],
    ['2024-2-29', '2024-02-29'],
    ['2/29/2025', undefined],
    ['13/01/2026', undefined],
    ['3/1/226', undefined],
    ['1-Mar-2026', '2026-03-01'],
    ['01-MAR-26', '2026-03-01'],
    ['1 March 2026', '2026-03-01'],
    ['Mar. 1, 2026', '2026-03-01'],
    ['Mar 1 2026', '2026-03-01'],
    ['Mar-1-2026', '2026-03-01'],
    ['March 1st, 2026', '2026-03-01'],
    ['Mar 1st 2026', '2026-03-01'],
    ['Mar 1, 26', '2026-03-01'],
    ['1st of March 2026', '2026-03-01'],
    ['Sept. 22nd, 2026', '2026-09-22'],
    ['20260301', '2026-03-01'],
    ['2026.03.01', '2026-03-01'],
    ['3 / 1 / 2026', '2026-03-01'],
    // Day or month first: nothing says which.
    ['1.3.2026', undefined],
    ['20261301', undefined],
    ['March 1', undefined],
    ['March 2026', undefined],
    ['Marvin 1, 2026', undefined],
    ['1 Maybe 2026', undefined],
    ['46082', undefined],
  ]
  for (const [text, date] of cases) assert.equal(parseDate(text), date, text)
  // A day may have a time, or be the number by which a spreadsheet stores it.
  const stored = [
    '5/1/2025 0:00',
    '2025-05-01T13:30:00Z',
    '5/1/2025 12:00:00 AM',
    'May 1, 2025 9:05 pm',
    '2025-05-01 13:30:00.000',
    '5/1/2025 1 PM',
    '5/1/2025 at 1:30 PM',
    'Thursday, May 1, 2025',
    '2025-05-01T13:30:00-05:00',
    '5/1/2025 5:00 PM CST',
    'May 1st, 2025 at 5 p.m. (CDT)',
    '2025-05-01 13:30:00 UTC',
    'Thu May 01 2025 00:00:00 GMT-0500 (Central Daylight Time)',
    '45778',
    '45778.75',
  ]
  for (const text of stored) assert.equal(DATE.parse(text), '2025-05-01', text)
  assert.equal(DATE.parse('13:30'), undefined)
  assert.equal(MONEY.parse('CR 25.00'), -2_500)
})

test('a lease without an end is month to month however the file says so', () => {
  const endless = [
    'MTM',
    'M-T-M',
    'm/m',
    'M2M',
    'MtoM',
    'Month-to-Month',
    'month to month (MTM)',
    'Mo-to-Mo',
    'Monthly',
  ]
  for (const text of [...endless, 'At will', 'Open', 'Ongoing', 'No end date', '12/31/9999', '9999-12-31 00:00:00']) {
    assert.equal(LEASE_END.parse(text), 'MONTH_TO_MONTH', text)
  }
  for (const text of ['TBD', 'MTM 3/1/2026', 'March', 'Mom', 'Monday']) {
    assert.equal(LEASE_END.parse(text), undefined, text)
  }
})

test('text longer than any amount is not read as one, so that no cell can keep a thread busy', () => {
  assert.equal(MONEY.parse(`$999,999,999.${'0'.repeat(20)} USD`), 99_999_999_900)
  assert.equal(MONEY.parse(`5.${'0'.repeat(100)}`), undefined)
})

test('amounts are read in the forms of other systems and spreadsheets', () => {
  const cases: [string, number | undefined][] = [
    ['1,234.50', 123_450],
    ['(1,234.50)', -123_450],
    ['$(1,234.50)', -123_450],
    ['($1,234.50)', -123_450],
    ['1,234.50-', -123_450],
    ['$1,234.50 -', -123_450],
    ['\u22121,234.50', -123_450],
    ['\u20131,234.50', -123_450],
    ['1,234.50 CR', -123_450],
    ['CR 1,234.50', -123_450],
    ['1,234.50 DR', 123_450],
    ['USD 1,234.50', 123_450],
    ['1,234.50 USD', 123_450],
    ['1234.5000', 123_450],
    ['1234.5', 123_450],
    ['1234.567', undefined],
    // Sums of binary fractions, as a program writes them; a spreadsheet's `1.234E+3` may have lost digits.
    ['1234.5600000000002', 123_456],
    ['-99.99999999999999', -10_000],
    ['-1.13687E-13', 0],
    ['1234.5666666667', undefined],
    ['1.234E+3', undefined],
    ['1.234,50', 123_450],
    ['1.234,5', undefined],
    ['( $1,234.50 )', -123_450],
    ['US$1,234.50', 123_450],
    ['1,234.50/mo', 123_450],
    ['$1,234.50 / month', 123_450],
    ['1,200 + 50', undefined],
    ['5%', undefined],
  ]
  for (const [text, cents] of cases) assert.equal(MONEY.parse(text), cents, text)
})

test('bedrooms and bathrooms are read together', () => {
  const cases: [string, [number | undefined, number | undefined] | undefined][] = [
    ['3/1.00', [3, 1]],
    ['2/2.5', [2, 2.5]],
    ['--/--', [undefined, undefined]],
    ['2/--', [2, undefined]],
    ['Studio/1', [0, 1]],
    ['2 BD / 1 BA', [2, 1]],
    ['2.0/1.0', [2, 1]],
    ['2x1.5', [2, 1.5]],
    ['2 beds, 1 bath', [2, 1]],
    ['2BR 1½BA', [2, 1.5]],
    ['2 Bedroom/1 1/2 Bathrooms', [2, 1.5]],
    ['S/1', [0, 1]],
    ['Mar-01', undefined],
    ['2-1', undefined],
    ['2 1', undefined],
    ['2', undefined],
  ]
  for (const [text, expected] of cases) {
    const value = BED_BATH.parse(text)
    assert.deepEqual(value && [value.bedrooms, value.bathrooms], expected, text)
  }
  for (const [text, bedrooms] of [
    ['Studio', 0],
    ['Efficiency', 0],
    ['2 Bed', 2],
    ['2BR', 2],
    ['2.0', 2],
    ['two', undefined],
  ] as const) {
    assert.equal(BEDROOMS.parse(text), bedrooms, text)
  }
  for (const [text, bathrooms] of [
    ['1½', 1.5],
    ['1 1/2', 1.5],
    ['2 Baths', 2],
    ['2ba', 2],
    ['½', undefined],
  ] as const) {
    assert.equal(BATHROOMS.parse(text), bathrooms, text)
  }
  assert.equal(SQUARE_FEET.parse('1,035 ft²'), 1035)
  assert.equal(SQUARE_FEET.parse('1,035 sq ft'), 1035)
  assert.equal(SQUARE_FEET.parse('10,35'), undefined)
})

test('text longer than any day or area is not looked at, because searching it would take too long', () => {
  const longest = 'Wednesday, September 30th, 2026 at 12:00:00.000 PM GMT-0600 (Mountain Daylight Time)'
  assert.equal(DATE.parse(longest), '2026-09-30')
  assert.equal(DATE.parse(`2026-09-30${' '.repeat(120)}1:00 PM`), undefined)
  assert.equal(SQUARE_FEET.parse(`1,035${' '.repeat(60)}sq ft`), undefined)
})

test('quotation marks that remain of a wrongly quoted cell are removed, and those of the text are kept', () => {
  const cases: [string, string][] = [
    ['"Ada Elm"', 'Ada Elm'],
    [' "Ada Elm" ', 'Ada Elm'],
    ['"Ada "Addie" Elm"', 'Ada "Addie" Elm'],
    ['\\"Ada Elm\\"', 'Ada Elm'],
    ['"Elm, Ada \\"Addie\\""', 'Elm, Ada "Addie"'],
    ['Ada Elm"', 'Ada Elm'],
    ['"Ada Elm', 'Ada Elm'],
    ['"1,595.00"', '1,595.00'],
    ['""', ''],
    ['Ada "Addie" Elm', 'Ada "Addie" Elm'],
    ['"Red" and "Blue"', '"Red" and "Blue"'],
    ['5" pipe', '5" pipe'],
    ['Window is 24"', 'Window is 24"'],
  ]
  for (const [text, clean] of cases) assert.equal(cleanCell(text), clean, text)
})

test('statuses are read in any case and punctuation, and nothing else is', () => {
  const cases: [string, string | undefined][] = [
    ['Current', 'CURRENT'],
    ['NOTICE RENTED', 'NOTICE_RENTED'],
    ['notice_unrented', 'NOTICE_UNRENTED'],
    ['Vacant - Rented', 'VACANT_RENTED'],
    ['Vacant-Unrented', 'VACANT_UNRENTED'],
    ['Evict', 'EVICT'],
    ['On Notice', 'NOTICE_UNRENTED'],
    ['MODEL', 'OFFLINE'],
    ['Admin', 'OFFLINE'],
    ['Occupied No Notice', 'CURRENT'],
    ['Occupied-NTV', 'NOTICE_UNRENTED'],
    ['Occupied-NTVL', 'NOTICE_RENTED'],
    ['Active', 'CURRENT'],
    ['Month-to-Month', 'CURRENT'],
    ['Current/Notice', 'NOTICE_UNRENTED'],
    ['Occupied on Notice', 'NOTICE_UNRENTED'],
    ['In Legal', 'EVICT'],
    ['Future', 'VACANT_RENTED'],
    ['95.6% Occupied', undefined],
    ['Past', undefined],
    ['constructor', undefined],
  ]
  for (const [text, status] of cases) assert.equal(parseStatus(text), status, text)
})

test('contacts and addresses are read as a whole or not at all', () => {
  assert.deepEqual(EMAILS.parse('a@example.com, b@example.org'), ['a@example.com', 'b@example.org'])
  assert.equal(EMAILS.parse('a@example.com, none'), undefined)
  assert.deepEqual(PHONES.parse('Mobile: (614) 555-0100, Home: 614-555-0101 x2'), ['(614) 555-0100', '614-555-0101 x2'])
  const phones: [string, string[] | undefined][] = [
    ['614-555-0100 (cell)', ['614-555-0100']],
    ['(614) 555-0100 Home', ['(614) 555-0100']],
    ['Cell 614-555-0100', ['614-555-0100']],
    ['614-555-0100 (H) 614-555-0101 (C)', ['614-555-0100', '614-555-0101']],
    ['614-555-0100 or 614-555-0101', ['614-555-0100', '614-555-0101']],
    ['614-555-0100, x12', ['614-555-0100 x12']],
    ['614.555.0100 ext. 12', ['614.555.0100 ext. 12']],
    // What is left of a number that a program wrote as a fraction, or that a spreadsheet shortened.
    ['6145550100.0', ['6145550100']],
    ['6.145550101E9', undefined],
    ['6.14555E+09', undefined],
    ['call first', undefined],
  ]
  for (const [text, numbers] of phones) assert.deepEqual(PHONES.parse(text), numbers, text)
  const emails: [string, string[] | undefined][] = [
    ['a@example.com/b@example.org', ['a@example.com', 'b@example.org']],
    ['a@example.com and b@example.org', ['a@example.com', 'b@example.org']],
    ['Ann Elm <a@example.com>; Bo Fir <b@example.org>', ['a@example.com', 'b@example.org']],
    ['mailto:a@example.com', ['a@example.com']],
    ['a@example.com (Ann)', undefined],
  ]
  for (const [text, addresses] of emails) assert.deepEqual(EMAILS.parse(text), addresses, text)
  for (const text of ['OH', 'oh', 'Ohio', 'OHIO']) assert.equal(STATE.parse(text), 'OH', text)
  assert.equal(STATE.parse('New York'), 'NY')
  assert.equal(STATE.parse('Ontario'), undefined)
  for (const text of ['432151234', '43215 1234']) assert.equal(POSTAL_CODE.parse(text), '43215-1234', text)
  for (const text of ['43215.0', '43215-']) assert.equal(POSTAL_CODE.parse(text), '43215', text)
  assert.equal(POSTAL_CODE.parse('2134'), '02134')
  assert.equal(POSTAL_CODE.parse('43215-1234'), '43215-1234')
  assert.equal(POSTAL_CODE.parse('4321A'), undefined)
  assert.equal(WEB_ADDRESSES.parse('javascript:alert(1)'), undefined)
})

test('a cell loses white space, control characters and the wrappings of spreadsheets', () => {
  const cases: [string, string][] = [
    ['  Ann\u00a0 Elm\t', 'Ann Elm'],
    ['Ann  Elm', 'Ann Elm'],
    ['Ann Elm ', 'Ann Elm'],
    ['Ann \n Bo', 'Ann\nBo'],
    ['n/a 2', 'n/a 2'],
    ['n/a', ''],
    ['--', ''],
    ['N/A', ''],
    // Excel's accounting format shows zero as a dash behind the dollar sign.
    [' $ -   ', ''],
    ['$ -', ''],
    ['$-', ''],
    ['$ -5', '$ -5'],
    ['="00123"', '00123'],
    ["'-5.00", '-5.00'],
    ['a\u0000b\u200b', 'ab'],
    ['Ann \u202eElm\u202c', 'Ann Elm'],
  ]
  for (const [text, clean] of cases) assert.equal(cleanCell(text), clean)
})
