/** The payments of an organization, or of a property. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { choices, type ListPaymentsInput, type Payment } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { type Column, DataTable, ROW_LINK } from '../kit/data-table.tsx'
import { Filters, SelectFilter } from '../kit/filters.tsx'
import { date, money } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Empty } from '../kit/notice.tsx'
import { Card, None, Page } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { inWords } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { usePage } from '../session/use-page.ts'
import { ImportLink, Place, propertyChoices, ResidentName, useProperties } from './places.tsx'
import { RecordPayment } from './record-payment.tsx'

export const PAYMENT_COLUMNS: Column<Payment>[] = [
  { id: 'date', header: 'Date', cell: ({ row }) => <When payment={row.original} /> },
  { id: 'status', header: 'Status', cell: ({ row }) => <Status word={row.original.status} /> },
  {
    id: 'resident',
    header: 'Resident',
    meta: { from: 'md' },
    cell: ({ row: { original } }) => (
      <ResidentName propertyId={original.property_id} leaseId={original.lease_id} residentId={original.resident_id} />
    ),
  },
  {
    id: 'place',
    header: 'Unit',
    meta: { from: 'lg' },
    cell: ({ row: { original } }) => <Place propertyId={original.property_id} unitId={original.unit_id} />,
  },
  { id: 'method', header: 'Method', meta: { from: 'sm' }, cell: ({ row }) => inWords(row.original.method) },
  { id: 'reference', header: 'Reference', meta: { from: 'lg' }, cell: ({ row }) => row.original.reference ?? <None /> },
  {
    id: 'unapplied',
    header: 'Not applied',
    meta: { align: 'end', from: 'md' },
    cell: ({ row: { original } }) => (original.unapplied_cents > 0 ? money(original.unapplied_cents) : <None />),
  },
  { id: 'amount', header: 'Amount', meta: { align: 'end' }, cell: ({ row }) => money(row.original.amount_cents) },
]

export function PaymentsPage() {
  const { client, may } = useOrganization()
  const { search, change } = useUrlSearch()
  const [isRecording, setRecording] = useState(false)
  const properties = useProperties()
  const filters: ListPaymentsInput = {
    status: (search.status ?? 'ALL') as ListPaymentsInput['status'],
    property_id: search.property_id,
    lease_id: search.lease_id,
  }
  const isFiltered = Boolean(search.status ?? search.property_id ?? search.lease_id)
  const clear = () => change({ status: undefined, property_id: undefined, lease_id: undefined })
  const { loaded, pagination, move } = usePage('payments', filters, client.listPayments)
  return (
    <Page
      title="Payments"
      about="The latest first, by the day they count from."
      actions={
        may('ADMIN') && (
          <Button look="primary" onClick={() => setRecording(true)}>
            <Icon name="plus" /> Record a payment
          </Button>
        )
      }
    >
      <Card flush>
        <Filters label="Filter payments" folds onClear={isFiltered ? clear : undefined}>
          <SelectFilter
            label="Status"
            value={search.status}
            onChange={status => change({ status })}
            choices={choices.listPayments.status
              .filter(value => value !== 'ALL')
              .map(value => ({ value, text: inWords(value) }))}
            all="Any"
          />
          <SelectFilter
            label="Property"
            value={search.property_id}
            onChange={property_id => change({ property_id })}
            choices={propertyChoices(properties.data)}
            all="All properties"
          />
        </Filters>
        <DataTable
          label="Payments"
          columns={PAYMENT_COLUMNS}
          loaded={loaded}
          keyOf={payment => payment.payment_id}
          footer={<Pager pagination={pagination} onMove={move} />}
          empty={
            isFiltered ? (
              <Empty title="No payment matches">Choose another status or property.</Empty>
            ) : (
              <Empty title="No payments yet">
                Record one as it arrives, or <ImportLink>import receipts</ImportLink>.
              </Empty>
            )
          }
        />
      </Card>
      {isRecording && <RecordPayment lease_id={search.lease_id} onClose={() => setRecording(false)} />}
    </Page>
  )
}

function When({ payment: { payment_id, payment_date } }: { payment: Payment }) {
  const { id } = useOrganization()
  return (
    <Link to="/$organization/payments/$payment" params={{ organization: id, payment: payment_id }} className={ROW_LINK}>
      {date(payment_date)}
    </Link>
  )
}
