/** The columns of a rent roll as CSV, which an import reads again. */
import type { RentRollRow } from '#client/v1.ts'
import type { Cell } from '../kit/csv.ts'

const dollars = (cents: number) => cents / 100

export const RENT_ROLL_COLUMNS: { name: string; cell: (row: RentRollRow) => Cell }[] = [
  { name: 'Property', cell: row => row.property_name },
  { name: 'Unit', cell: row => row.unit_label },
  { name: 'Floor plan', cell: row => row.unit_type },
  { name: 'Bedrooms', cell: row => row.bedrooms },
  { name: 'Bathrooms', cell: row => row.bathrooms },
  { name: 'Sq ft', cell: row => row.sqft },
  { name: 'Status', cell: row => row.status },
  { name: 'Resident', cell: row => row.resident_name },
  { name: 'Additional residents', cell: row => row.additional_residents.map(({ name }) => name).join('; ') || null },
  { name: 'Lease from', cell: row => row.lease_from },
  { name: 'Lease to', cell: row => row.lease_to },
  { name: 'Move in', cell: row => row.move_in },
  { name: 'Move out', cell: row => row.move_out },
  { name: 'Notice given', cell: row => row.notice_date },
  { name: 'Market rent', cell: row => dollars(row.market_rent_cents) },
  { name: 'Rent', cell: row => dollars(row.rent_cents) },
  { name: 'Other charges', cell: row => dollars(row.other_charges_cents) },
  { name: 'Total charges', cell: row => dollars(row.total_charges_cents) },
  { name: 'Deposit', cell: row => dollars(row.deposit_cents) },
  { name: 'Balance', cell: row => dollars(row.balance_cents) },
  { name: 'Past due', cell: row => dollars(row.past_due_cents) },
  { name: 'Days vacant', cell: row => row.days_vacant },
]
