/** Imports files into a test's world, and counts what its database then holds. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { todayIn } from '#server/base/dates.ts'
import { importRentRoll } from '#server/import/import-rent-roll.ts'
import type { ImportOptions } from '#server/import/import-transaction.ts'
import type { Outcome } from '#server/import/outcome.ts'
import { paymentsImport } from '#server/import/payments/import-payments.ts'
import { importRows } from '#server/import/rows/import-rows.ts'
import type { RowsOutcome } from '#server/import/rows/outcome.ts'
import { workOrdersImport } from '#server/import/work-orders/import-work-orders.ts'
import type { Organization, World } from '../world.ts'

export function importFile(
  world: World,
  organization: Organization,
  path: string,
  options: Partial<ImportOptions> = {},
): Promise<Outcome> {
  const today = todayIn('America/Chicago', world.clock.now())
  const given = { asOf: undefined, today, dryRun: false, skipBadRows: false, closeMissing: false, ...options }
  return importRentRoll(path, given, organization.within, () => {})
}

export function importPayments(
  organization: Organization,
  path: string,
  options: Partial<Pick<ImportOptions, 'dryRun' | 'skipBadRows' | 'mapping'>> = {},
): Promise<RowsOutcome> {
  const given = { dryRun: false, skipBadRows: false, ...options }
  return importRows(path, paymentsImport, given, organization.within, () => {})
}

export function importWorkOrders(
  organization: Organization,
  path: string,
  options: Partial<Pick<ImportOptions, 'dryRun' | 'skipBadRows' | 'mapping'>> = {},
): Promise<RowsOutcome> {
  const given = { dryRun: false, skipBadRows: false, ...options }
  return importRows(path, workOrdersImport, given, organization.within, () => {})
}

/** The path of a new file of this content. */
export function fileOf(content: string | Buffer): string {
  folder ??= mkdtempSync(join(process.env.GATEHOUSE_TEST_DATA_DIR ?? tmpdir(), 'gatehouse-import-'))
  const path = join(folder, `${++files}.csv`)
  writeFileSync(path, content)
  return path
}

let folder: string | undefined
let files = 0

const TABLES = [
  'owners',
  'portfolios',
  'properties',
  'units',
  'unit_rates',
  'unit_offline_spans',
  'unit_preleases',
  'residents',
  'leases',
  'lease_date_changes',
  'lease_residents',
  'lease_charges',
  'lease_charge_changes',
  'lease_renewals',
  'invoices',
  'payments',
  'work_orders',
  'ledger_entries',
]

/** Every row of the organization's portfolio, as text: equal before and after when nothing was changed, `updated_at` included. */
export async function everyRow(world: World, organization: Organization): Promise<string[]> {
  const rows: string[] = []
  for (const table of TABLES) {
    const found = await world.sql<{ row: string }>(
      `select '${table} ' || t::text as row from ${table} t where organization_id = $1 order by 1`,
      [organization.id],
    )
    rows.push(...found.map(({ row }) => row))
  }
  return rows
}

/** The cells of a CSV file, read independently of the import. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [cell, quoted, plain, end] of text
    .replace(/\r\n/g, '\n')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^,\n"]*))(,|\n|$)/g)) {
    if (!cell && !end) break
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain ?? '').trim())
    if (end === '\n') rows.push([])
  }
  return rows
}

/** `(1,234.50)` → -123450; 0 for text that is not an amount. */
export function centsOf(text: string | undefined): number {
  const digits = Number((text ?? '').replace(/[$,()-]/g, ''))
  return Math.round(digits * 100) * (/[(-]/.test(text ?? '') ? -1 : 1) || 0
}
