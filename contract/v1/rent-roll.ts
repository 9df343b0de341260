/** The rent roll: every unit in service on a day with who lives there, what they are charged and what they owe, and the sums. */
import Type, { type TProperties } from 'typebox'
import { streamedOperation } from '../operation.ts'
import {
  cents,
  date,
  decimal,
  id,
  idInput,
  instant,
  integer,
  listOf,
  MAX_CENTS,
  noParameters,
  nullable,
  oneOf,
  parameters,
  resource,
  text,
} from '../values.ts'
import { RECURRING_CHARGE_CODES, RESIDENT_ROLES } from './leases.ts'
import { UNIT_STATUSES } from './units.ts'

export const RENT_ROLL_SCOPES = ['PROPERTY', 'PORTFOLIO', 'ORGANIZATION'] as const

const MAX_UNITS = 2_000_000
const PROPERTY_ID = 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c'
const UNIT_ID = 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m'
const LEASE_ID = 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd'
const RESIDENT_ID = 'res_01kh3zr6p2c8m5v7d0t4s6a9ge'

/** Money that may be owed either way, in cents. */
const signedCents = (description: string, example: number) => cents({ description, example, minimum: -MAX_CENTS })

const residentName = nullable(
  text(201, { description: 'First and last name of the primary resident.', example: 'Dana Whitfield' }),
)
const residentId = nullable(id({ description: 'The primary resident.', example: RESIDENT_ID }))

/** Where a row or a future resident belongs. */
const place = {
  property_id: id({ description: 'The property.', example: PROPERTY_ID }),
  property_name: text(200, { description: 'The property’s name.', example: 'Maple Court' }),
  unit_id: id({ description: 'The unit.', example: UNIT_ID }),
  unit_label: text(100, { description: 'The unit’s label within its property.', example: '204' }),
}

const Scope = resource('RentRollScope', 'What the rent roll covers.', {
  type: oneOf(RENT_ROLL_SCOPES, {
    description: 'One property, the properties of a portfolio, or all of the organization.',
    example: 'PROPERTY',
  }),
  id: id({ description: 'The property, portfolio or organization.', example: PROPERTY_ID }),
  name: text(200, { description: 'Its name.', example: 'Maple Court' }),
})

const AdditionalResident = resource('AdditionalResident', 'A person on the lease beside the primary resident.', {
  resident_id: id({ description: 'The resident.', example: 'res_01kh3zr6p2t1r5v9n3w7q8y0xz' }),
  name: text(201, { description: 'First and last name.', example: 'Lee Whitfield' }),
  role: oneOf(RESIDENT_ROLES, { description: 'What the person is to the lease.', example: 'CO_TENANT' }),
})

const RentRollCharge = resource('RentRollCharge', 'What the lease charges a month under one code.', {
  code: oneOf(RECURRING_CHARGE_CODES, { description: 'What is charged for.', example: 'RENT' }),
  amount_cents: signedCents('Cents a month in force on the day; a CONCESSION is negative.', 142_500),
})

export const RentRollRow = resource('RentRollRow', 'A unit in service on the day.', {
  ...place,
  unit_type: nullable(text(100, { description: 'The floor plan in force on the day.', example: '2x1' })),
  bedrooms: nullable(integer(0, 50, { description: 'Bedrooms; 0 is a studio.', example: 2 })),
  bathrooms: nullable(decimal(0, 50, { description: 'Bathrooms.', example: 1.5 })),
  sqft: nullable(integer(1, 10_000_000, { description: 'Floor area in square feet.', example: 870 })),
  status: oneOf(UNIT_STATUSES, {
    description:
      'CURRENT, NOTICE_RENTED, NOTICE_UNRENTED and EVICT are occupied; EVICT outranks NOTICE. OFFLINE is neither occupied nor vacant. ' +
      '…_RENTED: let to somebody else from a later day.',
    example: 'CURRENT',
  }),
  lease_id: nullable(
    id({ description: 'The lease that occupies the unit; null when nobody lives there.', example: LEASE_ID }),
  ),
  resident_id: residentId,
  resident_name: residentName,
  additional_residents: listOf(AdditionalResident, 1000, 'The others on the lease, by last and first name.'),
  lease_from: nullable(
    date({
      description: 'The first day of the term in force: of the lease, or of its renewal.',
      example: '2025-09-01',
    }),
  ),
  lease_to: nullable(
    date({
      description:
        'The last day of the term in force; null for one without end. A resident who stays beyond it is still current.',
      example: '2026-08-31',
    }),
  ),
  move_in: nullable(date({ description: 'The day the residents moved in; null before it.', example: '2025-09-01' })),
  move_out: nullable(
    date({
      description:
        'The last day of the occupancy, once it is known: shown from the notice or the eviction on, and without either on the day itself.',
      example: '2026-08-31',
    }),
  ),
  notice_date: nullable(date({ description: 'The day notice was given; null before it.', example: '2026-06-15' })),
  market_rent_cents: cents({
    description: 'Market rent a month in force on the day, in cents; 0 when unknown.',
    example: 145_000,
  }),
  rent_cents: cents({ description: 'Charges of code RENT in force on the day, cents a month.', example: 142_500 }),
  other_charges_cents: signedCents('All other charges in force on the day, cents a month.', 2_500),
  total_charges_cents: signedCents('rent_cents + other_charges_cents.', 145_000),
  charges: listOf(RentRollCharge, RECURRING_CHARGE_CODES.length, 'The charges in force on the day, by code.'),
  deposit_cents: signedCents('Deposit held for the lease, in cents.', 142_500),
  balance_cents: signedCents('What the lease owes, in cents; negative when prepaid.', 30_000),
  past_due_cents: cents({
    description: 'Open charges due before the day less unapplied credit, never below 0, in cents.',
    example: 30_000,
  }),
  days_vacant: nullable(
    integer(0, 1_000_000, {
      description: 'Days since the last resident’s last day; null unless the unit is vacant, and if it was never let.',
      example: 12,
    }),
  ),
})

export const FutureResident = resource(
  'FutureResident',
  'A lease signed by the day that does not occupy its unit yet: it begins later, or someone still lives there.',
  {
    ...place,
    lease_id: id({ description: 'The lease.', example: LEASE_ID }),
    resident_id: residentId,
    resident_name: residentName,
    lease_from: date({ description: 'The first day of the lease.', example: '2026-04-01' }),
    lease_to: nullable(date({ description: 'The last day of its term.', example: '2027-03-31' })),
    move_in: date({
      description: 'The day the residents are to move in; the first day of the lease where no other is planned.',
      example: '2026-04-01',
    }),
    rent_cents: cents({
      description:
        'Charges of code RENT in force on the lease’s first day, or on the day asked for if that is later; cents a month.',
      example: 142_500,
    }),
    deposit_cents: signedCents('Deposit held for the lease, in cents.', 142_500),
    balance_cents: signedCents('What the lease owes, in cents; negative when prepaid.', 0),
  },
)

const count = (description: string, example: number) => integer(0, MAX_UNITS, { description, example })
const area = (description: string) => integer(0, Number.MAX_SAFE_INTEGER, { description, example: 870 })
const sum = (description: string, example: number) =>
  integer(0, Number.MAX_SAFE_INTEGER, { description: `${description}, in cents.`, example })
const signedSum = (description: string, example: number) =>
  integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, { description: `${description}, in cents.`, example })

/** What rows add up to, in all and by unit type. */
const sums = {
  unit_count: count('Units in service: the rows.', 1),
  occupied_unit_count: count('CURRENT, NOTICE_RENTED, NOTICE_UNRENTED and EVICT.', 1),
  vacant_unit_count: count('VACANT_RENTED and VACANT_UNRENTED.', 0),
  current_unit_count: count('Units of status CURRENT.', 1),
  notice_rented_unit_count: count('Units of status NOTICE_RENTED.', 0),
  notice_unrented_unit_count: count('Units of status NOTICE_UNRENTED.', 0),
  evict_unit_count: count('Units of status EVICT.', 0),
  vacant_rented_unit_count: count('Units of status VACANT_RENTED.', 0),
  vacant_unrented_unit_count: count('Units of status VACANT_UNRENTED.', 0),
  offline_unit_count: count('Units of status OFFLINE.', 0),
  occupancy_pct: decimal(0, 100, {
    description: 'Occupied units of those not OFFLINE, in percent with two decimals; 0 where there are none.',
    example: 100,
  }),
  leased_pct: decimal(0, 100, {
    description: 'Occupied and VACANT_RENTED units of those not OFFLINE, in percent with two decimals.',
    example: 100,
  }),
  sqft_total: area('Floor area of all units, in square feet.'),
  sqft_occupied: area('Floor area of occupied units, in square feet.'),
  market_rent_cents: sum('Market rent of all units a month', 145_000),
  rent_cents: sum('Rent a month', 142_500),
  other_charges_cents: signedSum('Other charges a month', 2_500),
  total_charges_cents: signedSum('Rent and other charges a month', 145_000),
  deposit_cents: signedSum('Deposits held', 142_500),
  balance_cents: signedSum('Balances', 30_000),
  past_due_cents: sum('Past due', 30_000),
  loss_to_lease_cents: signedSum('Market rent less rent of occupied units a month', 2_500),
  vacancy_loss_cents: sum('Market rent of vacant units a month', 0),
} satisfies TProperties

const Totals = resource('RentRollTotals', 'The sums of all rows, and what the leases without a row owe.', {
  ...sums,
  future_residents_balance_cents: signedSum('The balances of future_residents', 0),
  former_residents_balance_cents: signedSum(
    'The balances of every other lease, mostly of residents who moved out. With balance_cents and future_residents_balance_cents: all that is owed',
    -4_000,
  ),
})

const UnitTypeTotals = resource('RentRollUnitTypeTotals', 'The totals of one unit type.', {
  unit_type: nullable(text(100, { description: 'The floor plan; null for units without one.', example: '2x1' })),
  ...sums,
})

const ChargeCodeTotals = resource('RentRollChargeCodeTotals', 'The totals of one charge code per month.', {
  code: oneOf(RECURRING_CHARGE_CODES, { description: 'What is charged for.', example: 'RENT' }),
  unit_count: count('Units that are charged for it.', 1),
  amount_cents: signedSum('The sum of the charges', 142_500),
})

export const RentRoll = resource('RentRoll', 'The rent roll of a property, a portfolio or everything, as of a day.', {
  scope: Scope,
  as_of_date: date({ description: 'The day.', example: '2026-03-15' }),
  generated_at: instant({
    description: 'When it was read; all of it from one snapshot.',
    example: '2026-03-15T12:00:00.000Z',
  }),
  rows: listOf(
    RentRollRow,
    MAX_UNITS,
    'One row a unit in service on the day, by property_name, property_id, unit_label, unit_id.',
  ),
  future_residents: listOf(
    FutureResident,
    MAX_UNITS,
    'Who is to move in, by property_name, property_id, unit_label, lease_from, lease_id.',
  ),
  totals: Totals,
  by_unit_type: listOf(
    UnitTypeTotals,
    MAX_UNITS,
    'The sums of the rows by unit type, by name and then those without one.',
  ),
  by_charge_code: listOf(ChargeCodeTotals, RECURRING_CHARGE_CODES.length, 'The charges of the rows by code.'),
})

export const getRentRoll = streamedOperation({
  method: 'GET',
  path: '/rent-roll',
  tag: 'Accounting',
  summary: 'Get the rent roll',
  description:
    'Returns the rent roll of a day. A past day is as it was then: nothing that takes effect later changes it. A day to come shows the ' +
    'leases and charges agreed by now, with today’s balances. There are no pages: however large, the reply is one snapshot, sent as it is ' +
    'read. Read it steadily: a connection that takes nothing for 30 seconds, or less than 1 MiB of a larger reply in 30 seconds, is cut. ' +
    'If anything fails after the reply began, the connection is reset, so what arrived of it is not valid JSON. Only a few rent rolls are ' +
    'read at once, and at most two of one customer, whose sandbox counts too; a call that waits too long for its turn is 503.',
  scope: 'accounting:read',
  parameters: {
    path: noParameters,
    query: parameters({
      scope_id: idInput({
        description: 'A property, a portfolio, or everything: the word `portfolio`, or the organization’s own id.',
        example: PROPERTY_ID,
      }),
      as_of_date: Type.Optional(
        date({ description: 'The day; today in the organization’s time zone.', example: '2026-03-15' }),
      ),
    }),
  },
  success: { status: 200, description: 'The rent roll.', schema: RentRoll },
  errors: ['not_found'],
  idempotent: false,
})
