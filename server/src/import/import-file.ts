/** Imports one file of any kind into one organization. */
import { createReadStream } from 'node:fs'
import { Refusal } from '#server/base/refusal.ts'
import { refuseConsoleList } from './console-lists.ts'
import { importRentRoll } from './import-rent-roll.ts'
import type { ImportOptions, InTransaction } from './import-transaction.ts'
import { ledgerImport } from './ledger/import-ledger.ts'
import { mappingFor } from './mapping/remembered.ts'
import { AS_OF, CLOSE_MISSING, LAYOUT } from './option-words.ts'
import type { Outcome } from './outcome.ts'
import { paymentsImport } from './payments/import-payments.ts'
import { MAX_ROWS_ABOVE, noHeader } from './read/header.ts'
import type { KindName } from './read/kind-name.ts'
import { EVERY_NEED, kindOfHeader, nearestKind } from './read/kinds.ts'
import { recognize } from './read/layouts/layouts.ts'
import { type Mapping, NO_MAPPING } from './read/mapping.ts'
import { openTable } from './read/open-table.ts'
import { isBlankRow, type TableRow } from './read/table.ts'
import { groupedHeader } from './read/two-lines.ts'
import { likelyHeader, UnknownHeader } from './read/unknown-header.ts'
import { jsonOf as jsonOfRentRoll, linesOf as linesOfRentRoll } from './report.ts'
import { importRows } from './rows/import-rows.ts'
import type { RowsOutcome } from './rows/outcome.ts'
import { jsonOf, linesOf } from './rows/report.ts'
import { checkFile } from './source.ts'
import { workOrdersImport } from './work-orders/import-work-orders.ts'

export type Imported = {
  /** The outcome as one object for programs, and as lines of text. */
  json: Record<string, unknown>
  lines: readonly string[]
  outcome: RentRollOutcome | RowsOutcome
  /** Whether rejected rows prevented the import, or, in a dry run, would have prevented it. */
  refused: boolean
}

export type RentRollOutcome = Outcome & { kind: 'rent_roll'; mapping: Mapping }

/** Imports a file; its header row shows the kind. Throws a Refusal if the file cannot be read or cannot be imported as a whole. */
export async function importFile(
  path: string,
  options: ImportOptions,
  inTransaction: InTransaction,
  onProgress: (rows: number, of: number) => void,
): Promise<Imported> {
  await checkFile(path)
  const mapping = await inTransaction(context => mappingFor(context, options.mapping ?? NO_MAPPING))
  return importAs(await kindFor(path, options, mapping), path, { ...options, mapping }, inTransaction, onProgress)
}

async function importAs(
  kind: KindName,
  path: string,
  options: ImportOptions & { mapping: Mapping },
  inTransaction: InTransaction,
  onProgress: (rows: number, of: number) => void,
): Promise<Imported> {
  const { mapping } = options
  switch (kind) {
    case 'rent_roll': {
      const outcome = await importRentRoll(path, options, inTransaction, onProgress)
      return {
        json: jsonOfRentRoll(outcome),
        lines: linesOfRentRoll(outcome),
        outcome: { ...outcome, kind: 'rent_roll', mapping },
        refused: isRefused(outcome, options),
      }
    }
    case 'payments':
      return importedRows(await importRows(path, paymentsImport, options, inTransaction, onProgress), options)
    case 'ledger':
      return importedRows(await importRows(path, ledgerImport, options, inTransaction, onProgress), options)
    case 'work_orders':
      return importedRows(await importRows(path, workOrdersImport, options, inTransaction, onProgress), options)
  }
}

const CONTENT: Record<KindName, string> = {
  rent_roll: 'a rent roll',
  payments: 'payments',
  ledger: 'a ledger',
  work_orders: 'work orders',
}

/** Finds the kind of the file. Refuses an option that would have no effect on a file of this kind, because who gave it expects one. */
async function kindFor(
  path: string,
  { asOf, closeMissing, layout }: ImportOptions,
  { columns }: Mapping,
): Promise<KindName> {
  // A layout is chosen for a rent roll whose header row does not show what it is.
  const kind = await kindOf(path, layout && 'rent_roll', columns)
  if (kind === 'rent_roll') return kind
  const option = layout ? LAYOUT : asOf !== undefined ? AS_OF : closeMissing ? CLOSE_MISSING : undefined
  if (option === undefined) return kind
  const message = `${option} applies only to a rent roll, and ${path} contains ${CONTENT[kind]}. Nothing was imported. Import it without this option.`
  throw new Refusal('invalid_request', message)
}

function importedRows(outcome: RowsOutcome, options: ImportOptions): Imported {
  return { json: jsonOf(outcome), lines: linesOf(outcome), outcome, refused: isRefused(outcome, options) }
}

function isRefused(
  { written, dryRun, rowsLeftOut }: { written: boolean; dryRun: boolean; rowsLeftOut: number },
  { skipBadRows }: ImportOptions,
): boolean {
  return !written && !(dryRun && (rowsLeftOut === 0 || skipBadRows))
}

/** The refusal of a file of whose header no word is known: it may be a rent roll in other words. */
function unknownHeader(rows: readonly TableRow[]): UnknownHeader | undefined {
  const header = likelyHeader(rows)
  if (!header) return undefined
  const [next, ...rest] = rows.slice(rows.indexOf(header) + 1)
  const grouped = next && groupedHeader(header, next)
  const below = grouped || !next ? rest : [next, ...rest]
  const message = `No column of this file is known. ${EVERY_NEED} Say what its columns mean, or fill in one of our templates.`
  return new UnknownHeader('rent_roll', message, { headers: grouped ?? header.cells }, below)
}

/**
 * Finds the kind of a file. If its header lacks a column, the kind is `otherwise`, or the one with the most of its headers, whose reader then reports
 * what is missing.
 */
export async function kindOf(path: string, otherwise?: KindName, columns?: Mapping['columns']): Promise<KindName> {
  const fits = (read: readonly TableRow[]) => {
    const first = read.filter(row => !isBlankRow(row))
    return first.some((row, index) => kindOfHeader(row) ?? recognize(row, first[index - 1], undefined))
  }
  const { rows } = await openTable(createReadStream(path), fits, columns)
  let nearest: { kind: KindName; known: number } | undefined
  let found: KindName | undefined
  let before: TableRow | undefined
  const read: TableRow[] = []
  try {
    for (let above = 0; above <= MAX_ROWS_ABOVE; above++) {
      const next = await rows.next()
      if (next.done) break
      if (isBlankRow(next.value)) continue
      read.push(next.value)
      if (before) refuseConsoleList(before, next.value)
      if (found || above === MAX_ROWS_ABOVE) break
      found = kindOfHeader(next.value) ?? (recognize(next.value, before, undefined) && 'rent_roll')
      before = next.value
      const near = nearestKind(next.value)
      if (near.known > (nearest?.known ?? 1)) nearest = near
    }
  } finally {
    await rows.return(undefined)
  }
  const kind = found ?? otherwise
  if (kind) return kind
  if (!nearest) throw unknownHeader(read) ?? noHeader(EVERY_NEED)
  return nearest.kind
}
