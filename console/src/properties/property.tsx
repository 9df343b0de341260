/** One property: its figures, its units and the leases in force. */
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Lease, PropertyDetail, Unit } from '#client/v1.ts'
import { Badge, Status } from '../kit/badge.tsx'
import { Button, buttonClass } from '../kit/button.tsx'
import { type Column, DataTable, loadedWith } from '../kit/data-table.tsx'
import { date, money, number, percent, wholeMoney } from '../kit/format.ts'
import { Empty, Failure } from '../kit/notice.tsx'
import { Card, Fact, Facts, Figure, None, Page, Shimmer } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { useProperty } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { PropertyForm } from './property-form.tsx'

export function PropertyPage() {
  const { property: propertyId } = useParams({ strict: false })
  const { id, may } = useOrganization()
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useProperty(propertyId)
  return (
    <Page
      title={data?.name ?? 'Property'}
      about={data ? `${data.address_line}, ${data.city}, ${data.state} ${data.postal_code}` : undefined}
      back={
        <Link to="/$organization/properties" params={{ organization: id }} className="hover:underline">
          Properties
        </Link>
      }
      actions={
        !error &&
        propertyId && (
          <>
            <Link
              to="/$organization/units"
              params={{ organization: id }}
              search={{ property_id: propertyId }}
              className={buttonClass()}
            >
              Units
            </Link>
            <Link
              to="/$organization/leases"
              params={{ organization: id }}
              search={{ property_id: propertyId }}
              className={buttonClass()}
            >
              Leases
            </Link>
            <Link
              to="/$organization/residents"
              params={{ organization: id }}
              search={{ property_id: propertyId }}
              className={buttonClass()}
            >
              Residents
            </Link>
            <Link
              to="/$organization/work-orders"
              params={{ organization: id }}
              search={{ property_id: propertyId }}
              className={buttonClass()}
            >
              Work orders
            </Link>
            <Link
              to="/$organization/rent-roll"
              params={{ organization: id }}
              search={{ scope_id: propertyId }}
              className={buttonClass()}
            >
              Rent roll
            </Link>
            {data && may('ADMIN') && <Button onClick={() => setEditing(true)}>Edit</Button>}
          </>
        )
      }
    >
      {error ? <Failure error={error} retry={refetch} /> : <Contents property={data} />}
      {data && isEditing && <PropertyForm property={data} onClose={() => setEditing(false)} />}
    </Page>
  )
}

function Contents({ property }: { property: PropertyDetail | undefined }) {
  const occupied = property?.occupied_unit_count ?? 0
  const vacant = property?.vacant_unit_count ?? 0
  const inUse = occupied + vacant
  const rent = property?.active_leases.reduce((sum, lease) => sum + lease.rent_cents, 0) ?? 0
  const owed = property?.active_leases.reduce((sum, lease) => sum + Math.max(0, lease.balance_cents), 0) ?? 0
  const figure = (value: string) => (property ? value : <Shimmer className="h-5 w-16" />)
  return (
    <>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure name="Units" value={figure(number(property?.unit_count ?? 0))} about="in service today" />
        <Figure
          name="Occupancy"
          value={figure(inUse === 0 ? '–' : percent((100 * occupied) / inUse))}
          about={property && `${number(occupied)} occupied, ${number(vacant)} vacant`}
        />
        <Figure name="Rent a month" value={figure(wholeMoney(rent))} about="of active leases" />
        <Figure name="Owed" value={figure(money(owed))} about="by residents who live here" />
      </div>
      <Card title="About it">
        <Facts>
          <Fact name="Type">{property ? inWords(property.type) : <Shimmer />}</Fact>
          <Fact name="Owner">{property ? property.owner_name : <Shimmer />}</Fact>
          <Fact name="Built">{property ? property.year_built : <Shimmer />}</Fact>
          <Fact name="Value">
            {property ? property.current_value > 0 ? wholeMoney(property.current_value) : null : <Shimmer />}
          </Fact>
          <Fact name="Managed">{property ? property.is_active ? 'Yes' : 'No' : <Shimmer />}</Fact>
        </Facts>
      </Card>
      <Card title="Units" flush>
        <DataTable
          label="Units"
          columns={UNITS}
          loaded={loadedWith(property?.units)}
          keyOf={unit => unit.unit_id}
          empty={
            <Empty title="No units in service">
              They come with an import of a rent roll, or one by one on the page of units.
            </Empty>
          }
        />
      </Card>
      <Card title="Active leases" flush>
        <DataTable
          label="Active leases"
          columns={LEASES}
          loaded={loadedWith(property?.active_leases)}
          keyOf={lease => lease.lease_id}
          empty={<Empty title="Nobody lives here today" />}
        />
      </Card>
    </>
  )
}

const UNITS: Column<Unit>[] = [
  { id: 'label', header: 'Unit', cell: ({ row }) => <UnitLink unit={row.original} /> },
  { id: 'status', header: 'Status', cell: ({ row }) => <Status word={row.original.status} /> },
  { id: 'type', header: 'Type', meta: { from: 'sm' }, cell: ({ row }) => row.original.unit_type ?? <None /> },
  { id: 'rooms', header: 'Beds / baths', meta: { from: 'md' }, cell: ({ row }) => rooms(row.original) },
  {
    id: 'sqft',
    header: 'Sq ft',
    meta: { align: 'end', from: 'md' },
    cell: ({ row }) => (row.original.sqft === null ? <None /> : number(row.original.sqft)),
  },
  {
    id: 'rent',
    header: 'Market rent',
    meta: { align: 'end' },
    cell: ({ row }) => wholeMoney(row.original.market_rent_cents),
  },
  {
    id: 'available',
    header: 'Available',
    meta: { from: 'lg' },
    cell: ({ row: { original } }) => (original.available_from ? date(original.available_from) : <None />),
  },
  {
    id: 'listed',
    header: 'Listed',
    meta: { from: 'lg' },
    cell: ({ row }) => (row.original.is_listed ? <Badge tone="accent">Listed</Badge> : <None />),
  },
]

const LEASES: Column<Lease>[] = [
  { id: 'unit', header: 'Unit', cell: ({ row }) => <LeaseLink lease={row.original} /> },
  { id: 'residents', header: 'Residents', cell: ({ row }) => <Residents lease={row.original} /> },
  {
    id: 'term',
    header: 'Term',
    meta: { from: 'md' },
    cell: ({ row: { original } }) =>
      `${date(original.start_date)} – ${original.end_date ? date(original.end_date) : 'no end'}`,
  },
  {
    id: 'out',
    header: 'Moves out',
    meta: { from: 'lg' },
    cell: ({ row }) => (row.original.move_out_date ? date(row.original.move_out_date) : <None />),
  },
  { id: 'rent', header: 'Rent', meta: { align: 'end' }, cell: ({ row }) => wholeMoney(row.original.rent_cents) },
  {
    id: 'balance',
    header: 'Balance',
    meta: { align: 'end', from: 'sm' },
    cell: ({ row: { original } }) => (
      <span className={original.balance_cents > 0 ? 'text-bad' : ''}>{money(original.balance_cents)}</span>
    ),
  },
]

function UnitLink({ unit: { unit_id, label } }: { unit: Unit }) {
  const { id } = useOrganization()
  return (
    <Link
      to="/$organization/units/$unit"
      params={{ organization: id, unit: unit_id }}
      className="font-medium text-accent hover:underline"
    >
      {label}
    </Link>
  )
}

function LeaseLink({ lease: { lease_id, unit_label } }: { lease: Lease }) {
  const { id } = useOrganization()
  return (
    <Link
      to="/$organization/leases/$lease"
      params={{ organization: id, lease: lease_id }}
      className="font-medium text-accent hover:underline"
    >
      {unit_label}
    </Link>
  )
}

function Residents({ lease }: { lease: Lease }) {
  const { id } = useOrganization()
  const [primary, ...others] = lease.residents
  if (!primary) return <None />
  return (
    <>
      <Link
        to="/$organization/residents/$resident"
        params={{ organization: id, resident: primary.resident_id }}
        className="font-medium text-accent hover:underline"
      >
        {primary.name}
      </Link>
      {others.length > 0 && <span className="text-soft"> and {others.length} more</span>}
    </>
  )
}

function rooms({ bedrooms, bathrooms }: Unit): string {
  if (bedrooms === null) return '–'
  return `${bedrooms === 0 ? 'Studio' : bedrooms}${bathrooms === null ? '' : ` / ${bathrooms}`}`
}
