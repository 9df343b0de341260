/** One payment: its details, the invoices it is applied to, and its steps. Printed, it is a receipt for the resident. */
import type { PaymentDetail } from '#client/console.ts'
import { date, money } from '../kit/format.ts'
import { Empty } from '../kit/notice.tsx'
import { Card, Facts } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { DetailPage } from '../records/detail-page.tsx'
import { externalIdOf } from '../records/external-id.ts'
import { Handout, PrintButton } from '../records/handout.tsx'
import { Place, ResidentName } from '../records/record-names.tsx'
import { preloadRecord, recordQuery, useRecord } from '../records/record-query.ts'
import { Time } from '../records/time.tsx'
import { AmountLine } from './amount-line.tsx'
import { LeaseFact } from './lease-fact.tsx'
import { MoneyButtons } from './money-buttons.tsx'
import { PaymentStatus } from './payment-status.tsx'
import { PaymentSteps } from './payment-steps.tsx'
import { methodOf } from './payment-words.ts'

const paymentQuery = recordQuery('payment in detail', (client, id, options) => client.getPaymentDetail({ id }, options))
export const preload = preloadRecord(paymentQuery)

/** A payment that did not arrive, or that the bank returned, is followed by another one, and often by a fee. */
const WAS_NOT_KEPT = new Set<PaymentDetail['status']>(['FAILED', 'REVERSED'])

export function PaymentPage() {
  const { query } = useRecord(paymentQuery, 'payment')
  return (
    <DetailPage
      query={query}
      noun="Payment"
      title={payment => `Payment of ${money(payment.amount_cents)}`}
      list={{ to: '/$organization/payments', text: 'Payments' }}
      links={<PrintButton text="Print receipt" isReady={query.data !== undefined} />}
      steps={payment => (
        <>
          <PaymentSteps payment={payment} />
          {WAS_NOT_KEPT.has(payment.status) && <MoneyButtons leaseId={payment.lease_id} />}
        </>
      )}
    >
      {payment => <Contents payment={payment} />}
    </DetailPage>
  )
}

function Contents({ payment }: { payment: PaymentDetail }) {
  const { property_id, unit_id, lease_id, resident_id, received_at, reversed_at, voided_at, failure_reason } = payment
  return (
    <Handout subject={payment.payment_id}>
      <Card title="Details">
        <Facts
          of={{
            Status: <PaymentStatus payment={payment} />,
            Resident: <ResidentName leaseId={lease_id} residentId={resident_id} />,
            Unit: <Place propertyId={property_id} unitId={unit_id} />,
            Date: date(payment.payment_date),
            Received: received_at && <Time at={received_at} />,
            Method: methodOf(payment),
            Reference: payment.reference,
            Memo: payment.memo,
            Refunded: payment.refunded_cents > 0 ? money(payment.refunded_cents) : null,
            ...(failure_reason && { Reason: failure_reason }),
            ...(voided_at && { Voided: <Time at={voided_at} /> }),
            ...(reversed_at && { Reversed: <Time at={reversed_at} /> }),
            ...externalIdOf(payment),
          }}
        >
          <LeaseFact leaseId={lease_id} />
        </Facts>
      </Card>
      <Card title="Applied to" flush>
        {payment.invoices.length === 0 ? (
          <Empty title="No invoices">{unappliedReason(payment)}</Empty>
        ) : (
          <ul>
            {payment.invoices.map(({ invoice_id, number, amount_cents }) => (
              <AmountLine key={invoice_id} id={invoice_id} text={`Invoice #${number}`} cents={amount_cents} />
            ))}
            {payment.unapplied_cents > 0 && <AmountLine text="Credit on the lease" cents={payment.unapplied_cents} />}
          </ul>
        )}
      </Card>
    </Handout>
  )
}

function unappliedReason({ unapplied_cents, status, voided_at }: PaymentDetail): string {
  if (unapplied_cents > 0) return `${money(unapplied_cents)} is credit on the lease.`
  if (voided_at) return 'A payment that was voided is not applied to invoices.'
  if (status === 'PENDING') return 'A pending payment is applied to invoices when it is received.'
  return `A payment that is ${inWords(status).toLowerCase()} is not applied to invoices.`
}
