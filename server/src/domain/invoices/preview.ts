/** The preview of monthly charges: what generating them would issue, and the leases that need a look. */

import type { ConsoleContract } from '#contract/console.ts'
import type { OutputOf } from '#contract/operation.ts'
import type { ConsoleOperations } from '#server/platform/context.ts'
import { BATCH } from './generate.ts'
import { totalOf } from './operations.ts'
import { type LeaseOfMonth, listLeasesOfMonth, listMonthOfLeases } from './preview-queries.ts'
import type { InvoiceLine } from './records.ts'
import { checkMonth, daysToBill, fitsInvoice, linesOf, monthOf, type Period } from './rules.ts'

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
  const next = lease_id || ids.length < BATCH ? null : (ids.at(-1) ?? null)
  return { month, ...sumsOf(first, leases), next }
}

function sumsOf(month: string, leases: readonly LeaseOfMonth[]): Omit<Preview, 'month' | 'next'> {
  const exceptions: Preview['exceptions'] = []
  const changed: Preview['changed'] = []
  const properties = new Map<string, Preview['properties'][number]>()
  const billed = { invoices: 0, total_cents: 0, paid_invoices: 0 }
  for (const lease of leases) {
    if (lease.billed && !lease.billed.is_void) {
      billed.invoices += lease.billed.invoices
      billed.total_cents += lease.billed.total_cents
      billed.paid_invoices += lease.billed.paid_invoices
    }
    const { lines, period, reason, difference_cents = 0 } = billOf(month, lease)
    const total_cents = totalOf({ lines })
    const place = placeOf(lease)
    if (reason) {
      const days = daysOf(lines.length > 0 ? period : undefined)
      exceptions.push({ ...place, reason, total_cents, difference_cents, ...days })
    }
    if (lines.length === 0) continue
    const { property_id, property_name, last } = lease
    const sum = properties.get(property_id) ?? { property_id, property_name, invoices: 0, total_cents: 0 }
    sum.invoices++
    sum.total_cents += total_cents
    properties.set(property_id, sum)
    if (last && !lease.billed && !isSame(last.lines, lines)) {
      changed.push({ ...place, last_month: last.month, last_total_cents: last.total_cents, total_cents })
    }
  }
  const all = [...properties.values()]
  const invoices = all.reduce((sum, property) => sum + property.invoices, 0)
  const total_cents = all.reduce((sum, property) => sum + property.total_cents, 0)
  return { invoices, total_cents, properties: all, exceptions, changed, billed }
}

type Bill = { lines: InvoiceLine[]; period?: Period; reason?: Reason; difference_cents?: number }

/** What a lease would be billed for the month, or for the rest of it, and the reason to look at it, if there is one. */
function billOf(month: string, lease: LeaseOfMonth): Bill {
  if (lease.billed?.is_void) return isOccupied(month, lease) ? { lines: [], reason: 'INVOICE_VOID' } : { lines: [] }
  if (lease.billed) return restOf(month, lease, lease.billed)
  if (lease.stage !== 'SIGNED') return { lines: [], reason: 'NOT_SIGNED' }
  if (lease.waits) return { lines: [], reason: 'UNIT_OCCUPIED' }
  const period = daysToBill(month, lease, null)
  const lines = period ? linesOf(lease.charges, period) : []
  if (!period || lines.length === 0) return { lines: [], reason: 'NO_CHARGES' }
  if (!fitsInvoice(lines)) return { lines: [], reason: 'TOO_MANY_CHARGES' }
  const { first, last } = monthOf(month)
  const { in_service_to: inServiceTo } = lease
  if (inServiceTo !== null && inServiceTo < period.end) return { lines, period, reason: 'UNIT_OUT_OF_SERVICE' }
  const isWhole = period.start === first && period.end === last
  return { lines, period, ...(!isWhole && { reason: 'PRORATED' }) }
}

/**
 * What a lease that has its invoice for the month would be billed for days that were not billed. A lease that is not signed, or waits, is not billed.
 * If no days are left, the bill may still differ from what the lease is charged for its days by now, which nothing corrects by itself.
 */
function restOf(month: string, lease: LeaseOfMonth, billed: NonNullable<LeaseOfMonth['billed']>): Bill {
  const period = lease.stage === 'SIGNED' && !lease.waits ? daysToBill(month, lease, lease.billed_days) : undefined
  const lines = period ? linesOf(lease.charges, period, lease.billed_days) : []
  if (!period || lines.length === 0) {
    const occupied = isOccupied(month, lease) ? daysToBill(month, lease, null) : undefined
    const charged = totalOf({ lines: occupied ? linesOf(lease.charges, occupied) : [] })
    const difference_cents = charged - billed.total_cents
    return { lines: [], ...(difference_cents !== 0 && { reason: 'CHARGES_DIFFER', difference_cents }) }
  }
  return fitsInvoice(lines) ? { lines, period, reason: 'REMAINING_DAYS' } : { lines: [], reason: 'TOO_MANY_CHARGES' }
}

/** Whether a lease, signed or not, covers a day of the month. */
function isOccupied(month: string, lease: LeaseOfMonth): boolean {
  return lease.stage !== 'CANCELLED' && daysToBill(month, lease, null) !== undefined
}

function placeOf({ lease_id, resident_name, property_name, unit_label }: LeaseOfMonth) {
  return { lease_id, resident_name, property_name, unit_label }
}

function daysOf(period: Period | undefined) {
  return { period_start: period?.start ?? null, period_end: period?.end ?? null }
}

function isSame(one: readonly InvoiceLine[], other: readonly InvoiceLine[]): boolean {
  const words = (lines: readonly InvoiceLine[]) =>
    lines.map(({ charge_code, description, amount_cents }) => `${charge_code} ${description} ${amount_cents}`).sort()
  return JSON.stringify(words(one)) === JSON.stringify(words(other))
}
