/** What a later row of a unit adds to the row of an earlier line: further residents of its lease, or another lease. Pure. */
import { formatCents } from '#server/base/money.ts'
import { sumOf } from './amounts.ts'
import { fullName, isSameResident } from './full-name.ts'
import type { LeaseRecord, MoreOfUnit, RentRollRow, ResidentRecord, TenancyRecord, UnitStatus } from './records.ts'

/** Returns the row of a unit together with what later rows add to it. */
export function withMore(row: RentRollRow, more: readonly MoreOfUnit[]): RentRollRow {
  return more.reduce(withOne, row)
}

function withOne(row: RentRollRow, { as, tenancy, status }: MoreOfUnit): RentRollRow {
  const [next, ...later] = row.futureTenancies
  switch (as) {
    case 'resident':
      return { ...row, status, tenancy: row.tenancy && together(row.tenancy, tenancy, status) }
    case 'nextResident':
      return { ...row, futureTenancies: next ? [together(next, tenancy, status), ...later] : [] }
    case 'current':
      return { ...row, status, tenancy }
    case 'next':
      return { ...row, status, futureTenancies: [...row.futureTenancies, tenancy].sort(byStart) }
    case 'renewal':
      return { ...row, tenancy: row.tenancy && withMoneyOf(row.tenancy, tenancy), renewal: tenancy.lease }
    case 'renewed':
      return {
        ...row,
        status,
        tenancy: next ? withMoneyOf(tenancy, next) : tenancy,
        futureTenancies: later,
        renewal: next?.lease,
      }
    case 'former':
      return { ...row, formerTenancies: [...row.formerTenancies, tenancy] }
  }
}

function byStart({ lease: one }: TenancyRecord, { lease: other }: TenancyRecord): number {
  return (one.moveIn ?? one.from ?? '') < (other.moveIn ?? other.from ?? '') ? -1 : 1
}

/** One lease of the residents of two rows, each of which may state what the other does not. */
function together(one: TenancyRecord, other: TenancyRecord, status: UnitStatus): TenancyRecord {
  const [lease, more] = [one.lease, other.lease]
  const isLeaving = status !== 'CURRENT'
  const moveOut = isLeaving ? lastOf([lease.moveOut, more.moveOut]) : undefined
  const residents = [
    ...one.residents.map(resident => ({ ...resident, moveOut: resident.moveOut ?? lease.moveOut })),
    ...other.residents
      .filter(resident => !one.residents.some(each => isSameResident(each, resident)))
      .map(resident => ({ ...resident, isPrimary: false, moveIn: more.moveIn, moveOut: more.moveOut })),
  ]
  return {
    residents: withPrimaryWhoStays(residents, moveOut),
    lease: {
      ...lease,
      externalId: lease.externalId ?? more.externalId,
      from: lease.from ?? more.from,
      to: lease.to ?? more.to,
      moveIn: [lease.moveIn, more.moveIn].filter(day => day !== undefined).sort()[0],
      moveOut,
      noticeOn: isLeaving ? (lease.noticeOn ?? more.noticeOn) : undefined,
      rentCents: lease.rentCents || (more.rentCents ?? lease.rentCents),
      otherCharges: lease.otherCharges?.length ? lease.otherCharges : (more.otherCharges ?? lease.otherCharges),
      ...moneyOf(lease, more),
    },
  }
}

/** A lease with the deposits and the balance that only the row of its renewal states. */
function withMoneyOf(tenancy: TenancyRecord, { lease: more }: TenancyRecord): TenancyRecord {
  return { ...tenancy, lease: { ...tenancy.lease, ...moneyOf(tenancy.lease, more) } }
}

/** The deposits and the balance of one lease that has two rows, in each of which they may be stated. */
function moneyOf(lease: LeaseRecord, more: LeaseRecord): Partial<LeaseRecord> {
  const hasBalance = Boolean(lease.pastDueCents || lease.prepaidCents)
  return {
    ...depositOf(lease),
    ...(lease.depositCents ? {} : depositOf(more)),
    pastDueCents: hasBalance ? lease.pastDueCents : (more.pastDueCents ?? lease.pastDueCents),
    prepaidCents: hasBalance ? lease.prepaidCents : (more.prepaidCents ?? lease.prepaidCents),
  }
}

function lastOf(days: readonly (string | undefined)[]): string | undefined {
  return days
    .filter(day => day !== undefined)
    .sort()
    .at(-1)
}

/** The residents with a primary one, who comes first, that stays until the others have left: `moveOut` is the last day of the lease, if all of them leave. */
function withPrimaryWhoStays(residents: readonly ResidentRecord[], moveOut: string | undefined): ResidentRecord[] {
  const stays =
    residents.find(resident => resident.moveOut === undefined || resident.moveOut === moveOut) ?? residents[0]!
  return [
    { ...stays, isPrimary: true },
    ...residents.filter(resident => resident !== stays).map(resident => ({ ...resident, isPrimary: false })),
  ]
}

function depositOf({ depositCents, otherDeposits }: LeaseRecord): Partial<LeaseRecord> {
  return { ...(depositCents !== undefined && { depositCents }), ...(otherDeposits && { otherDeposits }) }
}

/** What is remembered of a lease, to tell whether a later row is one of the same lease. */
export type LeaseFacts = Pick<LeaseRecord, 'externalId' | 'from' | 'to' | 'moveOut'> & {
  name: string
  residents: number
  amounts: Readonly<Record<Amount, number>>
}

type Amount = 'rent' | 'charges' | 'deposit' | 'balance'

const AMOUNTS: Readonly<Record<Amount, string>> = {
  rent: 'rents',
  charges: 'charges',
  deposit: 'deposits',
  balance: 'balances',
}
const amountNames = Object.keys(AMOUNTS) as Amount[]

export function factsOf({ residents, lease }: TenancyRecord): LeaseFacts {
  const { externalId, from, to, moveOut, rentCents, depositCents, pastDueCents, prepaidCents, otherCharges } = lease
  return {
    externalId,
    from,
    to,
    moveOut,
    name: residents[0] ? fullName(residents[0]).toLowerCase() : '',
    residents: residents.length,
    amounts: {
      rent: rentCents ?? 0,
      charges: sumOf(otherCharges ?? []),
      deposit: depositCents ?? 0,
      balance: (pastDueCents ?? 0) - (prepaidCents ?? 0),
    },
  }
}

/** The facts of a lease with those of a row that joined it. */
export function bothFacts(one: LeaseFacts, other: LeaseFacts): LeaseFacts {
  const amounts = Object.fromEntries(amountNames.map(name => [name, one.amounts[name] || other.amounts[name]]))
  return {
    ...one,
    externalId: one.externalId ?? other.externalId,
    from: one.from ?? other.from,
    to: one.to ?? other.to,
    residents: one.residents + other.residents,
    amounts: amounts as LeaseFacts['amounts'],
  }
}

/** The amounts that both rows of a lease state, so that they count once. */
export function repeatedAmounts(one: LeaseFacts, other: LeaseFacts, names: readonly Amount[] = amountNames): Amount[] {
  return names.filter(name => one.amounts[name] !== 0 && other.amounts[name] !== 0)
}

const WRITE_SUM = 'write the sum in one row, and leave the cell of the other empty.'

/** Names the first of these amounts that both rows state, and state differently. */
function differingAmount(one: LeaseFacts, other: LeaseFacts, names: readonly Amount[]): string | undefined {
  const amount = repeatedAmounts(one, other, names).find(name => one.amounts[name] !== other.amounts[name])
  if (amount === undefined) return undefined
  const [first, second] = [one, other].map(({ amounts }) => formatCents(amounts[amount]))
  return `Their ${AMOUNTS[amount]} differ: ${first} and ${second}.`
}

/** The amounts that a lease and its renewal have together, unlike the rent and the other charges. */
const HELD = ['deposit', 'balance'] as const

/** The amounts of a lease that the row of its renewal, or of the next lease of its resident, repeats. */
export function repeatedInRenewal(lease: LeaseFacts, renewal: LeaseFacts): Amount[] {
  return repeatedAmounts(lease, renewal, HELD).filter(name => lease.amounts[name] === renewal.amounts[name])
}

/** The lease of a row without the amounts that another lease has already. */
export function withoutAmounts({ residents, lease }: TenancyRecord, amounts: readonly Amount[]): TenancyRecord {
  const { otherDeposits, ...rest } = lease
  const ownDeposits = amounts.includes('deposit') ? { depositCents: 0 } : { ...(otherDeposits && { otherDeposits }) }
  const ownBalance = amounts.includes('balance') && { pastDueCents: 0, prepaidCents: 0 }
  return { residents, lease: { ...rest, ...ownDeposits, ...ownBalance } }
}

/** Why a row is not imported as the renewal of a lease; undefined if it is. */
export function whyNotRenewed(lease: LeaseFacts, renewal: LeaseFacts): string | undefined {
  const amount = differingAmount(lease, renewal, HELD)
  return amount === undefined
    ? undefined
    : `${amount} The renewal keeps only one of them: if both are held or owed, ${WRITE_SUM}`
}

/** Returns why two rows are not of one lease: undefined if they are, and an empty text if nothing shows that they are. */
export function whyOtherLease(one: LeaseFacts, other: LeaseFacts): string | undefined {
  const differs = (fact: 'externalId' | 'from' | 'to') =>
    one[fact] !== undefined && other[fact] !== undefined && one[fact] !== other[fact]
  const agrees = (fact: 'externalId' | 'from' | 'to') => one[fact] !== undefined && one[fact] === other[fact]
  if (differs('externalId')) return 'Their lease IDs differ.'
  if (differs('from')) return `Their leases begin on ${one.from} and on ${other.from}.`
  if (differs('to')) return `Their leases end on ${one.to} and on ${other.to}.`
  const amount = differingAmount(one, other, amountNames)
  if (amount !== undefined) return `${amount} If each resident has a part, ${WRITE_SUM}`
  const isBare = other.from === undefined && other.to === undefined && amountNames.every(name => !other.amounts[name])
  return agrees('externalId') || agrees('from') || agrees('to') || isBare ? undefined : ''
}
