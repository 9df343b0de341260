/** What the forms of a lease say about its invoices: a step leaves them as they are. */
import type { LeaseDetail } from '#client/console.ts'
import { money } from '../kit/format.ts'
import { Hint } from '../kit/notice.tsx'

/** What is open on the invoices of a lease, also on one that was generated for a coming month and is not owed today. */
export function openOf(lease: Pick<LeaseDetail, 'open_charges_cents' | 'open_deposit_cents'>): number {
  return lease.open_charges_cents + lease.open_deposit_cents
}

/** The page of an invoice that was paid since it was issued, even in part, has no button to void it. */
const IF_PAID = 'If a payment was recorded for one, void or refund it first.'

/** An early move-out may leave a resident charged for the time after it, and even paid: then nothing is open that would show it. */
export function LaterInvoices({ lease: { later_charges_cents: later } }: { lease: LeaseDetail }) {
  if (later <= 0) return null
  return (
    <Hint tone="warn">
      {money(later)} is charged for later days. Void those invoices as well. {IF_PAID}
    </Hint>
  )
}

export function UnpaidInvoices({ lease }: { lease: LeaseDetail }) {
  if (openOf(lease) === 0) return null
  return (
    <Hint tone="warn">
      {money(openOf(lease))} is not paid yet. Void its open invoices
      {lease.open_deposit_cents > 0 && ' or waive its unpaid deposit'} as well. {IF_PAID}
    </Hint>
  )
}
