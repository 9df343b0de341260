/** The common part of every layout: rows are read in file order, and each is read by the first matching kind of row of the layout. */
import { cleanCell, MONEY, wordKey } from '../cells.ts'
import { quote } from '../row-cells.ts'
import { headerOf } from '../table-columns.ts'
import { vacancyInPlaceOf } from '../vacancy.ts'
import type { LayoutColumns } from './fields.ts'
import type { RowReader } from './layout.ts'
import type { Roll, UnitDraft } from './roll.ts'
import {
  inspectRow,
  isRepeatedHeader,
  isSplitDay,
  rejectRow,
  rejectShiftedRow,
  reportText,
  type SeenRow,
} from './rows.ts'
import { addCharge, type StatedTenancy, sumOfCharges } from './tenancy.ts'

/** The state while rows are read; a layout adds what it needs. */
export type Reading = {
  readonly roll: Roll
  columns: LayoutColumns
  /** The tenancy to which further charges belong; undefined if no unit has been read. */
  tenancy: StatedTenancy | undefined
  /** The rows of this tenancy so far, the first of which describes it. */
  rowsOfTenancy?: SeenRow[]
}

/** A kind of row: whether a row is of this kind, and how it is read. Without `read`, rows of this kind are skipped. */
export type RowKind<Known> = {
  is(seen: SeenRow, reading: Known): boolean
  read?(seen: SeenRow, reading: Known): void
}

/** Reads the rows. A row of no known kind is rejected, and what follows it belongs to no tenancy. */
export function walk<Known extends Reading>(reading: Known, kinds: readonly RowKind<Known>[]): RowReader {
  return {
    take(row) {
      const seen = inspectRow(row, reading.columns)
      if (seen.filled.length === 0 || isSplitDay(seen)) return
      const kind = kinds.find(({ is }) => is(seen, reading))
      const { tenancy, rowsOfTenancy = [] } = reading
      if (kind) kind.read?.(seen, reading)
      else {
        reading.tenancy = undefined
        rejectRow(seen, reading.roll)
      }
      reading.rowsOfTenancy = reading.tenancy === tenancy ? rowsOfTenancy : []
      if (reading.tenancy) reading.rowsOfTenancy.push(seen)
    },
  }
}

export const REPEATED_HEADER: RowKind<Reading> = { is: isRepeatedHeader }

export const SHIFTED: RowKind<Reading> = {
  is: ({ cells }) => cells.areShifted,
  read: (seen, reading) => {
    // The row may be a unit. The charges below it then do not belong to the unit above it.
    reading.tenancy = undefined
    rejectShiftedRow(seen, reading.roll)
  },
}

/** A name alone in the column of residents, which is neither a unit nor the heading of a property. */
export const LONE_NAME: RowKind<Reading> = {
  is: ({ isLone, first, cells }) => isLone && cells.text('name') === first,
  read: (seen, { roll }) => reportText(seen, roll),
}

/**
 * Whether a row is another charge of the tenancy above it and repeats what describes that, as a file does whose empty cells were filled in. A charge of
 * the same code and amount may be the same one, entered twice.
 */
export function isChargeInFull(seen: SeenRow, { columns, tenancy, rowsOfTenancy = [] }: Reading): boolean {
  const [first] = rowsOfTenancy
  const { cells, row } = seen
  if (!tenancy || !first || cells.text('unit') === '' || cells.text('chargeCode') === '') return false
  if (cells.text('name') === '' && cells.text('residentId') === '') return false
  const own = OF_CHARGE.map(field => columns.indexOf.get(field))
  const isRepeated = (cell: string, index: number) =>
    own.includes(index) || cleanCell(cell) === '' || cleanCell(cell) === cleanCell(first.row.cells[index] ?? '')
  const chargeIn = (each: SeenRow) => OF_CHARGE.map(field => each.cells.text(field)).join('\n')
  return row.cells.every(isRepeated) && rowsOfTenancy.every(each => chargeIn(each) !== chargeIn(seen))
}

/** The fields in which the rows of a tenancy differ. */
const OF_CHARGE = ['ledger', 'chargeCode', 'amount'] as const

/** Compares the total of a unit with its charges. */
export function checkUnitTotal({ cells, row }: SeenRow, { roll, tenancy }: Reading): void {
  const stated = cells.take('amount', MONEY, 'value')
  roll.absorb(cells)
  if (tenancy && stated !== undefined) roll.stateUnitTotal(row.line, stated, sumOfCharges(tenancy))
}

/** Adds the charge of a row to the tenancy; rejects the row if there is none. `uncoded` names the charges of a report that has no column for their code. */
export function readCharge(seen: SeenRow, { roll, tenancy }: Reading, uncoded: string): void {
  const { cells } = seen
  if (!tenancy) {
    rejectRow(seen, roll, ' It has a charge, but no unit above it.')
    return
  }
  const field = cells.has('rent') ? 'rent' : 'amount'
  const cents = cells.take(field, MONEY, 'value')
  const code = cells.has('chargeCode') ? cells.text('chargeCode') : uncoded
  roll.absorb(cells)
  if (cents === undefined) return
  if (code !== '') addCharge(tenancy, code, cents)
  else if (cents !== 0) {
    const reason = `${quote(cells.text(field))} has no charge code. The charge is not imported. Add the code.`
    roll.drop(cells.line, 'Charge Code', reason)
  }
}

/** The state of a unit whose row has `word` in place of a resident; the unit is occupied if there is none. */
export function stateByWord(word: string | undefined, roll: Roll): UnitDraft['state'] {
  if (word === undefined) return 'OCCUPIED'
  const vacancy = vacancyInPlaceOf(word)
  if (vacancy === undefined) roll.noteStatus(word)
  return roll.mapping.statuses.get(wordKey(word)) ?? vacancy ?? 'OFFLINE'
}

/**
 * Reads the status of a row as the mapping file defines it or, failing that, as the layout knows it. Rejects the row and returns undefined if
 * neither knows the word.
 */
export function readStatus<Meaning extends string>(
  { cells, row, columns }: SeenRow,
  { roll }: Reading,
  { system, meaningOf }: { system: string; meaningOf(word: string): Meaning | undefined },
): Meaning | UnitDraft['state'] | undefined {
  const word = cells.text('status')
  const known = meaningOf(word)
  if (known === 'OFFLINE' || known === undefined) roll.noteStatus(word, known !== undefined)
  const meaning = roll.mapping.statuses.get(wordKey(word)) ?? known
  if (meaning === undefined) {
    const reason = `${quote(word)} is not a known status of ${system}. Correct it, or give it a meaning in the mapping file.`
    roll.leaveOut(row.line, headerOf(columns, 'status'), reason)
    roll.rejectedLabels.push({ block: roll.block, label: cells.text('unit') })
  }
  return meaning
}
