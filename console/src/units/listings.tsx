/** What can be let today, as the public API shows it. */
import { Link } from '@tanstack/react-router'
import type { ListListingsInput } from '#client/console.ts'
import type { Listing } from '#client/v1.ts'
import { type Column, DataTable, ROW_LINK } from '../kit/data-table.tsx'
import { Filters, TextFilter } from '../kit/filters.tsx'
import { instant, number, wholeMoney } from '../kit/format.ts'
import { Empty } from '../kit/notice.tsx'
import { Card, None, Page } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { PlaceName } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { usePage } from '../session/use-page.ts'

const COLUMNS: Column<Listing, ListListingsInput['sort']>[] = [
  {
    id: 'unit',
    header: 'Unit',
    meta: { sort: 'propertyName' },
    cell: ({ row: { original } }) => (
      <span className="flex items-center gap-3">
        <Photo listing={original} />
        <UnitLink listing={original} />
      </span>
    ),
  },
  {
    id: 'place',
    header: 'Place',
    meta: { sort: 'city', from: 'sm' },
    cell: ({ row: { original } }) => `${original.city}, ${original.state}`,
  },
  {
    id: 'title',
    header: 'Title',
    meta: { sort: 'listingTitle', from: 'lg', wraps: true },
    cell: ({ row }) => row.original.listingTitle ?? <None />,
  },
  {
    id: 'rooms',
    header: 'Beds / baths',
    meta: { sort: 'bedrooms', from: 'md' },
    cell: ({ row: { original } }) =>
      `${original.bedrooms === 0 ? 'Studio' : original.bedrooms} / ${original.bathrooms}`,
  },
  {
    id: 'sqft',
    header: 'Sq ft',
    meta: { sort: 'sqft', align: 'end', from: 'md' },
    cell: ({ row }) => (row.original.sqft === null ? <None /> : number(row.original.sqft)),
  },
  {
    id: 'available',
    header: 'Available',
    meta: { sort: 'availableFrom', from: 'sm' },
    cell: ({ row }) => <Available listing={row.original} />,
  },
  {
    id: 'rent',
    header: 'Rent',
    meta: { sort: 'marketRentCents', align: 'end' },
    cell: ({ row }) => wholeMoney(row.original.marketRentCents),
  },
]

export function ListingsPage() {
  const { id, client } = useOrganization()
  const { search, change } = useUrlSearch()
  const filters: ListListingsInput = { city: search.city, state: search.state }
  const isFiltered = Object.values(filters).some(Boolean)
  const { loaded, pagination, sorting, move } = usePage('listings', filters, client.listListings, {
    order: 'propertyName',
  })
  return (
    <Page title="Listings" about="Units that are listed, vacant today and not let yet: what GET /listings answers.">
      <Card flush>
        <Filters
          label="Filter listings"
          onClear={isFiltered ? () => change({ city: undefined, state: undefined }) : undefined}
        >
          <TextFilter label="City" value={search.city} onChange={city => change({ city })} />
          <TextFilter label="State" value={search.state} onChange={state => change({ state })} width="w-20" />
        </Filters>
        <DataTable
          label="Listings"
          columns={COLUMNS}
          loaded={loaded}
          sorting={sorting}
          keyOf={listing => listing.id}
          footer={<Pager pagination={pagination} onMove={move} />}
          empty={
            <Empty
              title={isFiltered ? 'No listing matches' : 'Nothing is listed'}
              action={
                <Link to="/$organization/properties" params={{ organization: id }} className="text-accent underline">
                  See the units by property
                </Link>
              }
            >
              A unit is shown here when it is marked to be listed, vacant today and not let from a later day.
            </Empty>
          }
        />
      </Card>
    </Page>
  )
}

function UnitLink({ listing: { id: unit, propertyName, label } }: { listing: Listing }) {
  const { id } = useOrganization()
  return (
    <Link
      to="/$organization/units/$unit"
      params={{ organization: id, unit }}
      className={`${ROW_LINK} max-sm:whitespace-normal`}
    >
      <PlaceName property={propertyName} unit={label} />
    </Link>
  )
}

/** Of the size of its place from the beginning, so that nothing moves when it comes. */
function Photo({ listing: { photos } }: { listing: Listing }) {
  const [first] = photos
  return (
    <span className="hidden h-8 w-12 shrink-0 overflow-hidden rounded bg-sunken sm:block">
      {first?.startsWith('https://') && (
        <img src={first} alt="" loading="lazy" width={48} height={32} className="size-full object-cover" />
      )}
    </span>
  )
}

function Available({ listing: { availableFrom } }: { listing: Listing }) {
  const { timeZone } = useOrganization()
  if (availableFrom === null) return <>Now</>
  return <>{instant(availableFrom, timeZone, 'day')}</>
}
