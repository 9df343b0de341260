/** Reads a whole file of records before anything is looked up: its rows, packed and sorted, and their problems. */
import { formatCents } from '#server/base/money.ts'
import { Refusal } from '#server/base/refusal.ts'
import { FileProperties } from '../file-properties.ts'
import { type Findings, findings, MAX_REPORTED } from '../findings.ts'
import type { ColumnValues, MappingReport } from '../read/column-mapping.ts'
import type { Mapping } from '../read/mapping.ts'
import { parseResidents } from '../read/names.ts'
import type { RentRollProblem } from '../read/records.ts'
import type { SheetChoice } from '../read/sheet-choice.ts'
import type { PlaceField, TableColumns } from '../read/table-columns.ts'
import { askedAsOf, type UnnamedBlock, unnamedBlocks } from '../unnamed-properties.ts'
import { type RowReader, readRows } from './read-rows.ts'
import type { FileRow } from './row-items.ts'

export type FileReader<Field extends string, Row extends FileRow> = RowReader<Field | PlaceField, Row> & {
  /** The sort key. Rows are written in the order of their keys, and then of the file, because a file may begin with its newest row. */
  key(row: Row): string
  cents(row: Row): number
  /** The resident whom the row names, as the file writes it. */
  payer(row: Row): string | undefined
  /**
   * The group of a row. Rows of one group are in one batch and follow one another in the order of their keys. Without it, any rows may be in
   * different batches.
   */
  group?(row: Row): string
  /** Begins a check of the rows. */
  check?(): RowsCheck<Row>
}

/** Compares the rows, in file order, with the other figures that the file states. */
export type RowsCheck<Row> = {
  add(row: Row): void
  /** Reports to the check that a row was rejected. */
  skip(): void
  /** Returns the differences. */
  end(): readonly { line: number; message: string }[]
  /** Returns a row as the whole file shows that it is meant; called after the end. */
  settle?(row: Row): Row
}

export type ReadFile<Field extends string, Row> = {
  columns: TableColumns<Field | PlaceField>
  /** The sheet of a workbook that was read. */
  sheet: SheetChoice | undefined
  /** How the mapping of the columns was applied. */
  mapped: MappingReport
  samples: ColumnValues
  properties: FileProperties
  /** The units of the property that the file does not name, if it names none. */
  unnamed: UnnamedBlock | undefined
  problems: Findings<RentRollProblem>
  /** Totals of the file that equal no sum of its rows, and other figures that differ from them. */
  totals: Findings<{ line: number; message: string }>
  rowsLeftOut: number
  /** Rows that are not records: the reason, the first line and their number. */
  skipped: ReadonlyMap<string, { line: number; rows: number }>
  rows: number
  /** Yields the rows in batches; `sizeNow` returns the size of the next one. */
  batches(sizeNow: () => number): Generator<readonly Row[]>
}

const MAX_BYTES = 64 * 1024 * 1024

/**
 * Reads the file once. To sort the rows, each is stored outside of the heap as a few hundred bytes of JSON. A file that needs more
 * than 64 MiB is refused.
 */
export async function readFile<Field extends string, Row extends FileRow>(
  path: string,
  reader: FileReader<Field, Row>,
  mappedColumnsOf?: Mapping['columns'],
): Promise<ReadFile<Field, Row>> {
  const pack = packing(reader)
  const named = namedPlaces(reader)
  const problems = findings<RentRollProblem>(MAX_REPORTED)
  const totals = findings<{ line: number; message: string }>(MAX_REPORTED)
  const sum = runningSum()
  const check = reader.check?.()
  let header: Pick<ReadFile<Field, Row>, 'columns' | 'sheet' | 'mapped' | 'samples'> | undefined
  const skipped = new Map<string, { line: number; rows: number }>()
  let rowsLeftOut = 0
  for await (const item of readRows(path, reader, mappedColumnsOf)) {
    if (item.is === 'header') header = item
    else if (item.is === 'problem') problems.add(item.problem)
    else if (item.is === 'left out') {
      rowsLeftOut++
      check?.skip()
    } else if (item.is === 'skipped') {
      sum.add(item.cents)
      countPassedOver(skipped, item)
    } else if (item.is === 'total') {
      if (!sum.isOfSome(item.cents)) totals.add({ line: item.line, message: wrongTotal(item.cents) })
    } else {
      named.add(item.row)
      sum.add(reader.cents(item.row))
      check?.add(item.row)
      pack.add(item.row)
    }
  }
  if (!header) throw new Error('The reader gave no header')
  for (const difference of check?.end() ?? []) totals.add(difference)
  const kept = pack.sorted()
  const { columns, sheet, mapped, samples } = header
  const found = { columns, sheet, mapped, samples, ...named.end(), problems, totals, rowsLeftOut, skipped }
  return { ...found, rows: kept.length, batches: sizeNow => batchesOf(kept, sizeNow, { ...reader, ...check }) }
}

/** Gathers the properties that the rows name, and the units of the one that they do not name. */
function namedPlaces<Field extends string, Row extends FileRow>(reader: FileReader<Field, Row>) {
  const properties = new FileProperties()
  const units = unnamedBlocks()
  return {
    add(row: Row): void {
      const { property, unit: label } = row.place
      properties.add(property)
      units.add({ unnamed: property.unnamed, label, family: familyOf(reader.payer(row)) })
    },
    end() {
      for (const [unnamed, { labels }] of units.all) properties.identify(unnamed, { askedAs: askedAsOf(labels) }, false)
      const [unnamed] = units.all.values()
      return { properties, unnamed }
    },
  }
}

function familyOf(payer: string | undefined): string | undefined {
  return payer === undefined ? undefined : parseResidents(payer)[0]?.last_name
}

/** Packs rows and sorts them by their keys. */
function packing<Field extends string, Row extends FileRow>(reader: FileReader<Field, Row>) {
  const kept: { key: string; json: Buffer }[] = []
  let bytes = 0
  return {
    add(row: Row): void {
      const json = Buffer.from(JSON.stringify(row))
      bytes += json.length
      if (bytes > MAX_BYTES) throw tooLarge()
      kept.push({ key: reader.key(row), json })
    },
    sorted: () => kept.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)),
  }
}

function countPassedOver(
  counts: Map<string, { line: number; rows: number }>,
  item: { why: string; line: number },
): void {
  const { line, rows } = counts.get(item.why) ?? { line: item.line, rows: 0 }
  counts.set(item.why, { line, rows: rows + 1 })
}

function* batchesOf<Row>(
  kept: readonly { json: Buffer }[],
  sizeNow: () => number,
  { group, settle = row => row }: { group?(row: Row): string; settle?(row: Row): Row },
): Generator<readonly Row[]> {
  let batch: Row[] = []
  for (const { json } of kept) {
    const row = settle(JSON.parse(json.toString()) as Row)
    const last = batch.at(-1)
    if (last && batch.length >= sizeNow() && (!group || group(row) !== group(last))) {
      yield batch
      batch = []
    }
    batch.push(row)
  }
  if (batch.length > 0) yield batch
}

const MAX_TOTALS = 10_000

/** Stores the sums of rows since each total, because a total may cover its group, an outer group or the file. */
function runningSum() {
  let sum = 0
  const before = new Set([0])
  return {
    add(cents: number) {
      sum += cents
      if (!Number.isSafeInteger(sum)) {
        throw new Refusal('invalid_request', 'The amounts of this file add up to more than can be counted exactly.')
      }
    },
    isOfSome(cents: number): boolean {
      const isSum = before.has(sum - cents)
      if (before.size < MAX_TOTALS) before.add(sum)
      return isSum
    },
  }
}

function wrongTotal(cents: number): string {
  return `The file states a total of ${formatCents(cents)}, but no group of rows above it has that sum. Check that no row is missing.`
}

function tooLarge(): Refusal {
  const message = 'This file contains too much text for one import. Split it, by month for example.'
  return new Refusal('invalid_request', message)
}
