/** Finds stored payments that a new one may repeat, because its content differs only in the words: a later export may add references or IDs. */
import { formatCents } from '#server/base/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { RowsOutcome } from '../rows/outcome.ts'
import { listPaymentsAlike } from './queries.ts'
import type { ImportedPayment } from './record-payments.ts'

/** A payment to store, and the row and the unit that it is of. */
export type NewPayment = { payment: ImportedPayment; line: number; name: string }

/** Reports each payment of which the lease has one of the same day and amount that is not one of the file. `inFile` has the external IDs of its rows so far. */
export async function reportRepeated(
  { db }: Context,
  { reported }: RowsOutcome,
  added: readonly NewPayment[],
  inFile: ReadonlySet<string>,
): Promise<void> {
  const counting = added.filter(({ payment: { status } }) => status === 'PAID' || status === 'PENDING')
  if (counting.length === 0) return
  const payments = counting.map(({ payment }) => payment)
  const alike = await db.query(listPaymentsAlike, [
    db.organizationId,
    payments.map(({ lease_id }) => lease_id),
    payments.map(({ payment_date }) => payment_date),
    payments.map(({ amount_cents }) => amount_cents),
  ])
  const stored = alike.filter(({ externalId }) => externalId === null || !inFile.has(externalId))
  const found = new Map(stored.map(each => [`${each.leaseId} ${each.day} ${each.cents}`, each]))
  for (const { payment, line, name } of counting) {
    const { lease_id, payment_date, amount_cents } = payment
    const one = found.get(`${lease_id} ${payment_date} ${amount_cents}`)
    if (!one) continue
    const reference = one.reference === null ? '' : ` with the reference ${one.reference.slice(0, 80).toWellFormed()}`
    reported.add({
      line,
      unit: name,
      message: `A payment of ${formatCents(amount_cents)}${reference} on ${payment_date} is already stored for this lease. This row differs from it in the name, method, reference, memo or ID, so it is imported as another payment. If it is the same one, remove the row.`,
    })
  }
}
