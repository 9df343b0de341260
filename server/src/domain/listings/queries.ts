/** SQL of listings. `$1` is the organization, `$2` today, `$3` the organization's time zone. */
import type { listListings } from '#contract/console/sorted-lists.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import type { OutputOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { byIdsStatement, isText, type ListDefinition } from '#server/db/list.ts'

export type ListingSort = ColumnOf<typeof listListings>

const UNIT = 'join units u on u.organization_id = $1 and u.id = matching.id'

/** The units that are listed today. Triggers keep their days next to what the list is sorted and filtered by; listing_spans_of() in the schema defines them. */
export const listingList: ListDefinition<'city' | 'state', ListingSort> = {
  name: 'list_listings',
  matching: `select s.unit_id as id, s.property_name, s.label, s.market_rent_cents
    from listing_spans s
    where s.organization_id = $1 and s.from_day <= $2::date and s.to_day >= $2::date`,
  matchOnce: 'filtered',
  filters: { city: isText('s.city'), state: 's.state = (select upper(?))' },
  order: 'property_name, label, id',
  sorts: {
    propertyName: { by: ['matching.property_name', 'matching.label'] },
    city: {
      by: ['p.city collate "C"', 'p.state'],
      joins: `${UNIT} join properties p on p.organization_id = $1 and p.id = u.property_id`,
    },
    listingTitle: { by: ['u.listing_title collate "C"'], joins: UNIT },
    bedrooms: { by: ['u.bedrooms', 'u.bathrooms'], joins: UNIT },
    sqft: { by: ['u.sqft'], joins: UNIT },
    // A unit without an availability date is available now.
    availableFrom: { by: [`coalesce(u.available_from, '-infinity')`], joins: UNIT },
    marketRentCents: { by: ['matching.market_rent_cents'] },
  },
  columns: `u.id, p.name as "propertyName", p.address_line as "addressLine", p.city, p.state, p.postal_code as "postalCode", u.label,
    u.bedrooms, u.bathrooms::float8 as bathrooms, u.sqft, page.market_rent_cents as "marketRentCents",
    u.available_from::timestamp at time zone $3::text as "availableFrom", u.listing_title as "listingTitle",
    u.listing_description as "listingDesc", u.photos, u.amenities`,
  joins: `join units u on u.organization_id = $1 and u.id = page.id
    join properties p on p.organization_id = $1 and p.id = u.property_id`,
}

type Listing = OutputOf<V1['listListings']>['data'][number]

export const listListingsById = byIdsStatement<Listing>(listingList, 's.unit_id', 2)
