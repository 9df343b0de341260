/** Every unit, in service or not. */
import { choices, type ListUnitsInput, type UnitListItem } from '#client/console.ts'
import { Dot, Status } from '../kit/badge.tsx'
import type { Column } from '../kit/data-table.tsx'
import { money } from '../kit/format.ts'
import { None } from '../kit/page.tsx'
import { useBulk } from '../records/bulk.tsx'
import { Below, roomsOf } from '../records/cells.tsx'
import { NewButton } from '../records/dialog-button.tsx'
import { ChoiceListFilter, PropertyListFilter, TextListFilter } from '../records/list-filters.tsx'
import { ListPage } from '../records/list-page.tsx'
import { listOf, preloadList } from '../records/list-query.ts'
import { placeName } from '../records/place-name.ts'
import { RecordLink } from '../records/record-link.tsx'
import { ImportLink, PlaceName } from '../records/record-names.tsx'
import { useList } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { CreateUnit } from './unit-form.tsx'

const COLUMNS: Column<UnitListItem, ListUnitsInput['sort']>[] = [
  {
    header: 'Unit',
    sort: 'property_name',
    cell: row => (
      <>
        <RecordLink id={row.unit_id} look="row">
          <PlaceName property={row.property_name} unit={row.label} />
        </RecordLink>
        {row.resident_name && <Below>{row.resident_name}</Below>}
      </>
    ),
  },
  { header: 'Status', sort: 'status', cell: row => <UnitStatus status={row.status} /> },
  { header: 'Resident', isName: true, sort: 'resident_name', from: 'md', cell: row => row.resident_name ?? <None /> },
  { header: 'Beds / baths', sort: 'bedrooms', from: 'md', cell: row => roomsOf(row) ?? <None /> },
  { header: 'Floor plan', sort: 'unit_type', from: 'lg', cell: row => row.unit_type ?? <None /> },
  {
    header: 'Market rent',
    sort: 'market_rent_cents',
    align: 'end',
    from: 'sm',
    cell: row => (row.market_rent_cents === null ? <None /> : money(row.market_rent_cents)),
  },
  {
    header: 'Listed',
    sort: 'is_listed',
    from: 'lg',
    cell: row => (row.is_listed ? <Dot tone="accent">Listed</Dot> : <None />),
  },
]

const LISTED = { true: 'Listed', false: 'Not listed' }

const UNITS = listOf({
  name: 'units',
  by: ['property_id', 'status', 'group', 'is_listed', 'search'],
  read: (client: OrganizationClient) => client.listUnits,
  order: 'property_name',
  csv: 'units',
})
export const preload = preloadList(UNITS)

export function UnitsPage() {
  const { client } = useOrganization()
  const { search } = useUrlSearch()
  const list = useList(UNITS)
  const bulk = useBulk<UnitListItem>({
    noun: 'unit',
    nameOf: ({ property_name, label }) => placeName(property_name, label),
    actions: [
      {
        text: 'List',
        done: 'listed',
        about: 'Each unit is advertised in the listings while it is vacant and not leased from a later day.',
        run: ({ unit_id }) => client.listUnit({ unit_id }),
      },
      {
        text: 'Unlist',
        done: 'unlisted',
        about: 'The selected units are no longer advertised.',
        run: ({ unit_id }) => client.unlistUnit({ unit_id }),
      },
    ],
  })
  const create = (
    <NewButton text="New unit" dialog={close => <CreateUnit propertyId={search.property_id} onClose={close} />} />
  )
  return (
    <ListPage
      title="Units"
      about="Every unit, whether it is in service today or not."
      actions={create}
      filters={
        <>
          <TextListFilter placeholder="Property and unit" width="w-56 lg:w-40 2xl:w-56" />
          <PropertyListFilter />
          <ChoiceListFilter name="status" label="Status" values={choices.listUnits.status} />
          <ChoiceListFilter
            name="is_listed"
            label="Listing"
            values={choices.listUnits.is_listed}
            textOf={value => LISTED[value]}
          />
        </>
      }
      narrowedBy={['group']}
      list={list}
      bulk={bulk}
      columns={COLUMNS}
      keyOf={unit => unit.unit_id}
      empty={{
        about: (
          <>
            A unit is what you lease: an apartment, a house or a space. Create the first one, or{' '}
            <ImportLink>import a rent roll</ImportLink>.
          </>
        ),
        guide: { text: 'Read properties and units through the API', tag: 'portfolio' },
        action: create,
      }}
    />
  )
}

export function UnitStatus({ status }: { status: UnitListItem['status'] }) {
  return status === null ? <Dot>Not in service</Dot> : <Status word={status} />
}
