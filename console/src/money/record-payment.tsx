/** The form that records a payment: its lease, amount, method and allocation. */
import { useRef, useState } from 'react'
import { choices, type RecordPaymentInput } from '#client/console.ts'
import { centsOf } from '../kit/cents.ts'
import { DollarsField } from '../kit/dollars.tsx'
import { FieldRow, SelectField, TextField } from '../kit/form.tsx'
import { money } from '../kit/format.ts'
import { wordChoices } from '../kit/words.ts'
import { FormDialog } from '../records/form-dialog.tsx'
import { LeaseField, LeaseResidentField } from '../records/lease-field.tsx'
import { useExistingLease, useLease } from '../records/lease-picker.tsx'
import { useOrganization } from '../session/me.ts'
import { AllocationFields, allocationsOf } from './allocation.tsx'

type PaymentFor = {
  lease_id?: string | undefined
  /** The invoice to apply the payment to before any other. */
  invoice?: { invoice_id: string; balance_cents: number }
}

export function RecordPayment({ onClose, lease_id, invoice }: PaymentFor & { onClose: () => void }) {
  const { today } = useOrganization()
  const [chosen, setChosen] = useState<string>()
  const fixed = useExistingLease(lease_id)
  const leaseId = fixed ?? chosen
  const lease = useLease(leaseId)
  const owed = invoice?.balance_cents ?? Math.max(0, lease.data?.balance_cents ?? 0)
  const [typed, setTyped] = useState<number>()
  const saved = useRef({ method: 'CHECK', payment_date: today })
  return (
    <FormDialog
      title="Record payment"
      onClose={onClose}
      wide
      // The checks of a day are recorded one after another.
      another={
        fixed === undefined ? { submit: 'Record and add another', onSaved: () => setChosen(undefined) } : undefined
      }
      save={async (values, client) => {
        const payment = await client.recordPayment({
          lease_id: leaseId ?? '',
          resident_id: values.optional('resident_id'),
          amount_cents: centsOf(values.text('amount_cents')),
          method: values.text('method') as RecordPaymentInput['method'],
          status: values.text('status') as RecordPaymentInput['status'],
          payment_date: values.optional('payment_date'),
          reference: values.optional('reference'),
          memo: values.optional('memo'),
          allocations: allocationsOf(values),
        })

        saved.current = { method: payment.method, payment_date: payment.payment_date }
        const toast = `Payment of ${money(payment.amount_cents)} recorded`
        // A member who started on the page of a record stays there.
        if (fixed) return toast
        return {
          toast,
          open: {
            to: '/$organization/payments/$payment',
            params: { payment: payment.payment_id },
          },
        }
      }}
    >
      <LeaseField fixed={fixed} chosen={chosen} onChoose={setChosen} />
      <FieldRow>
        <DollarsField
          name="amount_cents"
          label="Amount in dollars"
          required
          follows
          cents={owed || null}
          onCents={setTyped}
        />
        <SelectField
          name="method"
          label="Method"
          choices={wordChoices(choices.recordPayment.method)}
          defaultValue={saved.current.method}
          required
        />
      </FieldRow>
      <FieldRow>
        <TextField name="payment_date" label="Date" type="date" defaultValue={saved.current.payment_date} required />
        <SelectField
          name="status"
          label="Status"
          choices={[
            { value: 'PAID', text: 'Received' },
            { value: 'PENDING', text: 'Pending' },
          ]}
          defaultValue="PAID"
          required
        />
      </FieldRow>
      <FieldRow>
        <TextField name="reference" label="Reference" placeholder="Check number" maxLength={200} />
        <LeaseResidentField leaseId={leaseId} label="Paid by" none="Not stated" />
      </FieldRow>
      <TextField name="memo" label="Memo" maxLength={1_000} />
      <AllocationFields leaseId={leaseId} {...(invoice && { first: invoice.invoice_id, paid_cents: typed ?? owed })} />
    </FormDialog>
  )
}
