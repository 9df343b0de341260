/** Charging a lease for one thing: an invoice of one line, from the page of the lease or its resident. */
import { TextField } from '../kit/form.tsx'
import { money } from '../kit/format.ts'
import { FormDialog } from '../records/form-dialog.tsx'
import { FixedLease } from '../records/lease-field.tsx'
import { useOrganization } from '../session/me.ts'
import { ChargeFields } from './charge-fields.tsx'
import { chargeOf, lineField } from './invoice-lines.ts'

export function AddCharge({ leaseId, onClose }: { leaseId: string; onClose: () => void }) {
  const { today } = useOrganization()
  return (
    <FormDialog
      title="Add charge"
      about="Issues an invoice, which is owed from today."
      onClose={onClose}
      save={async (values, client) => {
        const invoice = await client.createInvoice({ lease_id: leaseId, ...chargeOf(values) })
        return `${money(invoice.total_cents)} charged with invoice #${invoice.number}`
      }}
    >
      <FixedLease leaseId={leaseId} />
      <ChargeFields nameOf={lineField(0)} />
      <TextField name="due_date" label="Due" type="date" defaultValue={today} required />
    </FormDialog>
  )
}
