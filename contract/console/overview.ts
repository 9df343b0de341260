/** The figures of the first page: the state of the portfolio today. */
import { Unit } from '../v1/units.ts'
import { WORK_ORDER_STATUSES } from '../v1/work-orders.ts'
import { cents, date, decimal, id, integer, listOf, nullable, oneOf, resource, sumOfCents, text } from '../values.ts'
import { organizationOperation } from './operation.ts'

const count = (description: string, example: number) => integer(0, 2_147_483_647, { description, example })
const percent = (description: string, example: number) => decimal(0, 100, { description, example })
const sum = (description: string, example: number) => sumOfCents({ description, example })

const OpenWorkOrders = resource('OpenWorkOrders', 'The number of work orders in a status.', {
  status: oneOf(WORK_ORDER_STATUSES, { description: 'The status.', example: 'NEW' }),
  work_orders: count('The number of work orders.', 14),
})

/** How many rows the overview shows of a list that another page shows in full. */
export const OVERVIEW_ROWS = 5

const { unit_id, label } = Unit.properties
const propertyName = text(200, { description: 'The property’s name.', example: 'Maple Court' })

const LongestVacant = resource('LongestVacant', 'A vacant unit without a next lease.', {
  unit_id,
  unit_label: label,
  property_name: propertyName,
  unit_type: Unit.properties.unit_type,
  market_rent_cents: nullable(
    cents({ description: 'Market rent per month, in cents; null while unknown.', example: 145_000 }),
  ),
  days_vacant: nullable(count('Days since the last residents left; null if it was never leased.', 41)),
})

const Aging = resource('Aging', 'The open amounts of invoices by how long they are past due, in cents.', {
  not_due_cents: sum('Due today or later.', 320_000),
  days_30_cents: sum('1 to 30 days past due.', 540_000),
  days_60_cents: sum('31 to 60 days past due.', 210_000),
  days_90_cents: sum('61 to 90 days past due.', 0),
  older_cents: sum('More than 90 days past due.', 19_000),
})

const MostPastDue = resource('MostPastDue', 'A lease that is past due.', {
  lease_id: id({ description: 'The lease.', example: 'lease_01kh3zr6p1a9c2j8n5q0r3d7fz' }),
  resident_name: nullable(text(201, { description: 'The primary resident.', example: 'Dana Whitfield' })),
  property_name: propertyName,
  unit_label: label,
  past_due_cents: sum('What was due before today and is not paid, less the credit of the lease, in cents.', 288_000),
})

export const Overview = resource('Overview', 'The state of the portfolio today.', {
  as_of_date: date({ description: 'Today, in the organization’s time zone.', example: '2026-03-15' }),
  properties: count('Properties under management.', 12),
  units: count('Units in service.', 480),
  occupied: count('Occupied units.', 455),
  vacant: count('Vacant units.', 22),
  offline: count('Offline units.', 3),
  vacant_rented: count('Vacant units that are rented from a later day.', 8),
  on_notice: count('Occupied units whose residents gave notice.', 19),
  evictions: count('Occupied units with an eviction filed.', 2),
  occupancy_pct: percent('Occupied units, in percent of all units that are not offline.', 95.39),
  leased_pct: percent('Occupied and vacant rented units, in percent of all units that are not offline.', 97.06),
  past_due_cents: sum('What was due before today and is not paid, less the credit of each lease, in cents.', 1_284_000),
  past_due_current_cents: sum('The part of it that residents of occupied units owe, in cents.', 1_190_000),
  overdue_invoices: count('Invoices that are past due.', 31),
  open_work_orders: listOf(OpenWorkOrders, WORK_ORDER_STATUSES.length, 'Open work orders, by status.'),
  leases_ending: count('Active leases whose term or stay ends within 60 days.', 27),
  leases_to_sign: count('Leases that are waiting to be signed.', 5),
  move_ins: count('FUTURE leases that begin within 60 days, or wait for their unit to become free.', 11),
  new_leads: count('Leads in status NEW, which nobody has contacted yet.', 9),
  to_make_ready: count('Units to make ready, as the group TO_MAKE_READY of the list of units defines them.', 6),
  to_make_ready_rented: count('Units to make ready that are rented from a later day.', 2),
  longest_vacant: listOf(LongestVacant, OVERVIEW_ROWS, 'Vacant units without a next lease, longest vacant first.'),
  aging: Aging,
  most_past_due: listOf(MostPastDue, OVERVIEW_ROWS, 'Leases that are past due, highest amount first.'),
})

export const getOverview = organizationOperation({
  tag: 'Overview',
  method: 'GET',
  path: '/overview',
  summary: 'Get the overview',
  description:
    'Returns the state of the portfolio today. Offline units are neither occupied nor vacant, and the percentages leave them out.',
  role: 'VIEWER',
  success: {
    status: 200,
    description: 'The figures.',
    schema: Overview,
  },
})
