/** Billing a month: one invoice a lease for its recurring charges. */
import { MONTH } from '#contract/values.ts'
import { isBusinessDate } from '#server/base/dates.ts'
import { explainPattern } from '#server/base/field-errors.ts'
import { newId } from '#server/base/ids.ts'
import { MAX_CENTS } from '#server/base/money.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { forgetPlans } from '#server/db/forget-plans.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { lockMoney } from '../ledger/operations.ts'
import type { LockedLease } from '../ledger/records.ts'
import { checkDay } from '../ledger/rules.ts'
import { postInvoices } from './issue.ts'
import { saveInvoices, totalOf } from './operations.ts'
import { emitPaid } from './paid.ts'
import { type ChargedLease, listChargedLeases, listLeasesToBill } from './queries.ts'
import type { InvoiceRecord } from './records.ts'
import { dueDay, linesOf, MAX_LINES, monthOf, periodOf } from './rules.ts'

/** Leases a batch. */
const BATCH = 1_000

export type Generated = {
  invoices: number
  total_cents: number
  /** Leases whose charges of the month come to nothing. */
  leases_without_charges: number
}

/**
 * Issues the invoices of a month, `YYYY-MM`, for every signed lease that is occupied in it, or for those of `leaseIds`. A lease that
 * has its invoice of the month is left alone, also when that is void, so it can be repeated. Applies credit and emits events.
 */
export async function generateInvoices(
  context: Context,
  { month, leaseIds }: { month: string; leaseIds?: readonly string[] },
): Promise<Generated> {
  const generated = []
  if (leaseIds) {
    const wanted = [...new Set(leaseIds)]
    // All of them before the first number is taken: who bills one lease locks in that order too.
    await lockMoney(context, wanted)
    for (let at = 0; at < wanted.length; at += BATCH) {
      generated.push(await billBatch(context, month, wanted.slice(at, at + BATCH)))
    }
  } else {
    for await (const batch of batchesOf(month, work => work(context))) generated.push(batch)
  }
  return sumOf(generated)
}

/** The same for the whole organization, each batch in a transaction of its own: one alone would last longer than a transaction may. */
export async function generateMonth(
  month: string,
  within: <T>(work: (context: Context) => Promise<T>) => Promise<T>,
): Promise<Generated> {
  const generated = []
  for await (const batch of batchesOf(month, within)) generated.push(batch)
  return sumOf(generated)
}

/**
 * Bills the leases that follow `after`, by id, and no more than a transaction has time for. Says where the next call is to go on; null
 * when that was the last.
 */
export async function generateBatch(
  context: Context,
  { month, after = '' }: { month: string; after?: string | undefined },
): Promise<Generated & { next: string | null }> {
  const { last, leases, generated } = await billNext(context, month, after)
  return { ...generated, next: leases < BATCH ? null : (last ?? null) }
}

async function* batchesOf(
  month: string,
  within: <T>(work: (context: Context) => Promise<T>) => Promise<T>,
): AsyncGenerator<Generated> {
  let after = ''
  for (;;) {
    const { last, generated } = await within(context => billNext(context, month, after))
    if (last === undefined) return
    yield generated
    after = last
  }
}

async function billNext(context: Context, month: string, after: string) {
  const { db, today } = context
  const { first, last } = readMonth(month, today)
  const leases = await db.query(listLeasesToBill, [db.organizationId, first, last, after, BATCH])
  const ids = leases.map(({ id }) => id)
  return { last: ids.at(-1), leases: ids.length, generated: await billBatch(context, month, ids) }
}

async function billBatch(context: Context, month: string, leaseIds: readonly string[]): Promise<Generated> {
  const { db } = context
  const { first, last } = readMonth(month, context.today)
  // Each batch makes the tables larger than the plans of the one before were made for.
  await forgetPlans(db)
  const leases = await lockMoney(context, leaseIds)
  const charged = await db.query(listChargedLeases, [db.organizationId, first, last, [...leases.keys()]])
  const invoices: InvoiceRecord[] = []
  for (const lease of charged) {
    const invoice = invoiceOf(context, first, leases.get(lease.id) as LockedLease, lease)
    if (invoice) invoices.push(invoice)
  }
  const generated: Generated = {
    invoices: invoices.length,
    total_cents: invoices.reduce((sum, invoice) => sum + totalOf(invoice), 0),
    leases_without_charges: charged.length - invoices.length,
  }
  if (invoices.length === 0) return generated
  await saveInvoices(context, invoices)
  await emitPaid(context, await postInvoices(context, invoices))
  await logAdministration(context, context.organizationId, 'invoice.generate', month, { after: generated })
  return generated
}

function invoiceOf(
  { now }: Context,
  month: string,
  { id: leaseId, propertyId, unitId, residentId }: LockedLease,
  charged: ChargedLease,
): InvoiceRecord | undefined {
  const period = periodOf(month, charged)
  const lines = period ? linesOf(charged.charges, period) : []
  if (!period || lines.length === 0) return undefined
  if (lines.length > MAX_LINES || totalOf({ lines }) > MAX_CENTS) {
    throw new Refusal('conflict', `Lease ${leaseId} has more charges than an invoice can hold; end some of them.`)
  }
  return {
    ...{ id: newId('invoice', now), leaseId, propertyId, unitId, residentId, isDraft: false, lines, externalId: null },
    issueDate: period.start,
    dueDate: dueDay(month, charged.rentDueDay, period.start),
    periodStart: period.start,
    periodEnd: period.end,
    recurringMonth: month,
  }
}

/** The first and last day of `YYYY-MM`. */
function readMonth(month: string, today: string): { first: string; last: string } {
  if (!isBusinessDate(`${month}-01`)) throw fieldError('month', explainPattern(MONTH))
  checkDay('month', `${month}-01`, today)
  return monthOf(`${month}-01`)
}

function sumOf(parts: readonly Generated[]): Generated {
  const sum = (field: keyof Generated) => parts.reduce((total, part) => total + part[field], 0)
  return {
    invoices: sum('invoices'),
    total_cents: sum('total_cents'),
    leases_without_charges: sum('leases_without_charges'),
  }
}
