/** One payment: the invoices it settles, and what can become of it. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { PaymentDetail } from '#client/console.ts'
import { Status } from '../kit/badge.tsx'
import { date, instant, money } from '../kit/format.ts'
import { Empty, Failure } from '../kit/notice.tsx'
import { Card, Fact, Facts, Page, Shimmer } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { Place, ResidentName } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { PaymentSteps } from './payment-steps.tsx'

export function PaymentPage() {
  const { payment: paymentId = '' } = useParams({ strict: false })
  const { id, client, may } = useOrganization()
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'payment in detail', paymentId],
    queryFn: ({ signal }) => client.getPaymentDetail({ id: paymentId }, { signal }),
  })
  return (
    <Page
      title={data ? `Payment of ${money(data.amount_cents)}` : 'Payment'}
      back={
        <Link to="/$organization/payments" params={{ organization: id }} className="hover:underline">
          Payments
        </Link>
      }
      actions={data && may('ADMIN') && <PaymentSteps payment={data} />}
    >
      {error ? (
        <Failure error={error} retry={refetch} />
      ) : data ? (
        <Contents payment={data} />
      ) : (
        <Card>
          <Shimmer className="h-40 w-full" />
        </Card>
      )}
    </Page>
  )
}

function Contents({ payment }: { payment: PaymentDetail }) {
  const { id, timeZone } = useOrganization()
  const { property_id, unit_id, lease_id, resident_id, received_at, reversed_at, failure_reason } = payment
  return (
    <>
      <Card title="About it">
        <Facts>
          <Fact name="Status">
            <Status word={payment.status} />
          </Fact>
          <Fact name="Resident">
            <ResidentName leaseId={lease_id} residentId={resident_id} />
          </Fact>
          <Fact name="Unit">
            <Place propertyId={property_id} unitId={unit_id} />
          </Fact>
          <Fact name="Date">{date(payment.payment_date)}</Fact>
          <Fact name="Received">{received_at && instant(received_at, timeZone)}</Fact>
          <Fact name="Method">{inWords(payment.method)}</Fact>
          <Fact name="Reference">{payment.reference}</Fact>
          <Fact name="Memo">{payment.memo}</Fact>
          <Fact name="Given back">{payment.refunded_cents > 0 ? money(payment.refunded_cents) : null}</Fact>
          {failure_reason && <Fact name="Why it failed">{failure_reason}</Fact>}
          {reversed_at && <Fact name="Reversed">{instant(reversed_at, timeZone)}</Fact>}
        </Facts>
      </Card>
      <Card title="What it settles" flush>
        {payment.invoices.length === 0 ? (
          <Empty title="No invoice">
            {payment.unapplied_cents > 0
              ? `${money(payment.unapplied_cents)} is credit of the lease.`
              : payment.status === 'PENDING'
                ? 'It is on its way, and settles nothing before it arrives.'
                : 'It settles nothing in this status.'}
          </Empty>
        ) : (
          <ul>
            {payment.invoices.map(({ invoice_id, number, amount_cents }) => (
              <li
                key={invoice_id}
                className="flex min-h-11 items-center justify-between gap-4 border-b px-4 last:border-0"
              >
                <Link
                  to="/$organization/invoices/$invoice"
                  params={{ organization: id, invoice: invoice_id }}
                  className="font-medium text-accent hover:underline"
                >
                  Invoice #{number}
                </Link>
                <span className="tabular-nums">{money(amount_cents)}</span>
              </li>
            ))}
            {payment.unapplied_cents > 0 && (
              <li className="flex min-h-11 items-center justify-between gap-4 border-t px-4 text-soft">
                Credit of the lease
                <span className="tabular-nums">{money(payment.unapplied_cents)}</span>
              </li>
            )}
          </ul>
        )}
      </Card>
    </>
  )
}
