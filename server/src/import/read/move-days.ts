/** Reads the days on which the residents of a row move in and out: one for all of them, or one for each in the order of their names. */
import { type CellKind, DATE } from './cells.ts'
import { parseDay } from './days.ts'
import type { LeaseRecord, ResidentRecord } from './records.ts'
import { quote, type RowCells } from './row-cells.ts'

const DAYS: CellKind<string[]> = {
  ...DATE,
  parse(text) {
    const whole = parseDay(text)
    if (whole !== undefined) return [whole]
    const days = text.split(BETWEEN).map(parseDay)
    return days.every(day => day !== undefined) ? days : undefined
  },
}

/** What stands between two days of a cell. A comma may also be a part of a day: `March 1, 2026`. */
const BETWEEN = /\s*[\n;|]\s*|\s+[&/]\s+|,\s*(?=\d{1,2}[-/]|\d{4}-)/

/** A row has one lease: it begins when the first of its residents moves in, and ends when the last one moves out. */
export type Moves = { residents: ResidentRecord[] } & Pick<LeaseRecord, 'moveIn' | 'moveOut'>

export function readMoves(cells: RowCells, residents: ResidentRecord[]): Moves {
  const ins = cells.take('moveIn', DAYS, 'row') ?? []
  const outs = cells.take('moveOut', DAYS, 'row') ?? []
  const isOfEach = (days: readonly string[]) => new Set(days).size > 1 && days.length === residents.length
  const [insOfEach, outsOfEach] = [isOfEach(ins), isOfEach(outs)]
  if (new Set(ins).size > 1 && !insOfEach)
    cells.drop('moveIn', `${countsIn(cells.text('moveIn'), ins, residents)}, so only the earliest of them is imported.`)
  if (new Set(outs).size > 1 && !outsOfEach)
    cells.refuse(
      'moveOut',
      `${countsIn(cells.text('moveOut'), outs, residents)}. Write one day if all of them move out on it, or a day for each.`,
    )
  return {
    residents: residents.map((resident, index) => ({
      ...resident,
      ...(insOfEach && { moveIn: ins[index] }),
      ...(outsOfEach && { moveOut: outs[index] }),
    })),
    moveIn: ins.toSorted()[0],
    moveOut: outs.toSorted().at(-1),
  }
}

function countsIn(text: string, days: readonly string[], { length }: readonly ResidentRecord[]): string {
  return `${quote(text)} has ${days.length} days, and the row names ${length === 1 ? 'one resident' : `${length} residents`}`
}
