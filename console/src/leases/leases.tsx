/** Leases in whatever status: found by who lives where. */
import { Link } from '@tanstack/react-router'
import { choices, type LeaseListItem, type ListLeasesInput } from '#client/console.ts'
import { Status } from '../kit/badge.tsx'
import { buttonClass } from '../kit/button.tsx'
import { type Column, DataTable, ROW_LINK } from '../kit/data-table.tsx'
import { Filters, SelectFilter, TextFilter } from '../kit/filters.tsx'
import { date, money } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Empty } from '../kit/notice.tsx'
import { Card, None, Page } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { inWords } from '../kit/words.ts'
import { NarrowedTo } from '../records/narrowed-to.tsx'
import { propertyChoices, useProperties } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { usePage } from '../session/use-page.ts'

const COLUMNS: Column<LeaseListItem, ListLeasesInput['sort']>[] = [
  {
    id: 'resident',
    header: 'Resident',
    meta: { sort: 'resident_name' },
    cell: ({ row }) => <Resident lease={row.original} />,
  },
  {
    id: 'place',
    header: 'Where',
    meta: { sort: 'property_name', from: 'sm' },
    cell: ({ row: { original } }) => `${original.property_name} · ${original.unit_label}`,
  },
  { id: 'status', header: 'Status', meta: { sort: 'status' }, cell: ({ row }) => <Standing lease={row.original} /> },
  {
    id: 'start',
    header: 'Begins',
    meta: { sort: 'start_date', from: 'md' },
    cell: ({ row }) => date(row.original.start_date),
  },
  {
    id: 'end',
    header: 'Term ends',
    meta: { sort: 'end_date', from: 'md' },
    cell: ({ row: { original } }) => (original.end_date ? date(original.end_date) : <None />),
  },
  {
    id: 'out',
    header: 'Moves out',
    meta: { sort: 'move_out_date', from: 'lg' },
    cell: ({ row: { original } }) => (original.move_out_date ? date(original.move_out_date) : <None />),
  },
  {
    id: 'rent',
    header: 'Rent',
    meta: { sort: 'rent_cents', align: 'end', from: 'md' },
    cell: ({ row }) => money(row.original.rent_cents),
  },
  {
    id: 'balance',
    header: 'Balance',
    meta: { sort: 'balance_cents', align: 'end', from: 'sm' },
    cell: ({ row: { original } }) => (
      <span className={original.balance_cents > 0 ? 'text-bad' : ''}>{money(original.balance_cents)}</span>
    ),
  },
]

export function LeasesPage() {
  const { id, client, may } = useOrganization()
  const { search, change } = useUrlSearch()
  const properties = useProperties()
  const filters: ListLeasesInput = {
    status: search.status as ListLeasesInput['status'],
    property_id: search.property_id,
    unit_id: search.unit_id,
    resident_id: search.resident_id,
    search: search.search,
  }
  const isFiltered = Object.values(filters).some(Boolean)
  const { loaded, pagination, sorting, move } = usePage('leases', filters, client.listLeases, { order: '-start_date' })
  const clear = () =>
    change({
      status: undefined,
      property_id: undefined,
      unit_id: undefined,
      resident_id: undefined,
      search: undefined,
    })
  const create = may('ADMIN') && (
    <Link
      to="/$organization/leases/new"
      params={{ organization: id }}
      search={{ property_id: search.property_id }}
      className={buttonClass('primary')}
    >
      <Icon name="plus" /> New lease
    </Link>
  )
  return (
    <Page title="Leases" about="Drafts, leases that run and those that are over." actions={create}>
      <Card flush>
        <Filters label="Filter leases" folds onClear={isFiltered ? clear : undefined}>
          <TextFilter
            label="Search"
            value={search.search}
            onChange={text => change({ search: text })}
            placeholder="Name, unit or property"
            width="w-56"
          />
          <SelectFilter
            label="Status"
            value={search.status}
            onChange={status => change({ status })}
            choices={choices.listLeases.status.map(value => ({ value, text: inWords(value) }))}
            all="Any"
          />
          <SelectFilter
            label="Property"
            value={search.property_id}
            onChange={property_id => change({ property_id, unit_id: undefined })}
            choices={propertyChoices(properties.data)}
            all="All properties"
          />
        </Filters>
        <NarrowedTo by={['unit_id', 'resident_id']} />
        <DataTable
          label="Leases"
          columns={COLUMNS}
          loaded={loaded}
          sorting={sorting}
          keyOf={lease => lease.lease_id}
          footer={<Pager pagination={pagination} onMove={move} />}
          empty={
            isFiltered ? (
              <Empty title="No lease matches">Choose other filters.</Empty>
            ) : (
              <Empty title="No leases yet">Draw the first one up, or import a rent roll.</Empty>
            )
          }
        />
      </Card>
    </Page>
  )
}

function Resident({ lease: { lease_id, resident_name } }: { lease: LeaseListItem }) {
  const { id } = useOrganization()
  return (
    <Link to="/$organization/leases/$lease" params={{ organization: id, lease: lease_id }} className={ROW_LINK}>
      {resident_name ?? 'Nobody yet'}
    </Link>
  )
}

/** Its status, and what is on the way. */
export function Standing({
  lease,
}: {
  lease: Pick<LeaseListItem, 'status' | 'notice_given_on' | 'eviction_filed_on'>
}) {
  const isRunning = lease.status === 'ACTIVE'
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Status word={lease.status} />
      {isRunning && lease.eviction_filed_on && <Status word="EVICT" />}
      {isRunning && !lease.eviction_filed_on && lease.notice_given_on && <Status word="NOTICE" />}
    </span>
  )
}
