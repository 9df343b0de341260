/** The identity by which a later file matches a payment: its own ID, or else its content. */
import { createHash } from 'node:crypto'
import type { PaymentRow } from './row.ts'

/** Assigns each row of a file its external ID, in the order of the rows. */
export function identities(): (row: PaymentRow) => string {
  const equals = new Map<string, number>()
  return row => {
    if (row.paymentId !== undefined) return row.paymentId
    const digest = digestOf(row)
    const ordinal = (equals.get(digest) ?? 0) + 1
    equals.set(digest, ordinal)
    return `csv:${digest}:${ordinal}`
  }
}

/** The content that identifies a payment. The status is not part of it, because a payment that is returned later is the same payment. */
function digestOf({ date, cents, place, payer, method, reference, memo }: PaymentRow): string {
  const { property, unit, unitId } = place
  const content = [date, cents, property.externalId ?? property.name, unit, unitId, payer, method, reference, memo]
  return createHash('sha256')
    .update(JSON.stringify(content.map(value => value ?? null)))
    .digest('hex')
    .slice(0, 32)
}
