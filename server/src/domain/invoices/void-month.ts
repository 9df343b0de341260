/** Voiding the monthly charges of a month as a whole, as long as none of them has been paid. */
import { Refusal } from '#server/base/refusal.ts'
import { counted } from '#server/base/text.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations } from '#server/platform/context.ts'
import { applyCredit, lockMoney, postEntries } from '../ledger/money-of-leases.ts'
import { BATCH, nextAfter } from './generate.ts'
import { releaseVoidInvoices } from './generate-queries.ts'
import { emitPaid } from './paid.ts'
import { monthOf } from './rules.ts'
import { entriesOfVoid } from './void-entries.ts'
import { countPaidOfMonth, listInvoicesOfMonth, listLeasesBilled, updateAsVoidMany } from './void-month-queries.ts'

/**
 * Voids a month's invoices for up to 1,000 leases after the ID `after`, from today on or from their issue date if that is later. The first
 * call throws conflict if a payment that was recorded after one of the month's invoices is applied to it. A later call, with `after`, leaves out
 * the leases that have paid since the first one, because a refusal would leave the month half void. Credit that was applied to void invoices
 * becomes credit again, which is then applied to whatever else is open.
 */
export const voidMonthlyCharges: ConsoleOperations['voidMonthlyCharges'] = async (
  context,
  { month, property_id = null, after = '' },
) => {
  const { db, now, today } = context
  const { first, last } = monthOf(`${month}-01`)
  const of = [db.organizationId, first, last, property_id] as const
  const ids = (await db.query(listLeasesBilled, [...of, after, BATCH])).map(({ lease_id }) => lease_id)
  await lockMoney(context, ids)
  // The count runs once the locks are held, so that it includes a payment that was just being recorded.
  const [paid] = after === '' ? await db.query(countPaidOfMonth, of) : []
  if (paid && paid.count > 0) throw somePaid(paid.count, month)
  const billed = await db.query(listInvoicesOfMonth, [db.organizationId, first, ids])
  const leftOut = new Set(billed.filter(({ is_paid_since }) => is_paid_since).map(({ lease_id }) => lease_id))
  const invoices = billed.filter(({ lease_id }) => !leftOut.has(lease_id))
  const leaseIds = ids.filter(id => !leftOut.has(id))
  await postEntries(
    context,
    invoices.flatMap(invoice => entriesOfVoid(invoice, today)),
  )
  const voided = invoices.map(({ invoice_id }) => invoice_id)
  const total_cents = invoices.reduce((sum, invoice) => sum + invoice.total_cents, 0)
  if (voided.length > 0) {
    await db.query(updateAsVoidMany, [db.organizationId, voided, today, new Date(now)])
    await db.query(releaseVoidInvoices, [db.organizationId, first, leaseIds])
    await emitPaid(context, await applyCredit(context, new Map(leaseIds.map(id => [id, today]))))
    const changed = { property_id, invoices: voided.length, total_cents }
    await logAdministration(context, 'invoice.void_month', month, { after: changed })
  }
  return { month, invoices: voided.length, total_cents, left_out: [...leftOut], next: nextAfter(ids) }
}

function somePaid(count: number, month: string): Refusal {
  const words = `${counted(count, 'invoice')} of ${month} ${count === 1 ? 'is' : 'are'}`
  return new Refusal('conflict', `${words} paid in full or in part. Void the others one by one.`)
}
