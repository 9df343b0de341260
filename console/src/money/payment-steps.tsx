/** What can become of a payment: the steps the service allows now, each with what it asks for. */
import { useState } from 'react'
import type { PaymentDetail } from '#client/console.ts'
import { Button } from '../kit/button.tsx'
import { centsOf, DollarsField } from '../kit/dollars.tsx'
import { Form, TextField, type Values } from '../kit/form.tsx'
import { money, todayIn } from '../kit/format.ts'
import { Dialog } from '../kit/overlay.tsx'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { AllocationFields, allocationsOf } from './allocation.tsx'

type Step = PaymentDetail['allowed_steps'][number]

const STEPS: Record<Step, { text: string; title: string; submit: string; about: string; done: string }> = {
  SETTLE: {
    text: 'It arrived',
    title: 'The payment arrived',
    submit: 'Settle',
    about: 'It settles what is owed.',
    done: 'The payment is settled.',
  },
  FAIL: {
    text: 'It failed',
    title: 'The payment failed',
    submit: 'Note the failure',
    about: 'It did not arrive. The next attempt is a payment of its own.',
    done: 'The payment failed.',
  },
  CANCEL: {
    text: 'Cancel it',
    title: 'Cancel the payment',
    submit: 'Cancel the payment',
    about: 'It was called off before it arrived.',
    done: 'The payment is cancelled.',
  },
  REVERSE: {
    text: 'Reverse',
    title: 'Reverse the payment',
    submit: 'Reverse',
    about: 'The payer’s bank took it back: from that day it settles nothing. Days before stay as they were.',
    done: 'The payment is reversed.',
  },
  REFUND: {
    text: 'Refund',
    title: 'Refund the payment',
    submit: 'Refund',
    about: 'First what settles nothing is given back, then from the invoices that are due last.',
    done: 'The payment is refunded.',
  },
}

export function PaymentSteps({ payment }: { payment: PaymentDetail }) {
  const [open, setOpen] = useState<Step>()
  return (
    <>
      {payment.allowed_steps.map(step => (
        <Button key={step} look={step === 'SETTLE' ? 'primary' : 'secondary'} onClick={() => setOpen(step)}>
          {STEPS[step].text}
        </Button>
      ))}
      {open && <StepDialog payment={payment} step={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function StepDialog({ payment, step, onClose }: { payment: PaymentDetail; step: Step; onClose: () => void }) {
  const { title, submit, about, done } = STEPS[step]
  const take = useStep(payment.payment_id, step)
  const changed = useChanged()
  return (
    <Dialog title={title} about={about} isOpen onClose={onClose}>
      <Form
        submit={submit}
        danger={step !== 'SETTLE'}
        onCancel={onClose}
        send={async (values, idempotencyKey) => {
          await take(values, idempotencyKey)
          await changed(done)
          onClose()
        }}
      >
        <Fields payment={payment} step={step} />
      </Form>
    </Dialog>
  )
}

function Fields({ payment, step }: { payment: PaymentDetail; step: Step }) {
  const { timeZone } = useOrganization()
  const today = todayIn(timeZone)
  const reason = <TextField name="reason" label="Why" placeholder="Insufficient funds" maxLength={500} />
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
          hint={`Left empty: all that is left, ${money(payment.amount_cents - payment.refunded_cents)}.`}
        />
      )}
      <TextField name="on" label="From" type="date" defaultValue={today} required />
      {step === 'REVERSE' && reason}
    </>
  )
}

function useStep(id: string, step: Step): (values: Values, idempotencyKey: string) => Promise<unknown> {
  const { keyed } = useOrganization()
  return (values, idempotencyKey) => {
    const client = keyed(idempotencyKey)
    const on = values.optional('on')
    const reason = values.optional('reason')
    const amount = values.optional('amount_cents')
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
      case 'REVERSE':
        return client.reversePayment({ id, on, reason })
      case 'REFUND':
        return client.refundPayment({ id, on, amount_cents: amount === undefined ? undefined : centsOf(amount) })
    }
  }
}
