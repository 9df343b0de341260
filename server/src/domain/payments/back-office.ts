/** A payment as the back office opens it. */
import type { Context } from '#server/platform/context.ts'
import { findMoreOfPayment, listInvoiceNumbers, type MoreOfPayment } from './back-office-queries.ts'
import type { PaymentRow } from './queries.ts'
import { stepsOf } from './rules.ts'

/** A payment that was just read, with where it belongs, what it settles, and what can be done to it. */
export async function inFull({ db }: Context, payment: PaymentRow) {
  const { allocations } = payment
  const ids = allocations.map(({ invoice_id }) => invoice_id)
  const [[more], numbers] = await Promise.all([
    db.query(findMoreOfPayment, [db.organizationId, payment.payment_id]),
    db.query(listInvoiceNumbers, [db.organizationId, ids]),
  ])
  const numberOf = new Map(numbers.map(({ invoice_id, number }) => [invoice_id, number]))
  const invoices = allocations.map(part => ({ ...part, number: numberOf.get(part.invoice_id) as number }))
  return { ...payment, ...(more as MoreOfPayment), invoices, allowed_steps: stepsOf(payment.status) }
}
