/** Checks a row for values that contradict each other; each contradiction rejects the row. */
import { formatCents } from '#server/base/money.ts'
import { type Amounts, sumOf } from './amounts.ts'
import { comparable, MONEY } from './cells.ts'
import { type LeaseRecord, statusName, type TenancyRecord, type UnitStatus } from './records.ts'
import { quote, type RowCells } from './row-cells.ts'

export function checkAmounts(cells: RowCells, amounts: Amounts): void {
  for (const field of ['marketRent', 'rent', 'deposit'] as const) {
    const cents = amounts[field]
    if (cents === undefined || cents >= 0) continue
    cells.refuse(field, `${quote(cells.text(field))} is below zero. Correct it, or leave it empty for none.`)
  }
  checkDeposits(cells, amounts)
  checkTotalDeposits(cells, amounts)
}

/** Checks the deposits of each kind, and their sum. */
function checkDeposits(cells: RowCells, { deposit = 0, otherDeposits }: Amounts): void {
  const negative = otherDeposits.find(({ amount_cents }) => amount_cents < 0)
  const sum = sumOf(otherDeposits)
  const column = negative?.description ?? cells.headerOf(cells.has('totalDeposits') ? 'totalDeposits' : 'deposit')
  const refuse = (reason: string) => cells.problems.push({ line: cells.line, column, reason, leftOut: 'row' })
  if (negative) refuse('The deposit is below zero. Correct it, or leave it empty for none.')
  else if (deposit >= 0 && sum > deposit)
    refuse('The deposits by kind add up to more than the total deposits. Correct one of them.')
}

/** Reports a total of deposits that is neither the security deposit alone nor the sum of all kinds. */
function checkTotalDeposits(cells: RowCells, { deposit = 0 }: Amounts): void {
  const total = MONEY.parse(cells.text('totalDeposits'))
  if (total === undefined || total === deposit) return
  cells.drop(
    'totalDeposits',
    `${quote(cells.text('totalDeposits'))} is not the sum of the deposits in this row, which are imported. Correct the one that is wrong.`,
  )
}

export function checkDates(cells: RowCells, lease: LeaseRecord): void {
  for (const [start, end] of [
    ['from', 'to'],
    ['moveIn', 'moveOut'],
  ] as const) {
    const [startsOn, endsOn] = [lease[start], lease[end]]
    if (startsOn === undefined || endsOn === undefined || endsOn >= startsOn) continue
    const field = end === 'to' ? 'leaseTo' : 'moveOut'
    cells.refuse(field, `The end date, ${endsOn}, is before the start date, ${startsOn}. Correct one of them.`)
  }
}

export function checkOccupancy(
  cells: RowCells,
  status: UnitStatus,
  tenancy: TenancyRecord | undefined,
  amounts: Amounts,
): void {
  const isVacant = status === 'VACANT_UNRENTED' || status === 'VACANT_RENTED' || status === 'OFFLINE'
  const name = statusName(status)
  if (!isVacant && !tenancy) {
    cells.refuse('tenant', `The unit is ${name}, but no tenant is named. Name the tenant, or correct the status.`)
  }
  if (isVacant && tenancy && status !== 'VACANT_RENTED') {
    const tenant = quote(cells.text('tenant') || cells.text('lastName') || cells.text('additionalResidents'))
    cells.refuse(
      'status',
      `The unit is ${name}, but names the tenant ${tenant}. Correct the status, or remove the tenant.`,
    )
  }
  if (!isVacant || tenancy) return
  for (const field of ['deposit', 'pastDue', 'prepaid'] as const) {
    if (amounts[field]) refuseOfNobody(cells, status, field, amounts[field])
  }
  const [charge] = amounts.charges
  if (!charge) return
  const reason = `The unit is ${name} and names no tenant, but has a charge here. Name the tenant, or clear the cell.`
  cells.problems.push({ line: cells.line, column: charge.description, reason, leftOut: 'row' })
}

function refuseOfNobody(
  cells: RowCells,
  status: UnitStatus,
  field: 'rent' | 'deposit' | 'pastDue' | 'prepaid',
  cents: number,
): void {
  const amount = quote(cells.text(field) || formatCents(cents))
  cells.refuse(
    field,
    `The unit is ${statusName(status)} and names no tenant, but has ${amount} here. Name the tenant, or clear the cell.`,
  )
}

/**
 * The market rent of a unit without a tenant. Rent rolls of offices state a rent for vacant units too, as what is asked for them or was paid before;
 * nobody owes it. If only the empty cell of the tenant makes the unit vacant, the tenant may be missing, so that the row is rejected.
 */
export function marketRentOfVacant(
  cells: RowCells,
  status: UnitStatus,
  { marketRent, rent }: Amounts,
  isCalledVacant: boolean,
): number | undefined {
  if (!rent) return marketRent
  if (!isCalledVacant) {
    refuseOfNobody(cells, status, 'rent', rent)
    return marketRent
  }
  const field = cells.has('rent') ? 'rent' : 'tenantRent'
  const amount = quote(cells.text(field) || formatCents(rent))
  const isPlanned = comparable(cells.headerOf(field)) === 'scheduledrent'
  const outcome = isPlanned && marketRent === undefined ? 'imported as its market rent' : 'not imported as a rent'
  cells.drop(
    field,
    `The unit is ${statusName(status)} and names no tenant, so ${amount} is ${outcome}. If somebody pays it, name the tenant.`,
  )
  return isPlanned ? (marketRent ?? rent) : marketRent
}
