/** Who lives at a property today. */
import { Link } from '@tanstack/react-router'
import type { ListResidentsInput } from '#client/console.ts'
import type { Resident } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { type Column, DataTable, ROW_LINK } from '../kit/data-table.tsx'
import { Filters, SelectFilter } from '../kit/filters.tsx'
import { date, money, phone } from '../kit/format.ts'
import { Empty } from '../kit/notice.tsx'
import { Card, None, Page } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { inWords } from '../kit/words.ts'
import { propertyChoices, useProperties, useProperty } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { usePage } from '../session/use-page.ts'

const COLUMNS: Column<Resident, ListResidentsInput['sort']>[] = [
  { id: 'name', header: 'Resident', meta: { sort: 'last_name' }, cell: ({ row }) => <Name resident={row.original} /> },
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
    cell: ({ row }) => row.original.email ?? <None />,
  },
  {
    id: 'phone',
    header: 'Phone',
    meta: { sort: 'phone', from: 'md' },
    cell: ({ row: { original } }) => (original.phone ? phone(original.phone) : <None />),
  },
  {
    id: 'in',
    header: 'Moved in',
    meta: { sort: 'move_in_date', from: 'lg' },
    cell: ({ row }) => (row.original.move_in_date ? date(row.original.move_in_date) : <None />),
  },
  {
    id: 'balance',
    header: 'Balance',
    meta: { sort: 'lease_balance_cents', align: 'end', from: 'sm' },
    cell: ({ row: { original } }) => (
      <span className={original.lease_balance_cents > 0 ? 'text-bad' : ''}>{money(original.lease_balance_cents)}</span>
    ),
  },
]

export function ResidentsPage() {
  const { client } = useOrganization()
  const { search, change } = useUrlSearch()
  const properties = useProperties()
  const propertyId = search.property_id ?? properties.data?.[0]?.property_id
  const units = useProperty(propertyId).data?.units ?? []
  const filters: ListResidentsInput = { property_id: propertyId, unit_id: search.unit_id }
  const { loaded, pagination, sorting, move } = usePage('residents', filters, client.listResidents, {
    order: 'last_name',
    isEnabled: propertyId !== undefined,
  })
  const hasNoProperty = properties.data?.length === 0
  return (
    <Page title="Residents" about="Everyone on a lease that is active today.">
      <Card flush>
        <Filters label="Choose where" onClear={search.unit_id ? () => change({ unit_id: undefined }) : undefined}>
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
        </Filters>
        <DataTable
          label="Residents"
          columns={COLUMNS}
          loaded={hasNoProperty ? { ...loaded, rows: [] } : { ...loaded, error: loaded.error ?? properties.error }}
          sorting={sorting}
          keyOf={resident => `${resident.resident_id} ${resident.lease_id}`}
          footer={<Pager pagination={pagination} onMove={move} />}
          empty={
            <Empty title="Nobody lives here today">
              {hasNoProperty
                ? 'There is no property yet: residents come with an import of a rent roll.'
                : 'Choose another property or unit.'}
            </Empty>
          }
        />
      </Card>
    </Page>
  )
}

function Name({ resident: { resident_id, first_name, last_name } }: { resident: Resident }) {
  const { id } = useOrganization()
  return (
    <Link
      to="/$organization/residents/$resident"
      params={{ organization: id, resident: resident_id }}
      className={ROW_LINK}
    >
      {last_name}, {first_name}
    </Link>
  )
}
