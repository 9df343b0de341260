/** The rows above a table, which a report repeats at the top of each of its pages and which are then neither headings nor units. */
import { comparable } from './cells.ts'
import { textOfRow } from './layouts/banner.ts'

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

  /** Whether the row is one with several cells, so that it can only be the top of a page. The text alone may also be the heading of a property. */
  isTopOfPage({ cells }: { cells: readonly string[] }): boolean {
    return this.has({ cells }) && cells.filter(cell => cell.trim() !== '').length > 1
  }
}

function keyOf(text: string): string {
  return comparable(text.replace(OF_PAGE, ' '))
}
