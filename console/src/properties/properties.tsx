/** The properties of an organization. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListPropertiesInput } from '#client/console.ts'
import type { Property } from '#client/v1.ts'
import { Badge } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { type Column, DataTable, ROW_LINK } from '../kit/data-table.tsx'
import { Filters, TextFilter } from '../kit/filters.tsx'
import { number, wholeMoney } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Empty } from '../kit/notice.tsx'
import { Card, None, Page } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { inWords } from '../kit/words.ts'
import { ImportLink } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { usePage } from '../session/use-page.ts'
import { PropertyForm } from './property-form.tsx'

const COLUMNS: Column<Property, ListPropertiesInput['sort']>[] = [
  { id: 'name', header: 'Property', meta: { sort: 'name' }, cell: ({ row }) => <Name property={row.original} /> },
  {
    id: 'place',
    header: 'Address',
    meta: { sort: 'city', from: 'sm' },
    cell: ({ row: { original } }) => `${original.address_line}, ${original.city}, ${original.state}`,
  },
  { id: 'type', header: 'Type', meta: { sort: 'type', from: 'md' }, cell: ({ row }) => inWords(row.original.type) },
  {
    id: 'owner',
    header: 'Owner',
    meta: { sort: 'owner_name', from: 'lg' },
    cell: ({ row }) => row.original.owner_name ?? <None />,
  },
  {
    id: 'units',
    header: 'Units',
    meta: { sort: 'unit_count', align: 'end' },
    cell: ({ row }) => number(row.original.unit_count),
  },
  {
    id: 'value',
    header: 'Value',
    meta: { sort: 'current_value', align: 'end', from: 'sm' },
    cell: ({ row: { original } }) => (original.current_value > 0 ? wholeMoney(original.current_value) : <None />),
  },
]

export function PropertiesPage() {
  const { client, may } = useOrganization()
  const { search, change } = useUrlSearch()
  const [isCreating, setCreating] = useState(false)
  const filters: ListPropertiesInput = { city: search.city, state: search.state, owner: search.owner }
  const isFiltered = Object.values(filters).some(Boolean)
  const clear = () => change({ city: undefined, state: undefined, owner: undefined })
  const { loaded, pagination, sorting, move } = usePage('properties', filters, client.listProperties, { order: 'name' })
  return (
    <Page
      title="Properties"
      about="What you manage."
      actions={
        may('ADMIN') && (
          <Button look="primary" onClick={() => setCreating(true)}>
            <Icon name="plus" /> New property
          </Button>
        )
      }
    >
      <Card flush>
        <Filters label="Filter properties" folds onClear={isFiltered ? clear : undefined}>
          <TextFilter label="City" value={search.city} onChange={city => change({ city })} />
          <TextFilter label="State" value={search.state} onChange={state => change({ state })} width="w-20" />
          <TextFilter label="Owner" value={search.owner} onChange={owner => change({ owner })} width="w-52" />
        </Filters>
        <DataTable
          label="Properties"
          columns={COLUMNS}
          loaded={loaded}
          sorting={sorting}
          keyOf={property => property.property_id}
          footer={<Pager pagination={pagination} onMove={move} />}
          empty={
            isFiltered ? (
              <Empty title="No property matches">A city or owner must match in full; a state is two letters.</Empty>
            ) : (
              <Empty title="No properties yet">
                <ImportLink>Import a rent roll</ImportLink>, or make a portfolio to try things out with{' '}
                <code className="font-mono">bin/gatehouse seed</code>.
              </Empty>
            )
          }
        />
      </Card>
      {isCreating && <PropertyForm onClose={() => setCreating(false)} />}
    </Page>
  )
}

function Name({ property }: { property: Property }) {
  const { id } = useOrganization()
  return (
    <span className="flex items-center gap-2">
      <Link
        to="/$organization/properties/$property"
        params={{ organization: id, property: property.property_id }}
        className={ROW_LINK}
      >
        {property.name}
      </Link>
      {!property.is_active && <Badge>Inactive</Badge>}
    </span>
  )
}
