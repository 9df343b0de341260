/** Reading invoices, storing invoices as given, and the entries that they post. */
import type { ConsoleContract } from '#contract/console.ts'
import type { InputOf, OutputOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { requireOne } from '#server/base/refusal.ts'
import { list, type Page } from '#server/db/list.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { ConsoleOperations, Context, V1Operations } from '#server/platform/context.ts'
import type { LedgerEntry } from '../ledger/records.ts'
import { allocatedBy } from '../ledger/rules.ts'
import { batchExternalIdTaken, refusingTaken } from '../name-conflicts.ts'
import { takeInvoiceNumbers, takeNumbers } from '../numbers.ts'
import { numbersIn, type Search, termsOf } from '../search-words/terms.ts'
import {
  findInvoice,
  findInvoiceDetail,
  insertInvoices,
  invoiceList,
  invoiceSearchList,
  listInvoiceStates,
  listInvoicesById,
  NEW_INVOICES,
} from './queries.ts'
import type { InvoiceRecord, InvoiceRow } from './records.ts'
import { type Status, stepsOf, totalOf } from './rules.ts'
import type { InvoiceSort } from './sorts.ts'

export const listInvoices = (
  { db, today }: Context,
  { limit, offset, sort, status, search, ...filters }: InputOf<V1['listInvoices']> & Page<InvoiceSort> & Search,
): Promise<OutputOf<V1['listInvoices']>> => {
  const asked = status === 'OVERDUE' ? { overdue: today } : status === 'PAID' ? { paid: true } : { status }
  const page = { limit, offset, sort }
  if (search === undefined) return list(db, invoiceList, [], { ...filters, ...asked }, page)
  return list(db, invoiceSearchList, [termsOf(search), numbersIn(search).invoice], { ...filters, ...asked }, page)
}

export const getInvoice: V1Operations['getInvoice'] = async ({ db }, { id }) => {
  return requireOne(await db.query(findInvoice, [db.organizationId, id]), 'invoice')
}

export const getInvoiceDetail: ConsoleOperations['getInvoiceDetail'] = async (context, { id }) =>
  detailOf(context, await getInvoice(context, { id }))

/** Adds the names of its place, the payments applied to it, and the steps that are possible now to an invoice that was just read. */
export async function detailOf(
  { db }: Context,
  invoice: InvoiceRow,
): Promise<OutputOf<ConsoleContract['getInvoiceDetail']>> {
  const { is_paid_since: isPaidSince, ...more } = onlyRow(
    await db.query(findInvoiceDetail, [db.organizationId, invoice.invoice_id]),
  )
  return { ...invoice, ...more, allowed_steps: stepsOf(invoice.status, isPaidSince) }
}

/** The lease and the status, by ID, of those of the invoices that exist. */
export async function invoiceStatesOf(
  { db }: Context,
  ids: readonly string[],
): Promise<Map<string, { lease_id: string; status: Status }>> {
  const found = await db.query(listInvoiceStates, [db.organizationId, ids])
  return new Map(found.map(({ invoice_id, ...state }) => [invoice_id, state]))
}

/**
 * Stores any number of new invoices as given, under the organization's next numbers, or those from `firstNumber` on, in the order given. The caller
 * has made sure that they are valid: the seed stores 20,000 records a second, so nothing is validated against a schema here, and the constraints of
 * the table have the last word. The caller also posts their entries in the same transaction (see entriesOf). If entries were posted before, `posted`
 * has them, and an invoice is stored with the amount that they pay of it. Applying credit and emitting events is left to createInvoice.
 */
export async function saveInvoices(
  context: Context,
  invoices: readonly InvoiceRecord[],
  { firstNumber, posted = [] }: { firstNumber?: number; posted?: readonly LedgerEntry[] } = {},
): Promise<void> {
  if (invoices.length === 0) return
  const { db, now } = context
  const first = firstNumber ?? (await takeNumbers(context, takeInvoiceNumbers, invoices.length))
  const created_at = new Date(now).toISOString()
  const paid = allocatedBy(posted, 'invoice_id')
  const rows = invoices.map((invoice, index) => {
    const is_deposit = invoice.lines.some(line => line.charge_code === 'DEPOSIT')
    const total_cents = totalOf(invoice)
    const { cents: paid_cents, at } = paid.get(invoice.invoice_id) ?? { cents: 0, at: invoice.created_at }
    const paid_at = paid_cents === total_cents && !invoice.is_draft ? (at ?? created_at) : null
    return { created_at, ...invoice, number: first + index, total_cents, paid_cents, paid_at, is_deposit }
  })
  await refusingTaken(db.query(insertInvoices, [db.organizationId, ...NEW_INVOICES.of(rows.sort(byId))]), {
    invoices_by_external_id: batchExternalIdTaken('invoice'),
    invoices_by_part_of_month:
      'Another invoice already bills this lease for this month. Look at the invoices of the lease.',
  })
}

/**
 * Rows are inserted in the order of their IDs, because then new entries of indexes that begin with an ID fill one page after the other. In the order of
 * their numbers, which a seed gives by date, they left these pages half empty.
 */
function byId(one: { invoice_id: string }, other: { invoice_id: string }): number {
  return one.invoice_id < other.invoice_id ? -1 : 1
}

/** The entries of an issued invoice on its issue date, one per line; recorded at `recorded_at`, or now if it is left out. */
export function entriesOf(
  invoice: Pick<InvoiceRecord, 'invoice_id' | 'lease_id' | 'issue_date' | 'due_date' | 'lines'>,
  recorded_at?: string,
): LedgerEntry[] {
  const { invoice_id, lease_id, issue_date: effective_on, due_date: due_on, lines } = invoice
  const recorded = recorded_at === undefined ? {} : { recorded_at }
  return lines.map(({ charge_code: code, description, amount_cents }) => {
    const entry = { lease_id, invoice_id, code, description, amount_cents, effective_on, due_on }
    return { ...entry, account: 'RECEIVABLE', ...recorded }
  })
}

/** The entries that take an issued invoice away from a day on. */
export function oppositeEntriesOf(invoice: Parameters<typeof entriesOf>[0], effective_on: string): LedgerEntry[] {
  return entriesOf(invoice).map(entry => ({ ...entry, amount_cents: -entry.amount_cents, effective_on }))
}

/** The invoices with these IDs, as the list shows them; IDs without an invoice are left out. */
export const invoicesById = ({ db }: Context, ids: readonly string[]): Promise<InvoiceRow[]> =>
  db.query(listInvoicesById, [db.organizationId, ids])
