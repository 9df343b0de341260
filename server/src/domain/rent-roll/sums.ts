/** The sums of the rows of a rent roll: over all rows, by floor plan and by charge code. Pure functions. */
import type { Static } from 'typebox'
import type { RentRoll } from '#contract/v1/rent-roll.ts'
import type { UnitStatus } from '#contract/v1/units.ts'
import { STATUSES_OF_GROUP } from '../units/groups.ts'
import type { RowOfUnit } from './queries.ts'

type Roll = Static<typeof RentRoll>
type Breakdowns = Pick<Roll, 'by_unit_type' | 'by_charge_code'>
type Sums = Omit<Roll['by_unit_type'][number], 'unit_type' | 'occupancy_pct' | 'leased_pct'>
type ChargeSums = Roll['by_charge_code'][number]

type RollSums = {
  add(row: RowOfUnit): void
  /** The sums of all rows added so far. */
  totals(): Sums & Percentages
  breakdowns(): Breakdowns
}

export function openSums(): RollSums {
  const all = nothing()
  const ofType = new Map<string | null, Sums>()
  const ofCode = new Map<string, ChargeSums>()

  return {
    add(row) {
      addRow(all, row)
      const sums = ofType.get(row.unit_type) ?? nothing()
      ofType.set(row.unit_type, sums)
      addRow(sums, row)
      for (const charge of row.charges) addCharge(ofCode, charge)
    },
    totals: () => withPercentages(all),
    breakdowns: () => ({
      by_unit_type: [...ofType]
        .sort(([one], [other]) => inOrder(one, other))
        .map(([unit_type, sums]) => ({ unit_type, ...withPercentages(sums) })),
      by_charge_code: [...ofCode.values()].sort((one, other) => inOrder(one.code, other.code)),
    }),
  }
}

const COUNT_OF = {
  CURRENT: 'current_unit_count',
  NOTICE_RENTED: 'notice_rented_unit_count',
  NOTICE_UNRENTED: 'notice_unrented_unit_count',
  EVICT: 'evict_unit_count',
  VACANT_RENTED: 'vacant_rented_unit_count',
  VACANT_UNRENTED: 'vacant_unrented_unit_count',
  OFFLINE: 'offline_unit_count',
} as const satisfies Record<UnitStatus, keyof Sums>

function addRow(sums: Sums, row: RowOfUnit): void {
  const sqft = row.sqft ?? 0
  sums.unit_count++
  sums[COUNT_OF[row.status]]++
  sums.sqft_total += sqft
  if (STATUSES_OF_GROUP.OCCUPIED.includes(row.status)) {
    sums.occupied_unit_count++
    sums.sqft_occupied += sqft
    sums.loss_to_lease_cents += row.market_rent_cents - row.rent_cents
  }
  if (STATUSES_OF_GROUP.VACANT.includes(row.status)) {
    sums.vacant_unit_count++
    sums.vacancy_loss_cents += row.market_rent_cents
  }
  sums.market_rent_cents += row.market_rent_cents
  sums.rent_cents += row.rent_cents
  sums.other_charges_cents += row.other_charges_cents
  sums.total_charges_cents += row.total_charges_cents
  sums.deposit_cents += row.deposit_cents
  sums.balance_cents += row.balance_cents
  sums.past_due_cents += row.past_due_cents
}

/** Adds a charge. A row has each code at most once, so counting charges with a code counts units. */
function addCharge(ofCode: Map<string, ChargeSums>, { code, amount_cents }: RowOfUnit['charges'][number]): void {
  const sums = ofCode.get(code)
  if (sums) {
    sums.unit_count++
    sums.amount_cents += amount_cents
  } else ofCode.set(code, { code, unit_count: 1, amount_cents })
}

type Percentages = { occupancy_pct: number; leased_pct: number }

function withPercentages(sums: Sums): Sums & Percentages {
  const lettable = sums.unit_count - sums.offline_unit_count
  const leased = sums.occupied_unit_count + sums.vacant_rented_unit_count
  return {
    ...sums,
    occupancy_pct: percent(sums.occupied_unit_count, lettable),
    leased_pct: percent(leased, lettable),
  }
}

/** The percentage, rounded half up to two decimals; 0 if `whole` is 0. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100
}

/** Compares by code point; null sorts last. */
function inOrder(one: string | null, other: string | null): number {
  if (one === other) return 0
  if (one === null) return 1
  if (other === null) return -1
  return one < other ? -1 : 1
}

function nothing(): Sums {
  return {
    unit_count: 0,
    occupied_unit_count: 0,
    vacant_unit_count: 0,
    current_unit_count: 0,
    notice_rented_unit_count: 0,
    notice_unrented_unit_count: 0,
    evict_unit_count: 0,
    vacant_rented_unit_count: 0,
    vacant_unrented_unit_count: 0,
    offline_unit_count: 0,
    sqft_total: 0,
    sqft_occupied: 0,
    market_rent_cents: 0,
    rent_cents: 0,
    other_charges_cents: 0,
    total_charges_cents: 0,
    deposit_cents: 0,
    balance_cents: 0,
    past_due_cents: 0,
    loss_to_lease_cents: 0,
    vacancy_loss_cents: 0,
  }
}
