/** How residents pay, in figures a property manager would recognize. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysBetween } from '#server/base/dates.ts'
import { generatePortfolio } from '#server/seed/portfolio.ts'
import type { SeedLease } from '#server/seed/records.ts'
import { assertBetween } from './assert-between.ts'
import { ledgerPositionOn, pastDueOn, sum } from './money-of.ts'

const UNITS = 3_000

function leasesOn(today: string, months: number): SeedLease[] {
  const properties = [...generatePortfolio({ units: UNITS, months, seed: 'payers', today })]
  return properties.flatMap(property => property.units).flatMap(unit => unit.leases)
}

const TODAY = '2026-07-15'
const leases = leasesOn(TODAY, 24)
const payments = leases.flatMap(lease => lease.money.payments)
const invoices = leases.flatMap(lease => lease.money.invoices)

function isOver({ move_out_date: moveOutDate }: SeedLease, today: string): boolean {
  return moveOutDate !== null && moveOutDate < today
}

function currentOf(all: SeedLease[], today: string): SeedLease[] {
  return all.filter(lease => lease.stage === 'SIGNED' && lease.start_date <= today && !isOver(lease, today))
}

test('in the middle of a month 5% of the current leases are past due and 3% prepaid', () => {
  const current = currentOf(leases, TODAY)
  const owing = current.filter(({ money }) => pastDueOn(money, TODAY) > 0)
  const ahead = current.filter(({ money }) => ledgerPositionOn(money, TODAY).balanceCents < 0)
  assertBetween(owing.length / current.length, 0.035, 0.07)
  assertBetween(ahead.length / current.length, 0.018, 0.045)
  const rents = current.map(lease => lease.charges.filter(charge => charge.code === 'RENT').at(-1)!.amountCents)
  assertBetween(sum(owing.map(({ money }) => pastDueOn(money, TODAY))) / sum(rents), 0.02, 0.08)
})

test('on the second of a month more are late, and at its end fewer', () => {
  const shareOn = (day: string) => {
    const current = currentOf(leasesOn(day, 3), day)
    return current.filter(({ money }) => pastDueOn(money, day) > 0).length / current.length
  }
  assertBetween(shareOn('2026-07-02'), 0.08, 0.2)
  assertBetween(shareOn('2026-07-31'), 0.02, 0.06)
})

test('every lease in eviction owes rent', () => {
  const evicted = currentOf(leases, TODAY).filter(lease => lease.eviction_filed_on !== null)
  assert.ok(evicted.length > 5)
  for (const { money } of evicted) assert.ok(pastDueOn(money, TODAY) > 0)
})

test('one or two in a hundred former residents still owe something, and none has a credit', () => {
  const former = leases.filter(lease => isOver(lease, TODAY) && daysBetween(lease.move_out_date!, TODAY) > 28)
  const balances = former.map(({ money }) => ledgerPositionOn(money, TODAY).balanceCents)
  assertBetween(balances.filter(cents => cents > 0).length / former.length, 0.004, 0.03)
  assert.ok(balances.every(cents => cents >= 0))
  const withheld = former.filter(({ money }) => money.payments.some(payment => payment.method === 'OTHER'))
  assertBetween(withheld.length / former.length, 0.18, 0.32)
})

test('nearly every payment is received, mostly by ACH; a few fail, are reversed, are refunded or are pending', () => {
  const share = (wanted: (payment: (typeof payments)[number]) => boolean) =>
    payments.filter(wanted).length / payments.length
  assertBetween(
    share(({ status }) => status === 'PAID'),
    0.97,
    0.99,
  )
  assertBetween(
    share(({ status }) => status === 'FAILED'),
    0.004,
    0.012,
  )
  assertBetween(
    share(({ status }) => status === 'REVERSED'),
    0.004,
    0.012,
  )
  assertBetween(
    share(({ status }) => status === 'REFUNDED'),
    0.001,
    0.004,
  )
  assertBetween(share(({ status }) => status === 'PENDING') * payments.length, 10, 120)
  assertBetween(
    share(({ method }) => method === 'ACH'),
    0.55,
    0.68,
  )
  for (const method of ['CARD', 'CHECK', 'MONEY_ORDER', 'CASH'] as const) {
    assertBetween(
      share(payment => payment.method === method),
      0.03,
      0.18,
    )
  }
})

test('a reversed payment says why, and most are paid again', () => {
  const bounced = leases.flatMap(({ money }) =>
    money.payments.filter(payment => payment.status === 'REVERSED').map(payment => ({ payment, money })),
  )
  for (const { payment } of bounced) {
    assert.equal(payment.failure_reason, 'Insufficient funds')
    assertBetween(daysBetween(payment.payment_date, (payment.reversed_at as string).slice(0, 10)), 2, 5)
  }
  const repaid = bounced.filter(({ payment, money }) => {
    return money.payments.some(
      ({ status, payment_date: paymentDate }) => status === 'PAID' && paymentDate > payment.payment_date,
    )
  })
  assertBetween(repaid.length / bounced.length, 0.8, 1)
})

test('late fees are charged for late payments, and other codes occur as they do in practice', () => {
  const lines = invoices.flatMap(invoice => invoice.lines)
  const share = (code: string) => lines.filter(line => line.charge_code === code).length / invoices.length
  assertBetween(share('LATE_FEE'), 0.015, 0.06)
  for (const code of [
    'RENT',
    'UTILITY',
    'PARKING',
    'PET',
    'STORAGE',
    'CONCESSION',
    'DEPOSIT',
    'OPENING_BALANCE',
    'OTHER',
  ]) {
    assert.ok(share(code) > 0, code)
  }
})

test('rent that is due is nearly all collected', () => {
  const received = sum(payments.filter(({ status }) => status === 'PAID').map(payment => payment.amount_cents))
  const billed = sum(invoices.flatMap(({ lines }) => lines.map(line => line.amount_cents)))
  assertBetween(received / billed, 0.985, 1.01)
})
