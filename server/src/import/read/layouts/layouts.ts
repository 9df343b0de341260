/** The layouts of other systems, recognized by their header rows. */
import { comparable } from '../cells.ts'
import type { TableRow } from '../table.ts'
import { breeze } from './breeze.ts'
import { buildium } from './buildium.ts'
import { entrata } from './entrata.ts'
import { type LayoutColumns, layoutColumns } from './fields.ts'
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
  { cells, told }: TableRow,
  before: TableRow | undefined,
  only: LayoutName | undefined,
): Recognized | undefined {
  for (const layout of LAYOUTS) {
    if (only !== undefined && layout.name !== only) continue
    // A workbook may hold both rows of a header in one, with line breaks.
    const headers = layout.headerRows === 2 && before ? [cells, merged(before.cells, cells)] : [cells]
    for (const header of headers) {
      const columns = layoutColumns(layout, header, told)
      if (!isAnother(layout, header, only) && layout.needs.every(field => columns.indexOf.has(field)))
        return { layout, columns, headerRows: header === cells ? 1 : 2 }
    }
  }
  return undefined
}

/** Whether a header that nobody chose a layout for has a column that this one never has. */
function isAnother({ map, lacks }: Layout, header: readonly string[], only: LayoutName | undefined): boolean {
  return only === undefined && lacks?.some(field => map(header).indexOf.has(field)) === true
}

/** Finds the layout with the most of its headers in the row, and the headers that are missing. */
export function nearestLayout(
  { cells, told }: TableRow,
  before: TableRow | undefined,
  only: LayoutName | undefined,
): { layout: Layout; found: number; missing: string[] } | undefined {
  const all = LAYOUTS.filter(({ name }) => only === undefined || name === only).flatMap(layout =>
    (layout.headerRows === 2 && before ? [cells, merged(before.cells, cells)] : [cells]).map(header => {
      const { indexOf, names } = layoutColumns(layout, header, told)
      const missing = layout.needs.filter(field => !indexOf.has(field)).map(field => names[field][0] ?? field)
      return { layout, found: isAnother(layout, header, only) ? 0 : indexOf.size, missing }
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
