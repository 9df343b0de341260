/** One unit: its leases, its market rent, and its listing or why it has none. */
import type { UnitDetail } from '#client/console.ts'
import { FilesCard } from '../files/files-card.tsx'
import { Badge, Dot } from '../kit/badge.tsx'
import { buttonClass } from '../kit/button.tsx'
import { type Column, loadedWith, TableCard } from '../kit/data-table.tsx'
import { date, money, number } from '../kit/format.ts'
import { Empty, Hint } from '../kit/notice.tsx'
import { Card, Facts, None } from '../kit/page.tsx'
import { Photo } from '../kit/photo.tsx'
import { LeaseLedgerCard } from '../leases/lease-ledger.tsx'
import { LeaseStatus } from '../leases/lease-status.tsx'
import { MoneyButtons } from '../money/money-buttons.tsx'
import { Balance, Day, roomsOf, termOf } from '../records/cells.tsx'
import { DetailPage } from '../records/detail-page.tsx'
import { DialogButton, NEW } from '../records/dialog-button.tsx'
import { externalIdOf } from '../records/external-id.ts'
import { NOBODY } from '../records/lease-picker.tsx'
import { PageLink } from '../records/page-link.tsx'
import { placeName } from '../records/place-name.ts'
import { RecordColumns, RecordHeader } from '../records/record-header.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { preloadRecord, recordQuery, useRecord } from '../records/record-query.ts'
import { Timeline } from '../records/timeline.tsx'
import { useOrganization } from '../session/me.ts'
import type { Search } from '../session/url-search.ts'
import { EditListing } from './unit-form.tsx'
import { UnitSteps } from './unit-steps.tsx'
import { UnitStatus } from './units.tsx'

const unitQuery = recordQuery('unit', (client, unit_id, options) => client.getUnit({ unit_id }, options))
export const preload = preloadRecord(unitQuery)

export function UnitPage() {
  const { id: unitId, query } = useRecord(unitQuery, 'unit')
  return (
    <DetailPage
      query={query}
      noun="Unit"
      title={unit => placeName(unit.property_name, unit.label)}
      list={{ to: '/$organization/units', text: 'Units', search: { property_id: query.data?.property_id } }}
      steps={unit => (
        <>
          {unit.status === 'VACANT_UNRENTED' && <NewLeaseLink unit={unit} look="primary" />}
          <UnitSteps unit={unit} />
        </>
      )}
      below={<FilesCard recordId={unitId} />}
    >
      {unit => <Contents unit={unit} />}
    </DetailPage>
  )
}

function Contents({ unit }: { unit: UnitDetail }) {
  const lease = unit.current_lease
  return (
    <>
      <RecordHeader
        items={[
          { name: 'Property', value: <RecordLink id={unit.property_id}>{unit.property_name}</RecordLink> },
          { name: 'Status', value: <UnitStatus status={unit.status} /> },
          {
            name: 'Resident',
            value: lease ? <RecordLink id={lease.lease_id}>{lease.resident_name ?? NOBODY}</RecordLink> : 'None',
          },
          lease && { name: 'Balance', value: <Balance cents={lease.balance_cents} />, isStrong: true },
          {
            name: lease ? 'Rent' : 'Market rent',
            value: lease
              ? money(lease.rent_cents)
              : unit.market_rent_cents === null
                ? 'None'
                : money(unit.market_rent_cents),
            about: lease && unit.market_rent_cents !== null && `market rent ${money(unit.market_rent_cents)}`,
            isStrong: true,
          },
        ]}
      />
      <RecordColumns side={<Side unit={unit} />}>
        {lease && (
          <LeaseLedgerCard leaseId={lease.lease_id} actions={<MoneyButtons leaseId={lease.lease_id} size="small" />} />
        )}
        <Leases unit={unit} />
        <Listing unit={unit} />
        <Timeline subject={unit.unit_id} />
      </RecordColumns>
    </>
  )
}

function Side({ unit }: { unit: UnitDetail }) {
  return (
    <>
      <Card title="Details">
        <Facts
          of={{
            'Market rent': unit.market_rent_cents === null ? null : money(unit.market_rent_cents),
            'Floor plan': unit.unit_type,
            'Beds / baths': roomsOf(unit),
            'Square feet': unit.sqft === null ? null : number(unit.sqft),
            'Available from': <Day on={unit.available_from} />,
            'In service from': <Day on={unit.in_service_from} />,
            'In service to': <Day on={unit.in_service_to} />,
            ...externalIdOf(unit),
          }}
        />
      </Card>
      <TableCard
        title="Market rent"
        columns={RATES}
        loaded={loadedWith(unit.rates)}
        keyOf={rate => rate.effective_from}
        empty={
          <Empty title="No market rent yet">
            Set the market rent to list the unit and to value it in the rent roll.
          </Empty>
        }
      />
      <TableCard
        title="Days offline"
        columns={OFFLINE}
        loaded={loadedWith(unit.offline_spans)}
        keyOf={span => span.starts_on}
        empty={<Empty title="No days offline">Days on which the unit cannot be leased appear here.</Empty>}
      />
    </>
  )
}

function Leases({ unit }: { unit: UnitDetail }) {
  const { may } = useOrganization()
  return (
    <Card
      title="Leases and work orders"
      actions={
        <>
          <PageLink
            to="/$organization/leases"
            search={{ unit_id: unit.unit_id }}
            className={buttonClass('secondary', 'small')}
          >
            All leases
          </PageLink>
          <PageLink
            to="/$organization/work-orders"
            search={{ unit_id: unit.unit_id }}
            className={buttonClass('secondary', 'small')}
          >
            Work orders
          </PageLink>
          {may('ADMIN') && (
            <PageLink
              to="/$organization/work-orders"
              search={newOrderOf(unit)}
              className={buttonClass('secondary', 'small')}
            >
              New work order
            </PageLink>
          )}
          {may('ADMIN') && <NewLeaseLink unit={unit} size="small" />}
        </>
      }
    >
      <Facts
        of={{
          Today: <LeaseInBrief lease={unit.current_lease} />,
          Upcoming: <LeaseInBrief lease={unit.coming_lease} />,
        }}
      />
    </Card>
  )
}

/** The search that opens the form of a work order on the unit, which is one to make it ready while nobody lives there. */
function newOrderOf({ property_id, unit_id, current_lease }: UnitDetail): Search {
  return { property_id, unit_id, [NEW]: '1', ...(!current_lease && { category: 'UNIT_TURN' }) }
}

function LeaseInBrief({ lease }: { lease: UnitDetail['current_lease'] }) {
  if (!lease) return <None />
  return (
    <span className="flex flex-col items-start gap-1">
      <RecordLink id={lease.lease_id}>{lease.resident_name ?? NOBODY}</RecordLink>
      <span className="text-[12px] text-soft">
        {termOf(lease)}
        <br />
        {money(lease.rent_cents)} per month
      </span>
      <LeaseStatus lease={lease} />
    </span>
  )
}

function NewLeaseLink({ unit, look, size }: { unit: UnitDetail; look?: 'primary'; size?: 'small' }) {
  return (
    <PageLink
      to="/$organization/leases/new"
      search={{ property_id: unit.property_id, unit_id: unit.unit_id }}
      className={buttonClass(look ?? 'secondary', size ?? 'normal')}
    >
      New lease
    </PageLink>
  )
}

function Listing({ unit }: { unit: UnitDetail }) {
  return (
    <Card
      title="Listing"
      actions={
        <DialogButton text="Edit listing" size="small" dialog={close => <EditListing unit={unit} onClose={close} />} />
      }
    >
      <div className="flex flex-col gap-4">
        {unit.is_in_listings ? (
          <p>
            <Dot tone="good">Advertised today</Dot>
          </p>
        ) : (
          <Hint tone={unit.is_listed ? 'warn' : 'plain'}>
            <p>This unit is not advertised because:</p>
            <ul aria-label="Why it is not listed" className="list-disc pl-5">
              {unit.not_listed_because.map(({ code, message }) => (
                <li key={code}>{message}</li>
              ))}
            </ul>
          </Hint>
        )}
        <div>
          <p className="font-semibold">
            {unit.listing_title ?? <span className="font-normal text-soft">No title yet.</span>}
          </p>
          <p className="max-w-prose whitespace-pre-wrap">{unit.listing_description}</p>
        </div>
        {unit.amenities.length > 0 && (
          <p className="flex flex-wrap gap-1">
            {unit.amenities.map(amenity => (
              <Badge key={amenity}>{amenity}</Badge>
            ))}
          </p>
        )}
        <Photos unit={unit} />
      </div>
    </Card>
  )
}

function Photos({ unit: { photos } }: { unit: UnitDetail }) {
  if (photos.length === 0) return null
  return (
    <ul aria-label="Photos" className="flex flex-wrap gap-2">
      {photos.map((photo, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same photo may be there twice
        <li key={index}>
          <Photo url={photo} alt={`${index + 1} of ${photos.length}`} className="h-24 w-36" />
        </li>
      ))}
    </ul>
  )
}

const RATES: Column<UnitDetail['rates'][number]>[] = [
  { header: 'From', cell: row => date(row.effective_from) },
  { header: 'Floor plan', cell: row => row.unit_type ?? <None /> },
  {
    header: 'Market rent',
    align: 'end',
    cell: row => (row.market_rent_cents === null ? <None /> : money(row.market_rent_cents)),
  },
]

const OFFLINE: Column<UnitDetail['offline_spans'][number]>[] = [
  { header: 'From', cell: row => date(row.starts_on) },
  { header: 'To', cell: row => <Day on={row.ends_on} /> },
  { header: 'Reason', wraps: true, cell: row => row.reason },
]
