/** A rent roll as the tests request it, with its figures in the short form in which they are written on paper. */
import assert from 'node:assert/strict'
import type { Static } from 'typebox'
import type { RentRoll } from '#contract/v1/rent-roll.ts'
import type { Organization, World } from '../../world.ts'

export type Roll = Static<typeof RentRoll>
export type Cell = string | number | null
export type Expected = {
  rows: Cell[][]
  /** Unit, resident, lease from and to, move-in, rent, deposit, balance. */
  future: Cell[][]
  /** Units, occupied, vacant; by status as the contract lists them; occupancy, leased; floor area of all, and of occupied units. */
  counts: number[]
  /** Market rent, rent, other charges, all charges, deposits, balances, past due, loss to lease, vacancy loss. */
  sums: number[]
  futureAndFormer: number[]
  /** Code, units, amount. */
  byCode: Cell[][]
  /** Type, units, occupied, vacant. */
  byType: Cell[][]
}

export async function rollOf(world: World, { key }: Organization, scope: string, day?: string): Promise<Roll> {
  const query = new URLSearchParams({ scope_id: scope, ...(day !== undefined && { as_of_date: day }) })
  const reply = await world.call(`/rent-roll?${query}`, { key })
  assert.equal(reply.status, 200, reply.text)
  return reply.body as unknown as Roll
}

export function figuresOf({ rows, future_residents, totals: t, by_charge_code, by_unit_type }: Roll): Expected {
  return {
    rows: rows.map(row => [
      ...[row.unit_label, row.status, row.resident_name, row.lease_from, row.lease_to, row.move_in, row.move_out],
      ...[row.notice_date, dollars(row.market_rent_cents), dollars(row.rent_cents), dollars(row.other_charges_cents)],
      ...[dollars(row.deposit_cents), dollars(row.balance_cents), dollars(row.past_due_cents), row.days_vacant],
    ]),
    future: future_residents.map(each => [
      ...[each.unit_label, each.resident_name, each.lease_from, each.lease_to, each.move_in],
      ...[dollars(each.rent_cents), dollars(each.deposit_cents), dollars(each.balance_cents)],
    ]),
    counts: [
      ...[t.unit_count, t.occupied_unit_count, t.vacant_unit_count, t.current_unit_count, t.notice_rented_unit_count],
      ...[t.notice_unrented_unit_count, t.evict_unit_count, t.vacant_rented_unit_count, t.vacant_unrented_unit_count],
      ...[t.offline_unit_count, t.occupancy_pct, t.leased_pct, t.sqft_total, t.sqft_occupied],
    ],
    sums: [
      ...[t.market_rent_cents, t.rent_cents, t.other_charges_cents, t.total_charges_cents, t.deposit_cents],
      ...[t.balance_cents, t.past_due_cents, t.loss_to_lease_cents, t.vacancy_loss_cents],
    ].map(dollars),
    futureAndFormer: [t.future_residents_balance_cents, t.former_residents_balance_cents].map(dollars),
    byCode: by_charge_code.map(each => [each.code, each.unit_count, dollars(each.amount_cents)]),
    byType: by_unit_type.map(each => [
      ...[each.unit_type, each.unit_count, each.occupied_unit_count, each.vacant_unit_count],
    ]),
  }
}

function dollars(cents: number): number {
  return cents / 100
}
