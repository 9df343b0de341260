/** Stores collected rows, each kind after those it refers to. */
import { compareText } from '#server/base/text.ts'
import { saveInvoices } from '#server/domain/invoices/operations.ts'
import { saveLeads } from '#server/domain/leads/operations.ts'
import { saveLeaseCharges, saveLeaseResidents, saveLeases } from '#server/domain/leases/change.ts'
import { postEntries } from '#server/domain/ledger/money-of-leases.ts'
import type { LedgerEntry } from '#server/domain/ledger/records.ts'
import { saveCaptured } from '#server/domain/messages/operations.ts'
import { savePayments } from '#server/domain/payments/operations.ts'
import { saveProperties } from '#server/domain/properties/operations.ts'
import { saveResidents } from '#server/domain/residents/operations.ts'
import { saveOfflineSpans, saveUnitRates, saveUnits } from '#server/domain/units/save-units.ts'
import { saveWorkOrders } from '#server/domain/work-orders/operations.ts'
import type { Context } from '#server/platform/context.ts'
import type { Rows } from './rows.ts'

/** Well below the limit of 64 MB per parameter: the longest field of an entry has 200 characters. */
const ENTRIES_AT_ONCE = 20_000
const NEW = { areNew: true }

/**
 * Invoices and payments are inserted after their ledger entries, in their final state. Invoices and work orders are numbered in order of
 * creation. The numbers of work orders are taken last, because the next transaction waits for them until this one is over.
 */
export async function writeRows(context: Context, rows: Rows, firstInvoiceNumber: number): Promise<void> {
  await saveProperties(context, rows.properties)
  await saveUnits(context, rows.units, NEW)
  await saveUnitRates(context, rows.rates, NEW)
  await saveOfflineSpans(context, rows.offline)
  await saveResidents(context, rows.residents, NEW)
  await saveLeases(context, rows.leases, undefined, NEW)
  await saveLeaseResidents(context, rows.leaseResidents, NEW)
  await saveLeaseCharges(context, rows.charges, undefined, NEW)
  await saveLeads(context, rows.leads)
  await saveCaptured(context, rows.messages)
  for (const entries of together(rows.entries)) await postEntries(context, entries)
  const posted = rows.entries.flat()
  await savePayments(context, rows.payments, posted)
  await saveInvoices(context, rows.invoices.sort(byCreation), { firstNumber: firstInvoiceNumber, posted })
  await saveWorkOrders(context, rows.workOrders.sort(byCreation))
}

const byCreation = (one: { created_at?: string }, other: { created_at?: string }) =>
  compareText(one.created_at ?? '', other.created_at ?? '')

function* together(lists: readonly LedgerEntry[][]): Generator<LedgerEntry[], void> {
  let entries: LedgerEntry[] = []
  for (const list of lists) {
    if (entries.length > 0 && entries.length + list.length > ENTRIES_AT_ONCE) {
      yield entries
      entries = []
    }
    entries.push(...list)
  }
  yield entries
}
