/** The rows above a table, which a report repeats at the top of each of its pages and which are then neither headings nor units. */
import { comparable } from './cells.ts'
import { textOfRow } from './layouts/banner.ts'
import { isBlankRow, type TableRow } from './table.ts'

/** What differs from page to page: the number of the page, and the time. */
const OF_PAGE = /\bpage:? ?\d+(?: ?(?:of|\/) ?\d+)?|\b\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m\b)?/gi

export class PageTitles {
  readonly #titles: ReadonlySet<string>

  /** `above` has the text of each row above the header. */
  constructor(above: readonly string[]) {
    this.#titles = new Set(above.map(keyOf).filter(Boolean))
  }

  /** Whether the row has the text of one above the header. */
  has({ cells }: { cells: readonly string[] }): boolean {
    return this.#titles.size > 0 && this.#titles.has(keyOf(textOfRow(cells)))
  }

  /**
   * Yields the rows without the titles of several cells that are the top of a page: they stand next to another title, above the header, or with the number
   * of a page or a time. Any other row may be a unit that has come above the header as well. The text of one cell may be the heading of a property.
   */
  async *without(rows: AsyncIterable<TableRow>, isHeader: (row: TableRow) => boolean): AsyncGenerator<TableRow> {
    let isBelowTitle = false
    let held: TableRow | undefined
    for await (const row of rows) {
      if (isBlankRow(row)) {
        yield row
        continue
      }
      const isTitle = this.has(row)
      if (held && !isTitle && !isHeader(row)) yield held
      const isWide = isTitle && row.cells.filter(cell => cell.trim() !== '').length > 1
      const isTop: boolean = isWide && (held !== undefined || isBelowTitle || textOfRow(row.cells).search(OF_PAGE) >= 0)
      held = isWide && !isTop ? row : undefined
      isBelowTitle = isTitle && held === undefined
      if (!isWide) yield row
    }
    if (held) yield held
  }
}

function keyOf(text: string): string {
  return comparable(text.replace(OF_PAGE, ' '))
}
