/** A rent roll of three units with balances, and the ledger that explains them. */
import assert from 'node:assert/strict'
import { ledgerImport } from '#server/import/ledger/import-ledger.ts'
import { importRows } from '#server/import/rows/import-rows.ts'
import type { RowsOutcome } from '#server/import/rows/outcome.ts'
import type { Organization, World } from '../world.ts'
import { cellsOf, centsOf, fileOf, importFile } from './imported.ts'
import { rentRollOn } from './rent-roll-on.ts'

export const ROLL = `As of: 3/1/2026
Property,Unit,Status,Tenant,Lease From,Lease To,Rent,Deposit,Past Due,Prepaid
"Oak - 1 Oak St Akron, OH 44301",1,Current,Ann Elm,1/1/2025,,1000,1000,350,
"Oak - 1 Oak St Akron, OH 44301",2,Current,Cy Fir,12/1/2025,,900,900,,75
"Oak - 1 Oak St Akron, OH 44301",3,Current,Di Oak,6/1/2025,,800,,0,
`
export const HEADER = 'Date,Property,Unit,Tenant,Type,Description,Charges,Payments,Reference'
/** The lines, newest first, as in many exports. The tenant of unit 2 pays before being billed. */
export const LINES = [
  '3/1/2026,Oak,1,Ann Elm,Charge,March rent,"1,000.00",,',
  '2/20/2026,Oak,1,Ann Elm,Credit,Broken heating,,100.00,',
  '2/10/2026,Oak,1,Ann Elm,Charge,NSF fee,50.00,,',
  '2/10/2026,Oak,1,Ann Elm,NSF,Returned,"1,000.00",,77',
  '2/3/2026,Oak,1,Ann Elm,Payment,Rent,,"1,000.00",77',
  '2/1/2026,Oak,1,Ann Elm,Charge,February rent,"1,000.00",,',
  '1/5/2026,Oak,1,Ann Elm,Payment,Rent,,"1,000.00",76',
  '1/1/2026,Oak,1,Ann Elm,Charge,January rent,"1,000.00",,',
  '2/12/2026,Oak,1,Ann Elm,Payment,Rent,,"1,600.00",78',
  '3/1/2026,Oak,2,Cy Fir,Charge,March rent,$900.00,,',
  '2/27/2026,Oak,2,Cy Fir,Payment,March rent,,975.00,',
  '2/1/2026,Oak,2,Cy Fir,Charge,February rent,900.00,,',
  '1/31/2026,Oak,2,Cy Fir,Payment,February rent,,900.00,',
  '12/1/2025,Oak,2,Cy Fir,Charge,Security deposit,900.00,,',
  '12/1/2025,Oak,2,Cy Fir,Payment,Security deposit,,900.00,',
  '1/1/2026,Oak,3,Di Oak,Charge,Rent,800.00,,',
  '1/2/2026,Oak,3,Di Oak,Payment,Rent,,800.00,',
]
export const ledger = (...lines: string[]) => fileOf(`Ledger\n\n${HEADER}\n${lines.map(line => `${line}\n`).join('')}`)

export function importLedger(organization: Organization, path: string, options = {}): Promise<RowsOutcome> {
  return importRows(
    path,
    ledgerImport,
    { dryRun: false, skipBadRows: false, ...options },
    organization.within,
    () => {},
  )
}

export async function withRoll(world: World): Promise<Organization> {
  const organization = await world.organization()
  const outcome = await importFile(world, organization, fileOf(ROLL))
  assert.deepEqual([outcome.written, outcome.problems.first], [true, []])
  return organization
}

/** The sum of the lines up to a day, computed from their text, plus the part of the rent roll's balance that the lines do not explain. */
export function balanceInFile(lines: readonly string[], unit: string, day: string, opening: number): number {
  const sum = lines
    .map(line => cellsOf(line)[0] as string[])
    .filter(([date = '', , label]) => label === unit && isoOf(date) <= day)
    .reduce((cents, [, , , , , , charges, payments]) => cents + centsOf(charges) - centsOf(payments), 0)
  return opening + sum
}

function isoOf(text: string): string {
  const [month = '', day = '', year = ''] = text.split('/')
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

export async function balancesIn(
  world: World,
  organization: Organization,
  day: string,
): Promise<Record<string, number>> {
  const { rows } = await rentRollOn(world, organization, day)
  return Object.fromEntries(rows.map(({ unit_label, balance_cents }) => [unit_label, balance_cents]))
}

/** The lines of each unit add up to what the rent roll states for it: 350 owed, 75 prepaid, and 0. */
export const MONTH_ENDS = ['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-01', '2026-03-31']
