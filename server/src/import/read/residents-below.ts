/** Rows that name only a resident, below the row of the unit, as lists with merged cells write the second resident of a lease. */
import { MONEY } from './cells.ts'
import type { Columns } from './columns.ts'
import { PROPERTY_NAMES } from './property-cells.ts'
import type { PropertyRecord, RentRollRow } from './records.ts'
import type { Field } from './rent-roll-headers.ts'
import { isNobody, tenantText } from './resident-cells.ts'
import type { RowCells } from './row-cells.ts'
import { hasProperty } from './table-columns.ts'

export type UnitAbove = { property: PropertyRecord; label: string }

/** The columns that name the property in a file without any of its own. */
const STAND_INS = ['building', 'address'] as const

/** The cells that say something of one resident. */
const OF_RESIDENTS = new Set<Field>([
  ...(['tenant', 'firstName', 'lastName', 'email', 'phone', 'residentId', 'additionalResidents'] as const),
  ...PROPERTY_NAMES,
  ...STAND_INS,
])

export class ResidentsBelow {
  /** The row of a unit above; `isRejected` is whether it is not imported. */
  #last: (UnitAbove & { place: string }) | { isRejected: true } | undefined

  /** Returns the unit above, if the row names a resident and neither a unit nor anything else. Rejects a row without a unit that has more. */
  unitAbove(cells: RowCells, columns: Columns): UnitAbove | undefined {
    const last = this.#last
    const tenant = tenantText(cells)
    if (!last || cells.text('unit') !== '' || tenant === '' || isNobody(tenant)) return undefined
    const place = propertyCells(cells)
    if ('isRejected' in last ? place !== '' : place !== '' && place !== last.place) return undefined
    if (!('isRejected' in last) && isOfResident(cells, columns)) return last
    if (place === '' && !hasProperty(columns))
      cells.refuse(
        'unit',
        'The unit is missing. Write its label. A row of a further resident of the unit above has no other cells.',
      )
    return undefined
  }

  /** Remembers a row of a unit; without a record, it was rejected. */
  keep(cells: RowCells, row: RentRollRow | undefined): void {
    if (cells.text('unit') === '') this.#last = undefined
    else if (!row) this.#last = { isRejected: true }
    else this.#last = { property: row.property, label: row.unit.label, place: propertyCells(cells) }
  }

  /** Forgets the unit above, because a heading or a total ends its rows. */
  end(): void {
    this.#last = undefined
  }
}

/** The cells of a row that name its property. */
function propertyCells(cells: RowCells): string {
  return [...PROPERTY_NAMES, ...STAND_INS]
    .map(field => cells.text(field))
    .filter(Boolean)
    .join('\n')
}

function isOfResident(cells: RowCells, { indexOf, charges, deposits }: Columns): boolean {
  const others = [...indexOf].flatMap(([field, index]) => (OF_RESIDENTS.has(field) ? [] : [index]))
  return [...others, ...[...charges, ...deposits].map(({ index }) => index)].every(index => {
    const text = cells.textAt(index)
    return text === '' || MONEY.parse(text) === 0
  })
}
