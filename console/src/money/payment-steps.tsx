/** The steps a payment allows now, each with the fields it asks for. */
import { useState } from 'react'
import type { PaymentDetail } from '#client/console.ts'
import { Button } from '../kit/button.tsx'
import { DollarsField } from '../kit/dollars.tsx'
import { TextField } from '../kit/form.tsx'
import { money } from '../kit/format.ts'
import type { Values } from '../kit/values.ts'
import { FormDialog } from '../records/form-dialog.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import { AllocationFields, allocationsOf } from './allocation.tsx'

type Step = PaymentDetail['allowed_steps'][number]

const STEPS: Record<Step, { text: string; about: string; done: string }> = {
  SETTLE: {
    text: 'Mark as received',
    about: 'The payment is applied to open invoices.',
    done: 'Payment received',
  },
  FAIL: {
    text: 'Record failure',
    about: 'The payment was not received. Record the next attempt as a new payment.',
    done: 'Failure recorded',
  },
  CANCEL: {
    text: 'Cancel payment',
    about: 'The payment was called off before it was received.',
    done: 'Payment canceled',
  },
  REVERSE: {
    text: 'Reverse payment',
    about:
      'The payer’s bank returned the payment. From that day on, it is not applied to any invoice. Earlier days stay as they were. A fee for the returned payment is a separate charge, which you can add next.',
    done: 'Payment reversed',
  },
  VOID: {
    text: 'Void payment',
    about:
      'The payment was recorded by mistake and never received. From that day on, it is not applied to any invoice. If the bank took it back, reverse it instead. If you are paying it back, refund it.',
    done: 'Payment voided',
  },
  RESTORE: {
    text: 'Restore payment',
    about: 'The void is undone. The payment counts again and is applied to open invoices.',
    done: 'Payment restored',
  },
  REFUND: {
    text: 'Refund payment',
    about: 'The payment is credit on the lease, which is refunded.',
    done: 'Payment refunded',
  },
}

export function PaymentSteps({ payment }: { payment: PaymentDetail }) {
  const [open, setOpen] = useState<Step>()
  return (
    <>
      {payment.allowed_steps.map(step => (
        <Button
          key={step}
          look={step === 'SETTLE' || step === 'RESTORE' ? 'primary' : 'secondary'}
          onClick={() => setOpen(step)}
        >
          {STEPS[step].text}
        </Button>
      ))}
      {open && <StepDialog payment={payment} step={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function StepDialog({ payment, step, onClose }: { payment: PaymentDetail; step: Step; onClose: () => void }) {
  const { text, about, done } = wordsOf(step, payment)
  const { client } = useOrganization()
  const undo = () => client.restorePayment({ id: payment.payment_id })
  return (
    <FormDialog
      title={text}
      about={about}
      onClose={onClose}
      danger={step !== 'SETTLE' && step !== 'RESTORE'}
      save={async (values, client) => {
        await takeStep(client, payment.payment_id, step, values)
        const toast =
          step === 'REFUND' ? `${money(values.cents('amount_cents') ?? unrefunded(payment))} refunded` : done
        return { toast, ...(step === 'VOID' && payment.source !== 'SECURITY_DEPOSIT' && { undo }) }
      }}
    >
      <Fields payment={payment} step={step} />
    </FormDialog>
  )
}

function unrefunded({ amount_cents, refunded_cents }: PaymentDetail): number {
  return amount_cents - refunded_cents
}

/** A withheld deposit came from no bank and was not keyed in by itself. A refund says how much of it is credit, because the rest is owed again. */
function wordsOf(step: Step, { source, unapplied_cents: credit, invoices }: PaymentDetail) {
  if (step === 'REFUND' && invoices.length > 0) {
    const from = 'the invoices with the latest due date, which are then owed again'
    const about =
      credit > 0
        ? `${money(credit)} of it is credit. A larger refund is also taken from ${from}.`
        : `It is taken from ${from}.`
    return { ...STEPS.REFUND, about }
  }
  if (source !== 'SECURITY_DEPOSIT' || (step !== 'VOID' && step !== 'REVERSE')) return STEPS[step]
  const about = 'From that day on, the deposit is held again and is not applied to any invoice.'
  return { ...STEPS[step], about }
}

/** The label of the day that a step asks for. For any other step, it is the first day on which the step applies. */
const DAYS: Partial<Record<Step, string>> = { REFUND: 'Refunded on', REVERSE: 'Reversed on' }

function Fields({ payment, step }: { payment: PaymentDetail; step: Step }) {
  const { today } = useOrganization()
  const first = today < payment.payment_date ? payment.payment_date : today
  const reason = <TextField name="reason" label="Reason" placeholder="Insufficient funds" maxLength={500} />
  if (step === 'CANCEL') return null
  if (step === 'FAIL') return reason
  if (step === 'SETTLE') {
    return (
      <>
        <TextField name="payment_date" label="Date" type="date" defaultValue={payment.payment_date} required />
        <AllocationFields leaseId={payment.lease_id} />
      </>
    )
  }
  return (
    <>
      {step === 'REFUND' && (
        <DollarsField
          name="amount_cents"
          label="Amount in dollars"
          hint={`Leave empty to refund ${payment.refunded_cents === 0 ? 'all of it' : 'the rest'}, ${money(unrefunded(payment))}.`}
        />
      )}
      <TextField name="on" label={DAYS[step] ?? 'From'} type="date" defaultValue={first} required />
      {step === 'RESTORE' && <AllocationFields leaseId={payment.lease_id} />}
      {step === 'REVERSE' && reason}
    </>
  )
}

function takeStep(client: OrganizationClient, id: string, step: Step, values: Values): Promise<unknown> {
  const on = values.optional('on')
  const reason = values.optional('reason')
  switch (step) {
    case 'SETTLE':
      return client.settlePayment({
        id,
        payment_date: values.optional('payment_date'),
        allocations: allocationsOf(values),
      })
    case 'FAIL':
      return client.failPayment({ id, reason })
    case 'CANCEL':
      return client.cancelPayment({ id })
    case 'VOID':
      return client.voidPayment({ id, on })
    case 'RESTORE':
      return client.restorePayment({ id, on, allocations: allocationsOf(values) })
    case 'REVERSE':
      return client.reversePayment({ id, on, reason })
    case 'REFUND':
      return client.refundPayment({ id, on, amount_cents: values.cents('amount_cents') ?? undefined })
  }
}
