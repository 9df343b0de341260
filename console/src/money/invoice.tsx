/** One invoice: what it charges, what settles it, and what can be done to it. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { InvoiceDetail } from '#client/console.ts'
import { date, instant, money } from '../kit/format.ts'
import { Empty, Failure } from '../kit/notice.tsx'
import { Card, Fact, Facts, Page, Shimmer } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { Place, ResidentName } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { InvoiceSteps } from './invoice-steps.tsx'
import { InvoiceStatus } from './invoices.tsx'

export function InvoicePage() {
  const { invoice: invoiceId = '' } = useParams({ strict: false })
  const { id, client, may } = useOrganization()
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'invoice in detail', invoiceId],
    queryFn: ({ signal }) => client.getInvoiceDetail({ id: invoiceId }, { signal }),
  })
  return (
    <Page
      title={data ? `Invoice #${data.number}` : 'Invoice'}
      back={
        <Link to="/$organization/invoices" params={{ organization: id }} className="hover:underline">
          Invoices
        </Link>
      }
      actions={data && may('ADMIN') && <InvoiceSteps invoice={data} />}
    >
      {error ? <Failure error={error} retry={refetch} /> : data ? <Contents invoice={data} /> : <Loading />}
    </Page>
  )
}

function Loading() {
  return (
    <Card>
      <Shimmer className="h-40 w-full" />
    </Card>
  )
}

function Contents({ invoice }: { invoice: InvoiceDetail }) {
  const { timeZone } = useOrganization()
  const { property_id, unit_id, lease_id, resident_id, period_start, period_end, paid_at, voided_at } = invoice
  return (
    <>
      <Card title="About it">
        <Facts>
          <Fact name="Status">
            <InvoiceStatus invoice={invoice} />
          </Fact>
          <Fact name="Resident">
            <ResidentName leaseId={lease_id} residentId={resident_id} />
          </Fact>
          <Fact name="Unit">
            <Place propertyId={property_id} unitId={unit_id} />
          </Fact>
          <Fact name="Issued">{date(invoice.issue_date)}</Fact>
          <Fact name="Due">{date(invoice.due_date)}</Fact>
          <Fact name="Period">{period_start && period_end && `${date(period_start)} – ${date(period_end)}`}</Fact>
          <Fact name="Paid">{paid_at && instant(paid_at, timeZone)}</Fact>
          {voided_at && <Fact name="Voided">{instant(voided_at, timeZone)}</Fact>}
        </Facts>
      </Card>
      <Card title="Charges" flush>
        <table className="w-full text-left">
          <thead>
            <tr className="h-9 border-b text-[12px] text-soft">
              <th className="px-4 font-medium">Charge</th>
              <th className="hidden px-4 font-medium sm:table-cell">Kind</th>
              <th className="px-4 text-right font-medium">Amount</th>
            </tr>
          </thead>
          <tbody>
            {invoice.lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
              <tr key={index} className="h-11 border-b">
                <td className="px-4">{line.description}</td>
                <td className="hidden px-4 sm:table-cell">{inWords(line.charge_code)}</td>
                <td className="px-4 text-right tabular-nums">{money(line.amount_cents)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot className="tabular-nums">
            <Sum name="Total" cents={invoice.total_cents} />
            <Sum name="Paid" cents={-invoice.paid_cents} />
            <Sum name="Balance" cents={invoice.balance_cents} strong />
          </tfoot>
        </table>
      </Card>
      <Settled invoice={invoice} />
    </>
  )
}

function Settled({ invoice: { payments } }: { invoice: InvoiceDetail }) {
  const { id } = useOrganization()
  return (
    <Card title="Payments" flush>
      {payments.length === 0 ? (
        <Empty title="Nothing is paid yet" />
      ) : (
        <ul>
          {payments.map(({ payment_id, payment_date, method, amount_cents }, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a payment may settle it more than once
              key={index}
              className="flex min-h-11 items-center justify-between gap-4 border-b px-4 last:border-0"
            >
              <Link
                to="/$organization/payments/$payment"
                params={{ organization: id, payment: payment_id }}
                className="font-medium text-accent hover:underline"
              >
                {date(payment_date)}, {inWords(method)}
              </Link>
              <span className="tabular-nums">{money(amount_cents)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Sum({ name, cents, strong = false }: { name: string; cents: number; strong?: boolean }) {
  return (
    <tr className={`h-9 ${strong ? 'border-t font-semibold' : 'text-soft'}`}>
      <th scope="row" className="px-4 text-left font-[inherit]">
        {name}
      </th>
      <td className="hidden sm:table-cell" />
      <td className="px-4 text-right">{money(cents)}</td>
    </tr>
  )
}
