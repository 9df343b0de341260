/** The refusal of a file that lacks a column by its own headers, with those headers, so that the missing column can be mapped to one of them. */
import { Refusal } from '#server/base/refusal.ts'
import { cleanCell } from './cells.ts'
import { ColumnSamples, type SampledColumn } from './column-samples.ts'
import type { KindName } from './kind-name.ts'
import type { TableRow } from './table.ts'
import { ownHeaders, type TableColumns } from './table-columns.ts'

/** A column of such a file, and what it is read as: by its own header or by the mapping. */
type UnknownColumn = SampledColumn & { column: string | null; isMapped: boolean }

export class UnknownHeader extends Refusal {
  readonly kind: KindName
  readonly columns: readonly UnknownColumn[]

  /** `rows` are those below the header, as far as they have been read. */
  constructor(kind: KindName, message: string, columns: HeaderColumns, rows: readonly TableRow[]) {
    super('invalid_request', message)
    this.kind = kind
    const samples = new ColumnSamples(ownHeaders(columns))
    for (const row of rows) samples.note(row.cells)
    this.columns = samples.all.map(sampled => ({ ...sampled, ...readAs(sampled.header, columns) }))
  }
}

/** The columns of a header row, or only its headers if none is known. */
type HeaderColumns = Pick<TableColumns<string>, 'headers' | 'own' | 'mapped'> & Partial<TableColumns<string>>

function readAs(header: string, columns: HeaderColumns): Pick<UnknownColumn, 'column' | 'isMapped'> {
  const mapped = columns.mapped?.find(each => each.header === header && each.outcome === 'read')
  if (mapped) return { column: mapped.column, isMapped: true }
  const index = ownHeaders(columns).indexOf(header)
  const [field] = [...(columns.indexOf ?? [])].find(([, at]) => at === index) ?? []
  return { column: (field !== undefined && columns.names?.[field]?.[0]) || null, isMapped: false }
}

/** The fewest cells of a row that may be the header of a table. */
const MIN_CELLS = 3

/** Finds the first row that may be a header of which no word is known: it has several texts without digits, and rows with as many cells below it. */
export function likelyHeader(rows: readonly TableRow[]): TableRow | undefined {
  const filled = ({ cells }: TableRow) => cells.map(cleanCell).filter(Boolean)
  return rows.find((row, index) => {
    const texts = filled(row)
    const below = rows[index + 1]
    return texts.length >= MIN_CELLS && !texts.some(text => /\d/.test(text)) && below && filled(below).length > 1
  })
}
