/** Every unit, in service or not. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { choices, type ListUnitsInput, type UnitListItem } from '#client/console.ts'
import { Badge, Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { type Column, DataTable, ROW_LINK } from '../kit/data-table.tsx'
import { Filters, SelectFilter, TextFilter } from '../kit/filters.tsx'
import { wholeMoney } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Empty } from '../kit/notice.tsx'
import { Card, None, Page } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { inWords } from '../kit/words.ts'
import { propertyChoices, useProperties } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { usePage } from '../session/use-page.ts'
import { CreateUnit } from './unit-form.tsx'

const COLUMNS: Column<UnitListItem, ListUnitsInput['sort']>[] = [
  { id: 'unit', header: 'Unit', meta: { sort: 'property_name' }, cell: ({ row }) => <Name unit={row.original} /> },
  {
    id: 'status',
    header: 'Status',
    meta: { sort: 'status' },
    cell: ({ row }) => <UnitStatus status={row.original.status} />,
  },
  {
    id: 'resident',
    header: 'Resident',
    meta: { sort: 'resident_name', from: 'md' },
    cell: ({ row }) => row.original.resident_name ?? <None />,
  },
  {
    id: 'rooms',
    header: 'Beds / baths',
    meta: { sort: 'bedrooms', from: 'md' },
    cell: ({ row }) => roomsOf(row.original) ?? <None />,
  },
  {
    id: 'type',
    header: 'Floor plan',
    meta: { sort: 'unit_type', from: 'lg' },
    cell: ({ row }) => row.original.unit_type ?? <None />,
  },
  {
    id: 'rent',
    header: 'Market rent',
    meta: { sort: 'market_rent_cents', align: 'end', from: 'sm' },
    cell: ({ row: { original } }) =>
      original.market_rent_cents === null ? <None /> : wholeMoney(original.market_rent_cents),
  },
  {
    id: 'listed',
    header: 'Marked to list',
    meta: { sort: 'is_listed', from: 'lg' },
    cell: ({ row }) => (row.original.is_listed ? <Badge tone="accent">Listed</Badge> : <None />),
  },
]

const LISTED = { true: 'To be listed', false: 'Not to be listed' }

export function UnitsPage() {
  const { client, may } = useOrganization()
  const { search, change } = useUrlSearch()
  const properties = useProperties()
  const [isCreating, setCreating] = useState(false)
  const filters: ListUnitsInput = {
    property_id: search.property_id,
    status: search.status as ListUnitsInput['status'],
    is_listed: search.is_listed as ListUnitsInput['is_listed'],
    search: search.search,
  }
  const isFiltered = Object.values(filters).some(Boolean)
  const { loaded, pagination, sorting, move } = usePage('units', filters, client.listUnits, { order: 'property_name' })
  const clear = () => change({ property_id: undefined, status: undefined, is_listed: undefined, search: undefined })
  return (
    <Page
      title="Units"
      about="Every unit, in service today or not."
      actions={
        may('ADMIN') && (
          <Button look="primary" onClick={() => setCreating(true)}>
            <Icon name="plus" /> New unit
          </Button>
        )
      }
    >
      <Card flush>
        <Filters label="Filter units" folds onClear={isFiltered ? clear : undefined}>
          <TextFilter
            label="Search"
            value={search.search}
            onChange={text => change({ search: text })}
            placeholder="Property and unit"
            width="w-56"
          />
          <SelectFilter
            label="Property"
            value={search.property_id}
            onChange={property_id => change({ property_id })}
            choices={propertyChoices(properties.data)}
            all="All properties"
          />
          <SelectFilter
            label="Status"
            value={search.status}
            onChange={status => change({ status })}
            choices={choices.listUnits.status.map(value => ({ value, text: inWords(value) }))}
            all="Any"
          />
          <SelectFilter
            label="Listing"
            value={search.is_listed}
            onChange={is_listed => change({ is_listed })}
            choices={choices.listUnits.is_listed.map(value => ({ value, text: LISTED[value] }))}
            all="Either"
          />
        </Filters>
        <DataTable
          label="Units"
          columns={COLUMNS}
          loaded={loaded}
          sorting={sorting}
          keyOf={unit => unit.unit_id}
          footer={<Pager pagination={pagination} onMove={move} />}
          empty={
            isFiltered ? (
              <Empty title="No unit matches">Choose other filters.</Empty>
            ) : (
              <Empty title="No units yet">Create the first one, or import a rent roll.</Empty>
            )
          }
        />
      </Card>
      {isCreating && <CreateUnit propertyId={search.property_id} onClose={() => setCreating(false)} />}
    </Page>
  )
}

export function UnitStatus({ status }: { status: UnitListItem['status'] }) {
  return status === null ? <Badge>Not in service</Badge> : <Status word={status} />
}

export function roomsOf({ bedrooms, bathrooms }: Pick<UnitListItem, 'bedrooms' | 'bathrooms'>): string | null {
  if (bedrooms === null) return null
  return `${bedrooms === 0 ? 'Studio' : bedrooms}${bathrooms === null ? '' : ` / ${bathrooms}`}`
}

function Name({ unit: { unit_id, property_name, label } }: { unit: UnitListItem }) {
  const { id } = useOrganization()
  return (
    <Link to="/$organization/units/$unit" params={{ organization: id, unit: unit_id }} className={ROW_LINK}>
      {property_name} · {label}
    </Link>
  )
}
