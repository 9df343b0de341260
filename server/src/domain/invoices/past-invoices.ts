/** Charges of the past, as an import of a lease's history records them. */
import type { Static } from 'typebox'
import type { NewInvoice } from '#contract/console/invoices.ts'
import type { Valid } from '#contract/operation.ts'
import { firstOf } from '#server/base/first-of.ts'
import { newId } from '#server/base/ids.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { checkOnLeases, lockedLease, lockMoney } from '../ledger/money-of-leases.ts'
import { postInvoices } from './issue.ts'
import { saveInvoices } from './operations.ts'
import { listInvoicesByExternalId } from './queries.ts'
import type { InvoiceRecord, KnownInvoice } from './records.ts'
import { checkLines, totalOf } from './rules.ts'

/** Records any number of issued invoices in a few statements, without events. Credit of their leases is applied to them. */
export async function recordInvoices(
  context: Context,
  inputs: readonly Valid<Static<typeof NewInvoice>>[],
): Promise<void> {
  if (inputs.length === 0) return
  for (const { lines } of inputs) checkLines(lines)
  const leases = await lockMoney(
    context,
    inputs.map(({ lease_id }) => lease_id),
  )
  const invoices = inputs.map((input): InvoiceRecord => {
    const {
      lease_id,
      resident_id,
      issue_date = context.today,
      due_date = issue_date,
      lines,
      external_id = null,
    } = input
    const lease = lockedLease(leases, lease_id)
    const period = { period_start: null, period_end: null, recurring_month: null }
    const dates = { is_draft: false, issue_date, due_date, ...period }
    const resident = { resident_id: resident_id === undefined ? lease.resident_id : resident_id }
    return { ...lease, ...resident, ...dates, lines, external_id, invoice_id: newId('invoice', context.now) }
  })
  await checkOnLeases(context, invoices)
  await saveInvoices(context, invoices)
  await postInvoices(context, invoices)
  const amount_cents = invoices.reduce((sum, invoice) => sum + totalOf(invoice), 0)
  const after = { invoices: invoices.length, amount_cents }
  await logAdministration(context, 'invoice.record_many', firstOf(invoices).invoice_id, { after })
}

export function findInvoicesByExternalId({ db }: Context, externalIds: readonly string[]): Promise<KnownInvoice[]> {
  return db.query(listInvoicesByExternalId, [db.organizationId, externalIds])
}
