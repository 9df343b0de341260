/** The pure rules of money: how it is allocated to days and invoices, what an invoice charges, and what a payment posts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, daysBetween } from '#server/base/dates.ts'
import { Refusal } from '#server/base/refusal.ts'
import { dueDay, linesOf, type MonthlyCharge, monthOf, periodOf, prorate } from '#server/domain/invoices/rules.ts'
import type { Change, OpenInvoice } from '#server/domain/ledger/records.ts'
import { allocateOldestFirst, checkDay, isNeverBelowZero, takeEarliest } from '#server/domain/ledger/rules.ts'
import { allocateAsGiven, checkAllocations } from '#server/domain/payments/rules.ts'

const PRORATIONS: [cents: number, part: number, whole: number, prorated: number][] = [
  [142_500, 31, 31, 142_500],
  [142_500, 15, 30, 71_250],
  [100_000, 17, 31, 54_839],
  [1, 1, 2, 1],
  [-1, 1, 2, 0],
  [-3, 1, 2, -1],
  [3, 1, 2, 2],
  [1, 14, 31, 0],
  [-1, 17, 31, -1],
  [0, 3, 31, 0],
  [10_000_000_000_000, 30, 31, 9_677_419_354_839],
  [9_999_999_996_255, 8_749, 10_000, 8_748_999_996_723],
]
for (const [cents, part, whole, prorated] of PRORATIONS) {
  test(`${cents} cents for ${part} of ${whole} are ${prorated}`, () => {
    assert.equal(prorate(cents, part, whole), prorated)
  })
}

test('a prorated amount is rounded to the nearest cent, and up if two are equally near', () => {
  const cents = fc.integer({ min: -10_000_000_000_000, max: 10_000_000_000_000 })
  fc.assert(
    fc.property(
      cents,
      fc.integer({ min: 0, max: 9_999 }),
      fc.constantFrom(28, 29, 30, 31, 10_000),
      (amount, pick, whole) => {
        const part = 1 + (pick % whole)
        const [doubled, unit] = [2n * BigInt(amount) * BigInt(part), BigInt(whole)]
        const off = doubled - 2n * BigInt(prorate(amount, part, whole)) * unit
        assert.ok(off < unit && off >= -unit, `${off} of ${unit}`)
      },
    ),
  )
})

const DUE_DAYS: [month: string, rentDueDay: number, periodStart: string, due: string][] = [
  ['2026-03-01', 1, '2026-03-01', '2026-03-01'],
  ['2026-03-01', 5, '2026-03-01', '2026-03-05'],
  ['2026-02-01', 31, '2026-02-01', '2026-02-28'],
  ['2028-02-01', 30, '2028-02-01', '2028-02-29'],
  ['2026-04-01', 31, '2026-04-01', '2026-04-30'],
  ['2026-03-01', 1, '2026-03-15', '2026-03-15'],
  ['2026-03-01', 20, '2026-03-15', '2026-03-20'],
]
for (const [month, rentDueDay, periodStart, due] of DUE_DAYS) {
  test(`rent of ${month} from ${periodStart}, due on day ${rentDueDay}, is due on ${due}`, () => {
    assert.equal(dueDay(month, rentDueDay, periodStart), due)
  })
}

test('a lease is billed for the days of the month on which it is occupied, in its term or not', () => {
  const period = (startDate: string, moveOutDate: string | null) =>
    periodOf('2026-03-01', { start_date: startDate, move_out_date: moveOutDate })
  assert.deepEqual(period('2020-01-01', null), { start: '2026-03-01', end: '2026-03-31' })
  assert.deepEqual(period('2026-03-10', '2026-03-20'), { start: '2026-03-10', end: '2026-03-20' })
  assert.deepEqual(period('2026-03-31', null), { start: '2026-03-31', end: '2026-03-31' })
  assert.deepEqual(period('2025-01-01', '2026-03-01'), { start: '2026-03-01', end: '2026-03-01' })
  assert.equal(period('2026-04-01', null), undefined)
  assert.equal(period('2025-01-01', '2026-02-28'), undefined)
})

const monthly = (fields: Partial<MonthlyCharge>): MonthlyCharge => ({
  ...{ code: 'RENT', description: 'Rent', amount_cents: 100_000, effective_from: '2025-01-01', effective_to: null },
  ...fields,
})
const march = { start: '2026-03-01', end: '2026-03-31' }
const amounts = (charges: MonthlyCharge[], period = march, billed: (typeof march)[] = []) =>
  linesOf(charges, period, billed).map(line => [line.charge_code, line.amount_cents])

test('each charge is prorated over the days on which both it and the occupancy are in force', () => {
  assert.deepEqual(amounts([monthly({})]), [['RENT', 100_000]])
  assert.deepEqual(amounts([monthly({})], { start: '2026-03-15', end: '2026-03-31' }), [['RENT', 54_839]])
  const raised = [
    monthly({ effective_to: '2026-03-14' }),
    monthly({ amount_cents: 110_000, effective_from: '2026-03-15' }),
  ]
  assert.deepEqual(amounts(raised), [
    ['RENT', 45_161],
    ['RENT', 60_323],
  ])
  assert.deepEqual(amounts(raised, { start: '2026-03-15', end: '2026-03-15' }), [['RENT', 3_548]])
  assert.deepEqual(amounts([monthly({ effective_to: '2026-02-28' }), monthly({ effective_from: '2026-04-01' })]), [])
})

test('rent comes first, concessions last, and charges that add up to zero are left out', () => {
  const charges = [
    monthly({ code: 'CONCESSION', amount_cents: -5_000 }),
    monthly({ code: 'PET', amount_cents: 2_500 }),
    monthly({ code: 'PARKING', amount_cents: 0 }),
    monthly({}),
    monthly({ code: 'STORAGE', amount_cents: 10, effective_from: '2026-03-31' }),
  ]
  assert.deepEqual(amounts(charges), [
    ['RENT', 100_000],
    ['PET', 2_500],
    ['CONCESSION', -5_000],
  ])
})

test('concessions take away at most the sum of the other charges', () => {
  const free = (cents: number) => monthly({ code: 'CONCESSION', description: `Free ${cents}`, amount_cents: -cents })
  assert.deepEqual(amounts([monthly({}), free(70_000), free(60_000), free(1)]), [
    ['RENT', 100_000],
    ['CONCESSION', -70_000],
    ['CONCESSION', -30_000],
  ])
  assert.deepEqual(amounts([free(70_000)]), [])
})

test('a concession that the first part of a month cannot take away in full is taken from the later parts, as on one bill', () => {
  const charges = [monthly({}), monthly({ code: 'CONCESSION', amount_cents: -200_000, effective_to: '2026-03-10' })]
  const [first, last] = [
    { start: '2026-03-01', end: '2026-03-10' },
    { start: '2026-03-11', end: '2026-03-31' },
  ]
  const whole = [
    ['RENT', 100_000],
    ['CONCESSION', -64_516],
  ]
  assert.deepEqual(amounts(charges), whole)
  assert.deepEqual(amounts(charges, first), [
    ['RENT', 32_258],
    ['CONCESSION', -32_258],
  ])
  assert.deepEqual(amounts(charges, last, [first]), [
    ['RENT', 67_742],
    ['CONCESSION', -32_258],
  ])
})

test('the parts of a month add up to its charges and concessions, none is below 0, and the last takes what concessions are left', () => {
  const day = fc.integer({ min: 1, max: 31 }).map(number => addDays('2026-02-28', number))
  const dated = fc.tuple(day, day).map(days => {
    const [effective_from, effective_to] = days.toSorted() as [string, string]
    return { effective_from, effective_to }
  })
  const charge = (code: MonthlyCharge['code'], min: number, max: number) =>
    fc.tuple(fc.integer({ min, max }), dated).map(([amount_cents, days]) => monthly({ code, amount_cents, ...days }))
  const charges = fc
    .tuple(
      fc.array(fc.oneof(charge('RENT', 0, 999), charge('PET', 0, 99)), { maxLength: 4 }),
      fc.array(charge('CONCESSION', -999, 0), { maxLength: 4 }),
    )
    .map(both => both.flat())
  const sum = (lines: ReturnType<typeof linesOf>) => lines.reduce((cents, line) => cents + line.amount_cents, 0)
  fc.assert(
    fc.property(charges, fc.uniqueArray(day, { maxLength: 5 }), fc.boolean(), (all, firstDays, isBackward) => {
      const starts = [...new Set(['2026-03-01', ...firstDays])].sort()
      const parts = starts.map((start, index) => ({ start, end: addDays(starts[index + 1] ?? '2026-04-01', -1) }))
      if (isBackward) parts.reverse()
      const bills = parts.map((period, index) => linesOf(all, period, parts.slice(0, index)))
      for (const lines of bills) {
        assert.ok(sum(lines) >= 0)
        for (const { charge_code, amount_cents } of lines) assert.equal(amount_cents < 0, charge_code === 'CONCESSION')
      }
      const cents = (lines: ReturnType<typeof linesOf>, isConcession: boolean) =>
        sum(lines.filter(({ charge_code }) => (charge_code === 'CONCESSION') === isConcession))
      assert.equal(cents(bills.flat(), false), cents(linesOf(all, march), false))
      const prorated = all.map(one => (one.amount_cents < 0 ? prorate(one.amount_cents, daysOf(one), 31) : 0))
      const left = cents(bills.flat(), true) - prorated.reduce((total, part) => total + part, 0)
      assert.ok(left >= 0, 'more was taken away than the concessions are')
      assert.ok(left === 0 || sum(bills.at(-1) ?? []) === 0, 'the last part charges, and concessions are left')
    }),
  )
})

function daysOf({ effective_from, effective_to }: MonthlyCharge): number {
  return daysBetween(effective_from, effective_to as string) + 1
}

function open(fields: Partial<OpenInvoice> & { number: number }): OpenInvoice {
  const cents = fields.total_cents ?? 100
  return {
    ...{ invoice_id: `inv_${fields.number}`, lease_id: 'lease_1', issue_date: '2026-03-01', due_date: '2026-03-05' },
    ...{ is_deposit: false, total_cents: cents, balance_cents: cents, was_paid: false, allocated: [] },
    ...fields,
  }
}
const spread = (shares: ReturnType<typeof allocateOldestFirst>) =>
  shares.map(({ invoice, parts }) => [invoice.number, ...parts.flatMap(({ on, cents }) => [on, cents])])

test('money is allocated by due date, then by issue date, then by number', () => {
  const invoices = [
    open({ number: 9, due_date: '2026-03-01', issue_date: '2026-02-28' }),
    open({ number: 2, due_date: '2026-03-02' }),
    open({ number: 8, due_date: '2026-03-01' }),
    open({ number: 7, due_date: '2026-03-01' }),
  ]
  assert.deepEqual(spread(allocateOldestFirst(invoices, 330, '2026-03-10')), [
    [9, '2026-03-10', 100],
    [7, '2026-03-10', 100],
    [8, '2026-03-10', 100],
    [2, '2026-03-10', 30],
  ])
  assert.deepEqual(
    invoices.map(({ balance_cents: balanceCents }) => balanceCents),
    [0, 70, 0, 0],
  )
  assert.deepEqual(spread(allocateOldestFirst(invoices, 500, '2026-03-11')), [[2, '2026-03-11', 70]])
})

test('an invoice is paid no earlier than it is issued, and on no day beyond what it owed that day', () => {
  assert.deepEqual(spread(allocateOldestFirst([open({ number: 1, issue_date: '2026-04-01' })], 100, '2026-03-10')), [
    [1, '2026-04-01', 100],
  ])
  const bounced = open({
    number: 1,
    allocated: [
      { on: '2026-03-05', cents: -80 },
      { on: '2026-03-20', cents: 80 },
    ],
  })
  assert.deepEqual(spread(allocateOldestFirst([bounced], 100, '2026-03-10')), [[1, '2026-03-10', 20, '2026-03-20', 80]])
})

test('allocations are made as given, and each is within the balance and the payment and names its invoice once', () => {
  const invoices = [open({ number: 1 }), open({ number: 2 })]
  assert.deepEqual(spread(allocateAsGiven(invoices, [{ invoice_id: 'inv_2', amount_cents: 60 }], '2026-03-10')), [
    [2, '2026-03-10', 60],
  ])
  const refusals: [() => unknown, RegExp][] = [
    [() => allocateAsGiven(invoices, [{ invoice_id: 'inv_2', amount_cents: 41 }], '2026-03-10'), /only \$0\.40/],
    [() => checkAllocations([{ invoice_id: 'inv_1', amount_cents: 101 }], 100), /more than the payment/],
    [
      () =>
        checkAllocations(
          ['inv_1', 'inv_1'].map(invoice_id => ({ invoice_id, amount_cents: 1 })),
          100,
        ),
      /allocations\[1\]\.invoice_id must not name an invoice twice/,
    ],
  ]
  for (const [refused, message] of refusals) {
    assert.throws(refused, error => error instanceof Refusal && message.test(error.message))
  }
})

test('a reduction never takes a day or a later one below zero, and is taken as early as possible', () => {
  const day = fc.integer({ min: 0, max: 6 }).map(days => addDays('2026-03-01', days))
  const change = fc.record({ on: day, cents: fc.integer({ min: -50, max: 100 }) })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), day, fc.array(change, { maxLength: 6 }), (cents, from, changes) => {
      fc.pre(isNeverBelowZero(changes))
      const parts = takeEarliest(cents, from, changes)
      assert.deepEqual(
        Array.from({ length: 7 }, (_, days) => takenBy(parts, addDays('2026-03-01', days))),
        Array.from({ length: 7 }, (_, days) => roomBy(changes, cents, from, addDays('2026-03-01', days))),
      )
      assert.ok(parts.every(({ on, cents }) => on >= from && cents > 0))
    }),
  )
})

/** The most that may be spent as of a day: the lowest balance on that day or any later one. */
function roomBy(changes: readonly Change[], cents: number, from: string, day: string): number {
  if (day < from) return 0
  const later = Array.from({ length: daysBetween(day, '2026-03-07') + 1 }, (_, days) => addDays(day, days))
  return Math.min(cents, ...later.map(each => takenBy(changes, each)))
}

function takenBy(changes: readonly Change[], day: string): number {
  return changes.filter(({ on }) => on <= day).reduce((sum, { cents }) => sum + cents, 0)
}

test('a day far ahead is refused as a typing error', () => {
  for (const day of ['2027-03-15', '1999-01-01', '2026-03-15']) checkDay('on', day, '2026-03-15')
  for (const day of ['2027-03-16', '2028-01-01']) {
    assert.throws(() => checkDay('on', day, '2026-03-15'), /on must/)
  }
})

test('months end on their last day', () => {
  assert.deepEqual(monthOf('2028-02-15'), { first: '2028-02-01', last: '2028-02-29' })
  assert.deepEqual(monthOf('2026-12-31'), { first: '2026-12-01', last: '2026-12-31' })
})
