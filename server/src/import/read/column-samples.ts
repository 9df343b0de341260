/** Keeps the first values of columns, so that members see what the columns contain when they map them. */
import { cleanCell } from './cells.ts'

/** A column of a file: its header, and what its first cells contain. */
export type SampledColumn = { header: string; samples: readonly string[] }

const MAX_SAMPLES = 3
/** How many rows are looked at. */
const MAX_ROWS = 500

export class ColumnSamples {
  readonly #columns: { header: string; index: number; samples: Set<string> }[]
  #rows = 0

  /** `wanted` are the headers whose values are kept. If two columns have the same header, the values of the first are kept. */
  constructor(headers: readonly string[], wanted: readonly string[] = headers) {
    const flat = headers.map(header => header.replace(/\s+/g, ' ').trim())
    const names = [...new Set(wanted.map(header => header.replace(/\s+/g, ' ').trim()))].filter(Boolean)
    this.#columns = names.map(header => ({ header, index: flat.indexOf(header), samples: new Set() }))
  }

  note(cells: readonly string[]): void {
    if (++this.#rows > MAX_ROWS) return
    for (const { index, samples } of this.#columns) {
      const text = samples.size < MAX_SAMPLES ? cleanCell(cells[index] ?? '') : ''
      if (text !== '') samples.add(text)
    }
  }

  of(header: string): readonly string[] {
    return [...(this.#columns.find(column => column.header === header)?.samples ?? [])]
  }

  get all(): readonly SampledColumn[] {
    return this.#columns.map(({ header, samples }) => ({ header, samples: [...samples] }))
  }
}

/** Yields the rows, and notes the values of those that are looked at. */
export async function* sampling<Row extends { cells: readonly string[] }>(
  rows: AsyncGenerator<Row>,
  samples: ColumnSamples,
): AsyncGenerator<Row> {
  for await (const row of rows) {
    samples.note(row.cells)
    yield row
  }
}
