/** The rent roll of a day in the shape of the contract, as the API returns it, with which an import is compared. */
import assert from 'node:assert/strict'
import type { Organization, World } from '../world.ts'

export type RentRollLine = {
  property_name: string
  unit_label: string
  unit_type: string | null
  bedrooms: number | null
  bathrooms: number | null
  sqft: number | null
  status: string
  resident_name: string | null
  additional_residents: string[]
  lease_from: string | null
  lease_to: string | null
  move_in: string | null
  move_out: string | null
  notice_date: string | null
  market_rent_cents: number
  rent_cents: number
  other_charges_cents: number
  total_charges_cents: number
  charges: { code: string; amount_cents: number }[]
  deposit_cents: number
  balance_cents: number
  past_due_cents: number
}

type Answered = Omit<RentRollLine, 'additional_residents'> & { additional_residents: { name: string }[] }

export type FutureResident = {
  property_name: string
  unit_label: string
  resident_name: string | null
  lease_from: string
  lease_to: string | null
  move_in: string | null
  rent_cents: number
  deposit_cents: number
  balance_cents: number
}

export type RentRoll = { rows: RentRollLine[]; future_residents: FutureResident[] }

/** Returns the totals of the whole organization. */
export async function rentRollOn(world: World, { key }: Organization, day: string): Promise<RentRoll> {
  const reply = await world.call(`/rent-roll?scope_id=portfolio&as_of_date=${day}`, { key })
  assert.equal(reply.status, 200, reply.text.slice(0, 500))
  const { rows, ...rest } = reply.body as unknown as { rows: Answered[]; future_residents: FutureResident[] }
  return {
    ...rest,
    rows: rows.map(row => ({ ...row, additional_residents: row.additional_residents.map(({ name }) => name) })),
  }
}
