/** Generating monthly charges: one invoice per lease for the recurring charges of a month. */
import type { Static } from 'typebox'
import type { InvoiceMonth } from '#contract/console/monthly-charges.ts'
import type { Valid } from '#contract/operation.ts'
import { newId } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import { discardCachedPlans } from '#server/db/discard-plans.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { lockMoney } from '../ledger/operations.ts'
import type { LockedLease } from '../ledger/records.ts'
import { type ChargedLease, listChargedLeases, listLeasesToBill } from './generate-queries.ts'
import { postInvoices } from './issue.ts'
import { saveInvoices, totalOf } from './operations.ts'
import { emitPaid } from './paid.ts'
import type { InvoiceRecord } from './records.ts'
import { checkMonth, daysToBill, dueDay, fitsInvoice, linesOf, monthOf } from './rules.ts'

/** How many leases are billed in one transaction. A whole organization in one would take longer than a transaction may last. */
export const BATCH = 1_000

export type Generated = {
  invoices: number
  total_cents: number
  /** How many leases have no charges in the month. */
  leases_without_charges: number
  /** The leases that were left out, because they have more charges than an invoice can hold. */
  left_out: string[]
}

type Month = Valid<Static<typeof InvoiceMonth>>

/**
 * Issues the invoices of a month for signed leases that are occupied in it, up to 1,000 leases after the id `after`. A lease that already has its
 * invoice for the month is billed only for days on which it is occupied and that were not billed: the month was prorated for a move-out that was
 * canceled or postponed, or for a start that is now earlier. If the invoice of the month is void, the lease is left alone. So a call can be repeated.
 * A lease with more charges than an invoice can hold is left out, so that all others are billed; a call for it alone is refused. Applies credit and
 * emits events.
 */
export const generateInvoices: ConsoleOperations['generateInvoices'] = async (context, input) => {
  const { month } = input
  const first_day = `${month}-01`
  checkMonth(month, context.today)
  const { db } = context
  const { first, last } = monthOf(first_day)
  const { after = '', property_id = null, lease_id } = input
  const ids = lease_id
    ? [lease_id]
    : (await db.query(listLeasesToBill, [db.organizationId, first, last, after, BATCH, property_id])).map(
        lease => lease.lease_id,
      )
  const generated = await generateFor(context, month, ids, property_id)
  if (lease_id !== undefined) refuseLeftOut(generated)
  return { month, first_day, ...generated, next: lease_id || ids.length < BATCH ? null : (ids.at(-1) ?? null) }
}

/** Issues the invoices of a month for the whole organization, each call in a transaction that `within` opens. */
export async function generateMonth(
  input: Month,
  within: <T>(work: (context: Context) => Promise<T>) => Promise<T>,
): Promise<Generated> {
  const sum: Generated = { invoices: 0, total_cents: 0, leases_without_charges: 0, left_out: [] }
  let after: string | null = ''
  while (after !== null) {
    const page: Month = { ...input, after }
    const part = await within(context => generateInvoices(context, page))
    sum.invoices += part.invoices
    sum.total_cents += part.total_cents
    sum.leases_without_charges += part.leases_without_charges
    sum.left_out.push(...part.left_out)
    after = part.next
  }
  return sum
}

/** Issues the invoice for the month that contains `day` for one lease, or what is left of it to bill, if anything. */
export async function billLease(context: Context, day: string, leaseId: string): Promise<void> {
  refuseLeftOut(await generateFor(context, day.slice(0, 7), [leaseId], null))
}

function refuseLeftOut({ left_out: [lease] }: Generated): void {
  if (lease === undefined) return
  throw new Refusal('conflict', `Lease ${lease} has more charges than an invoice can hold. End some of them.`)
}

async function generateFor(
  context: Context,
  month: string,
  leaseIds: readonly string[],
  propertyId: string | null,
): Promise<Generated> {
  const { db } = context
  const { first, last } = monthOf(`${month}-01`)
  // Each batch adds rows, so the tables outgrow the plans that were made for them.
  await discardCachedPlans(db)
  const leases = await lockMoney(context, leaseIds)
  const charged = await db.query(listChargedLeases, [db.organizationId, first, last, [...leases.keys()], propertyId])
  const invoices: InvoiceRecord[] = []
  const generated: Generated = { invoices: 0, total_cents: 0, leases_without_charges: 0, left_out: [] }
  for (const lease of charged) {
    const invoice = invoiceOf(context, first, leases.get(lease.lease_id) as LockedLease, lease)
    if (!invoice) {
      if (!lease.billed_days) generated.leases_without_charges++
    } else if (fitsInvoice(invoice.lines)) {
      invoices.push(invoice)
      generated.total_cents += totalOf(invoice)
    } else generated.left_out.push(lease.lease_id)
  }
  generated.invoices = invoices.length
  if (invoices.length > 0) {
    await saveInvoices(context, invoices)
    await emitPaid(context, await postInvoices(context, invoices))
    await logAdministration(context, context.organizationId, 'invoice.generate', month, { after: generated })
  }
  return generated
}

function invoiceOf(
  { now }: Context,
  month: string,
  lease: LockedLease,
  charged: ChargedLease,
): InvoiceRecord | undefined {
  const { billed_days } = charged
  const period = daysToBill(month, charged, billed_days)
  const lines = period ? linesOf(charged.charges, period, billed_days) : []
  if (!period || lines.length === 0) return undefined
  return {
    invoice_id: newId('invoice', now),
    ...lease,
    is_draft: false,
    issue_date: period.start,
    due_date: dueDay(month, charged.rent_due_day, period.start),
    period_start: period.start,
    period_end: period.end,
    // A month belongs to one invoice of a lease. Those for the rest of it are found by their period.
    recurring_month: billed_days ? null : month,
    lines,
    external_id: null,
  }
}
