/** Invoices: reading them, storing them, and what they say in the ledger. */
import type { Implementations, InputOf, OutputOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { Refusal } from '#server/base/refusal.ts'
import { sqlState } from '#server/db/failure.ts'
import { list, type Page } from '#server/db/list.ts'
import type { Context } from '#server/platform/context.ts'
import type { LedgerEntry } from '../ledger/records.ts'
import { findInvoice, insertInvoices, invoiceList, listInvoiceStates, takeNumbers } from './queries.ts'
import type { InvoiceRecord } from './records.ts'
import type { Status } from './rules.ts'
import type { InvoiceSort } from './sorts.ts'

type Invoices = Implementations<Pick<V1, 'getInvoice'>, Context>

export const listInvoices = (
  { db, today }: Context,
  { limit, offset, sort, status, ...filters }: InputOf<V1['listInvoices']> & Page<InvoiceSort>,
): Promise<OutputOf<V1['listInvoices']>> => {
  const asked = status === 'OVERDUE' ? { overdue: today } : status === 'PAID' ? { paid: true } : { status }
  return list(db, invoiceList, [], { ...filters, ...asked }, { limit, offset, sort })
}

export const getInvoice: Invoices['getInvoice'] = async ({ db }, { id }) => {
  const [found] = await db.query(findInvoice, [db.organizationId, id])
  if (!found) throw new Refusal('not_found', 'There is no such invoice.')
  return found
}

/** The lease and the status of those that are there, by id. */
export async function invoiceStatesOf(
  { db }: Context,
  ids: readonly string[],
): Promise<Map<string, { leaseId: string; status: Status }>> {
  const found = await db.query(listInvoiceStates, [db.organizationId, ids])
  return new Map(found.map(({ id, ...state }) => [id, state]))
}

const UNIQUE_VIOLATION = '23505'

/**
 * Stores new invoices under the organization's next numbers, or those from `reserved` on, in their order; any number at once. Their
 * entries in the ledger are the caller's to post, in the same transaction: see entriesOf. Where these are posted first, an invoice begins
 * with what is settled of it. Who wants credit applied and events emitted calls an operation that does.
 */
export async function saveInvoices(
  context: Context,
  invoices: readonly InvoiceRecord[],
  reserved?: number,
): Promise<void> {
  if (invoices.length === 0) return
  const { db, now } = context
  const first = reserved ?? (await reserveInvoiceNumbers(context, invoices.length))
  const rows = invoices.map((invoice, index) => {
    const totalCents = totalOf(invoice)
    const createdAt = invoice.createdAt ?? new Date(now).toISOString()
    const isDeposit = invoice.lines.some(line => line.charge_code === 'DEPOSIT')
    return { ...invoice, number: first + index, totalCents, createdAt, isDeposit }
  })
  try {
    await db.query(insertInvoices, [db.organizationId, JSON.stringify(rows)])
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    throw new Refusal('conflict', 'An invoice is there already with that external id, or of that lease and month.')
  }
}

/**
 * The first of `count` numbers that nobody else gets; whoever asks after us waits until our transaction is committed. Who stores many invoices
 * reserves their numbers in a transaction before, so that others need not wait for the whole of it.
 */
export async function reserveInvoiceNumbers({ db }: Context, count: number): Promise<number> {
  const [taken] = await db.query(takeNumbers, [db.organizationId, count])
  return (taken as { last: number }).last - count + 1
}

/** In cents. */
export function totalOf({ lines }: Pick<InvoiceRecord, 'lines'>): number {
  return lines.reduce((sum, line) => sum + line.amount_cents, 0)
}

/** What an issued invoice says in the ledger on its issue date: one entry a line. */
export function entriesOf(
  invoice: Pick<InvoiceRecord, 'id' | 'leaseId' | 'issueDate' | 'dueDate' | 'lines' | 'createdAt'>,
): LedgerEntry[] {
  const { id: invoiceId, leaseId, issueDate: effectiveOn, dueDate: dueOn, createdAt, lines } = invoice
  const recorded = createdAt === undefined ? {} : { recordedAt: createdAt }
  return lines.map(({ charge_code: code, description, amount_cents: amountCents }) => {
    return {
      leaseId,
      invoiceId,
      account: 'RECEIVABLE',
      code,
      description,
      amountCents,
      effectiveOn,
      dueOn,
      ...recorded,
    }
  })
}
