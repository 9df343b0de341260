/** The properties of an organization. */
import type { ListPropertiesInput } from '#client/console.ts'
import type { Property } from '#client/v1.ts'
import { Badge } from '../kit/badge.tsx'
import type { Column } from '../kit/data-table.tsx'
import { money, number } from '../kit/format.ts'
import { None } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { NewButton } from '../records/dialog-button.tsx'
import { TextListFilter } from '../records/list-filters.tsx'
import { ListPage } from '../records/list-page.tsx'
import { listOf, preloadList } from '../records/list-query.ts'
import { RecordLink } from '../records/record-link.tsx'
import { ImportLink } from '../records/record-names.tsx'
import { useList } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { PropertyForm } from './property-form.tsx'

const COLUMNS: Column<Property, ListPropertiesInput['sort']>[] = [
  {
    header: 'Property',
    sort: 'name',
    isName: true,
    cell: row => (
      <span className="flex items-center gap-2">
        <RecordLink id={row.property_id} look="row">
          {row.name}
        </RecordLink>
        {!row.is_active && <Badge>Inactive</Badge>}
      </span>
    ),
  },
  { header: 'Address', sort: 'city', from: 'sm', cell: row => `${row.address_line}, ${row.city}, ${row.state}` },
  { header: 'Type', sort: 'type', from: 'md', cell: row => inWords(row.type) },
  { header: 'Owner', sort: 'owner_name', from: 'lg', cell: row => row.owner_name ?? <None /> },
  { header: 'Units', sort: 'unit_count', align: 'end', cell: row => number(row.unit_count) },
  {
    header: 'Value',
    sort: 'current_value',
    align: 'end',
    from: 'sm',
    cell: row => (row.current_value > 0 ? money(row.current_value) : <None />),
  },
]

const PROPERTIES = listOf({
  name: 'properties',
  by: ['search', 'city', 'state', 'owner'],
  read: (client: OrganizationClient) => client.listProperties,
  order: 'name',
  csv: 'properties',
})
export const preload = preloadList(PROPERTIES)

export function PropertiesPage() {
  const list = useList(PROPERTIES)
  const create = <NewButton text="New property" dialog={close => <PropertyForm onClose={close} />} />
  return (
    <ListPage
      title="Properties"
      about="The properties you manage."
      actions={create}
      filters={
        <>
          <TextListFilter placeholder="Name or address" width="w-56 lg:w-44 2xl:w-56" />
          <TextListFilter name="city" label="City" width="w-40 lg:w-32 2xl:w-40" />
          <TextListFilter name="state" label="State" placeholder="OH" width="w-20" maxLength={2} />
          <TextListFilter name="owner" label="Owner" width="w-52 lg:w-40 2xl:w-52" />
        </>
      }
      noMatch="A city or owner must match in full, and a state is two letters."
      list={list}
      columns={COLUMNS}
      keyOf={property => property.property_id}
      empty={{
        about: (
          <>
            A property is an address with the units you lease there. Create the first one, or{' '}
            <ImportLink>import a rent roll</ImportLink> to add properties, units, residents and leases all at once. To
            try the console with sample records, run <code className="font-mono">bin/gatehouse seed</code>.
          </>
        ),
        guide: { text: 'Read properties and units through the API', tag: 'portfolio' },
        action: create,
      }}
    />
  )
}
