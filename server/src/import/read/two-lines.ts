/** Puts together a header of two lines, such as Monthly above Rent, or Lease above From and To. Pure. */
import { comparable, wordKey } from './cells.ts'
import { rentRollKind } from './columns.ts'
import { columnsOf } from './mapped-columns.ts'
import { RENT_ROLL } from './rent-roll-headers.ts'
import type { TableRow } from './table.ts'

/** A header of our template, or one that an office made, which may have two lines. */
export type OurHeader = TableRow & { lines?: readonly (readonly string[])[] }

/**
 * The header of two rows; undefined if the row below is not a part of it, because it has digits or adds no known header, or if the row above is a
 * title or a row of the table, which has amounts or days.
 */
export function twoLines(row: TableRow, below: TableRow): OurHeader | undefined {
  if (below.cells.some(cell => /\d/.test(cell)) || row.cells.some(cell => VALUE.test(cell))) return undefined
  if (row.cells.findLastIndex(cell => cell.trim() !== '') < 1) return undefined
  const cells = together(row, below)
  const [known, upper, lower] = [cells, row.cells, below.cells].map(
    each => columnsOf(row, rentRollKind, each).indexOf.size,
  )
  return (known ?? 0) <= Math.max(upper ?? 0, lower ?? 0)
    ? undefined
    : { ...row, cells, lines: [row.cells, below.cells] }
}

/** An amount, a day, or another number by itself, but not a range of days such as 0-30. */
const VALUE = /^[\s$(+-]*\d[\d.,/]*[\s)%-]*$|^\d{4}-\d\d-\d\d/

/** The headers of both lines. A merged cell of the upper line, such as Lease above From and To, has its text only in its first column. */
function together({ cells: upper, mapped }: TableRow, { cells: lower }: TableRow): string[] {
  const isMapped = (header: string) => mapped?.('rent_roll')?.has(wordKey(header)) === true
  let group = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, index) => {
    const [above, below] = [upper[index]?.trim() ?? '', lower[index]?.trim() ?? '']
    group = below === '' ? '' : above || group
    if (group === '') return above || below
    const alone = isField(below) && comparable(below) !== 'total' && above === '' ? [below] : []
    const [first = ''] = group.split(' ')
    const whole = [...alone, `${below} ${group}`, `${group} ${below}`, `${first} ${below}`, below]
    const plain = `${above} ${below}`.trim()
    return [plain, ...whole].find(isMapped) ?? whole.find(isField) ?? whole.find(isAmount) ?? plain
  })
}

/**
 * The headers of two rows of which no column may be known; undefined if the row below is not a part of the header. It is one if it has no digits, and if a
 * merged cell of the upper line stands above several of its cells.
 */
export function groupedHeader({ cells: upper }: TableRow, { cells: lower }: TableRow): string[] | undefined {
  const filled = (cells: readonly string[], index: number) => (cells[index] ?? '').trim() !== ''
  const isBelowGroup = (index: number) => !filled(upper, index) && filled(lower, index) && filled(lower, index - 1)
  if (lower.some(cell => /\d/.test(cell)) || !lower.some((_, index) => isBelowGroup(index))) return undefined
  let group = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, index) => {
    group = filled(lower, index) ? (upper[index]?.trim() ?? '') || group : ''
    return filled(lower, index) ? `${group} ${lower[index]?.trim()}`.trim() : (upper[index]?.trim() ?? '')
  })
}

const isField = (header: string) => RENT_ROLL.known.has(comparable(header))

/** Whether a header is one of a charge or of a kind of deposit. */
function isAmount(header: string): boolean {
  const { charges, deposits } = rentRollKind.map([header])
  return charges.length + deposits.length > 0
}
