/** The figures of the first page: the state of the portfolio today. */
import { WORK_ORDER_STATUSES } from '../v1/work-orders.ts'
import { cents, date, decimal, integer, listOf, noParameters, oneOf, resource } from '../values.ts'
import { organizationOperation } from './operation.ts'

const count = (description: string, example: number) => integer(0, 2_147_483_647, { description, example })
const percent = (description: string, example: number) => decimal(0, 100, { description, example })
const sum = (description: string, example: number) => cents({ description, example })

const OpenWorkOrders = resource('OpenWorkOrders', 'The number of work orders in a status.', {
  status: oneOf(WORK_ORDER_STATUSES, { description: 'The status.', example: 'NEW' }),
  work_orders: count('The number of work orders.', 14),
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
  past_due_cents: sum('The amount that was due before today and is not paid, in cents.', 1_284_000),
  overdue_invoices: count('Invoices that are past due.', 31),
  open_work_orders: listOf(OpenWorkOrders, WORK_ORDER_STATUSES.length, 'Open work orders, by status.'),
  leases_ending: count('Active leases whose term or stay ends within 60 days.', 27),
  leases_to_sign: count('Leases that wait to be signed.', 5),
  move_ins: count('FUTURE leases that begin within 60 days, or wait for their unit to become free.', 11),
  new_leads: count('Leads that nobody has answered yet.', 9),
})

export const getOverview = organizationOperation({
  tag: 'Overview',
  idempotent: false,
  method: 'GET',
  path: '/overview',
  summary: 'Get the overview',
  description:
    'Returns the state of the portfolio today. Offline units are neither occupied nor vacant, and the percentages leave them out.',
  role: 'VIEWER',
  parameters: { path: noParameters, query: noParameters },
  success: {
    status: 200,
    description: 'The figures.',
    schema: Overview,
  },
  errors: [],
})
