/** The vendors to whom work orders are assigned. */
import type { ListVendorsInput, Vendor } from '#client/console.ts'
import { Status } from '../kit/badge.tsx'
import type { Column } from '../kit/data-table.tsx'
import { number, phone } from '../kit/format.ts'
import { Mail, None } from '../kit/page.tsx'
import { useBulk } from '../records/bulk.tsx'
import { NewButton } from '../records/dialog-button.tsx'
import { ChoiceListFilter, TextListFilter } from '../records/list-filters.tsx'
import { ListPage } from '../records/list-page.tsx'
import { listOf, preloadList } from '../records/list-query.ts'
import { RecordLink } from '../records/record-link.tsx'
import { useList } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import { VendorForm } from './vendor-form.tsx'

const COLUMNS: Column<Vendor, ListVendorsInput['sort']>[] = [
  {
    header: 'Vendor',
    sort: 'name',
    wraps: true,
    cell: row => (
      <RecordLink id={row.vendor_id} look="row">
        {row.name}
      </RecordLink>
    ),
  },
  { header: 'Trade', sort: 'trade', cell: row => row.trade ?? <None /> },
  { header: 'E-mail', from: 'lg', cell: row => (row.email ? <Mail address={row.email} /> : <None />) },
  {
    header: 'Phone',
    from: 'md',
    cell: row => (row.phone ? <span className="whitespace-nowrap">{phone(row.phone)}</span> : <None />),
  },
  {
    header: 'Open work orders',
    sort: 'open_work_order_count',
    align: 'end',
    from: 'sm',
    cell: row => number(row.open_work_order_count),
  },
  { header: 'Status', from: 'sm', cell: row => <Status word={row.is_active ? 'ACTIVE' : 'INACTIVE'} /> },
]

const STATUS = { true: 'Active', false: 'Inactive' } as const

const VENDORS = listOf({
  name: 'vendors',
  by: ['search', 'is_active'],
  read: (client: OrganizationClient) => client.listVendors,
  order: 'name',
  csv: 'vendors',
})
export const preload = preloadList(VENDORS)

export function VendorsPage() {
  const { client } = useOrganization()
  const list = useList(VENDORS)
  const bulk = useBulk<Vendor>({
    noun: 'vendor',
    nameOf: ({ name }) => name,
    actions: [
      {
        text: 'Activate',
        done: 'activated',
        about: 'The selected vendors are offered for work orders.',
        run: ({ vendor_id }) => client.updateVendor({ vendor_id, is_active: true }),
      },
      {
        text: 'Deactivate',
        done: 'deactivated',
        about: 'The selected vendors are no longer offered for work orders, but keep the ones they have.',
        run: ({ vendor_id }) => client.updateVendor({ vendor_id, is_active: false }),
      },
    ],
  })
  const create = <NewButton text="New vendor" dialog={close => <VendorForm onClose={close} />} />
  return (
    <ListPage
      title="Vendors"
      about="The vendors who do the work. Active vendors are offered for work orders."
      actions={create}
      filters={
        <>
          <TextListFilter placeholder="Name or trade" width="w-60" />
          <ChoiceListFilter
            name="is_active"
            label="Status"
            values={['true', 'false']}
            textOf={value => STATUS[value]}
          />
        </>
      }
      folds={false}
      list={list}
      bulk={bulk}
      columns={COLUMNS}
      keyOf={vendor => vendor.vendor_id}
      empty={{
        about: 'Create the vendors you call. Work orders that already name a vendor are linked to it.',
        action: create,
      }}
    />
  )
}
