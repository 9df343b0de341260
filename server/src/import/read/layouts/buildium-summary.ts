/** Reads the blocks at the end of a Buildium rent roll: counts of units, and tables of units by size or property. */
import { BED_BATH, cleanCell, comparable, MONEY } from '../cells.ts'
import type { TableRow } from '../table.ts'
import type { Draft, Figure, Roll } from './roll.ts'

/** The figure that a column of a block states; undefined for one that is not compared, such as a percentage. */
type Column = { figure: Figure; code?: string; of?: readonly ((draft: Draft) => boolean)[] }

/** The columns of the block by position; empty until its header has been read. */
export type BuildiumSummary = ReadonlyMap<number, Column>

const isUnit = ({ kind }: Draft) => kind === 'unit'
/** “All leases” has a row per lease, and counts rows as units. */
const isRow = (draft: Draft) => draft.kind !== 'unit' || !draft.isImplied
const isRented = ({ tenancy }: Draft) => tenancy.residents.length > 0

const UNITS: readonly (readonly [RegExp, Column['of']])[] = [
  [/^(?:total|numberof|noof|of)?(?:units|leases)$/, [isUnit, isRow]],
  [
    /^(?:total|numberof)?(?:occupied|rented)(?:units)?$/,
    [draft => isUnit(draft) && isRented(draft), draft => isRow(draft) && isRented(draft)],
  ],
  [
    /^(?:total|numberof)?vacant(?:units)?$/,
    [draft => isUnit(draft) && !isRented(draft), draft => isUnit(draft) && isRow(draft) && !isRented(draft)],
  ],
]
const AMOUNTS: Readonly<Record<string, Column>> = {
  rent: { figure: 'charges_cents', code: 'Rent' },
  totalrent: { figure: 'charges_cents', code: 'Rent' },
  total: { figure: 'charges_cents' },
  depositsheld: { figure: 'deposit_cents' },
}

/** Whether a row certainly belongs to a block: a count of units, or a header. */
export function isOfSummary({ cells }: TableRow): boolean {
  const texts = cells.map(cleanCell).filter(Boolean)
  if (countOf(texts[0] ?? '')) return texts.length <= 3
  return texts.every(text => !/\d/.test(text)) && texts.some(text => countOf(text))
}

/** Reads a row of a block. Returns the columns, which change if the row is a header; undefined if the row cannot be read. */
export function readSummary(
  { line, cells }: TableRow,
  roll: Roll,
  columns: BuildiumSummary,
): BuildiumSummary | undefined {
  const texts = cells.map(cleanCell)
  const at = texts.findIndex(text => text !== '')
  const label = texts[at] ?? ''
  const rest = texts.map((text, index) => ({ text, index })).slice(at + 1)
  const figures = rest.filter(({ text }) => text !== '')
  if (figures.every(({ text }) => !/\d/.test(text))) return headerOf(figures)
  const counted = countOf(label)
  if (counted && columns.size === 0) {
    const count = Number(/^(\d[\d,]*)(?:\.0+)?(?: ?\(.*\))?$/.exec(figures[0]?.text ?? '')?.[1]?.replaceAll(',', ''))
    if (Number.isInteger(count)) roll.state({ name: label, line, block: undefined }, 'units', count, { of: counted })
    // A percentage alone is not compared.
    return Number.isInteger(count) || figures[0]?.text.endsWith('%') ? columns : undefined
  }
  const group = groupOf(label, roll)
  if (!group || columns.size === 0) return undefined
  for (const { text, index } of figures) {
    const column = columns.get(index)
    const cents = column && !text.endsWith('%') ? MONEY.parse(text) : undefined
    if (!column || cents === undefined) continue
    const of = (column.of ?? [() => true]).map(isCounted => (draft: Draft) => isCounted(draft) && group(draft))
    const stated = column.figure === 'units' ? cents / 100 : cents
    roll.state({ name: `Summary: ${label}`, line, block: undefined }, column.figure, stated, { of, code: column.code })
  }
  return columns
}

function headerOf(cells: readonly { text: string; index: number }[]): BuildiumSummary {
  const columns = new Map<number, Column>()
  for (const { text, index } of cells) {
    const of = text.includes('%') ? undefined : countOf(text)
    const column: Column | undefined = of ? { figure: 'units', of } : AMOUNTS[comparable(text)]
    if (column) columns.set(index, column)
  }
  return columns
}

function countOf(text: string): Column['of'] {
  return UNITS.find(([pattern]) => pattern.test(comparable(text)))?.[1]
}

/** The drafts that the row of a block covers. */
function groupOf(label: string, roll: Roll): ((draft: Draft) => boolean) | undefined {
  if (/^(?:grand )?totals?:?$/i.test(label)) return () => true
  const size = BED_BATH.parse(label)
  if (size) return ({ facts }) => facts?.bedrooms === size.bedrooms && facts?.bathrooms === size.bathrooms
  const block = roll.blockOf(label)
  return block ? draft => block.drafts.includes(draft) : undefined
}
