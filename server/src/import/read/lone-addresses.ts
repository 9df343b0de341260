/** Finds the homes of which a list names nothing but the address, so that the row looks like the heading of a property without units. */
import { parseAddress } from './addresses.ts'
import { cleanCell, comparable } from './cells.ts'
import { type Columns, PLACES } from './columns.ts'
import type { RentRollProblem } from './records.ts'
import { type RowKind, sectionKind } from './sections.ts'
import { strayRow } from './stray-row.ts'
import type { TableRow } from './table.ts'

export class LoneAddresses {
  #last: { row: TableRow; columns: Columns } | undefined;

  /** Returns the problem with the address above, if the row shows that it is not a heading: a row without a property of its own belongs to it. */
  *next(row: TableRow, classified: RowKind, columns: Columns): Generator<RentRollProblem> {
    if (classified.kind === 'unit') {
      const places = placesIn(row, columns)
      const above = this.#last && placesIn(this.#last.row, this.#last.columns)[0]
      if (places.length === 0 || places.some(place => comparable(place) === comparable(above ?? '')))
        this.#last = undefined
      else yield* this.end()
    } else if (classified.kind === 'totals') yield* this.end()
    else if (classified.kind === 'section' && sectionKind(classified.section) === 'property') {
      yield* this.end()
      const [place] = placesIn(row, columns)
      if (place !== undefined && parseAddress(place)) this.#last = { row, columns }
    }
  }

  *end(): Generator<RentRollProblem> {
    if (this.#last) yield strayRow(this.#last.row, this.#last.columns)
    this.#last = undefined
  }
}

function placesIn({ cells }: TableRow, { indexOf }: Columns): string[] {
  return PLACES.map(place => cleanCell(cells[indexOf.get(place) ?? -1] ?? '')).filter(Boolean)
}
