/** The steps an invoice allows now: issue a draft, record a payment, or void it. */
import { useState } from 'react'
import type { InvoiceDetail } from '#client/console.ts'
import { Button } from '../kit/button.tsx'
import { FieldRow, TextField } from '../kit/form.tsx'
import { money } from '../kit/format.ts'
import { Hint } from '../kit/notice.tsx'
import { FormDialog } from '../records/form-dialog.tsx'
import { useOrganization } from '../session/me.ts'
import { RecordPayment } from './record-payment.tsx'

type Step = InvoiceDetail['allowed_steps'][number]
/** The most likely step comes first. */
const STEPS: readonly Step[] = ['ISSUE', 'RECORD_PAYMENT', 'VOID']
const WORDS: Record<Step, string> = { ISSUE: 'Issue invoice', VOID: 'Void invoice', RECORD_PAYMENT: 'Record payment' }

export function InvoiceSteps({ invoice }: { invoice: InvoiceDetail }) {
  const [open, setOpen] = useState<Step>()
  const close = () => setOpen(undefined)
  return (
    <>
      {STEPS.filter(step => invoice.allowed_steps.includes(step)).map(step => (
        <Button key={step} look={step === 'VOID' ? 'secondary' : 'primary'} onClick={() => setOpen(step)}>
          {WORDS[step]}
        </Button>
      ))}
      {open === 'ISSUE' && <Issue invoice={invoice} onClose={close} />}
      {open === 'VOID' && <Void invoice={invoice} onClose={close} />}
      {open === 'RECORD_PAYMENT' && <RecordPayment onClose={close} lease_id={invoice.lease_id} invoice={invoice} />}
    </>
  )
}

type Part = { invoice: InvoiceDetail; onClose: () => void }

function Issue({ invoice, onClose }: Part) {
  return (
    <FormDialog
      title={`Issue invoice #${invoice.number}`}
      about="The invoice is owed from its issue date."
      onClose={onClose}
      submit="Issue invoice"
      save={async (values, client) => {
        await client.issueInvoice({
          id: invoice.invoice_id,
          issue_date: values.optional('issue_date'),
          due_date: values.optional('due_date'),
        })
        return `Invoice #${invoice.number} issued`
      }}
    >
      <FieldRow>
        <TextField name="issue_date" label="Issued" type="date" defaultValue={invoice.issue_date} required />
        <TextField name="due_date" label="Due" type="date" defaultValue={invoice.due_date} required />
      </FieldRow>
    </FormDialog>
  )
}

function Void({ invoice, onClose }: Part) {
  const { today } = useOrganization()
  const first = today < invoice.issue_date ? invoice.issue_date : today
  return (
    <FormDialog
      title={`Void invoice #${invoice.number}`}
      about="From that day on the invoice is no longer owed. Earlier days stay as they were."
      onClose={onClose}
      submit="Void invoice"
      danger
      save={async (values, client) => {
        await client.voidInvoice({ id: invoice.invoice_id, on: values.optional('on') })
        return `Invoice #${invoice.number} voided`
      }}
    >
      {invoice.status !== 'DRAFT' && <TextField name="on" label="From" type="date" defaultValue={first} required />}
      {invoice.late_fee && (
        <Hint>
          Invoice #{invoice.late_fee.number} charges a late fee of {money(invoice.late_fee.total_cents)} for this one.
          The late fee is still owed. If it should not be, void it as well.
        </Hint>
      )}
      {invoice.paid_cents > 0 && (
        <Hint>
          {money(invoice.paid_cents)} was paid from credit. It becomes credit again, which pays what else is open.
        </Hint>
      )}
    </FormDialog>
  )
}
