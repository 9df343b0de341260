/** The invoices a payment is applied to: the earliest due date first, unless the allocation is stated invoice by invoice. */
import { useState } from 'react'
import type { RecordPaymentInput } from '#client/console.ts'
import { centsOf } from '../kit/cents.ts'
import { DollarsField } from '../kit/dollars.tsx'
import { SelectField } from '../kit/form.tsx'
import { date, money } from '../kit/format.ts'
import { Failure } from '../kit/notice.tsx'
import { Shimmer } from '../kit/page.tsx'
import type { Values } from '../kit/values.ts'
import { useRead } from '../session/use-read.ts'

const MAX_INVOICES = 100

/** Reads the allocations that the member stated; undefined if the payment is applied to the earliest due date first. */
export function allocationsOf(values: Values): RecordPaymentInput['allocations'] {
  if (values.text('allocations') !== 'CHOSEN') return undefined
  return values
    .all('invoice_id')
    .map(invoice_id => ({ invoice_id, text: values.text(`of ${invoice_id}`) }))
    .filter(({ text }) => text !== '')
    .map(({ invoice_id, text }) => ({ invoice_id, amount_cents: centsOf(text) }))
}

type For = {
  leaseId: string | undefined
  /** The invoice that the payment is for. */
  first?: string | undefined
  /** The amount of the payment: no more is offered for the first invoice. */
  paid_cents?: number | undefined
}

export function AllocationFields({ leaseId, first, paid_cents }: For) {
  const [how, setHow] = useState(first ? 'CHOSEN' : 'OLDEST')
  return (
    <>
      <SelectField
        // The service calls a refusal of all allocations together by this name.
        name="allocations"
        label="Applied to"
        value={how}
        onChange={setHow}
        choices={[
          { value: 'OLDEST', text: 'Earliest due date first' },
          { value: 'CHOSEN', text: 'Invoices I choose' },
        ]}
        hint="An amount that is not applied is credit on the lease."
        required
      />
      {how === 'CHOSEN' && <Invoices {...{ leaseId, first, paid_cents }} />}
    </>
  )
}

function Invoices({ leaseId, first, paid_cents = Number.NaN }: For) {
  const { data, error, refetch } = useRead(
    ['invoices', 'to apply to', leaseId],
    async (client, call) => {
      const [open, partly] = await Promise.all(
        (['OPEN', 'PARTIALLY_PAID'] as const).map(status =>
          client.listInvoices({ lease_id: leaseId, status, limit: MAX_INVOICES }, call),
        ),
      )
      return [...(open?.data ?? []), ...(partly?.data ?? [])].sort((one, other) =>
        one.due_date === other.due_date ? one.number - other.number : one.due_date < other.due_date ? -1 : 1,
      )
    },
    { enabled: leaseId !== undefined },
  )
  if (leaseId === undefined) return <p className="text-soft">Choose a lease first.</p>
  if (error && !data) return <Failure error={error} retry={refetch} />
  if (!data) return <Shimmer className="h-11 w-full" />
  if (data.length === 0) return <p className="text-soft">This lease has no open invoices.</p>
  return (
    <div className="flex flex-col gap-3 rounded-md border p-3">
      {data.map(invoice => (
        <div key={invoice.invoice_id}>
          <input type="hidden" name="invoice_id" value={invoice.invoice_id} />
          <DollarsField
            name={`of ${invoice.invoice_id}`}
            label={`Invoice #${invoice.number}`}
            hint={`Due ${date(invoice.due_date)}, ${money(invoice.balance_cents)} open.`}
            follows
            cents={
              invoice.invoice_id === first
                ? Math.min(invoice.balance_cents, paid_cents || Number.POSITIVE_INFINITY)
                : null
            }
          />
        </div>
      ))}
    </div>
  )
}
