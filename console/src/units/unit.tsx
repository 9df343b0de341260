/** One unit: who has it, what it rents for, and its listing, or why there is none. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { UnitDetail } from '#client/console.ts'
import { Badge } from '../kit/badge.tsx'
import { Button, buttonClass } from '../kit/button.tsx'
import { type Column, DataTable, loadedWith } from '../kit/data-table.tsx'
import { date, money, number } from '../kit/format.ts'
import { Empty, Failure, Hint } from '../kit/notice.tsx'
import { Card, Fact, Facts, None, Page, Shimmer } from '../kit/page.tsx'
import { Standing } from '../leases/leases.tsx'
import { useOrganization } from '../session/me.ts'
import { EditListing } from './unit-form.tsx'
import { UnitSteps } from './unit-steps.tsx'
import { roomsOf, UnitStatus } from './units.tsx'

export function UnitPage() {
  const { unit: unitId = '' } = useParams({ strict: false })
  const { id, client, may } = useOrganization()
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'unit', unitId],
    queryFn: ({ signal }) => client.getUnit({ unit_id: unitId }, { signal }),
  })
  return (
    <Page
      title={data ? `${data.property_name} · ${data.label}` : 'Unit'}
      back={
        <Link
          to="/$organization/units"
          params={{ organization: id }}
          search={{ property_id: data?.property_id }}
          className="hover:underline"
        >
          Units
        </Link>
      }
      actions={data && may('ADMIN') && <UnitSteps unit={data} />}
    >
      {error ? (
        <Failure error={error} retry={refetch} />
      ) : data ? (
        <Contents unit={data} />
      ) : (
        <Card>
          <Shimmer className="h-40 w-full" />
        </Card>
      )}
    </Page>
  )
}

function Contents({ unit }: { unit: UnitDetail }) {
  const { id } = useOrganization()
  const day = (value: string | null) => value && date(value)
  return (
    <>
      <Card title="About it">
        <Facts>
          <Fact name="Status">
            <UnitStatus status={unit.status} />
          </Fact>
          <Fact name="Property">
            <Link
              to="/$organization/properties/$property"
              params={{ organization: id, property: unit.property_id }}
              className="text-accent hover:underline"
            >
              {unit.property_name}
            </Link>
          </Fact>
          <Fact name="Market rent">{unit.market_rent_cents === null ? null : money(unit.market_rent_cents)}</Fact>
          <Fact name="Floor plan">{unit.unit_type}</Fact>
          <Fact name="Beds / baths">{roomsOf(unit)}</Fact>
          <Fact name="Square feet">{unit.sqft === null ? null : number(unit.sqft)}</Fact>
          <Fact name="Available from">{day(unit.available_from)}</Fact>
          <Fact name="In service from">{day(unit.in_service_from)}</Fact>
          <Fact name="In service to">{day(unit.in_service_to)}</Fact>
        </Facts>
      </Card>
      <Leases unit={unit} />
      <Listing unit={unit} />
      <Card title="Rates" flush>
        <DataTable
          label="Rates"
          columns={RATES}
          loaded={loadedWith(unit.rates)}
          keyOf={rate => rate.effective_from}
          empty={<Empty title="No market rent is known" />}
        />
      </Card>
      <Card title="Days offline" flush>
        <DataTable
          label="Days offline"
          columns={OFFLINE}
          loaded={loadedWith(unit.offline_spans)}
          keyOf={span => span.starts_on}
          empty={<Empty title="None, now or to come" />}
        />
      </Card>
    </>
  )
}

function Leases({ unit }: { unit: UnitDetail }) {
  const { id, may } = useOrganization()
  const all = [
    { name: 'Today', lease: unit.current_lease },
    { name: 'To come', lease: unit.coming_lease },
  ]
  return (
    <Card
      title="Leases"
      actions={
        <>
          <Link
            to="/$organization/leases"
            params={{ organization: id }}
            search={{ unit_id: unit.unit_id }}
            className={buttonClass('secondary', 'small')}
          >
            All its leases
          </Link>
          <Link
            to="/$organization/work-orders"
            params={{ organization: id }}
            search={{ unit_id: unit.unit_id }}
            className={buttonClass('secondary', 'small')}
          >
            Its work orders
          </Link>
          {may('ADMIN') && (
            <Link
              to="/$organization/leases/new"
              params={{ organization: id }}
              search={{ property_id: unit.property_id, unit_id: unit.unit_id }}
              className={buttonClass('secondary', 'small')}
            >
              New lease
            </Link>
          )}
        </>
      }
    >
      <Facts>
        {all.map(({ name, lease }) => (
          <Fact key={name} name={name}>
            {lease && (
              <span className="flex flex-col items-start gap-1">
                <Link
                  to="/$organization/leases/$lease"
                  params={{ organization: id, lease: lease.lease_id }}
                  className="text-accent hover:underline"
                >
                  {lease.resident_name ?? 'Nobody yet'}
                </Link>
                <span className="text-[12px] text-soft">
                  {date(lease.start_date)} – {lease.end_date ? date(lease.end_date) : 'no end'}
                  <br />
                  {money(lease.rent_cents)} a month
                </span>
                <Standing lease={lease} />
              </span>
            )}
          </Fact>
        ))}
      </Facts>
    </Card>
  )
}

function Listing({ unit }: { unit: UnitDetail }) {
  const { may } = useOrganization()
  const [isEditing, setEditing] = useState(false)
  return (
    <Card
      title="Listing"
      actions={
        may('ADMIN') && (
          <Button size="small" onClick={() => setEditing(true)}>
            Edit the listing
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {unit.is_in_listings ? (
          <p>
            <Badge tone="good">In the listings today</Badge>
          </p>
        ) : (
          <Hint tone={unit.is_listed ? 'warn' : 'plain'}>
            <p>It is not in the listings, because</p>
            <ul aria-label="Why it is not listed" className="list-disc pl-5">
              {unit.not_listed_because.map(({ code, message }) => (
                <li key={code}>{message}</li>
              ))}
            </ul>
          </Hint>
        )}
        <div>
          <p className="font-semibold">
            {unit.listing_title ?? <span className="font-normal text-soft">It has no title yet.</span>}
          </p>
          <p className="max-w-prose whitespace-pre-wrap break-words">{unit.listing_description}</p>
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
      {isEditing && <EditListing unit={unit} onClose={() => setEditing(false)} />}
    </Card>
  )
}

function Photos({ unit: { photos } }: { unit: UnitDetail }) {
  if (photos.length === 0) return null
  return (
    <ul aria-label="Photos" className="flex flex-wrap gap-2">
      {photos.map((photo, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same photo may be there twice
        <li key={index} className="h-24 w-36 overflow-hidden rounded bg-sunken">
          {photo.startsWith('https://') && (
            <img
              src={photo}
              alt={`${index + 1} of ${photos.length}`}
              loading="lazy"
              width={144}
              height={96}
              className="size-full object-cover"
            />
          )}
        </li>
      ))}
    </ul>
  )
}

const RATES: Column<UnitDetail['rates'][number]>[] = [
  { id: 'from', header: 'From', cell: ({ row }) => date(row.original.effective_from) },
  { id: 'type', header: 'Floor plan', cell: ({ row }) => row.original.unit_type ?? <None /> },
  {
    id: 'rent',
    header: 'Market rent',
    meta: { align: 'end' },
    cell: ({ row: { original } }) =>
      original.market_rent_cents === null ? <None /> : money(original.market_rent_cents),
  },
]

const OFFLINE: Column<UnitDetail['offline_spans'][number]>[] = [
  { id: 'from', header: 'From', cell: ({ row }) => date(row.original.starts_on) },
  {
    id: 'to',
    header: 'To',
    cell: ({ row: { original } }) => (original.ends_on ? date(original.ends_on) : <None />),
  },
  { id: 'why', header: 'Why', meta: { wraps: true }, cell: ({ row }) => row.original.reason },
]
