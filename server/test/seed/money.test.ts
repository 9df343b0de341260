/** The money of every generated lease adds up, on every day of its history. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, addMonths } from '#server/base/dates.ts'
import type { SeedLease } from '#server/seed/records.ts'
import { type Days, holdsForEveryLease } from './generated.ts'
import { daysOf, ledgerPositionOn, owedByDocuments, sum, totalOf } from './money-of.ts'
import { FOREVER, lastDayOf } from './situation-today.ts'

const isMonthly = (invoice: SeedLease['money']['invoices'][number]) => invoice.recurring_month !== null
const isDeposit = (invoice: SeedLease['money']['invoices'][number]) => invoice.lines[0]?.charge_code === 'DEPOSIT'

test('charges less payments equal what the entries say is owed', () => {
  holdsForEveryLease(({ money }, { today }) => {
    assert.equal(ledgerPositionOn(money, today).balanceCents, owedByDocuments(money))
  })
})

test('on no day is an invoice overpaid or paid before it is issued, nor a payment spent twice', () => {
  holdsForEveryLease(lease => {
    const { invoices, payments } = lease.money
    for (const day of daysOf(lease)) {
      const { issued, paid, allocated, unapplied, depositCents } = ledgerPositionOn(lease.money, day)
      for (const index of invoices.keys()) {
        assert.ok((paid[index] as number) >= 0 && (paid[index] as number) <= (issued[index] as number))
      }
      for (const [index, { amount_cents: amountCents }] of payments.entries()) {
        assert.ok((allocated[index] as number) >= 0 && (unapplied[index] as number) >= 0)
        assert.ok((allocated[index] as number) + (unapplied[index] as number) <= amountCents)
      }
      assert.ok(depositCents >= 0)
    }
  })
})

test('at the end of a day nobody has both credit and an open invoice, and the invoice due first is paid first', () => {
  holdsForEveryLease(lease => {
    const { invoices } = lease.money
    for (const day of daysOf(lease)) {
      const { issued, paid, unapplied } = ledgerPositionOn(lease.money, day)
      const open = [...invoices.keys()].filter(index => (paid[index] as number) < (issued[index] as number))
      if (sum(unapplied) > 0) assert.deepEqual(open, [])
    }
    const settling = lease.money.entries.filter(
      ({ invoice, amount_cents: amountCents }) => invoice !== null && amountCents < 0,
    )
    for (const [index, entry] of settling.slice(1).entries()) {
      const before = settling[index] as typeof entry
      if (entry.account !== 'RECEIVABLE' || before.account !== 'RECEIVABLE') continue
      if (before.payment !== entry.payment || before.recorded_at !== entry.recorded_at) continue
      assert.ok((before.due_on as string) <= (entry.due_on as string))
    }
  })
})

test('a payment has the dates and entries that its status implies', () => {
  holdsForEveryLease(({ money }, { today }) => {
    const { allocated, unapplied } = ledgerPositionOn(money, today)
    for (const [index, payment] of money.payments.entries()) {
      const {
        status,
        amount_cents: amountCents,
        refunded_cents: refundedCents,
        received_at: receivedAt,
        reversed_at: reversedAt,
        failure_reason: failureReason,
        payment_date: paymentDate,
      } = payment
      const spent = { FAILED: 0, PENDING: 0, CANCELLED: 0, REVERSED: 0, REFUNDED: 0, PAID: amountCents - refundedCents }
      assert.equal((allocated[index] as number) + (unapplied[index] as number), spent[status])
      assert.equal(status === 'REFUNDED', refundedCents === amountCents)
      assert.equal(receivedAt === null, status === 'FAILED' || status === 'PENDING')
      assert.equal(reversedAt !== null, status === 'REVERSED')
      assert.equal(failureReason !== null, status === 'REVERSED' || status === 'FAILED')
      assert.ok(amountCents > 0 && paymentDate <= today)
      const moved = money.entries.some(entry => entry.payment === index)
      assert.equal(moved, receivedAt !== null)
    }
  })
})

test('nothing is recorded before its own day or after today', () => {
  holdsForEveryLease(({ money }, { today }) => {
    for (const { effective_on: effectiveOn, recorded_at: recordedAt } of money.entries) {
      assert.ok(recordedAt.slice(0, 10) >= effectiveOn && recordedAt.slice(0, 10) <= today)
    }
    for (const { issue_date: issueDate, due_date: dueDate, created_at: createdAt, lines } of money.invoices) {
      const isBrought = lines[0]?.charge_code === 'OPENING_BALANCE'
      assert.ok(createdAt.slice(0, 10) === issueDate && issueDate <= today)
      assert.equal(dueDate < issueDate, isBrought)
    }
    const created = money.invoices.map(invoice => invoice.created_at)
    assert.deepEqual(created, created.toSorted())
  })
})

test('every month of an occupancy since the records begin is billed once, for its days', () => {
  holdsForEveryLease((lease, days) => {
    const monthly = lease.money.invoices.filter(isMonthly)
    assert.deepEqual(
      monthly.map(({ period_start: periodStart, period_end: periodEnd }) => [periodStart, periodEnd]),
      periodsOf(lease, days),
    )
    for (const {
      recurring_month: recurringMonth,
      period_start: periodStart,
      issue_date: issueDate,
      due_date: dueDate,
    } of monthly) {
      assert.equal(recurringMonth, `${(periodStart as string).slice(0, 7)}-01`)
      assert.equal(issueDate, periodStart)
      const lastDay = addDays(addMonths(recurringMonth, 1), -1)
      const wanted = `${issueDate.slice(0, 8)}${String(lease.rent_due_day).padStart(2, '0')}`
      const dueDay = wanted < lastDay ? wanted : lastDay
      assert.equal(dueDate, dueDay > issueDate ? dueDay : issueDate)
    }
  })
})

/** The billing periods of a lease, computed day by day, so that they share no arithmetic with the code under test. */
function periodsOf(lease: SeedLease, { today, recordsFrom }: Days): string[][] {
  if (lease.stage !== 'SIGNED') return []
  const periods: string[][] = []
  let day = lease.start_date
  if (day < recordsFrom) day = recordsFrom.endsWith('-01') ? recordsFrom : `${addMonths(recordsFrom, 1).slice(0, 7)}-01`
  while (day <= today && day <= lastDayOf(lease)) {
    const start = day
    const last = lastDayOf(lease)
    while (addDays(day, 1).slice(0, 7) === start.slice(0, 7) && (last === FOREVER || day < last)) day = addDays(day, 1)
    periods.push([start, day])
    day = addDays(day, 1)
  }
  return periods
}

test('a whole month costs what is charged on each of its days, and rent is never prorated to more', () => {
  holdsForEveryLease(lease => {
    for (const invoice of lease.money.invoices.filter(isMonthly)) {
      const { period_start: periodStart, period_end: periodEnd, recurring_month: recurringMonth } = invoice
      const from = periodStart as string
      const to = periodEnd as string
      const inForce = lease.charges.filter(charge => charge.from <= to && (charge.to ?? FOREVER) >= from)
      const steady = inForce.every(charge => charge.from <= from && (charge.to ?? FOREVER) >= to)
      const full = sum(inForce.map(charge => charge.amountCents))
      const isWhole = from === recurringMonth && addDays(to, 1).endsWith('-01')
      if (isWhole && steady) assert.equal(totalOf(invoice), full)
      const rents = inForce.filter(charge => charge.code === 'RENT').map(charge => charge.amountCents)
      const billed = sum(invoice.lines.filter(line => line.charge_code === 'RENT').map(line => line.amount_cents))
      assert.ok(billed <= Math.max(...rents) + rents.length)
      assert.ok(totalOf(invoice) >= 0 && invoice.lines.every(line => line.amount_cents !== 0))
    }
  })
})

test('a deposit is billed and paid before the lease begins, and held until the final account', () => {
  holdsForEveryLease((lease, { today, recordsFrom }) => {
    const { money, start_date: startDate, depositCents, move_out_date: moveOutDate } = lease
    const bills = money.invoices.filter(isDeposit)
    const isTold = lease.stage === 'SIGNED' && startDate >= recordsFrom
    assert.deepEqual(bills.map(totalOf), isTold ? [depositCents] : [])
    for (const { due_date: dueDate, lines } of bills) {
      assert.equal(dueDate, startDate)
      assert.ok(lines.every(line => line.charge_code === 'DEPOSIT'))
    }
    const held = (day: string) => ledgerPositionOn(money, day).depositCents
    if (lease.stage !== 'SIGNED') return assert.deepEqual(money, { invoices: [], payments: [], entries: [] })
    if (startDate > today) return assert.ok([0, depositCents].includes(held(today)))
    assert.equal(held(startDate), depositCents)
    const isOver = moveOutDate !== null && moveOutDate < today
    if (!isOver) return assert.equal(held(today), depositCents)
    assert.equal(held(moveOutDate), depositCents)
    if (addDays(moveOutDate, 28) <= today) assert.equal(held(today), 0)
  })
})

test('a deposit withheld for a balance is recorded as a payment of the same amount', () => {
  holdsForEveryLease(({ money }) => {
    const withheld = money.entries.filter(({ account, amount_cents: amountCents, payment }) => {
      return account === 'DEPOSIT' && amountCents < 0 && payment !== null
    })
    const payments = money.payments.filter(payment => payment.method === 'OTHER')
    assert.deepEqual(
      withheld.map(entry => money.payments[entry.payment as number]),
      payments,
    )
    assert.equal(sum([...withheld, ...payments].map(({ amount_cents: amountCents }) => amountCents)), 0)
  })
})
