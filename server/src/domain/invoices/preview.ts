/** The preview of monthly charges: what generating them would issue, and the leases that need a look. */
import type { ConsoleContract } from '#contract/console.ts'
import type { OutputOf } from '#contract/operation.ts'
import type { ConsoleOperations } from '#server/platform/context.ts'
import { BATCH, nextAfter } from './generate.ts'
import { type LeaseOfMonth, listLeasesOfMonth, listMonthOfLeases } from './preview-queries.ts'
import type { InvoiceLine } from './records.ts'
import { type Bill, billsOf, checkMonth, closedDay, daysToBill, fitsInvoice, monthOf, totalOf } from './rules.ts'

type Preview = OutputOf<ConsoleContract['previewMonthlyCharges']>
type Reason = Preview['exceptions'][number]['reason']

export const previewMonthlyCharges: ConsoleOperations['previewMonthlyCharges'] = async (
  { db, today },
  { month, property_id = null, lease_id, after = '' },
) => {
  checkMonth(month, today)
  const { first, last } = monthOf(`${month}-01`)
  const page = lease_id
    ? [{ lease_id }]
    : await db.query(listLeasesOfMonth, [db.organizationId, first, last, after, BATCH, property_id])
  const ids = page.map(lease => lease.lease_id)
  const leases = await db.query(listMonthOfLeases, [db.organizationId, first, last, ids, property_id])
  const next = lease_id ? null : nextAfter(ids)
  return { month, ...sumsOf(first, leases, lease_id !== undefined), next }
}

function sumsOf(month: string, leases: readonly LeaseOfMonth[], isAlone: boolean): Omit<Preview, 'month' | 'next'> {
  const exceptions: Preview['exceptions'] = []
  const changed: Preview['changed'] = []
  const properties = new Map<string, Preview['properties'][number]>()
  const billed = { invoices: 0, total_cents: 0, paid_invoices: 0 }
  for (const lease of leases) {
    billed.invoices += lease.billed.invoices
    billed.total_cents += lease.billed.total_cents
    billed.paid_invoices += lease.billed.paid_invoices
    const { bills, unbilled = bills, reason, difference_cents = 0 } = outlookOf(month, lease, isAlone)
    const lines = unbilled.flatMap(bill => bill.lines)
    const total_cents = totalOf({ lines })
    const place = placeOf(lease)
    if (reason) exceptions.push({ ...place, reason, total_cents, difference_cents, ...daysOf(unbilled) })
    if (bills.length === 0) continue
    const { property_id, property_name, last } = lease
    const sum = properties.get(property_id) ?? { property_id, property_name, invoices: 0, total_cents: 0 }
    sum.invoices += bills.length
    sum.total_cents += total_cents
    properties.set(property_id, sum)
    if (last && lease.billed.invoices === 0 && !isSame(last.lines, lines)) {
      changed.push({ ...place, last_month: last.month, last_total_cents: last.total_cents, total_cents })
    }
  }
  const all = [...properties.values()]
  const invoices = all.reduce((sum, property) => sum + property.invoices, 0)
  const total_cents = all.reduce((sum, property) => sum + property.total_cents, 0)
  return { invoices, total_cents, properties: all, exceptions, changed, billed }
}

type Outlook = {
  bills: Bill[]
  /** What would be billed if the books were not closed. */
  unbilled?: Bill[]
  reason?: Reason
  difference_cents?: number
}

/** What a lease would be billed for the month, or for the rest of it, and the reason to look at it, if there is one. */
function outlookOf(month: string, lease: LeaseOfMonth, isAlone: boolean): Outlook {
  if (lease.voided_on !== null && !isAlone)
    return isOccupied(month, lease) ? { bills: [], reason: 'INVOICE_VOID' } : { bills: [] }
  if (lease.billed.invoices > 0) return restOf(month, lease)
  if (lease.stage !== 'SIGNED') return lease.stage === 'CANCELLED' ? { bills: [] } : { bills: [], reason: 'NOT_SIGNED' }
  if (lease.waits) return { bills: [], reason: 'UNIT_OCCUPIED' }
  const bills = billsOf(month, lease, [])
  const [bill] = bills
  if (!bill) return { bills, reason: 'NO_CHARGES' }
  if (closedDay(bills, lease)) return { bills: [], unbilled: bills, reason: 'BOOKS_CLOSED' }
  if (!fitsInvoice(bill.lines)) return { bills: [], reason: 'TOO_MANY_CHARGES' }
  const { first, last } = monthOf(month)
  const { in_service_to: inServiceTo } = lease
  const { start, end } = bill.period
  if (inServiceTo !== null && inServiceTo < end) return { bills, reason: 'UNIT_OUT_OF_SERVICE' }
  return { bills, ...((start !== first || end !== last) && { reason: 'PRORATED' }) }
}

/**
 * What a lease that was billed for the month would be billed for days that were not. A lease that is not signed, or waits, is not billed. If no days
 * are left, the bill may still differ from what the lease is charged for its days by now, which nothing corrects by itself.
 */
function restOf(month: string, lease: LeaseOfMonth): Outlook {
  const bills = lease.stage === 'SIGNED' && !lease.waits ? billsOf(month, lease, lease.billed_days) : []
  if (bills.length === 0) {
    const charged = isOccupied(month, lease) ? billsOf(month, lease, []) : []
    const difference_cents = totalOf({ lines: charged.flatMap(({ lines }) => lines) }) - lease.billed.total_cents
    return { bills, ...(difference_cents !== 0 && { reason: 'CHARGES_DIFFER', difference_cents }) }
  }
  if (closedDay(bills, lease)) return { bills: [], unbilled: bills, reason: 'BOOKS_CLOSED' }
  const fits = bills.every(({ lines }) => fitsInvoice(lines))
  return fits ? { bills, reason: 'REMAINING_DAYS' } : { bills: [], reason: 'TOO_MANY_CHARGES' }
}

/** Whether a lease, signed or not, covers a day of the month. */
function isOccupied(month: string, lease: LeaseOfMonth): boolean {
  return lease.stage !== 'CANCELLED' && daysToBill(month, lease, []).length > 0
}

function placeOf({ lease_id, resident_name, property_name, unit_label }: LeaseOfMonth) {
  return { lease_id, resident_name, property_name, unit_label }
}

/** The first and the last day of bills, which are in the order of their days. */
function daysOf(bills: readonly Bill[]) {
  return { period_start: bills[0]?.period.start ?? null, period_end: bills.at(-1)?.period.end ?? null }
}

/** Whether two bills charge the same for each line; the lines of a month that was billed in parts are added up. */
function isSame(one: readonly InvoiceLine[], other: readonly InvoiceLine[]): boolean {
  return JSON.stringify(sumsByLine(one)) === JSON.stringify(sumsByLine(other))
}

function sumsByLine(lines: readonly InvoiceLine[]): [string, number][] {
  const sums = new Map<string, number>()
  for (const { charge_code, description, amount_cents } of lines) {
    const line = `${charge_code} ${description}`
    sums.set(line, (sums.get(line) ?? 0) + amount_cents)
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
}
