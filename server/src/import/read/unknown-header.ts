/** The refusal of a file that lacks a column by its own headers, with those headers, so that somebody can say which of them is the one that is missing. */
import { Refusal } from '#server/base/refusal.ts'
import { cleanCell } from './cells.ts'
import { ColumnSamples, type SampledColumn } from './column-samples.ts'
import type { KindName } from './kind-name.ts'
import type { TableRow } from './table.ts'

export class UnknownHeader extends Refusal {
  readonly kind: KindName
  readonly columns: readonly SampledColumn[]

  /** `rows` are those below the header, as far as they have been read. */
  constructor(kind: KindName, message: string, header: readonly string[], rows: readonly TableRow[]) {
    super('invalid_request', message)
    this.kind = kind
    const samples = new ColumnSamples(header)
    for (const row of rows) samples.note(row.cells)
    this.columns = samples.all
  }
}

/** The fewest cells of a row that may be the header of a table. */
const FEWEST_CELLS = 3

/** Finds the first row that may be a header of which no word is known: it has several texts without digits, and rows with as many cells below it. */
export function likelyHeader(rows: readonly TableRow[]): TableRow | undefined {
  const filled = ({ cells }: TableRow) => cells.map(cleanCell).filter(Boolean)
  return rows.find((row, index) => {
    const texts = filled(row)
    const below = rows[index + 1]
    return texts.length >= FEWEST_CELLS && !texts.some(text => /\d/.test(text)) && below && filled(below).length > 1
  })
}
