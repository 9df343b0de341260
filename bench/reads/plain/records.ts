/** One record by its ID, as the plain baseline reads it. `$1` is the organization, `$2` the ID. */
import { INVOICE_COLUMNS, PAYMENT_COLUMNS, PROPERTY_COLUMNS, WORK_ORDER_COLUMNS } from './lists.ts'

/** The rows of a named statement. */
export type Query = <Row>(name: string, text: string, values: unknown[]) => Promise<Row[]>

type Find = (query: Query, organizationId: string, id: string, today: string) => Promise<object | undefined>

const byId =
  (name: string, text: string): Find =>
  async (query, organizationId, id) =>
    (await query<object>(name, text, [organizationId, id]))[0]

const UNITS = `
  select u.unit_id, u.label, u.unit_type, u.bedrooms, u.bathrooms::float8 as bathrooms, u.sqft, u.market_rent_cents, u.status,
         u.available_from, u.is_listed, u.current_lease_id, u.external_id, u.created_at, u.updated_at
    from plain.units u
   where u.organization_id = $1 and u.property_id = $2 and u.status is not null
   order by u.label, u.unit_id`

const ACTIVE_LEASES = `
  select l.lease_id, l.property_id, l.unit_id, u.label as unit_label, l.status, l.term_type, l.start_date, l.end_date, l.move_in_date,
         l.move_out_date, l.notice_given_on, l.eviction_filed_on, l.signed_at, l.rent_cents, l.deposit_held_cents, l.balance_cents,
         l.rent_due_day, l.external_id, l.created_at, l.updated_at,
         (
           select coalesce(json_agg(json_build_object('code', c.code, 'description', c.description, 'amount_cents', c.amount_cents,
                    'from', c.effective_from, 'to', c.effective_to) order by c.effective_from, c.code, c.description), '[]')
             from plain.lease_charges c
            where c.organization_id = $1 and c.lease_id = l.lease_id
         ) as recurring_charges,
         (
           select coalesce(json_agg(json_build_object('resident_id', r.resident_id, 'name', trim(r.first_name || ' ' || r.last_name),
                    'role', lr.role, 'is_primary', lr.is_primary, 'from', lr.from_day, 'to', lr.to_day)
                    order by lr.is_primary desc, r.last_name, r.first_name, r.resident_id), '[]')
             from plain.lease_residents lr
             join plain.residents r on r.organization_id = $1 and r.resident_id = lr.resident_id
            where lr.organization_id = $1 and lr.lease_id = l.lease_id
         ) as residents
    from plain.leases l
    join plain.units u on u.organization_id = $1 and u.unit_id = l.unit_id
   where l.organization_id = $1 and l.property_id = $2 and l.status = 'ACTIVE'
   order by u.label, l.start_date, l.lease_id`

const PROPERTY = `
  select ${PROPERTY_COLUMNS}, p.year_built, p.occupied_unit_count, p.vacant_unit_count
    from plain.properties p
   where p.organization_id = $1 and p.property_id = $2`

/** The active lease that began last; without one, the next to begin; without one, the last that began. `$3` is today. */
const RESIDENT = `
  select r.resident_id, r.first_name, r.last_name, r.email, r.phone, shown.role, shown.resident_status as status, shown.property_id,
         shown.property_name, shown.unit_id, shown.unit_label, shown.lease_id, shown.move_in_date, shown.move_out_date,
         shown.balance_cents as lease_balance_cents, r.sms_opt_in, r.external_id, r.created_at,
         greatest(r.updated_at, shown.updated_at) as updated_at
    from plain.residents r
    left join lateral (
      select lr.role, l.resident_status, l.property_id, p.name as property_name, l.unit_id, u.label as unit_label, l.lease_id,
             coalesce(lr.from_day, l.move_in_date) as move_in_date, least(lr.to_day, l.move_out_date) as move_out_date, l.balance_cents, greatest(lr.updated_at, l.updated_at) as updated_at
        from plain.lease_residents lr
        join plain.leases l on l.organization_id = $1 and l.lease_id = lr.lease_id
        join plain.units u on u.organization_id = $1 and u.unit_id = l.unit_id
        join plain.properties p on p.organization_id = $1 and p.property_id = l.property_id
       where lr.organization_id = $1 and lr.resident_id = r.resident_id and l.resident_status is not null
       order by array_position(array['ACTIVE', 'FUTURE', 'ENDED'], l.status), abs(l.start_date - $3::date), l.lease_id desc
       limit 1
    ) shown on true
   where r.organization_id = $1 and r.resident_id = $2`

export const records = {
  async getProperty(query, organizationId, id) {
    const [[property], units, active_leases] = await Promise.all([
      query<object>('get_property', PROPERTY, [organizationId, id]),
      query('get_property.units', UNITS, [organizationId, id]),
      query('get_property.leases', ACTIVE_LEASES, [organizationId, id]),
    ])
    return property && { ...property, units, active_leases }
  },
  async getResident(query, organizationId, id, today) {
    return (await query<object>('get_resident', RESIDENT, [organizationId, id, today]))[0]
  },
  getInvoice: byId(
    'get_invoice',
    `select ${INVOICE_COLUMNS} from plain.invoices i where i.organization_id = $1 and i.invoice_id = $2`,
  ),
  getPayment: byId(
    'get_payment',
    `select ${PAYMENT_COLUMNS} from plain.payments p where p.organization_id = $1 and p.payment_id = $2`,
  ),
  getWorkOrder: byId(
    'get_work_order',
    `select ${WORK_ORDER_COLUMNS} from plain.work_orders w where w.organization_id = $1 and w.work_order_id = $2`,
  ),
} satisfies Record<string, Find>
