/** A deposit that is held for a lease: given back, or kept for what is owed. */
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { centsOf, DollarsField } from '../kit/dollars.tsx'
import { Form, SelectField, TextField } from '../kit/form.tsx'
import { money, todayIn } from '../kit/format.ts'
import { Hint } from '../kit/notice.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { LeaseField } from './lease-field.tsx'
import { useLease } from './lease-picker.tsx'

const STEPS = {
  RETURN_DEPOSIT: { text: 'Return it to the resident', done: 'The deposit is returned.' },
  WITHHOLD_DEPOSIT: { text: 'Withhold it for what is owed', done: 'The deposit is withheld.' },
} as const
type Step = keyof typeof STEPS

export function DepositButton({ leaseId }: { leaseId?: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Settle a deposit</Button>
      {isOpen && <DepositDialog fixed={leaseId} onClose={() => setOpen(false)} />}
    </>
  )
}

function DepositDialog({ fixed, onClose }: { fixed: string | undefined; onClose: () => void }) {
  const [chosen, setChosen] = useState<string>()
  const leaseId = fixed ?? chosen
  const lease = useLease(leaseId).data
  const allowed = (Object.keys(STEPS) as Step[]).filter(step => lease?.allowed_steps.includes(step))
  return (
    <Dialog title="Settle a deposit" isOpen onClose={onClose} wide>
      <div className="flex flex-col gap-4">
        <LeaseField fixed={fixed} chosen={chosen} onChoose={setChosen} />
        {lease && allowed.length === 0 && <Hint>No deposit is held for this lease.</Hint>}
        {lease && allowed.length > 0 && (
          <Fields
            key={lease.lease_id}
            leaseId={lease.lease_id}
            held={lease.deposit_held_cents}
            allowed={allowed}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}

function Fields({
  leaseId,
  held,
  allowed,
  onClose,
}: {
  leaseId: string
  held: number
  allowed: Step[]
  onClose: () => void
}) {
  const { client, timeZone } = useOrganization()
  const changed = useChanged()
  const [step, setStep] = useState<Step>(allowed[0] as Step)
  return (
    <Form
      submit={step === 'RETURN_DEPOSIT' ? 'Return' : 'Withhold'}
      onCancel={onClose}
      send={async (values, idempotencyKey) => {
        const fields = {
          lease_id: leaseId,
          amount_cents: centsOf(values.text('amount_cents')),
          on: values.optional('on'),
        }
        if (step === 'RETURN_DEPOSIT') await client.returnDeposit(fields, { idempotencyKey })
        else await client.withholdDeposit({ ...fields, memo: values.optional('memo') }, { idempotencyKey })
        await changed(STEPS[step].done)
        onClose()
      }}
    >
      <SelectField
        name="step"
        label="What becomes of it"
        value={step}
        onChange={next => setStep(next as Step)}
        choices={allowed.map(value => ({ value, text: STEPS[value].text }))}
        required
      />
      <div className="flex flex-col gap-4 sm:flex-row">
        <DollarsField name="amount_cents" label="Amount in dollars" hint={`${money(held)} is held.`} required />
        <TextField name="on" label="From" type="date" defaultValue={todayIn(timeZone)} required />
      </div>
      {step === 'WITHHOLD_DEPOSIT' && <TextField name="memo" label="What for" maxLength={1_000} />}
    </Form>
  )
}
