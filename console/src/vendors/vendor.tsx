/** One vendor: how to reach them, and their work orders. */
import type { Vendor } from '#client/console.ts'
import type { WorkOrder } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import type { Column } from '../kit/data-table.tsx'
import { money, number, phone } from '../kit/format.ts'
import { Card, Facts, Mail, None } from '../kit/page.tsx'
import { DetailPage } from '../records/detail-page.tsx'
import { DialogButton } from '../records/dialog-button.tsx'
import { ListCard } from '../records/list-page.tsx'
import { listOf } from '../records/list-query.ts'
import { PageLink } from '../records/page-link.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { Place } from '../records/record-names.tsx'
import { preloadRecord, recordQuery, useRecord } from '../records/record-query.ts'
import { Time } from '../records/time.tsx'
import { Timeline } from '../records/timeline.tsx'
import { StatusWithOverdue } from '../records/urgent.tsx'
import { useList } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { VendorForm } from './vendor-form.tsx'

const WORK_ORDERS = listOf({
  name: 'work orders of a vendor',
  by: [],
  read: (client: OrganizationClient) => client.listVendorWorkOrders,
  named: ({ property_id, unit_id }) => [property_id, unit_id],
  csv: 'vendor-work-orders',
})

const vendorQuery = recordQuery('vendor', (client, vendor_id, options) => client.getVendor({ vendor_id }, options))
export const preload = preloadRecord(vendorQuery)

export function VendorPage() {
  const { id: vendorId, query } = useRecord(vendorQuery, 'vendor')
  return (
    <DetailPage
      query={query}
      noun="Vendor"
      title={vendor => vendor.name}
      about={vendor => vendor.trade}
      list={{ to: '/$organization/vendors', text: 'Vendors' }}
      steps={vendor => (
        <DialogButton text="Edit vendor" dialog={close => <VendorForm vendor={vendor} onClose={close} />} />
      )}
      below={
        <>
          <WorkOrders vendorId={vendorId} />
          <Timeline subject={vendorId} />
        </>
      }
    >
      {vendor => <Contact vendor={vendor} />}
    </DetailPage>
  )
}

function Contact({ vendor }: { vendor: Vendor }) {
  return (
    <Card title="Details">
      <Facts
        of={{
          Status: <Status word={vendor.is_active ? 'ACTIVE' : 'INACTIVE'} />,
          'E-mail': vendor.email && (
            <a href={`mailto:${vendor.email}`}>
              <Mail address={vendor.email} />
            </a>
          ),
          Phone: vendor.phone && <a href={`tel:${vendor.phone}`}>{phone(vendor.phone)}</a>,
          'Open work orders': (
            <PageLink
              to="/$organization/work-orders"
              search={{ status: 'OPEN', vendor_id: vendor.vendor_id }}
              className="text-accent hover:underline"
            >
              {number(vendor.open_work_order_count)}
            </PageLink>
          ),
          'External ID': vendor.external_id,
        }}
      />
    </Card>
  )
}

const COLUMNS: Column<WorkOrder>[] = [
  {
    header: 'Work order',
    wraps: true,
    cell: row => (
      <RecordLink id={row.work_order_id} look="row">
        <span className="text-soft tabular-nums">#{row.number}</span> {row.title}
      </RecordLink>
    ),
  },
  { header: 'Status', cell: row => <StatusWithOverdue order={row} /> },
  { header: 'Unit', from: 'md', cell: row => <Place propertyId={row.property_id} unitId={row.unit_id} /> },
  {
    header: 'Cost',
    align: 'end',
    from: 'sm',
    cell: row => (row.cost_cents === null ? <None /> : money(row.cost_cents)),
  },
  { header: 'Reported', from: 'sm', cell: row => <Time at={row.created_at} precision="day" /> },
]

function WorkOrders({ vendorId }: { vendorId: string }) {
  const list = useList(WORK_ORDERS, { given: { vendor_id: vendorId } })
  return (
    <ListCard
      title="Work orders"
      label="Work orders"
      nouns="work orders"
      list={list}
      columns={COLUMNS}
      keyOf={order => order.work_order_id}
      empty={{ about: 'Choose this vendor on a work order, and it appears here.' }}
    />
  )
}
