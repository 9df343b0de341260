/** Reads a whole rent roll in a test, sorted by kind of item. */
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { withMore } from '#server/import/read/more-of-unit.ts'
import type { RentRollEnd, RentRollHeader, RentRollProblem, RentRollRow } from '#server/import/read/records.ts'
import { type ReadingOptions, readRentRoll } from '#server/import/read/rent-roll.ts'

export type WholeRentRoll = {
  header: RentRollHeader
  rows: RentRollRow[]
  problems: RentRollProblem[]
  end: RentRollEnd
}

export async function readAll(source: Readable | string, options: ReadingOptions = {}): Promise<WholeRentRoll> {
  let header: RentRollHeader | undefined
  let end: RentRollEnd | undefined
  const rows: RentRollRow[] = []
  const problems: RentRollProblem[] = []
  for await (const item of readRentRoll(source, options)) {
    if (end) throw new Error('an item follows the end')
    if (item.kind === 'header') header = item.header
    else if (item.kind === 'row') rows.push(item.row)
    else if (item.kind === 'rejected') continue
    else if (item.kind === 'more') {
      const at = rows.findIndex(({ line }) => line === item.more.of)
      rows.splice(at, 1, withMore(rows[at]!, [item.more]))
    } else if (item.kind === 'problem') problems.push(item.problem)
    else end = item.end
  }
  if (!header || !end) throw new Error('the header or the end is missing')
  return { header, rows, problems, end }
}

/** Reads `text` (or bytes) as the content of a file. */
export function readText(content: string | Buffer, options: ReadingOptions = {}): Promise<WholeRentRoll> {
  return readAll(Readable.from([Buffer.from(content)]), options)
}

export function fixture(name: string): string {
  return join(import.meta.dirname, 'fixtures', name)
}

/** The residents of a row as `First Last`, for comparing at a glance. */
export function namesIn(row: RentRollRow | undefined): string[] {
  return (row?.tenancy?.residents ?? []).map(resident => `${resident.first_name} ${resident.last_name}`.trim())
}
