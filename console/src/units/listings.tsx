/** Vacant units that are advertised, as the public API lists them. */
import type { ListListingsInput } from '#client/console.ts'
import type { Listing } from '#client/v1.ts'
import type { Column } from '../kit/data-table.tsx'
import { money, number } from '../kit/format.ts'
import { None } from '../kit/page.tsx'
import { Photo } from '../kit/photo.tsx'
import { useBulk } from '../records/bulk.tsx'
import { roomsOf } from '../records/cells.tsx'
import { TextListFilter } from '../records/list-filters.tsx'
import { ListPage } from '../records/list-page.tsx'
import { listOf, preloadList } from '../records/list-query.ts'
import { PageLink } from '../records/page-link.tsx'
import { placeName } from '../records/place-name.ts'
import { RecordLink } from '../records/record-link.tsx'
import { PlaceName } from '../records/record-names.tsx'
import { Time } from '../records/time.tsx'
import { useList } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'

const COLUMNS: Column<Listing, ListListingsInput['sort']>[] = [
  {
    header: 'Unit',
    sort: 'propertyName',
    cell: row => (
      <span className="flex items-center gap-3">
        <Photo url={row.photos[0]} alt="" className="h-8 w-12 shrink-0 max-sm:hidden" />
        <RecordLink id={row.id} look="row" className="max-sm:whitespace-normal">
          <PlaceName property={row.propertyName} unit={row.label} />
        </RecordLink>
      </span>
    ),
  },
  { header: 'City', sort: 'city', from: 'sm', cell: row => `${row.city}, ${row.state}` },
  { header: 'Title', sort: 'listingTitle', from: 'lg', wraps: true, cell: row => row.listingTitle ?? <None /> },
  { header: 'Beds / baths', sort: 'bedrooms', from: 'md', cell: row => roomsOf(row) ?? <None /> },
  {
    header: 'Sq ft',
    sort: 'sqft',
    align: 'end',
    from: 'md',
    cell: row => (row.sqft === null ? <None /> : number(row.sqft)),
  },
  {
    header: 'Available',
    sort: 'availableFrom',
    from: 'sm',
    cell: row => (row.availableFrom === null ? 'Now' : <Time at={row.availableFrom} precision="day" />),
  },
  { header: 'Rent', sort: 'marketRentCents', align: 'end', cell: row => money(row.marketRentCents) },
]

const LISTINGS = listOf({
  name: 'listings',
  by: ['city', 'state'],
  read: (client: OrganizationClient) => client.listListings,
  order: 'propertyName',
  csv: 'listings',
})
export const preload = preloadList(LISTINGS)

export function ListingsPage() {
  const { client } = useOrganization()
  const list = useList(LISTINGS)
  const bulk = useBulk<Listing>({
    noun: 'listing',
    nameOf: ({ propertyName, label }) => placeName(propertyName, label),
    actions: [
      {
        text: 'Unlist',
        done: 'unlisted',
        about: 'The selected units are no longer advertised.',
        run: ({ id: unit_id }) => client.unlistUnit({ unit_id }),
      },
    ],
  })
  return (
    <ListPage
      title="Listings"
      about="Vacant units that are advertised."
      filters={
        <>
          <TextListFilter name="city" label="City" />
          <TextListFilter name="state" label="State" placeholder="OH" width="w-20" maxLength={2} />
        </>
      }
      folds={false}
      noMatch="A city must match in full, and a state is two letters."
      list={list}
      bulk={bulk}
      columns={COLUMNS}
      keyOf={listing => listing.id}
      empty={{
        about: 'A unit appears here while it is listed, vacant today and not leased from a later day.',
        action: (
          <PageLink to="/$organization/units" className="text-accent underline">
            See all units
          </PageLink>
        ),
      }}
    />
  )
}
