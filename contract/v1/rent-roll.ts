/** The rent roll: every unit in service on a day with its residents, their charges and balances, and the totals. */
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
  mostlyNull,
  nullable,
  oneOf,
  parameters,
  resource,
  signedSumOfCents,
  sumOfCents,
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

/** An amount in cents that may be negative. */
const amount = (description: string, example: number) => signedSumOfCents({ description, example })

const residentName = nullable(
  text(201, { description: 'First and last name of the primary resident.', example: 'Dana Whitfield' }),
)
const residentId = nullable(id({ description: 'ID of the primary resident.', example: RESIDENT_ID }))

/** The property and unit that a row or a future resident belongs to. */
const place = {
  property_id: id({ description: 'ID of the property.', example: PROPERTY_ID }),
  property_name: text(200, { description: 'Name of the property.', example: 'Maple Court' }),
  unit_id: id({ description: 'ID of the unit.', example: UNIT_ID }),
  unit_label: text(100, { description: 'Label of the unit within its property.', example: '204' }),
}

const Scope = resource('RentRollScope', 'What the rent roll covers.', {
  type: oneOf(RENT_ROLL_SCOPES, {
    description:
      'What the rent roll covers: one property, the properties of a portfolio, or all properties of the organization.',
    example: 'PROPERTY',
  }),
  id: id({ description: 'ID of the property, portfolio or organization.', example: PROPERTY_ID }),
  name: text(200, { description: 'Name of the property, portfolio or organization.', example: 'Maple Court' }),
})

const AdditionalResident = resource('AdditionalResident', 'A resident on the lease other than the primary resident.', {
  resident_id: id({ description: 'ID of the resident.', example: 'res_01kh3zr6p2t1r5v9n3w7q8y0xz' }),
  name: text(201, { description: 'First and last name of the resident.', example: 'Lee Whitfield' }),
  role: oneOf(RESIDENT_ROLES, { description: 'The resident’s role on the lease.', example: 'CO_TENANT' }),
})

const RentRollCharge = resource('RentRollCharge', 'The monthly amount a lease is charged under one code.', {
  code: oneOf(RECURRING_CHARGE_CODES, { description: 'Type of the charge.', example: 'RENT' }),
  amount_cents: amount('Monthly amount in force on the day, in cents. A CONCESSION is negative.', 142_500),
})

export const RentRollRow = resource('RentRollRow', 'One unit in service on the day.', {
  ...place,
  unit_type: nullable(text(100, { description: 'The unit’s floor plan on the day.', example: '2x1' })),
  bedrooms: nullable(integer(0, 50, { description: 'Number of bedrooms. 0 means a studio.', example: 2 })),
  bathrooms: nullable(decimal(0, 50, { description: 'Number of bathrooms.', example: 1.5 })),
  sqft: nullable(integer(1, 10_000_000, { description: 'Floor area in square feet.', example: 870 })),
  status: oneOf(UNIT_STATUSES, {
    description:
      'Status of the unit on the day. CURRENT, NOTICE_RENTED, NOTICE_UNRENTED and EVICT units are occupied, and EVICT takes precedence over ' +
      'NOTICE. OFFLINE units are neither occupied nor vacant. …_RENTED means that the unit is leased to someone else from a later day.',
    example: 'CURRENT',
  }),
  lease_id: nullable(
    id({ description: 'ID of the lease that occupies the unit. Null when nobody lives there.', example: LEASE_ID }),
  ),
  resident_id: residentId,
  resident_name: residentName,
  additional_residents: listOf(
    AdditionalResident,
    1000,
    'The other residents on the lease, ordered by last and first name.',
  ),
  lease_from: nullable(
    date({
      description: 'First day of the current term of the lease or of its renewal.',
      example: '2025-09-01',
    }),
  ),
  lease_to: nullable(
    date({
      description:
        'Last day of the current term. Null for a month-to-month term. A resident who stays beyond it is still current.',
      example: '2026-08-31',
    }),
  ),
  move_in: nullable(date({ description: 'Move-in date. Null before that day.', example: '2025-09-01' })),
  move_out: mostlyNull(
    date({
      description:
        'Last day of the occupancy, once known: shown from the notice or eviction onward or, without either, on the day itself.',
      example: '2026-08-31',
    }),
  ),
  notice_date: mostlyNull(
    date({ description: 'The day notice to vacate was given. Null before that day.', example: '2026-06-15' }),
  ),
  market_rent_cents: cents({
    description: 'Monthly market rent on the day, in cents. 0 if unknown.',
    example: 145_000,
  }),
  rent_cents: sumOfCents({ description: 'Monthly RENT charges in force on the day, in cents.', example: 142_500 }),
  other_charges_cents: amount('All other monthly charges in force on the day, in cents.', 2_500),
  total_charges_cents: amount('Sum of rent_cents and other_charges_cents.', 145_000),
  charges: listOf(RentRollCharge, RECURRING_CHARGE_CODES.length, 'The charges in force on the day, by charge code.'),
  deposit_cents: amount('Security deposit held for the lease, in cents.', 142_500),
  balance_cents: amount('Balance of the lease, in cents. Negative when prepaid.', 30_000),
  past_due_cents: sumOfCents({
    description: 'Unpaid charges due before the day less unapplied credit, in cents. Never negative.',
    example: 30_000,
  }),
  days_vacant: mostlyNull(
    integer(0, 1_000_000, {
      description:
        'Number of days since the last resident’s last day. Null unless the unit is vacant and has been leased before.',
      example: 12,
    }),
  ),
})

export const FutureResident = resource(
  'FutureResident',
  'A lease that has been signed by the day but does not occupy its unit yet, because it begins later or the previous resident has not moved out.',
  {
    ...place,
    lease_id: id({ description: 'ID of the lease.', example: LEASE_ID }),
    resident_id: residentId,
    resident_name: residentName,
    lease_from: date({ description: 'First day of the lease.', example: '2026-04-01' }),
    lease_to: nullable(date({ description: 'Last day of the lease’s term.', example: '2027-03-31' })),
    move_in: date({
      description: 'Planned move-in date. Equals the first day of the lease if no other day is planned.',
      example: '2026-04-01',
    }),
    rent_cents: sumOfCents({
      description:
        'Monthly rent, in cents: the RENT charges in force on the lease’s first day, or on the requested day if that is later. ' +
        'A past day shows what was agreed by then.',
      example: 142_500,
    }),
    deposit_cents: amount('Security deposit held for the lease, in cents.', 142_500),
    balance_cents: amount('Balance of the lease, in cents. Negative when prepaid.', 0),
  },
)

const count = (description: string, example: number) => integer(0, MAX_UNITS, { description, example })
const area = (description: string) => integer(0, Number.MAX_SAFE_INTEGER, { description, example: 870 })
const sum = (description: string, example: number) => sumOfCents({ description: `${description}, in cents.`, example })
const signedSum = (description: string, example: number) => amount(`${description}, in cents.`, example)

/** The totals of rows, overall and by floor plan. */
const sums = {
  unit_count: count('Number of units in service, which is the number of rows.', 1),
  occupied_unit_count: count('Number of occupied units: CURRENT, NOTICE_RENTED, NOTICE_UNRENTED and EVICT.', 1),
  vacant_unit_count: count('Number of vacant units: VACANT_RENTED and VACANT_UNRENTED.', 0),
  current_unit_count: count('Number of units in status CURRENT.', 1),
  notice_rented_unit_count: count('Number of units in status NOTICE_RENTED.', 0),
  notice_unrented_unit_count: count('Number of units in status NOTICE_UNRENTED.', 0),
  evict_unit_count: count('Number of units in status EVICT.', 0),
  vacant_rented_unit_count: count('Number of units in status VACANT_RENTED.', 0),
  vacant_unrented_unit_count: count('Number of units in status VACANT_UNRENTED.', 0),
  offline_unit_count: count('Number of units in status OFFLINE.', 0),
  occupancy_pct: decimal(0, 100, {
    description:
      'Occupied units as a percentage of units that are not OFFLINE, with two decimals. 0 if every unit is OFFLINE.',
    example: 100,
  }),
  leased_pct: decimal(0, 100, {
    description: 'Occupied and VACANT_RENTED units as a percentage of units that are not OFFLINE, with two decimals.',
    example: 100,
  }),
  sqft_total: area('Total floor area of all units, in square feet.'),
  sqft_occupied: area('Total floor area of occupied units, in square feet.'),
  market_rent_cents: sum('Total monthly market rent of all units', 145_000),
  rent_cents: sum('Total monthly rent', 142_500),
  other_charges_cents: signedSum('Total of other monthly charges', 2_500),
  total_charges_cents: signedSum('Total of monthly rent and other charges', 145_000),
  deposit_cents: signedSum('Total of security deposits held', 142_500),
  balance_cents: signedSum('Total of the balances', 30_000),
  past_due_cents: sum('Total past due', 30_000),
  loss_to_lease_cents: signedSum('Monthly market rent less monthly rent, of occupied units', 2_500),
  vacancy_loss_cents: sum('Monthly market rent of vacant units', 0),
} satisfies TProperties

const Totals = resource('RentRollTotals', 'Totals of all rows, and the balances of leases that have no row.', {
  ...sums,
  future_residents_balance_cents: signedSum('Total of the balances of future_residents', 0),
  former_residents_balance_cents: signedSum(
    'Total of the balances of all other leases, mostly of residents who moved out; together with balance_cents and future_residents_balance_cents, everything that is owed',
    -4_000,
  ),
})

const UnitTypeTotals = resource('RentRollUnitTypeTotals', 'The totals of one floor plan.', {
  unit_type: nullable(text(100, { description: 'The floor plan. Null for units without one.', example: '2x1' })),
  ...sums,
})

const ChargeCodeTotals = resource('RentRollChargeCodeTotals', 'Monthly totals of one charge code.', {
  code: oneOf(RECURRING_CHARGE_CODES, { description: 'Type of the charge.', example: 'RENT' }),
  unit_count: count('Number of units with this charge.', 1),
  amount_cents: signedSum('Sum of the charges', 142_500),
})

export const RentRoll = resource(
  'RentRoll',
  'The rent roll of a property, a portfolio or the whole organization, as of a day.',
  {
    scope: Scope,
    as_of_date: date({ description: 'The day the rent roll reports on.', example: '2026-03-15' }),
    generated_at: instant({
      description: 'When the rent roll was read. All of it comes from one snapshot.',
      example: '2026-03-15T12:00:00.000Z',
    }),
    rows: listOf(
      RentRollRow,
      MAX_UNITS,
      'One row per unit in service on the day, ordered by property_name, property_id, unit_label, unit_id.',
    ),
    future_residents: listOf(
      FutureResident,
      MAX_UNITS,
      'Signed leases that have not moved in, ordered by property_name, property_id, unit_label, lease_from, lease_id.',
    ),
    totals: Totals,
    by_unit_type: listOf(
      UnitTypeTotals,
      MAX_UNITS,
      'Totals of the rows by floor plan, ordered by name, with units that have none last.',
    ),
    by_charge_code: listOf(
      ChargeCodeTotals,
      RECURRING_CHARGE_CODES.length,
      'Totals of the rows’ charges by charge code.',
    ),
  },
)

export const getRentRoll = streamedOperation({
  method: 'GET',
  path: '/rent-roll',
  tag: 'Accounting',
  summary: 'Get the rent roll',
  description:
    'Retrieves the rent roll of a day. A past day is shown as it was: nothing that takes effect later changes it. A future day shows the ' +
    'leases and charges agreed so far, with today’s balances. The reply is not paged: however large it is, it comes from one snapshot and is ' +
    'sent while it is read, for at most 5 minutes. Read it steadily: a connection that accepts nothing for 30 seconds, or less than 1 MiB of a ' +
    'larger reply in 30 seconds, is closed. If something fails after the reply has begun, the connection is reset, so that an incomplete ' +
    'reply is never valid JSON. The service reads only a few rent rolls at a time, at most two of them for one organization and its sandbox ' +
    'together; a call that waits too long for its turn returns 503.',
  scope: 'accounting:read',
  parameters: {
    query: parameters({
      scope_id: idInput({
        description:
          'ID of a property or a portfolio. For every property of the organization, give the word `portfolio` or the organization’s own ID.',
        example: PROPERTY_ID,
      }),
      as_of_date: Type.Optional(
        date({
          description: 'The day to report on. Defaults to today in the organization’s time zone.',
          example: '2026-03-15',
        }),
      ),
    }),
  },
  success: { status: 200, description: 'The rent roll.', schema: RentRoll },
  errors: ['not_found'],
})
