/** Leases in every status, found by resident, unit or property. */
import { Link } from '@tanstack/react-router'
import { choices, type LeaseListItem, type ListLeasesInput } from '#client/console.ts'
import { buttonClass } from '../kit/button.tsx'
import type { Column } from '../kit/data-table.tsx'
import { money } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Balance, Day } from '../records/cells.tsx'
import { ChoiceListFilter, PropertyListFilter, TextListFilter } from '../records/list-filters.tsx'
import { ListPage } from '../records/list-page.tsx'
import { listOf, preloadList } from '../records/list-query.ts'
import { RecordLink } from '../records/record-link.tsx'
import { ImportLink, PlaceName } from '../records/record-names.tsx'
import { useList } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { useLeaseActions } from './lease-actions.tsx'
import { LeaseStatus } from './lease-status.tsx'

const COLUMNS: Column<LeaseListItem, ListLeasesInput['sort']>[] = [
  {
    id: 'resident',
    header: 'Resident',
    meta: { isName: true, sort: 'resident_name' },
    cell: ({ row: { original } }) => (
      <RecordLink id={original.lease_id} look="row">
        {original.resident_name ?? 'No residents yet'}
      </RecordLink>
    ),
  },
  {
    id: 'place',
    header: 'Unit',
    meta: { sort: 'property_name', from: 'sm' },
    cell: ({ row: { original } }) => <PlaceName property={original.property_name} unit={original.unit_label} />,
  },
  { id: 'status', header: 'Status', meta: { sort: 'status' }, cell: ({ row }) => <LeaseStatus lease={row.original} /> },
  {
    id: 'start',
    header: 'Starts',
    meta: { sort: 'start_date', from: 'md' },
    cell: ({ row }) => <Day on={row.original.start_date} />,
  },
  {
    id: 'end',
    header: 'Term ends',
    meta: { sort: 'end_date', from: 'md' },
    cell: ({ row }) => <Day on={row.original.end_date} />,
  },
  {
    id: 'out',
    header: 'Moves out',
    meta: { sort: 'move_out_date', from: 'lg' },
    cell: ({ row }) => <Day on={row.original.move_out_date} />,
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
    cell: ({ row }) => <Balance cents={row.original.balance_cents} />,
  },
]

const FILTERED_BY = [
  'status',
  'property_id',
  'unit_id',
  'resident_id',
  'ends_by',
  'moves_out_by',
  'starts_by',
  'search',
] as const

const LEASES = listOf({
  name: 'leases',
  by: FILTERED_BY,
  read: (client: OrganizationClient) => client.listLeases,
  order: '-start_date',
  csv: 'leases',
})
export const preload = preloadList(LEASES)

export function LeasesPage() {
  const { id, may } = useOrganization()
  const { search } = useUrlSearch()
  const list = useList(LEASES)
  const bulk = useLeaseActions()
  const create = (text: string) =>
    may('ADMIN') && (
      <Link
        to="/$organization/leases/new"
        params={{ organization: id }}
        search={{ property_id: search.property_id }}
        className={buttonClass('primary')}
      >
        <Icon name="plus" /> {text}
      </Link>
    )
  return (
    <ListPage
      title="Leases"
      about="Drafts, active and future leases, and leases that have ended."
      actions={create('New lease')}
      filters={
        <>
          <TextListFilter placeholder="Name, unit or property" width="w-56 lg:w-48 2xl:w-56" />
          <ChoiceListFilter name="status" label="Status" values={choices.listLeases.status} />
          <PropertyListFilter clears={{ unit_id: undefined }} />
        </>
      }
      narrowedBy={['unit_id', 'resident_id', 'ends_by', 'moves_out_by', 'starts_by']}
      list={list}
      bulk={bulk}
      columns={COLUMNS}
      keyOf={lease => lease.lease_id}
      empty={{
        about: (
          <>
            A lease says who lives in a unit, from when to when, and what they pay. Create one for a vacant unit, or{' '}
            <ImportLink>import a rent roll</ImportLink> to bring in all of them.
          </>
        ),
        guide: { text: 'Read leases and their ledgers through the API', tag: 'portfolio' },
        action: create('Create your first lease'),
      }}
    />
  )
}
