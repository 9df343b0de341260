/** Creating an invoice, issuing it and voiding it. */
import type { Static } from 'typebox'
import type { NewInvoice } from '#contract/console/invoices.ts'
import type { Valid } from '#contract/operation.ts'
import { later } from '#server/base/dates.ts'
import { newId } from '#server/base/ids.ts'
import { formatCents } from '#server/base/money.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import {
  applyCredit,
  checkDeposit,
  checkOnLeases,
  lockMoney,
  lockMoneyOfLease,
  postEntries,
} from '../ledger/money-of-leases.ts'
import type { LedgerEntry } from '../ledger/records.ts'
import { checkDay } from '../ledger/rules.ts'
import { detailOf, entriesOf, getInvoice, saveInvoices } from './operations.ts'
import { emitPaid } from './paid.ts'
import { updateAsIssued, updateAsVoid } from './queries.ts'
import type { InvoiceRecord, InvoiceRow } from './records.ts'
import { checkIssue, checkLines, checkPeriod, checkVoid } from './rules.ts'
import { entriesOfVoid } from './void-entries.ts'
import { type BilledInvoice, findApplied } from './void-month-queries.ts'

export const createInvoice: ConsoleOperations['createInvoice'] = async (context, input) => {
  const { issue_date = context.today, due_date = issue_date } = input
  checkDates(issue_date, due_date, context.today)
  return detailOf(context, await addInvoice(context, input))
}

/** Creates an invoice, and issues it unless it is a draft. Days that nobody typed may be any number of years ahead, such as the start of a lease. */
export async function addInvoice(context: Context, input: Valid<Static<typeof NewInvoice>>): Promise<InvoiceRow> {
  const { now, today } = context
  const { lease_id, lines, is_draft = false, external_id = null, issue_date = today, due_date = issue_date } = input
  const { period_start = null, period_end = null } = input
  checkLines(lines)
  checkPeriod(period_start, period_end)
  const { property_id, unit_id, ...lease } = await lockMoneyOfLease(context, lease_id)
  const resident_id = input.resident_id === undefined ? lease.resident_id : input.resident_id
  await checkOnLeases(context, [{ lease_id, resident_id }])
  const invoice_id = newId('invoice', now)
  const place = { lease_id, property_id, unit_id, resident_id }
  const fields = { is_draft, issue_date, due_date, period_start, period_end, recurring_month: null, lines, external_id }
  const invoice: InvoiceRecord = { invoice_id, ...place, ...fields }
  await saveInvoices(context, [invoice])
  if (!is_draft) await emitPaid(context, await postInvoices(context, [invoice]))
  const created = await getInvoice(context, { id: invoice_id })
  await logAdministration(context, 'invoice.create', invoice_id, { after: created })
  return created
}

/** Issues a draft, on its own issue date or on another one. */
export const issueInvoice: ConsoleOperations['issueInvoice'] = async (context, { id, ...dates }) => {
  const { db, now, today } = context
  const before = await lockInvoice(context, id)
  checkIssue(before.status)
  const issue_date = dates.issue_date ?? before.issue_date
  const due_date = dates.due_date ?? later(before.due_date, issue_date)
  checkDates(issue_date, due_date, today)
  await db.query(updateAsIssued, [db.organizationId, id, issue_date, due_date, new Date(now)])
  await emitPaid(context, await postInvoices(context, [{ ...before, issue_date, due_date }]))
  const after = await getInvoice(context, { id })
  await logAdministration(context, 'invoice.issue', id, { before, after })
  return detailOf(context, after)
}

/**
 * Voids an invoice from a day on: today, or its issue date if that is later. Earlier days stay as they were. Credit that was applied to it becomes credit
 * again, which is then applied to whatever else is open. Payments that were recorded after it must have been voided, reversed or refunded by then.
 */
export const voidInvoice: ConsoleOperations['voidInvoice'] = async (context, { id, on }) => {
  const { db, now, today } = context
  const before = await lockInvoice(context, id)
  const { applied, is_paid_since: isPaidSince } = onlyRow(await db.query(findApplied, [db.organizationId, id]))
  checkVoid(before, isPaidSince)
  const day = on ?? later(today, before.issue_date)
  checkDay('on', day, today)
  if (day < before.issue_date) throw fieldError('on', `must not be before the issue date, ${before.issue_date}`)
  if (before.status !== 'DRAFT') {
    const { removed = [], credit = [] } = Object.groupBy(applied, part =>
      isNoLongerApplied(part, applied) ? 'removed' : 'credit',
    )
    checkUnpaidFrom(day, removed)
    const entries = entriesOfVoid({ ...before, applied: credit }, day)
    await checkDeposit(context, before.lease_id, entries, depositGone)
    await postEntries(context, entries)
  }
  const after = onlyRow(await db.query(updateAsVoid, [db.organizationId, id, day, new Date(now)]))
  if (before.paid_cents > 0) await emitPaid(context, await applyCredit(context, new Map([[before.lease_id, day]])))
  await logAdministration(context, 'invoice.void', id, { before, after })
  return detailOf(context, after)
}

/**
 * Posts issued invoices and applies the credit of their leases, which are locked. Returns the IDs of those that credit paid. An invoice whose total
 * is 0 is PAID from the start, without an event. `others` are entries that are posted together with those of the invoices.
 */
export async function postInvoices(
  context: Context,
  invoices: readonly Pick<InvoiceRecord, 'invoice_id' | 'lease_id' | 'issue_date' | 'due_date' | 'lines'>[],
  others: readonly LedgerEntry[] = [],
): Promise<string[]> {
  await postEntries(context, [...invoices.flatMap(invoice => entriesOf(invoice)), ...others])
  const from = new Map<string, string>()
  for (const { lease_id, issue_date } of invoices) {
    const earliest = from.get(lease_id)
    if (earliest === undefined || issue_date < earliest) from.set(lease_id, issue_date)
  }
  return applyCredit(context, from)
}

/** Locks the money of an invoice's lease and reads the invoice. */
async function lockInvoice(context: Context, id: string): Promise<InvoiceRow> {
  const { lease_id } = await getInvoice(context, { id })
  await lockMoney(context, [lease_id])
  return getInvoice(context, { id })
}

function checkDates(issueDate: string, dueDate: string, today: string): void {
  checkDay('issue_date', issueDate, today)
  checkDay('due_date', dueDate, today)
  if (dueDate < issueDate) throw fieldError('due_date', `must not be before the issue date, ${issueDate}`)
}

type Applied = BilledInvoice['applied']

/** Whether nothing of the payment is applied to the invoice anymore. */
function isNoLongerApplied({ payment_id }: Applied[number], applied: Applied): boolean {
  return applied.filter(part => part.payment_id === payment_id).reduce((sum, { cents }) => sum + cents, 0) === 0
}

/** Throws conflict if one of these payments, which are no longer applied, counted after a day: from that day on, the invoice would show as paid but not owed. */
function checkUnpaidFrom(day: string, removed: Applied): void {
  const last = removed
    .map(({ on }) => on)
    .sort()
    .at(-1)
  if (last === undefined || last <= day) return
  throw new Refusal('conflict', `A payment was applied to this invoice until ${last}. Void it on that day or later.`)
}

function depositGone(held: number): string {
  return `Only ${formatCents(held)} of the deposit is still held, because it was returned or withheld since credit paid this invoice. If it was withheld by mistake, void that payment first.`
}
