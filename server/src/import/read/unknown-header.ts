/** The refusal of a file that lacks a column by its own headers, with those headers, so that somebody can say which of them is the one that is missing. */
import { Refusal } from '#server/base/refusal.ts'
import { cleanCell } from './cells.ts'
import type { KindName } from './kind-name.ts'
import { isBlankRow, type TableRow } from './table.ts'

/** A column of a file: its header, and what its first cells contain. */
export type SampledColumn = { header: string; samples: readonly string[] }

export class UnknownHeader extends Refusal {
  readonly kind: KindName
  readonly columns: readonly SampledColumn[]

  /** `rows` are those below the header, as far as they have been read. */
  constructor(kind: KindName, message: string, header: readonly string[], rows: readonly TableRow[]) {
    super('invalid_request', message)
    this.kind = kind
    this.columns = sampled(header, rows)
  }
}

const MOST_SAMPLES = 3

/** The columns with headers, each with its first different values. Of two with the same header, the first is meant. */
function sampled(header: readonly string[], rows: readonly TableRow[]): SampledColumn[] {
  const below = rows.filter(row => !isBlankRow(row))
  const columns = header.map((cell, index) => ({
    header: cell.replace(/\s+/g, ' ').trim(),
    samples: [...new Set(below.map(({ cells }) => cleanCell(cells[index] ?? '')).filter(Boolean))].slice(
      0,
      MOST_SAMPLES,
    ),
  }))
  return columns.filter(({ header: name }, index) => name && columns.findIndex(each => each.header === name) === index)
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
