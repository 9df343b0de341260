/** Leases in every status, found by resident, unit or property. */
import { choices, type LeaseListItem, type ListLeasesInput } from '#client/console.ts'
import { buttonClass } from '../kit/button.tsx'
import type { Column } from '../kit/data-table.tsx'
import { money } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Balance, Below, Day } from '../records/cells.tsx'
import { NOBODY } from '../records/lease-picker.tsx'
import { ChoiceListFilter, PropertyListFilter, TextListFilter } from '../records/list-filters.tsx'
import { ListPage } from '../records/list-page.tsx'
import { listOf, preloadList } from '../records/list-query.ts'
import { PageLink } from '../records/page-link.tsx'
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
    header: 'Resident',
    isName: true,
    sort: 'resident_name',
    cell: row => (
      <>
        <RecordLink id={row.lease_id} look="row">
          {row.resident_name ?? NOBODY}
        </RecordLink>
        <Below>
          <PlaceName property={row.property_name} unit={row.unit_label} />
        </Below>
      </>
    ),
  },
  {
    header: 'Unit',
    sort: 'property_name',
    from: 'md',
    cell: row => <PlaceName property={row.property_name} unit={row.unit_label} />,
  },
  { header: 'Status', sort: 'status', cell: row => <LeaseStatus lease={row} /> },
  { header: 'Starts', sort: 'start_date', from: 'md', cell: row => <Day on={row.start_date} /> },
  { header: 'Term ends', sort: 'end_date', from: 'md', cell: row => <Day on={row.end_date} /> },
  { header: 'Moves out', sort: 'move_out_date', from: 'lg', cell: row => <Day on={row.move_out_date} /> },
  { header: 'Rent', sort: 'rent_cents', align: 'end', from: 'md', cell: row => money(row.rent_cents) },
  {
    header: 'Balance',
    sort: 'balance_cents',
    align: 'end',
    from: 'sm',
    cell: row => <Balance cents={row.balance_cents} />,
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
  const { may } = useOrganization()
  const { search } = useUrlSearch()
  const list = useList(LEASES)
  const bulk = useLeaseActions()
  const create = (text: string) =>
    may('ADMIN') && (
      <PageLink
        to="/$organization/leases/new"
        search={{ property_id: search.property_id }}
        className={buttonClass('primary')}
      >
        <Icon name="plus" /> {text}
      </PageLink>
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
            <ImportLink>import a rent roll</ImportLink> to add all of them.
          </>
        ),
        guide: { text: 'Read leases and their ledgers through the API', tag: 'portfolio' },
        action: create('Create your first lease'),
      }}
    />
  )
}
