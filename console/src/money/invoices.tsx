/** The invoices of an organization, a property or a lease. */
import { useContext } from 'react'
import { choices, type ListInvoicesInput } from '#client/console.ts'
import type { Invoice } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import type { Column } from '../kit/data-table.tsx'
import { Today } from '../kit/day-input.tsx'
import { SEARCH_WIDTH } from '../kit/filters.tsx'
import { money } from '../kit/format.ts'
import { useBulk } from '../records/bulk.tsx'
import { Day } from '../records/cells.tsx'
import { DialogButton, NewButton } from '../records/dialog-button.tsx'
import { ChoiceListFilter, PropertyListFilter, TextListFilter } from '../records/list-filters.tsx'
import { ListPage } from '../records/list-page.tsx'
import { listOf, preloadList } from '../records/list-query.ts'
import { RecordLink } from '../records/record-link.tsx'
import { useList } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { CreateInvoice } from './create-invoice.tsx'
import { GenerateMonthlyCharges } from './generate-monthly-charges.tsx'
import { ReviewLateFees } from './late-fees.tsx'
import { RESIDENT_AND_PLACE, ResidentBelow } from './resident-and-place.tsx'

const INVOICE_COLUMNS: Column<Invoice, ListInvoicesInput['sort']>[] = [
  {
    header: 'Invoice',
    sort: 'number',
    cell: row => (
      <>
        <RecordLink id={row.invoice_id} look="row" className="tabular-nums">
          #{row.number}
        </RecordLink>
        <ResidentBelow row={row} />
      </>
    ),
  },
  { header: 'Status', sort: 'status', cell: row => <InvoiceStatus invoice={row} /> },
  ...RESIDENT_AND_PLACE,
  { header: 'Issued', sort: 'issue_date', from: 'md', cell: row => <Day on={row.issue_date} /> },
  { header: 'Due', sort: 'due_date', from: 'sm', cell: row => <Day on={row.due_date} /> },
  { header: 'Total', sort: 'total_cents', align: 'end', from: 'sm', cell: row => money(row.total_cents) },
  {
    header: 'Balance',
    sort: 'balance_cents',
    align: 'end',
    cell: row => <span className={row.balance_cents > 0 ? '' : 'text-soft'}>{money(row.balance_cents)}</span>,
  },
]

const INVOICES = listOf({
  name: 'invoices',
  by: ['search', 'status', 'property_id', 'lease_id'],
  read: (client: OrganizationClient) => client.listInvoices,
  order: '-issue_date',
  named: ({ lease_id, resident_id, property_id, unit_id }) => [resident_id ?? lease_id, property_id, unit_id],
  csv: 'invoices',
})
export const preload = preloadList(INVOICES)

export function InvoicesPage() {
  const { keyed } = useOrganization()
  const { search } = useUrlSearch()
  const list = useList(INVOICES)
  const bulk = useBulk<Invoice>({
    noun: 'invoice',
    nameOf: ({ number }) => `#${number}`,
    actions: [
      {
        text: 'Void',
        done: 'voided',
        danger: true,
        about:
          'From today on, the selected invoices are no longer owed. An invoice with a payment applied to it is refused.',
        run: ({ invoice_id }, _, key) => keyed(key).voidInvoice({ id: invoice_id }),
      },
    ],
  })
  const generate = (
    <DialogButton text="Generate monthly charges" dialog={close => <GenerateMonthlyCharges onClose={close} />} />
  )
  return (
    <ListPage
      title="Invoices"
      about="What was charged, and what is still owed. An invoice is overdue from the day after it was due."
      actions={
        <>
          <NewButton
            text="New invoice"
            dialog={close => <CreateInvoice lease_id={search.lease_id} onClose={close} />}
          />
          {generate}
          <DialogButton text="Review late fees" dialog={close => <ReviewLateFees onClose={close} />} />
        </>
      }
      filters={
        <>
          <TextListFilter placeholder="Number, resident or unit" width={SEARCH_WIDTH} />
          <ChoiceListFilter name="status" label="Status" values={choices.listInvoices.status} />
          <PropertyListFilter clears={{ lease_id: undefined }} />
        </>
      }
      narrowedBy={['lease_id']}
      list={list}
      bulk={bulk}
      columns={INVOICE_COLUMNS}
      keyOf={invoice => invoice.invoice_id}
      empty={{
        about:
          'An invoice is what a lease is charged and when it is due. Generate monthly charges to issue the recurring charges of every occupied lease.',
        guide: { text: 'Read invoices through the API', tag: 'accounting' },
        action: generate,
      }}
    />
  )
}

/** The status of an invoice, and whether it is overdue, which implies that it is open. */
export function InvoiceStatus({ invoice: { status, due_date } }: { invoice: Pick<Invoice, 'status' | 'due_date'> }) {
  const today = useContext(Today) ?? ''
  const isOverdue = (status === 'OPEN' || status === 'PARTIALLY_PAID') && due_date < today
  return (
    <span className="inline-flex flex-wrap gap-x-2 lg:flex-nowrap">
      {!(isOverdue && status === 'OPEN') && <Status word={status} />}
      {isOverdue && <Status word="OVERDUE" />}
    </span>
  )
}
