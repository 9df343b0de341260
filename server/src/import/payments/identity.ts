/** What a row's payment is known again by: its own id, or what it says. */
import { createHash } from 'node:crypto'
import type { PaymentRow } from './row.ts'

/** Gives each row of a file its external id, in the order of the rows. */
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

/** The status is no part of it: a payment that comes back later is the same payment. */
function digestOf({ date, cents, place, payer, method, reference, memo }: PaymentRow): string {
  const { property, unit, unitId } = place
  const content = [date, cents, property.externalId ?? property.name, unit, unitId, payer, method, reference, memo]
  return createHash('sha256')
    .update(JSON.stringify(content.map(value => value ?? null)))
    .digest('hex')
    .slice(0, 32)
}
