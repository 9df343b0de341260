/** The residents of a property whose leases are active today. */
import type { ListResidentsInput } from '#client/console.ts'
import type { Resident } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import type { Column } from '../kit/data-table.tsx'
import { SelectFilter } from '../kit/filters.tsx'
import { phone } from '../kit/format.ts'
import { Mail, None } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { Balance, Day } from '../records/cells.tsx'
import { ListPage } from '../records/list-page.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { ImportLink, propertyChoices, useProperties, useProperty } from '../records/record-names.tsx'
import { useList } from '../records/use-list.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'

const COLUMNS: Column<Resident, ListResidentsInput['sort']>[] = [
  {
    id: 'name',
    header: 'Resident',
    meta: { sort: 'last_name' },
    cell: ({ row: { original } }) => (
      <RecordLink id={original.resident_id} look="row">
        {original.last_name}, {original.first_name}
      </RecordLink>
    ),
  },
  { id: 'unit', header: 'Unit', meta: { sort: 'unit_label' }, cell: ({ row }) => row.original.unit_label },
  {
    id: 'status',
    header: 'Status',
    meta: { sort: 'status' },
    cell: ({ row }) => <Status word={row.original.status} />,
  },
  { id: 'role', header: 'Role', meta: { sort: 'role', from: 'md' }, cell: ({ row }) => inWords(row.original.role) },
  {
    id: 'email',
    header: 'E-mail',
    meta: { sort: 'email', from: 'lg' },
    cell: ({ row: { original } }) => (original.email ? <Mail address={original.email} /> : <None />),
  },
  {
    id: 'phone',
    header: 'Phone',
    meta: { sort: 'phone', from: 'md' },
    cell: ({ row: { original } }) =>
      original.phone ? <span className="whitespace-nowrap">{phone(original.phone)}</span> : <None />,
  },
  {
    id: 'in',
    header: 'Moved in',
    meta: { sort: 'move_in_date', from: 'lg' },
    cell: ({ row }) => <Day on={row.original.move_in_date} />,
  },
  {
    id: 'balance',
    header: 'Balance',
    meta: { sort: 'lease_balance_cents', align: 'end', from: 'sm' },
    cell: ({ row }) => <Balance cents={row.original.lease_balance_cents} />,
  },
]

export function ResidentsPage() {
  const { client } = useOrganization()
  const { search, change } = useUrlSearch()
  const properties = useProperties()
  const propertyId = search.property_id ?? properties.data?.[0]?.property_id
  const units = useProperty(propertyId).data?.units ?? []
  const { loaded, ...list } = useList('residents', ['unit_id'], client.listResidents, {
    order: 'last_name',
    given: { property_id: propertyId },
    isEnabled: propertyId !== undefined,
  })
  const hasNoProperty = properties.data?.length === 0
  return (
    <ListPage
      title="Residents"
      about="Residents of a property whose leases are active today."
      filters={
        <>
          <SelectFilter
            label="Property"
            value={propertyId}
            onChange={property_id => change({ property_id, unit_id: undefined })}
            choices={propertyChoices(properties.data)}
          />
          <SelectFilter
            label="Unit"
            value={search.unit_id}
            onChange={unit_id => change({ unit_id })}
            choices={units.map(({ unit_id, label }) => ({ value: unit_id, text: label }))}
            all="All units"
          />
        </>
      }
      folds={false}
      list={{
        ...list,
        loaded: hasNoProperty ? { ...loaded, rows: [] } : { ...loaded, error: loaded.error ?? properties.error },
      }}
      columns={COLUMNS}
      keyOf={resident => `${resident.resident_id} ${resident.lease_id}`}
      empty={{
        title: 'No residents today',
        about: hasNoProperty ? (
          <>
            Residents appear here when you <ImportLink>import a rent roll</ImportLink> or create a lease.
          </>
        ) : (
          'No lease of this property is active today. Choose another property.'
        ),
      }}
    />
  )
}
