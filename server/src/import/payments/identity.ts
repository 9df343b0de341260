/** The identity by which a later file matches a payment: its own ID, or otherwise its content. */
import { externalIds, type Identity } from '../rows/identity.ts'
import type { PaymentRow } from './row.ts'

/** Assigns each payment its external ID, in the order of the rows. */
export function identities(): (row: PaymentRow) => Identity {
  return externalIds('csv:', ({ paymentId }) => paymentId, contentOf)
}

/** The content that identifies a payment. The status is not part of it, because a payment that is returned later is the same payment. */
function contentOf({ date, cents, place, payer, method, reference, memo }: PaymentRow) {
  const { property, unit, unitId } = place
  return [date, cents, property.externalId ?? property.name, unit, unitId, payer, method, reference, memo]
}
