/** The identity by which a later file matches a payment: its own ID, or otherwise its content. */
import { externalIds, type Identity } from '../rows/identity.ts'
import type { LateColumns } from '../rows/late-columns.ts'
import type { PaymentField } from './columns.ts'
import type { PaymentRow } from './row.ts'

/** Assigns each payment its external ID, in the order of the rows. */
export function identities(late: LateColumns<PaymentField>): (row: PaymentRow) => Identity {
  return externalIds('csv:', ({ paymentId }) => paymentId, contentOf(late))
}

/** The content that identifies a payment. The status is not part of it, because a payment that is returned later is the same payment. */
function contentOf(late: LateColumns<PaymentField>) {
  const { unlessLate } = late
  return ({ date, cents, place: { property, unit, unitId, storedId }, payer, method, reference, memo }: PaymentRow) => [
    ...[
      date,
      cents,
      storedId ?? property.externalId ?? property.name,
      unlessLate('unit', unit),
      unlessLate('unitId', unitId),
    ],
    ...[unlessLate('payer', payer), late.has('method') ? 'OTHER' : method],
    ...[unlessLate('reference', reference), unlessLate('memo', memo)],
  ]
}
