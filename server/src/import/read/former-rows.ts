/** The rows of former residents in a list of tenants or leases. Only one with a deposit or a balance is imported, as a lease that has ended. */
import { namesOf } from './full-name.ts'
import { hasMoney, type MoreOfUnit, type PropertyRecord, type RentRollItem, type TenancyRecord } from './records.ts'
import { quote } from './row-cells.ts'
import type { UnitRows } from './unit-rows.ts'

/** A former tenancy, the unit it was in, and the column in which it is reported. */
export type FormerRow = {
  line: number
  property: PropertyRecord
  label: string
  column: string
  tenancy: TenancyRecord | undefined
}

export class FormerRows {
  readonly #withMoney: (FormerRow & { tenancy: TenancyRecord })[] = []
  readonly #others = { rows: 0, line: 0, column: '' }

  add(row: FormerRow): void {
    const { tenancy } = row
    if (tenancy && hasMoney(tenancy.lease)) {
      this.#withMoney.push({ ...row, tenancy })
      return
    }
    if (this.#others.rows++ === 0) Object.assign(this.#others, { line: row.line, column: row.column })
  }

  /** Yields what the rows add to units of the file, and reports those that add nothing. */
  *items(units: UnitRows, asOf: string | undefined): Generator<RentRollItem> {
    for (const row of this.#withMoney) {
      const moveOut = assumedMoveOut(row.tenancy.lease, asOf)
      const tenancy = { ...row.tenancy, lease: { ...row.tenancy.lease, ...(moveOut && { moveOut }) } }
      const more = moreOf({ ...row, tenancy }, units, asOf)
      if (typeof more === 'object') {
        yield { kind: 'more', more }
        const reason = moveOut && `${quote(namesOf(row.tenancy.residents))} ${assumedMoveOutWords(moveOut)}`
        if (reason) yield { kind: 'problem', problem: { line: row.line, column: row.column, reason, leftOut: 'value' } }
      } else {
        const reason = `${quote(namesOf(row.tenancy.residents))} has a deposit or a balance, but ${more}. Neither is imported. Record them in Gatehouse.`
        yield { kind: 'problem', problem: { line: row.line, column: row.column, reason, leftOut: 'value' } }
      }
    }
    const { rows, line, column } = this.#others
    if (rows === 0) return
    const which =
      rows === 1
        ? 'This row is not imported, because it is for a lease'
        : `${rows.toLocaleString('en-US')} rows, of which this is the first, are not imported, because they are for leases`
    const reason = `${which} that ended without a deposit or a balance.`
    yield { kind: 'problem', problem: { line, column, reason, leftOut: 'value' } }
  }
}

/** Returns the end of a lease that is over, if the file does not state when its residents moved out. */
export function assumedMoveOut(
  { moveOut, to }: { moveOut?: string | undefined; to?: string | undefined },
  asOf: string | undefined,
): string | undefined {
  return moveOut === undefined && to !== undefined && asOf !== undefined && to < asOf ? to : undefined
}

/** Says, behind the name of a former resident, which day is used. */
export function assumedMoveOutWords(day: string): string {
  return `moved out, but the file does not state when, so the end of the lease, ${day}, is imported. Correct it in Gatehouse if it is wrong.`
}

/** Returns what the row adds to its unit, or why it cannot be imported. */
function moreOf(
  { property, label, tenancy }: FormerRow & { tenancy: TenancyRecord },
  units: UnitRows,
  asOf: string | undefined,
): MoreOfUnit | string {
  const { from, moveIn, moveOut } = tenancy.lease
  const begins = from ?? moveIn
  const unit = units.find(property, label)
  if (unit?.status === undefined) return `no row of the file has the unit ${quote(label)} as it is now`
  const unstated = [
    ...(begins === undefined ? ['when the lease began (Lease From)'] : []),
    ...(moveOut === undefined ? ['when the residents moved out (Move-out)'] : []),
  ]
  if (unstated.length > 0) return `the file does not state ${unstated.join(' and ')}`
  if (begins === undefined || moveOut === undefined || moveOut < begins)
    return `the lease began on ${begins}, after the move-out on ${moveOut}`
  if (asOf !== undefined && moveOut >= asOf)
    return `moved out on ${moveOut}, which is not before ${asOf}, the day of the file`
  return { of: unit.line, as: 'former', tenancy, status: unit.status }
}
