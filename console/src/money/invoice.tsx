/** One invoice: its charges, its payments and its steps. Printed, it is a document for the resident. */
import type { InvoiceDetail } from '#client/console.ts'
import { date, money } from '../kit/format.ts'
import { Empty } from '../kit/notice.tsx'
import { Card, Facts } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { DetailPage } from '../records/detail-page.tsx'
import { externalIdOf } from '../records/external-id.ts'
import { Handout, PrintButton } from '../records/handout.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { Place, ResidentName } from '../records/record-names.tsx'
import { preloadRecord, recordQuery, useRecord } from '../records/record-query.ts'
import { Time } from '../records/time.tsx'
import { AmountLine } from './amount-line.tsx'
import { InvoiceSteps } from './invoice-steps.tsx'
import { InvoiceStatus } from './invoices.tsx'
import { LeaseFact } from './lease-fact.tsx'
import { paidBy } from './payment-words.ts'

const invoiceQuery = recordQuery('invoice in detail', (client, id, options) => client.getInvoiceDetail({ id }, options))
export const preload = preloadRecord(invoiceQuery)

export function InvoicePage() {
  const { query } = useRecord(invoiceQuery, 'invoice')
  return (
    <DetailPage
      query={query}
      noun="Invoice"
      title={invoice => `Invoice #${invoice.number}`}
      list={{ to: '/$organization/invoices', text: 'Invoices' }}
      links={<PrintButton text="Print invoice" isReady={query.data !== undefined} />}
      steps={invoice => <InvoiceSteps invoice={invoice} />}
    >
      {invoice => <Contents invoice={invoice} />}
    </DetailPage>
  )
}

function Contents({ invoice }: { invoice: InvoiceDetail }) {
  const { property_id, unit_id, lease_id, resident_id, period_start, period_end, paid_at, voided_at } = invoice
  return (
    <Handout subject={invoice.invoice_id}>
      <Card title="Details">
        <Facts
          of={{
            Status: <InvoiceStatus invoice={invoice} />,
            Resident: <ResidentName leaseId={lease_id} residentId={resident_id} />,
            Unit: <Place propertyId={property_id} unitId={unit_id} />,
            Issued: date(invoice.issue_date),
            Due: date(invoice.due_date),
            Period: period_start && period_end && `${date(period_start)} – ${date(period_end)}`,
            Paid: paid_at && <Time at={paid_at} />,
            ...(voided_at && { Voided: <Time at={voided_at} /> }),
            ...(invoice.late_fee && {
              'Late fee': <RecordLink id={invoice.late_fee.invoice_id}>Invoice #{invoice.late_fee.number}</RecordLink>,
            }),
            ...externalIdOf(invoice),
          }}
        >
          <LeaseFact leaseId={lease_id} />
        </Facts>
      </Card>
      <Card title="Charges" flush>
        <table className="w-full text-left">
          <thead>
            <tr className="h-9 border-b text-[12px] text-soft">
              <th scope="col" className="px-4 font-medium">
                Charge
              </th>
              <th scope="col" className="hidden px-4 font-medium sm:table-cell">
                Kind
              </th>
              <th scope="col" className="px-4 text-right font-medium">
                Amount
              </th>
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
      <Payments invoice={invoice} />
    </Handout>
  )
}

function Payments({ invoice: { payments, status } }: { invoice: InvoiceDetail }) {
  return (
    <Card title="Payments" flush>
      {payments.length === 0 ? (
        status === 'VOID' ? (
          <Empty title="No payments">Payments cannot be applied to a void invoice.</Empty>
        ) : (
          <Empty title="No payments yet">Payments appear here when they are applied to this invoice.</Empty>
        )
      ) : (
        <ul>
          {payments.map(({ payment_id, payment_date, amount_cents, ...payment }, index) => (
            <AmountLine
              // biome-ignore lint/suspicious/noArrayIndexKey: a payment may be applied to an invoice more than once
              key={index}
              id={payment_id}
              text={`${date(payment_date)}, ${paidBy(payment) ?? 'other payment'}`}
              cents={amount_cents}
            />
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
