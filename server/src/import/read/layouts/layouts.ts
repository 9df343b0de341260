/** The layouts of other systems, recognized by their header rows. */
import { comparable } from '../cells.ts'
import { RENT_ROLL } from '../rent-roll-headers.ts'
import type { TableRow } from '../table.ts'
import { breeze } from './breeze.ts'
import { buildium } from './buildium.ts'
import { entrata } from './entrata.ts'
import { canBeMapped, type LayoutColumns, layoutColumns } from './fields.ts'
import type { Layout } from './layout.ts'
import type { LayoutName } from './layout-name.ts'
import { onesite } from './onesite.ts'
import { resman } from './resman.ts'
import { yardiLeaseCharges, yardiRentRoll } from './yardi.ts'

const LAYOUTS: readonly Layout[] = [yardiLeaseCharges, yardiRentRoll, onesite, entrata, buildium, breeze, resman]

/** `headerRows` is how many rows the header of the file has: of some layouts, an office may have merged both into one. */
export type Recognized = { layout: Layout; columns: LayoutColumns; headerRows: 1 | 2 }

/** Recognizes a layout whose header is this row, alone or together with the row before it; `only` limits the search to one layout. */
export function recognize(
  { cells, mapped }: TableRow,
  before: TableRow | undefined,
  only: LayoutName | undefined,
): Recognized | undefined {
  for (const layout of LAYOUTS) {
    if (only !== undefined && layout.name !== only) continue
    // A workbook may hold both rows of a header in one, with line breaks.
    const headers = layout.headerRows === 2 && before ? [cells, merged(before.cells, cells)] : [cells]
    for (const header of headers) {
      const columns = layoutColumns(layout, header, mapped)
      if (
        !isAnother(layout, columns, only) &&
        layout.needs.every(field => columns.indexOf.has(field)) &&
        (only !== undefined || isShownBy(layout, header))
      )
        return { layout, columns, headerRows: header === cells ? 1 : 2 }
    }
  }
  return undefined
}

/** Whether the header has a column that this layout never has; false if the caller chose a layout. */
function isAnother({ lacks }: Layout, { indexOf }: LayoutColumns, only: LayoutName | undefined): boolean {
  return only === undefined && lacks?.some(field => indexOf.has(field)) === true
}

/**
 * Whether the file's own headers show the layout. All that some reports need are columns that any rent roll may have, with one word for the rent, such as
 * OneSite's Lease Rent. An office may use that word too, or may have mapped a column to the rent: then every list with a unit, a status and a tenant would be such a
 * report, and its other columns would be lost. So a header that only the report has must show it, or two if the rent is only mapped.
 */
function isShownBy({ map, needs }: Layout, header: readonly string[]): boolean {
  if (needs.some(field => !canBeMapped(field))) return true
  const { indexOf, headers } = map(header)
  const own = [...indexOf.values()].filter(index => !RENT_ROLL.known.has(comparable(headers[index] ?? '')))
  return own.length >= (indexOf.has('rent') ? 1 : 2)
}

/** Finds the layout with the most of its headers in the row, and the headers that are missing. */
export function nearestLayout(
  { cells, mapped }: TableRow,
  before: TableRow | undefined,
  only: LayoutName | undefined,
): { layout: Layout; found: number; missing: string[] } | undefined {
  const all = LAYOUTS.filter(({ name }) => only === undefined || name === only).flatMap(layout =>
    (layout.headerRows === 2 && before ? [cells, merged(before.cells, cells)] : [cells]).map(header => {
      const columns = layoutColumns(layout, header, mapped)
      const missing = layout.needs
        .filter(field => !columns.indexOf.has(field))
        .map(field => columns.names[field][0] ?? field)
      return { layout, found: isAnother(layout, columns, only) ? 0 : columns.indexOf.size, missing }
    }),
  )
  return all.toSorted((one, other) => other.found - one.found)[0]
}

function merged(above: readonly string[], below: readonly string[]): string[] {
  const width = Math.max(above.length, below.length)
  return Array.from({ length: width }, (_, index) => {
    const [top = '', bottom = ''] = [above[index], below[index]]
    return comparable(bottom) === '' ? top : `${top} ${bottom}`.trim()
  })
}
