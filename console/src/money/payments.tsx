/** The payments of an organization, or of a property. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { choices, type ListPaymentsInput } from '#client/console.ts'
import type { Payment } from '#client/v1.ts'
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
import { NarrowedTo } from '../records/narrowed-to.tsx'
import { ImportLink, Place, propertyChoices, ResidentName, useProperties } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { usePage } from '../session/use-page.ts'
import { RecordPayment } from './record-payment.tsx'

export const PAYMENT_COLUMNS: Column<Payment, ListPaymentsInput['sort']>[] = [
  { id: 'date', header: 'Date', meta: { sort: 'payment_date' }, cell: ({ row }) => <When payment={row.original} /> },
  {
    id: 'status',
    header: 'Status',
    meta: { sort: 'status' },
    cell: ({ row }) => <Status word={row.original.status} />,
  },
  {
    id: 'resident',
    header: 'Resident',
    meta: { sort: 'resident_name', from: 'md' },
    cell: ({ row: { original } }) => <ResidentName leaseId={original.lease_id} residentId={original.resident_id} />,
  },
  {
    id: 'place',
    header: 'Unit',
    meta: { sort: 'property_name', from: 'lg' },
    cell: ({ row: { original } }) => <Place propertyId={original.property_id} unitId={original.unit_id} />,
  },
  {
    id: 'method',
    header: 'Method',
    meta: { sort: 'method', from: 'sm' },
    cell: ({ row }) => inWords(row.original.method),
  },
  {
    id: 'reference',
    header: 'Reference',
    meta: { sort: 'reference', from: 'lg' },
    cell: ({ row }) => row.original.reference ?? <None />,
  },
  {
    id: 'unapplied',
    header: 'Not applied',
    meta: { sort: 'unapplied_cents', align: 'end', from: 'md' },
    cell: ({ row: { original } }) => (original.unapplied_cents > 0 ? money(original.unapplied_cents) : <None />),
  },
  {
    id: 'amount',
    header: 'Amount',
    meta: { sort: 'amount_cents', align: 'end' },
    cell: ({ row }) => money(row.original.amount_cents),
  },
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
  const { loaded, pagination, sorting, move } = usePage('payments', filters, client.listPayments, {
    order: '-payment_date',
  })
  return (
    <Page
      title="Payments"
      about="What came in, by the day it counts from."
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
            onChange={property_id => change({ property_id, lease_id: undefined })}
            choices={propertyChoices(properties.data)}
            all="All properties"
          />
        </Filters>
        <NarrowedTo by={['lease_id']} />
        <DataTable
          label="Payments"
          columns={PAYMENT_COLUMNS}
          loaded={loaded}
          sorting={sorting}
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
