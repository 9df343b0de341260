/** Reads the cells of a row that describe the unit and its listing. */
import { BATHROOMS, BED_BATH, BEDROOMS, DATE, SQUARE_FEET, textOf, WEB_ADDRESSES, WORDS, YES_NO } from './cells.ts'
import type { Columns } from './columns.ts'
import type { ListingRecord, PropertyRecord, UnitRecord } from './records.ts'
import type { RowCells } from './row-cells.ts'
import { readLabel } from './unit-label.ts'

export function readUnit(cells: RowCells, property: PropertyRecord): Omit<UnitRecord, 'marketRentCents'> {
  const short = textOf(100)
  const bedBath = cells.take('bedBath', BED_BATH, 'value')
  return {
    // AppFolio leaves Unit empty for a single-family home.
    label: readLabel(cells) ?? property.address_line ?? property.name,
    unitType: cells.take('unitType', short, 'value'),
    bedrooms: cells.take('bedrooms', BEDROOMS, 'value') ?? bedBath?.bedrooms,
    bathrooms: cells.take('bathrooms', BATHROOMS, 'value') ?? bedBath?.bathrooms,
    // Exports write 0 for unknown.
    sqft: cells.take('sqft', SQUARE_FEET, 'value') || undefined,
    availableFrom: cells.take('availableFrom', DATE, 'value'),
    listing: readListing(cells),
    externalId: cells.take('unitId', textOf(200), 'value'),
  }
}

/** A column of beds, next to one of the bedrooms of the unit. */
const BED = /^bed(?: ?space)?(?: ?(?:id|no\.?|number|name|#))?$/i

/** The bed of a row, if the file has a column for it besides that of the bedrooms. */
export function bedOf(cells: RowCells, { headers, ignored }: Columns): string {
  const header = ignored.find(each => BED.test(each.trim()))
  return header === undefined ? '' : cells.textAt(headers.indexOf(header))
}

function readListing(cells: RowCells): ListingRecord | undefined {
  const isListed = cells.take('isListed', YES_NO, 'value')
  const title = cells.take('listingTitle', textOf(200), 'value')
  const description = cells.take('listingDescription', textOf(10_000), 'value')
  const photos = cells.take('listingPhotos', WEB_ADDRESSES, 'value')
  const amenities = cells.take('amenities', WORDS, 'value')
  const isEmpty = [isListed, title, description, photos, amenities].every(value => value === undefined)
  return isEmpty ? undefined : { isListed, title, description, photos: photos ?? [], amenities: amenities ?? [] }
}
