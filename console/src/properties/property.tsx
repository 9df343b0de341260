/** One property: its figures, its units and its active leases. */
import { useParams } from '@tanstack/react-router'
import type { LeaseRecord, PropertyDetail, Unit } from '#client/v1.ts'
import { Dot, Status } from '../kit/badge.tsx'
import { buttonClass } from '../kit/button.tsx'
import { type Column, loadedWith, TableCard } from '../kit/data-table.tsx'
import { money, number, percent } from '../kit/format.ts'
import { Empty, Hint } from '../kit/notice.tsx'
import { Card, Facts, Figure, None } from '../kit/page.tsx'
import { count, inWords } from '../kit/words.ts'
import { Balance, Day, roomsOf, termOf } from '../records/cells.tsx'
import { DetailPage } from '../records/detail-page.tsx'
import { DialogButton } from '../records/dialog-button.tsx'
import { externalIdOf } from '../records/external-id.ts'
import { PageLink } from '../records/page-link.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { addressOf, propertyQuery, useProperty } from '../records/record-names.tsx'
import { preloadRecord } from '../records/record-query.ts'
import { Timeline } from '../records/timeline.tsx'
import { useOrganization } from '../session/me.ts'
import { PropertyForm } from './property-form.tsx'

export const preload = preloadRecord(propertyQuery)

export function PropertyPage() {
  const { property: propertyId = '' } = useParams({ strict: false })
  return (
    <DetailPage
      query={useProperty(propertyId)}
      noun="Property"
      title={property => property.name}
      about={addressOf}
      list={{ to: '/$organization/properties', text: 'Properties' }}
      links={<Lists propertyId={propertyId} />}
      steps={property => (
        <DialogButton text="Edit property" dialog={close => <PropertyForm property={property} onClose={close} />} />
      )}
    >
      {property => <Contents property={property} />}
    </DetailPage>
  )
}

const LISTS = [
  { to: '/$organization/units', text: 'Units', by: 'property_id' },
  { to: '/$organization/leases', text: 'Leases', by: 'property_id' },
  { to: '/$organization/residents', text: 'Residents', by: 'property_id' },
  { to: '/$organization/work-orders', text: 'Work orders', by: 'property_id' },
  { to: '/$organization/rent-roll', text: 'Rent roll', by: 'scope_id' },
] as const

function Lists({ propertyId }: { propertyId: string }) {
  return LISTS.map(({ to, text, by }) => (
    <PageLink key={to} to={to} search={{ [by]: propertyId }} className={buttonClass()}>
      {text}
    </PageLink>
  ))
}

function Contents({ property }: { property: PropertyDetail }) {
  const { may } = useOrganization()
  const newUnit = may('ADMIN') && (
    <PageLink
      to="/$organization/units"
      search={{ property_id: property.property_id, new: '1' }}
      className={buttonClass('secondary', 'small')}
    >
      New unit
    </PageLink>
  )
  const { occupied_unit_count: occupied, vacant_unit_count: vacant, active_leases, units } = property
  const inUse = occupied + vacant
  const rent = active_leases.reduce((sum, lease) => sum + lease.rent_cents, 0)
  const owed = active_leases.reduce((sum, lease) => sum + Math.max(0, lease.balance_cents ?? 0), 0)
  return (
    <>
      <div className="grid gap-3 min-[360px]:grid-cols-2 lg:grid-cols-4">
        <Figure name="Units" value={number(property.unit_count)} about="in service today" />
        <Figure
          name="Occupancy"
          value={inUse === 0 ? '–' : percent((100 * occupied) / inUse)}
          about={`${number(occupied)} occupied, ${number(vacant)} vacant`}
        />
        <Figure name="Monthly rent" value={money(rent)} about="of active leases" />
        <Figure name="Owed" value={money(owed)} about="by current residents" />
      </div>
      <Offline units={units} />
      <Card title="Details">
        <Facts
          of={{
            Type: inWords(property.type),
            Owner: property.owner_name,
            'Year built': property.year_built,
            Value: property.current_value > 0 ? money(property.current_value) : null,
            'Under management': property.is_active ? 'Yes' : 'No',
            ...externalIdOf(property),
          }}
        />
      </Card>
      <TableCard
        title="Units"
        actions={newUnit}
        columns={UNITS}
        loaded={loadedWith(units)}
        keyOf={unit => unit.unit_id}
        empty={
          <Empty title="No units in service">
            Units appear here from their first day in service, when you create them or import a rent roll.
          </Empty>
        }
      />
      <TableCard
        title="Active leases"
        columns={LEASES}
        loaded={loadedWith(active_leases)}
        keyOf={lease => lease.lease_id}
        empty={<Empty title="No active leases">Leases appear here from their first day.</Empty>}
      />
      <Timeline subject={property.property_id} />
    </>
  )
}

/** Which units are offline: they are neither occupied nor vacant. */
function Offline({ units }: { units: Unit[] }) {
  const offline = units.filter(({ status }) => status === 'OFFLINE')
  if (offline.length === 0) return null
  return (
    <Hint>
      <span className="flex flex-wrap gap-x-2">
        {`${count(offline.length, 'unit')} offline, and not in the occupancy:`}
        {offline.map(({ unit_id, label }) => (
          <RecordLink key={unit_id} id={unit_id}>
            {label}
          </RecordLink>
        ))}
      </span>
    </Hint>
  )
}

const UNITS: Column<Unit>[] = [
  { header: 'Unit', cell: row => <RecordLink id={row.unit_id}>{row.label}</RecordLink> },
  { header: 'Status', cell: row => <Status word={row.status} /> },
  { header: 'Floor plan', from: 'sm', cell: row => row.unit_type ?? <None /> },
  { header: 'Beds / baths', from: 'md', cell: row => roomsOf(row) ?? <None /> },
  { header: 'Sq ft', align: 'end', from: 'md', cell: row => (row.sqft === null ? <None /> : number(row.sqft)) },
  { header: 'Market rent', align: 'end', cell: row => money(row.market_rent_cents) },
  { header: 'Available', from: 'lg', cell: row => <Day on={row.available_from} /> },
  { header: 'Listed', from: 'lg', cell: row => (row.is_listed ? <Dot tone="accent">Listed</Dot> : <None />) },
]

const LEASES: Column<LeaseRecord>[] = [
  { header: 'Unit', cell: row => <RecordLink id={row.lease_id}>{row.unit_label}</RecordLink> },
  { header: 'Residents', cell: row => <Residents lease={row} /> },
  { header: 'Term', from: 'md', cell: row => termOf(row) },
  { header: 'Moves out', from: 'lg', cell: row => <Day on={row.move_out_date} /> },
  { header: 'Rent', align: 'end', cell: row => money(row.rent_cents) },
  { header: 'Balance', align: 'end', from: 'sm', cell: row => <Balance cents={row.balance_cents ?? 0} /> },
]

function Residents({ lease }: { lease: LeaseRecord }) {
  const [primary, ...others] = lease.residents
  if (!primary) return <None />
  return (
    <>
      <RecordLink id={primary.resident_id}>{primary.name}</RecordLink>
      {others.length > 0 && <span className="text-soft"> and {others.length} more</span>}
    </>
  )
}
