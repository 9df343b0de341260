/** Charging a lease for one thing: an invoice of one line, from the page of the lease or its resident. */
import { Form, TextField } from '../kit/form.tsx'
import { money, todayIn } from '../kit/format.ts'
import { Dialog } from '../kit/overlay.tsx'
import { LeaseField } from '../records/lease-field.tsx'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { ChargeFields } from './charge-fields.tsx'
import { chargeOf, lineField } from './one-charge.ts'

export function AddCharge({ leaseId, onClose }: { leaseId: string; onClose: () => void }) {
  const { client, timeZone } = useOrganization()
  const changed = useChanged()
  const today = todayIn(timeZone)
  return (
    <Dialog title="Add charge" about="Issues an invoice, which is owed from today." isOpen onClose={onClose}>
      <Form
        submit="Add charge"
        onCancel={onClose}
        send={async (values, idempotencyKey) => {
          const invoice = await client.createInvoice({ lease_id: leaseId, ...chargeOf(values) }, { idempotencyKey })
          await changed(`${money(invoice.total_cents)} charged with invoice #${invoice.number}`)
          onClose()
        }}
      >
        <LeaseField fixed={leaseId} chosen={undefined} onChoose={() => {}} />
        <ChargeFields nameOf={lineField} />
        <TextField name="due_date" label="Due" type="date" defaultValue={today} required />
      </Form>
    </Dialog>
  )
}
