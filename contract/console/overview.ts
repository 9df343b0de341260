/** The figures of the first page: how the portfolio stands today. */
import { WORK_ORDER_STATUSES } from '../v1/work-orders.ts'
import { cents, date, decimal, integer, listOf, noParameters, oneOf, resource } from '../values.ts'
import { organizationOperation } from './operation.ts'

const count = (description: string, example: number) => integer(0, 2_147_483_647, { description, example })
const percent = (description: string, example: number) => decimal(0, 100, { description, example })
const sum = (description: string, example: number) => cents({ description, example })

const OpenWorkOrders = resource('OpenWorkOrders', 'How many work orders have a status.', {
  status: oneOf(WORK_ORDER_STATUSES, { description: 'The status.', example: 'NEW' }),
  work_orders: count('How many.', 14),
})

export const Overview = resource('Overview', 'How the portfolio stands.', {
  as_of_date: date({ description: 'Today, in the organization’s time zone.', example: '2026-03-15' }),
  properties: count('Properties under management.', 12),
  units: count('Units in service.', 480),
  occupied: count('Of them occupied.', 455),
  vacant: count('Vacant.', 22),
  offline: count('Offline.', 3),
  vacant_rented: count('Vacant, and rented ahead.', 8),
  on_notice: count('Occupied by residents who gave notice.', 19),
  evictions: count('Occupied, with an eviction filed.', 2),
  occupancy_pct: percent('Occupied units of all that are not offline.', 95.39),
  leased_pct: percent('The same, with vacant units that are rented ahead.', 97.06),
  past_due_cents: sum('What was due before today and is not paid, in cents.', 1_284_000),
  overdue_invoices: count('Invoices it is on.', 31),
  open_work_orders: listOf(OpenWorkOrders, WORK_ORDER_STATUSES.length, 'Work orders that are not done, by status.'),
  leases_ending: count('Leases running today whose term or stay ends within 60 days.', 27),
  leases_to_sign: count('Leases that wait for a signature.', 5),
  move_ins: count('Signed leases that are FUTURE and begin within 60 days, or wait for their unit.', 11),
  new_leads: count('Leads nobody has answered.', 9),
})

export const getOverview = organizationOperation({
  tag: 'Overview',
  idempotent: false,
  method: 'GET',
  path: '/overview',
  summary: 'Get the overview',
  description:
    'Returns how the portfolio stands today. Offline units are neither occupied nor vacant, and stand outside the percentages.',
  role: 'VIEWER',
  parameters: { path: noParameters, query: noParameters },
  success: {
    status: 200,
    description: 'The figures.',
    schema: Overview,
  },
  errors: [],
})
