/** Creating an invoice, issuing it and voiding it. */
import { newId } from '#server/base/ids.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { allocationsOf, applyCredit, checkOnLeases, lockMoney, postEntries } from '../ledger/operations.ts'
import { checkDay, later } from '../ledger/rules.ts'
import { entriesOf, getInvoice, saveInvoices } from './operations.ts'
import { emitPaid } from './paid.ts'
import { type InvoiceRow, updateAsIssued, updateAsVoid } from './queries.ts'
import type { InvoiceLine, InvoiceRecord } from './records.ts'
import { checkIssue, checkLines, checkVoid } from './rules.ts'

export type NewInvoice = {
  leaseId: string
  /** The primary resident, when left out. */
  residentId?: string | null
  /** Today, when left out. */
  issueDate?: string
  /** The issue date, when left out. */
  dueDate?: string
  period?: { start: string; end: string }
  lines: readonly InvoiceLine[]
  /** A draft is not owed until it is issued. */
  isDraft?: boolean
  externalId?: string | null
}

/** Creates an invoice, and issues it unless it is to be a draft. */
export async function createInvoice(context: Context, input: NewInvoice): Promise<InvoiceRow> {
  const { now, today } = context
  const { leaseId, issueDate = today, dueDate = issueDate, period, lines, isDraft = false, externalId = null } = input
  checkLines(lines)
  checkDates(issueDate, dueDate, today)
  if (period && period.end < period.start) throw fieldError('period_end', 'must not be before period_start')
  const leases = await lockMoney(context, [leaseId])
  const lease = leases.get(leaseId) as NonNullable<ReturnType<typeof leases.get>>
  const residentId = input.residentId === undefined ? lease.residentId : input.residentId
  await checkOnLeases(context, [{ leaseId, residentId }])
  const invoice: InvoiceRecord = {
    id: newId('invoice', now),
    leaseId,
    propertyId: lease.propertyId,
    unitId: lease.unitId,
    residentId,
    isDraft,
    issueDate,
    dueDate,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    recurringMonth: null,
    lines,
    externalId,
  }
  await saveInvoices(context, [invoice])
  if (!isDraft) await emitPaid(context, await postInvoices(context, [invoice]))
  const created = await getInvoice(context, { id: invoice.id })
  await logAdministration(context, context.organizationId, 'invoice.create', invoice.id, { after: created })
  return created
}

/** Issues a draft, on the day it bears or on another one. */
export async function issueInvoice(
  context: Context,
  { invoiceId, ...dates }: { invoiceId: string; issueDate?: string; dueDate?: string },
): Promise<InvoiceRow> {
  const { db, now, today } = context
  const before = await lockInvoice(context, invoiceId)
  checkIssue(before.status)
  const issueDate = dates.issueDate ?? before.issue_date
  const dueDate = dates.dueDate ?? later(before.due_date, issueDate)
  checkDates(issueDate, dueDate, today)
  await db.query(updateAsIssued, [db.organizationId, invoiceId, issueDate, dueDate, new Date(now)])
  const { lease_id: leaseId, lines } = before
  await emitPaid(context, await postInvoices(context, [{ id: invoiceId, leaseId, issueDate, dueDate, lines }]))
  const after = await getInvoice(context, { id: invoiceId })
  await logAdministration(context, context.organizationId, 'invoice.issue', invoiceId, { before, after })
  return after
}

/**
 * Takes back what an invoice charges, from a day on: today, or its issue date if that is later. Days before stay as they were. What
 * is paid of it must have been taken back by then.
 */
export async function voidInvoice(
  context: Context,
  { invoiceId, on }: { invoiceId: string; on?: string },
): Promise<InvoiceRow> {
  const { db, now, today } = context
  const before = await lockInvoice(context, invoiceId)
  checkVoid(before.status)
  const day = on ?? later(today, before.issue_date)
  checkDay('on', day, today)
  if (day < before.issue_date) throw fieldError('on', `must not be before the invoice is issued, ${before.issue_date}`)
  if (before.status !== 'DRAFT') {
    await checkUnpaidFrom(context, invoiceId, day)
    const { lease_id: leaseId, issue_date: issueDate, due_date: dueDate, lines } = before
    const charged = entriesOf({ id: invoiceId, leaseId, issueDate, dueDate, lines })
    const taken = charged.map(entry => ({ ...entry, amountCents: -entry.amountCents, effectiveOn: day }))
    await postEntries(context, taken)
  }
  const [after] = await db.query(updateAsVoid, [db.organizationId, invoiceId, day, new Date(now)])
  await logAdministration(context, context.organizationId, 'invoice.void', invoiceId, { before, after })
  return after as InvoiceRow
}

/**
 * Enters issued invoices in the ledger and settles them with credit that their leases have, which are locked. Returns those that the
 * credit paid: an invoice that totals 0 is PAID from the start, and nobody is told of it.
 */
export async function postInvoices(
  context: Context,
  invoices: readonly Pick<InvoiceRecord, 'id' | 'leaseId' | 'issueDate' | 'dueDate' | 'lines'>[],
): Promise<string[]> {
  await postEntries(context, invoices.flatMap(entriesOf))
  const from = new Map<string, string>()
  for (const { leaseId, issueDate } of invoices) {
    const earliest = from.get(leaseId)
    if (earliest === undefined || issueDate < earliest) from.set(leaseId, issueDate)
  }
  return applyCredit(context, from)
}

/** The invoice as it stands, once the money of its lease is locked. */
async function lockInvoice(context: Context, id: string): Promise<InvoiceRow> {
  const { lease_id: leaseId } = await getInvoice(context, { id })
  await lockMoney(context, [leaseId])
  return getInvoice(context, { id })
}

function checkDates(issueDate: string, dueDate: string, today: string): void {
  checkDay('issue_date', issueDate, today)
  checkDay('due_date', dueDate, today)
  if (dueDate < issueDate) throw fieldError('due_date', 'must not be before issue_date')
}

/** Refuses a day on which, or after which, something of the invoice was still paid: the day would then show it paid but not owed. */
async function checkUnpaidFrom(context: Context, invoiceId: string, day: string): Promise<void> {
  const settlements = (await allocationsOf(context, invoiceId)).filter(({ cents }) => cents !== 0)
  const last = settlements
    .map(({ on }) => on)
    .sort()
    .at(-1)
  if (last === undefined || last <= day) return
  throw new Refusal('conflict', `Part of the invoice was paid until ${last}; void it on that day or later.`)
}
