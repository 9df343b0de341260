/** One invoice: what it charges and how much of it is paid. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Invoice } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { date, instant, money } from '../kit/format.ts'
import { Failure } from '../kit/notice.tsx'
import { Card, Fact, Facts, Page, Shimmer } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { Place, ResidentName } from './places.tsx'

export function InvoicePage() {
  const { invoice: invoiceId = '' } = useParams({ strict: false })
  const { id, client } = useOrganization()
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'invoice', invoiceId],
    queryFn: ({ signal }) => client.getInvoice({ id: invoiceId }, { signal }),
  })
  return (
    <Page
      title={data ? `Invoice #${data.number}` : 'Invoice'}
      back={
        <Link to="/$organization/invoices" params={{ organization: id }} className="hover:underline">
          Invoices
        </Link>
      }
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

function Contents({ invoice }: { invoice: Invoice }) {
  const { timeZone } = useOrganization()
  const { property_id, unit_id, lease_id, resident_id, period_start, period_end, paid_at, voided_at } = invoice
  return (
    <>
      <Card title="About it">
        <Facts>
          <Fact name="Status">
            <Status word={invoice.status} />
          </Fact>
          <Fact name="Resident">
            <ResidentName propertyId={property_id} leaseId={lease_id} residentId={resident_id} />
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
    </>
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
