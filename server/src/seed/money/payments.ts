/** Payments: most of them simply arrive; a few fail, are returned by the bank, or are made twice. */
import { addDays } from '#server/base/dates.ts'
import { instantOn } from '../instants.ts'
import type { Random } from '../random.ts'
import type { SeedPayment } from '../records.ts'
import { singleInvoice } from './invoices.ts'
import type { MoneyContext } from './money-context.ts'

const RETURNED_FEE_CENTS = 3_500

/** A payment that has arrived. */
export function drawPayment(
  random: Random,
  day: string,
  amount_cents: number,
  means: Pick<SeedPayment, 'method' | 'reference'>,
): SeedPayment {
  const at = instantOn(random, day)
  return {
    status: 'PAID',
    ...means,
    amount_cents,
    refunded_cents: 0,
    payment_date: day,
    received_at: at,
    reversed_at: null,
    memo: null,
    failure_reason: null,
    created_at: at,
  }
}

/** A copy of the payment that the bank declined. */
export function refused(payment: SeedPayment): SeedPayment {
  const failure_reason = payment.method === 'CARD' ? 'Card declined' : 'Account could not be found'
  return { ...payment, status: 'FAILED', received_at: null, failure_reason }
}

export function isElectronic({ method }: Pick<SeedPayment, 'method'>): boolean {
  return method === 'ACH' || method === 'CARD'
}

/** Attempts a payment. `retry` is called with the day on which the residents pay again, if they do. */
export function attempt(context: MoneyContext, day: string, cents: number, retry: (day: string) => void): void {
  const { random, today, account, payer } = context
  const payment = drawPayment(random, day, cents, payer.drawMeans(random))
  if (isElectronic(payment) && random.chance(0.01)) {
    account.addUnposted(refused(payment))
    retry(addDays(day, random.integer(1, 5)))
  } else if (payment.method === 'ACH' && day >= addDays(today, -1) && random.chance(0.05)) {
    account.addUnposted({ ...payment, status: 'PENDING', received_at: null })
  } else {
    account.receive(payment)
    if ((payment.method === 'ACH' || payment.method === 'CHECK') && random.chance(0.01)) bounce(context, payment, retry)
    else if (isElectronic(payment) && random.chance(0.003)) payTwice(context, payment)
  }
}

function bounce({ random, account, agenda }: MoneyContext, payment: SeedPayment, retry: (day: string) => void): void {
  const day = addDays(payment.payment_date, random.integer(2, 5))
  const at = instantOn(random, day)
  agenda.at(day, 'BANK', () => {
    // A deposit that was returned after a move-out can no longer be changed.
    if (payment.refunded_cents > 0) return
    account.reverse(payment, day, at, 'Insufficient funds')
    if (!random.chance(0.5)) return
    const line = {
      charge_code: 'OTHER',
      description: 'Returned payment fee',
      amount_cents: RETURNED_FEE_CENTS,
    } as const
    account.issue(singleInvoice(line, day, day, at))
  })
  if (random.chance(0.9)) retry(addDays(day, random.integer(1, 8)))
}

/** Pays twice: a payment was sent again by mistake, and the second one is refunded. */
function payTwice({ random, account, agenda }: MoneyContext, payment: SeedPayment): void {
  const { payment_date, amount_cents, method, reference } = payment
  const memo = 'Paid twice by mistake'
  const second = { ...drawPayment(random, payment_date, amount_cents, { method, reference }), memo }
  const day = addDays(payment_date, random.integer(2, 6))
  agenda.at(payment_date, 'PAYMENT', () => account.receive(second))
  agenda.at(day, 'BANK', () => {
    if (account.credits().includes(second)) account.refund(second, day, instantOn(random, day))
  })
}
