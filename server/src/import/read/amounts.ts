/** Reads the money cells of a row. Unit rows and totals rows are read by the same rules, so that their sums can be compared. */
import { formatCents } from '#server/base/money.ts'
import { comparable, DATE, MONEY } from './cells.ts'
import { type Columns, isOverdue } from './columns.ts'
import type { ChargeRecord, DepositRecord, Totals } from './records.ts'
import { readRent } from './rent-parts.ts'
import type { RowCells } from './row-cells.ts'
import { inWords, ownHeaders } from './table-columns.ts'

/** The amounts of a row in integer cents; undefined if the cell is empty or the column is missing. */
export type Amounts = {
  marketRent: number | undefined
  rent: number | undefined
  /** Recurring charges other than rent, none of them zero. */
  charges: ChargeRecord[]
  /** Whether any cell for such charges has an amount, even zero. */
  hasCharges: boolean
  total: number | undefined
  /** All deposits, of every kind. */
  deposit: number | undefined
  /** The deposits other than the security deposit, none of them zero. */
  otherDeposits: DepositRecord[]
  pastDue: number | undefined
  prepaid: number | undefined
}

export function readAmounts(cells: RowCells, columns: Columns): Amounts {
  const total = cells.take('total', MONEY, 'row')
  const other = cells.take('otherCharges', MONEY, 'row')
  const prepaid = cells.take('prepaid', MONEY, 'row')
  const pastDue = cells.take('pastDue', MONEY, 'row')
  const own = ownHeaders(columns)
  const named = columns.charges.flatMap(({ index, code, header }) => {
    const cents = cells.takeAt(index, MONEY, isFact(cells.textAt(index)) ? 'value' : 'row')
    return cents === undefined ? [] : [chargeOf(code, own[index] ?? header, cents)]
  })
  const rent = readRent(cells, total === undefined ? undefined : total - sumOf(named) - (other ?? 0))
  const rest = restOfOther(other, named, rent, total)
  const otherHeader = own[columns.indexOf.get('otherCharges') ?? -1] ?? ''
  return {
    marketRent: cells.take('marketRent', MONEY, 'row'),
    rent,
    charges: [...named, chargeOf('OTHER', otherHeader, rest)].filter(charge => charge.amount_cents !== 0),
    hasCharges: other !== undefined || named.length > 0,
    total,
    ...readDeposits(cells, columns),
    pastDue,
    prepaid: prepaidBeside(cells, pastDue, prepaid, overdueIn(cells, columns)),
  }
}

/** Whether a cell under the word for a charge or a deposit is not its amount: `Included`, `Tenant`, `Yes`, or the day on which an insurance policy ends. */
function isFact(text: string): boolean {
  return /^[^\d#=]+$/.test(text) || (MONEY.parse(text) === undefined && DATE.parse(text) !== undefined)
}

/**
 * The prepaid amount, which some exports write below zero. If the balance already includes the same credit, because it is what is past due less what is
 * prepaid, or because it is below zero next to what is past due, the credit counts once.
 */
function prepaidBeside(
  cells: RowCells,
  balance: number | undefined,
  prepaid: number | undefined,
  overdue: number | undefined,
): number | undefined {
  const cents = prepaid === undefined ? undefined : Math.abs(prepaid)
  if (!cents || balance === undefined) return cents
  if (balance === (overdue ?? 0) - cents || (overdue !== undefined && balance < 0)) return 0
  if (overdue !== undefined && balance !== overdue) {
    const [whole, late, credit, rest] = [balance, overdue, cents, balance - cents].map(formatCents)
    const reason = `The row has a balance of ${whole}, of which ${late} is past due, and a prepaid amount of ${credit}. The prepaid amount is subtracted, so the balance is imported as ${rest}. If it was subtracted already, clear this cell.`
    cells.drop('prepaid', reason)
  }
  return cents
}

/** What is past due, if another column than the balance has it. */
function overdueIn(cells: RowCells, { headers, indexOf }: Columns): number | undefined {
  const at = headers.findIndex((header, index) => index !== indexOf.get('pastDue') && isOverdue(header))
  return MONEY.parse(cells.textAt(at))
}

/**
 * Reads the deposits. The column of deposits has either the security deposit or the sum of all kinds. If there is a total of deposits, it decides;
 * without one, the kinds are additional.
 */
function readDeposits(cells: RowCells, columns: Columns): Pick<Amounts, 'deposit' | 'otherDeposits'> {
  const stated = cells.take('deposit', MONEY, 'row')
  const total = cells.take('totalDeposits', MONEY, 'row')
  const kinds = columns.deposits.flatMap(({ index, header }) => {
    const cents = cells.takeAt(index, MONEY, isFact(cells.textAt(index)) ? 'value' : 'row')
    return cents === undefined
      ? []
      : [{ description: inWords(ownHeaders(columns)[index] ?? header), amount_cents: cents }]
  })
  // If another column has only the security deposit, the column of deposits may be the sum of all kinds.
  const securityAt = columns.headers.findIndex(header => comparable(header) === 'securitydeposit')
  const security = securityAt === columns.indexOf.get('deposit') ? undefined : MONEY.parse(cells.textAt(securityAt))
  const otherDeposits = kinds.filter(({ amount_cents }) => amount_cents !== 0)
  const sum = sumOf(kinds)
  if (stated === undefined) return { deposit: total ?? (kinds.length > 0 ? sum : undefined), otherDeposits }
  const isSum = total === stated || (security !== undefined && security + sum === stated)
  return { deposit: isSum ? stated : stated + sum, otherDeposits }
}

/** The sum of charges, or of deposits. */
export function sumOf(parts: readonly { amount_cents: number }[]): number {
  return parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}

/** Returns the figures of a row; a figure is missing if its cells are empty. */
export function figuresOf(amounts: Amounts): Partial<Totals> {
  const { marketRent, rent, total, deposit, pastDue, prepaid } = amounts
  return {
    ...(marketRent !== undefined && { marketRentCents: marketRent }),
    ...(rent !== undefined && { rentCents: rent }),
    ...(amounts.hasCharges && { otherChargesCents: sumOf(amounts.charges) }),
    ...(total !== undefined && { totalCents: total }),
    ...(deposit !== undefined && { depositCents: deposit }),
    ...((pastDue !== undefined || prepaid !== undefined) && { pastDueCents: (pastDue ?? 0) - (prepaid ?? 0) }),
  }
}

/** The figures of a further row of a unit, without the facts of the unit and the amounts that an earlier row of the lease states as well. */
export function withoutRepeated(
  figures: Partial<Totals>,
  repeated: readonly (keyof typeof REPEATED)[],
): Partial<Totals> {
  const left = new Set<string>(['marketRentCents', 'totalCents', ...repeated.map(amount => REPEATED[amount])])
  return Object.fromEntries(Object.entries(figures).filter(([figure]) => !left.has(figure)))
}

const REPEATED = {
  rent: 'rentCents',
  charges: 'otherChargesCents',
  deposit: 'depositCents',
  balance: 'pastDueCents',
} as const satisfies Record<string, keyof Totals>

/** Reads a charge. A concession lowers the amount due whatever its sign, and any other charge below zero is a credit, which is also a concession. */
function chargeOf(code: ChargeRecord['code'], description: string, cents: number): ChargeRecord {
  if (code === 'CONCESSION') return { code, description, amount_cents: -Math.abs(cents) }
  return { code: cents < 0 ? 'CONCESSION' : code, description, amount_cents: cents }
}

/**
 * Returns the part of Other Charges that no other column has. In some files Other Charges is the sum of the charge columns, in others
 * it is an additional amount. The row's Total decides; without a Total, an amount that equals the sum is the sum.
 */
function restOfOther(
  other: number | undefined,
  named: ChargeRecord[],
  rent: number | undefined,
  total: number | undefined,
): number {
  if (other === undefined) return 0
  const sum = sumOf(named)
  const includesNamed = total === undefined ? other === sum : (rent ?? 0) + other === total
  return includesNamed ? other - sum : other
}
