/** Reads the rent of a row, which a file may state in parts: what a housing authority pays, and what the resident pays. */
import { formatCents } from '#server/base/money.ts'
import { MONEY } from './cells.ts'
import { quote, type RowCells } from './row-cells.ts'

/**
 * Reads the rent, which is that of the whole lease, whoever pays it: its own column, else the sum of the parts. `rest` is what the Total of the row
 * leaves for the rent.
 */
export function readRent(cells: RowCells, rest: number | undefined): number | undefined {
  const rent = cells.take('rent', MONEY, 'row')
  if (!cells.has('tenantRent') && !cells.has('subsidy')) return rent
  const leftOut = cells.has('rent') ? 'value' : 'row'
  const tenant = cells.take('tenantRent', MONEY, leftOut)
  const subsidy = cells.take('subsidy', MONEY, leftOut)
  const sum = (tenant ?? 0) + (subsidy ?? 0)
  if (rent === undefined) return sumOfParts(cells, tenant, subsidy)
  if (tenant !== undefined && subsidy !== undefined && rent !== sum) {
    const parts = `${cells.headerOf('tenantRent')} and ${cells.headerOf('subsidy')}`
    cells.drop(
      'rent',
      `${parts} add up to ${formatCents(sum)}. The rent is imported as ${formatCents(rent)}; check which is right.`,
    )
  } else if (!cells.has('tenantRent') && subsidy) {
    if (rest === rent + subsidy) return rest
    if (rest !== rent) cells.drop('subsidy', PART_OF_RENT)
  }
  return rent
}

const PART_OF_RENT =
  'The subsidy is imported as a part of the rent. If the rent in this file is only what the resident pays, write the sum of both as the rent.'

function sumOfParts(cells: RowCells, tenant: number | undefined, subsidy: number | undefined): number | undefined {
  if (cells.has('tenantRent'))
    return tenant === undefined && subsidy === undefined ? undefined : (tenant ?? 0) + (subsidy ?? 0)
  if (subsidy && !cells.has('rent'))
    cells.drop(
      'subsidy',
      'The file has no column for the full rent, so the subsidy is not imported. Add a column Rent with what the resident and the subsidy pay together.',
    )
  if (subsidy && cells.has('rent'))
    cells.refuse('rent', 'The row has a subsidy but no rent. Write the full rent, including the subsidy.')
  return undefined
}

/**
 * Rejects a row whose rent is not one per month. Such a rent is not converted: charges of a lease are per month, and a rent per week has no exact
 * amount per month that the lease agreed to. A word that may mean anything is reported, and the rent is imported.
 */
export function checkRentCycle(
  cells: Pick<RowCells<'rentCycle'>, 'text' | 'refuse' | 'drop'>,
  rent: number | undefined,
): void {
  const cycle = cells.text('rentCycle')
  if (!rent || cycle === '') return
  if (NOT_MONTHLY.test(cycle))
    cells.refuse(
      'rentCycle',
      `The rent is ${quote(cycle)}, but rent is imported per month. Write the amounts per month, and Monthly in this column.`,
    )
  else if (!MONTHLY.test(cycle))
    cells.drop(
      'rentCycle',
      `${quote(cycle)} is not a known rent cycle. The rent is imported per month; correct it if it is not.`,
    )
}

const NOT_MONTHLY =
  /\bw(?:ee)?k|week|fortnight|\bda(?:y|ily)\b|\bnight|quarter|\bqtr|\b(?:semi|bi)-?(?:month|annual|year)|annual|annum|year|\byr|\bevery (?:other|two|three|four|six|twelve|(?!1\b)\d+)\b|twice|\bone[- ]?time\b|^once$/i

const MONTHLY = /month|^(?:m|mo|mtm)\.?$/i
