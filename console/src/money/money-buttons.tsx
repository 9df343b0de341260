/** The two most frequent actions on a lease's money, prefilled for it: recording a payment and adding a charge. */
import type { Look } from '../kit/button.tsx'
import { DialogButton } from '../records/dialog-button.tsx'
import { AddCharge } from './add-charge.tsx'
import { RecordPayment } from './record-payment.tsx'

export function MoneyButtons({
  leaseId,
  look = 'secondary',
  size = 'normal',
}: {
  leaseId: string
  /** The look of the button that records a payment. */
  look?: Look
  size?: 'small' | 'normal'
}) {
  return (
    <>
      <DialogButton
        text="Record payment"
        look={look}
        size={size}
        dialog={close => <RecordPayment lease_id={leaseId} onClose={close} />}
      />
      <DialogButton text="Add charge" size={size} dialog={close => <AddCharge leaseId={leaseId} onClose={close} />} />
    </>
  )
}
