/** What the forms of a lease say about its invoices: a step leaves them as they are. */
import type { LeaseDetail } from '#client/console.ts'
import { date, money } from '../kit/format.ts'
import { Hint } from '../kit/notice.tsx'
import { useRead } from '../session/use-read.ts'

/** What is open on the invoices of a lease, including one that was generated for a coming month and is not owed today. */
export function openOf(lease: Pick<LeaseDetail, 'open_charges_cents' | 'open_deposit_cents'>): number {
  return lease.open_charges_cents + lease.open_deposit_cents
}

/** If an invoice was paid after it was issued, even in part, its page has no button to void it. */
const IF_PAID = 'If a payment was recorded for one, void or refund it first.'

/**
 * After an early move-out, a resident may have been charged for the time after it. If they have paid, no open invoice shows this. The month of the
 * move-out was billed in full if it was billed before the day was known.
 */
export function LaterInvoices({ leaseId, day }: { leaseId: string; day: string }) {
  const { data } = useRead(
    ['invoices', 'of lease', leaseId],
    (client, call) => client.listInvoices({ lease_id: leaseId, limit: 100 }, call),
    { enabled: day !== '' },
  )
  const charged = (data?.data ?? []).filter(
    ({ status, lines }) => status !== 'VOID' && !lines.some(({ charge_code }) => charge_code === 'DEPOSIT'),
  )
  const later = sumOf(charged.filter(({ issue_date }) => issue_date > day))
  const [month] = charged.filter(
    ({ issue_date, period_end }) => issue_date <= day && period_end !== null && period_end > day,
  )
  if (day === '' || (later === 0 && !month)) return null
  return (
    <Hint tone="warn">
      <div role="status">
        {later > 0 && `${money(later)} is charged for later days. Void those invoices as well. `}
        {month?.period_end &&
          `Invoice #${month.number} charges ${money(month.total_cents)} through ${date(month.period_end)}. To charge only the days through ${date(day)}, void it, and choose “Bill again” in Generate monthly charges. `}
        {IF_PAID}
      </div>
    </Hint>
  )
}

function sumOf(invoices: readonly { total_cents: number }[]): number {
  return invoices.reduce((sum, { total_cents }) => sum + total_cents, 0)
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
