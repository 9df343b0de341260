/** The invoices of an organization, or of a property. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { choices, type ListInvoicesInput } from '#client/console.ts'
import type { Invoice } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { type Column, DataTable, ROW_LINK } from '../kit/data-table.tsx'
import { Filters, SelectFilter } from '../kit/filters.tsx'
import { date, money, todayIn } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Empty } from '../kit/notice.tsx'
import { Card, Page } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { inWords } from '../kit/words.ts'
import { NarrowedTo } from '../records/narrowed-to.tsx'
import { Place, propertyChoices, ResidentName, useProperties } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { usePage } from '../session/use-page.ts'
import { CreateInvoice } from './create-invoice.tsx'
import { BillMonth } from './generate-monthly-charges.tsx'

export const INVOICE_COLUMNS: Column<Invoice, ListInvoicesInput['sort']>[] = [
  {
    id: 'number',
    header: 'Invoice',
    meta: { sort: 'number' },
    cell: ({ row }) => <InvoiceLink invoice={row.original} />,
  },
  {
    id: 'status',
    header: 'Status',
    meta: { sort: 'status' },
    cell: ({ row }) => <InvoiceStatus invoice={row.original} />,
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
    id: 'issued',
    header: 'Issued',
    meta: { sort: 'issue_date', from: 'md' },
    cell: ({ row }) => date(row.original.issue_date),
  },
  { id: 'due', header: 'Due', meta: { sort: 'due_date', from: 'sm' }, cell: ({ row }) => date(row.original.due_date) },
  {
    id: 'total',
    header: 'Total',
    meta: { sort: 'total_cents', align: 'end' },
    cell: ({ row }) => money(row.original.total_cents),
  },
  {
    id: 'balance',
    header: 'Balance',
    meta: { sort: 'balance_cents', align: 'end' },
    cell: ({ row: { original } }) => (
      <span className={original.balance_cents > 0 ? '' : 'text-soft'}>{money(original.balance_cents)}</span>
    ),
  },
]

export function InvoicesPage() {
  const { client, may } = useOrganization()
  const { search, change } = useUrlSearch()
  const [open, setOpen] = useState<'new' | 'month'>()
  const properties = useProperties()
  const filters: ListInvoicesInput = {
    status: search.status as ListInvoicesInput['status'],
    property_id: search.property_id,
    lease_id: search.lease_id,
  }
  const isFiltered = Object.values(filters).some(Boolean)
  const clear = () => change({ status: undefined, property_id: undefined, lease_id: undefined })
  const { loaded, pagination, sorting, move } = usePage('invoices', filters, client.listInvoices, {
    order: '-issue_date',
  })
  return (
    <Page
      title="Invoices"
      about="What was billed. Overdue is due before today and not paid in full."
      actions={
        may('ADMIN') && (
          <>
            <Button look="primary" onClick={() => setOpen('new')}>
              <Icon name="plus" /> New invoice
            </Button>
            <Button onClick={() => setOpen('month')}>Bill a month</Button>
          </>
        )
      }
    >
      <Card flush>
        <Filters label="Filter invoices" folds onClear={isFiltered ? clear : undefined}>
          <SelectFilter
            label="Status"
            value={search.status}
            onChange={status => change({ status })}
            choices={choices.listInvoices.status.map(value => ({ value, text: inWords(value) }))}
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
          label="Invoices"
          columns={INVOICE_COLUMNS}
          loaded={loaded}
          sorting={sorting}
          keyOf={invoice => invoice.invoice_id}
          footer={<Pager pagination={pagination} onMove={move} />}
          empty={
            isFiltered ? (
              <Empty title="No invoice matches">Choose another status or property.</Empty>
            ) : (
              <Empty title="No invoices yet">
                Billing a month issues the recurring charges of every lease that is occupied in it.
              </Empty>
            )
          }
        />
      </Card>
      {open === 'month' && <BillMonth onClose={() => setOpen(undefined)} />}
      {open === 'new' && <CreateInvoice leaseId={search.lease_id} onClose={() => setOpen(undefined)} />}
    </Page>
  )
}

/** Its status, and that it is overdue where it is. */
export function InvoiceStatus({ invoice: { status, due_date } }: { invoice: Pick<Invoice, 'status' | 'due_date'> }) {
  const { timeZone } = useOrganization()
  const isOwed = status === 'OPEN' || status === 'PARTIALLY_PAID'
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Status word={status} />
      {isOwed && due_date < todayIn(timeZone) && <Status word="OVERDUE" />}
    </span>
  )
}

function InvoiceLink({ invoice: { invoice_id, number } }: { invoice: Invoice }) {
  const { id } = useOrganization()
  return (
    <Link
      to="/$organization/invoices/$invoice"
      params={{ organization: id, invoice: invoice_id }}
      className={`${ROW_LINK} tabular-nums`}
    >
      #{number}
    </Link>
  )
}
