/** Generating monthly charges: one invoice per lease for the recurring charges of a month. */
import type { Static } from 'typebox'
import type { InvoiceMonth } from '#contract/console/monthly-charges.ts'
import type { Valid } from '#contract/operation.ts'
import { MAX_LINES } from '#contract/v1/invoices.ts'
import { MAX_CENTS } from '#contract/values.ts'
import { newId } from '#server/base/ids.ts'
import { formatCents } from '#server/base/money.ts'
import { Refusal } from '#server/base/refusal.ts'
import { discardCachedPlans } from '#server/db/discard-plans.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { lockedLease, lockMoney } from '../ledger/money-of-leases.ts'
import type { LockedLease } from '../ledger/records.ts'
import { type ChargedLease, listChargedLeases, listLeasesToBill, releaseVoidInvoices } from './generate-queries.ts'
import { postInvoices } from './issue.ts'
import { saveInvoices } from './operations.ts'
import { emitPaid } from './paid.ts'
import type { InvoiceRecord } from './records.ts'
import { type Bill, billsOf, checkMonth, closedDay, dueDay, fitsInvoice, issueDay, monthOf, totalOf } from './rules.ts'

/** How many leases are billed in one transaction. A whole organization in one would take longer than a transaction may last. */
export const BATCH = 1_000

/** The `after` of the next call, null if these were the last leases. */
export function nextAfter(leaseIds: readonly string[]): string | null {
  return leaseIds.length < BATCH ? null : (leaseIds.at(-1) ?? null)
}

export type Generated = {
  invoices: number
  total_cents: number
  /** How many leases have no charges in the month. */
  leases_without_charges: number
  /** The leases that were left out, because they have more charges than an invoice can hold. */
  left_out: string[]
  /** The leases that were left out, because the books are closed on the first day to bill. */
  in_closed_books: string[]
}

type Month = Valid<Static<typeof InvoiceMonth>>

/**
 * Issues the invoices of a month for signed leases that are occupied in it, up to 1,000 leases after the ID `after`. A lease that already has its
 * invoice for the month is billed only for days on which it is occupied and that were not billed: the month was prorated for a move-out that was
 * canceled or postponed, or for a start that is now earlier. So a call can be repeated. If an invoice of the month was voided by itself, somebody meant
 * its days not to be billed, so the lease is left alone; a call for that lease alone bills them again. A lease with more charges than an invoice can
 * hold, or with days in closed books, is left out, so that all others are billed; a call for it alone is refused. Applies credit and emits events.
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
  const isAlone = lease_id !== undefined
  const generated = await generateFor(context, month, ids, { property_id, isAlone })
  if (isAlone) refuseLeftOut(generated)
  return { month, first_day, ...generated, next: isAlone ? null : nextAfter(ids) }
}

/** Issues the invoices of a month for the whole organization, each call in a transaction that `within` opens. */
export async function generateMonth(
  input: Month,
  within: <T>(work: (context: Context) => Promise<T>) => Promise<T>,
): Promise<Generated> {
  const sum = nothing()
  let after: string | null = ''
  while (after !== null) {
    const page: Month = { ...input, after }
    const part = await within(context => generateInvoices(context, page))
    sum.invoices += part.invoices
    sum.total_cents += part.total_cents
    sum.leases_without_charges += part.leases_without_charges
    sum.left_out.push(...part.left_out)
    sum.in_closed_books.push(...part.in_closed_books)
    after = part.next
  }
  return sum
}

const nothing = (): Generated => ({
  invoices: 0,
  total_cents: 0,
  leases_without_charges: 0,
  left_out: [],
  in_closed_books: [],
})

/** Issues the invoice for the month that contains `day` for one lease, or what is left of it to bill, if anything. */
export async function billLease(context: Context, day: string, leaseId: string): Promise<void> {
  refuseLeftOut(await generateFor(context, day.slice(0, 7), [leaseId], { property_id: null, isAlone: true }))
}

function refuseLeftOut({ left_out: [lease] }: Generated): void {
  if (lease === undefined) return
  throw new Refusal(
    'conflict',
    `Lease ${lease} has more charges than an invoice can hold: ${MAX_LINES} lines, and ${formatCents(MAX_CENTS)} in all. End some of them.`,
  )
}

function booksClosed(day: string, through: string | null): Refusal {
  return new Refusal(
    'conflict',
    `The books are closed through ${through}, and the lease would be billed on ${day}. Charge it on a later date, or reopen the books.`,
  )
}

/** Issues what is left to bill of a month for the leases, or for one that was named `isAlone`, whose void invoices then bill nothing anymore. */
async function generateFor(
  context: Context,
  month: string,
  leaseIds: readonly string[],
  { property_id, isAlone }: { property_id: string | null; isAlone: boolean },
): Promise<Generated> {
  const { db } = context
  const { first, last } = monthOf(`${month}-01`)
  // Each batch adds rows, so the tables outgrow the plans that were made for them.
  await discardCachedPlans(db)
  const leases = await lockMoney(context, leaseIds)
  const charged = await db.query(listChargedLeases, [db.organizationId, first, last, [...leases.keys()], property_id])
  const invoices: InvoiceRecord[] = []
  const generated = nothing()
  for (const lease of charged.filter(({ voided_on }) => isAlone || voided_on === null)) {
    const { lease_id, billed_days } = lease
    const bills = billsOf(first, lease, billed_days)
    if (bills.length === 0 && billed_days.length === 0) generated.leases_without_charges++
    const closed = closedDay(bills, lease)
    if (closed !== undefined && isAlone) throw booksClosed(closed, lease.books_closed_through)
    if (closed !== undefined) generated.in_closed_books.push(lease_id)
    else if (bills.every(({ lines }) => fitsInvoice(lines))) {
      const place = lockedLease(leases, lease_id)
      invoices.push(...bills.map(bill => invoiceOf(context, place, lease, bill)))
    } else generated.left_out.push(lease_id)
  }
  generated.invoices = invoices.length
  generated.total_cents = invoices.reduce((sum, invoice) => sum + totalOf(invoice), 0)
  if (invoices.length > 0) {
    if (isAlone) await db.query(releaseVoidInvoices, [db.organizationId, first, leaseIds])
    await saveInvoices(context, invoices)
    await emitPaid(context, await postInvoices(context, invoices))
    await logAdministration(context, 'invoice.generate', month, { after: generated })
  }
  return generated
}

function invoiceOf(
  { now }: Context,
  lease: LockedLease,
  { rent_due_day, void_days }: ChargedLease,
  bill: Bill,
): InvoiceRecord {
  const { period, lines } = bill
  const { first: month } = monthOf(period.start)
  const issue_date = issueDay(bill, void_days)
  return {
    invoice_id: newId('invoice', now),
    ...lease,
    is_draft: false,
    issue_date,
    due_date: dueDay(month, rent_due_day, issue_date),
    period_start: period.start,
    period_end: period.end,
    recurring_month: month,
    lines,
    external_id: null,
  }
}
