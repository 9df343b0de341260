/** Joins the sheets of a workbook that have the same kind of records, such as a sheet of payments for each month. */
import { Refusal } from '#server/base/refusal.ts'
import { quote } from '../read/row-cells.ts'
import type { SheetChoice } from '../read/sheet-choice.ts'
import { lineOnSheet } from '../read/sheet-lines.ts'
import { isOtherList, readSheetName } from '../read/sheet-names.ts'
import { ownHeaders, type TableColumns } from '../read/table-columns.ts'
import type { FileRow, RowItem } from './row-items.ts'

type Further = NonNullable<SheetChoice['more']>[number]

/** The sheets that are read one after another. `sheet` is the first of them, and lists the others once they are joined. */
export class JoinedRows<Field extends string, Row extends FileRow> {
  readonly left: { name: string; why: string }[] = []
  readonly #sheet: SheetChoice | undefined
  readonly #more: Further[] = []
  readonly #rows = new Set<string>()
  #columns: TableColumns<Field> | undefined

  constructor(sheet: SheetChoice | undefined) {
    this.#sheet = sheet
  }

  /** Adds an item of a sheet that is read. */
  add(item: RowItem<Field, Row>): void {
    if (item.is === 'header') this.#columns = item.columns
    // The rows are kept only if another sheet may be joined, which is then compared with them.
    if (item.is === 'row' && this.#sheet?.alike) this.#rows.add(contentOf(item.row))
  }

  /** Reads a further sheet to its end, and yields its items if it is joined. */
  async *join(sheet: Further, items: AsyncIterable<RowItem<Field, Row>>): AsyncGenerator<RowItem<Field, Row>> {
    const whole: RowItem<Field, Row>[] = []
    const why = isOtherList(sheet.name) ? OTHER_LIST : await this.#read(sheet.name, items, whole)
    if (why !== undefined) {
      this.left.push({ name: sheet.name, why })
      return
    }
    this.#begin(sheet, whole)
    for (const item of whole) {
      if (item.is === 'header') continue
      this.add(item)
      yield itemOnSheet(item, this.#more.length)
    }
  }

  /** Reads the items into `whole`, and returns why they are not imported. */
  async #read(name: string, items: AsyncIterable<RowItem<Field, Row>>, whole: RowItem<Field, Row>[]) {
    try {
      for await (const item of items) whole.push(item)
    } catch (error) {
      if (error instanceof Refusal) return `it cannot be read. ${error.message}`
      throw error
    }
    return this.#whyApart(name, whole)
  }

  /** Returns why a sheet is not joined: its columns differ, it may belong to another property, or at least half of its rows repeat those of earlier sheets. */
  #whyApart(name: string, whole: readonly RowItem<Field, Row>[]): string | undefined {
    const [first] = whole
    const fields = (columns: TableColumns<string> | undefined) => new Set(columns?.indexOf.keys())
    const own = first?.is === 'header' ? fields(first.columns) : new Set()
    if (own.symmetricDifference(fields(this.#columns)).size > 0)
      return `its columns are not those of the sheet ${quote(this.#sheet?.name ?? '')}.`
    const rows = whole.flatMap(item => (item.is === 'row' ? [item.row] : []))
    const isNamed = ({ place }: Row) => place.property.unnamed === undefined
    const isOfProperty = [name, this.#sheet?.name ?? ''].some(each => readSheetName(each).property !== undefined)
    if (isOfProperty && !rows.every(isNamed)) return 'it does not name its property. Add a column Property.'
    const repeated = rows.filter(row => this.#rows.has(contentOf(row))).length
    return repeated > 0 && 2 * repeated >= rows.length ? 'it repeats rows of another sheet.' : undefined
  }

  #begin(sheet: Further, [first]: readonly RowItem<Field, Row>[]): void {
    this.#more.push(sheet)
    const { others = [], alike = [] } = this.#sheet ?? {}
    const without = (names: readonly string[]) => names.filter(each => each !== sheet.name)
    Object.assign(this.#sheet ?? {}, { others: without(others), alike: without(alike), more: this.#more })
    const known = this.#columns && ownHeaders(this.#columns)
    const added = first?.is === 'header' ? first.columns.ignored.filter(header => !known?.includes(header)) : []
    this.#columns?.ignored.push(...added)
  }
}

const OTHER_LIST = 'its name is that of a copy, or of former residents.'

/** The content of a row, apart from its line. */
function contentOf(row: FileRow): string {
  return JSON.stringify({ ...row, line: 0 })
}

/** Returns an item of a further sheet with line numbers that include the sheet, whose index is `index`. */
function itemOnSheet<Field extends string, Row extends FileRow>(
  item: RowItem<Field, Row>,
  index: number,
): RowItem<Field, Row> {
  const at = (line: number) => lineOnSheet(line, index)
  if (item.is === 'row') return { ...item, row: { ...item.row, line: at(item.row.line) } }
  if (item.is === 'problem') return { ...item, problem: { ...item.problem, line: at(item.problem.line) } }
  return item.is === 'skipped' || item.is === 'total' ? { ...item, line: at(item.line) } : item
}
