/** The lists of the plain baseline: what each shows, in which order, and what each filter compares. `$1` is the organization, `?` the value. */

export type PlainList = {
  columns: string
  from: string
  where: string
  order: string
  filters: Record<string, string>
}

const record = (alias: string) => `${alias}.external_id, ${alias}.created_at, ${alias}.updated_at`

export const INVOICE_COLUMNS = `i.invoice_id, i.number, i.lease_id, i.resident_id, i.property_id, i.unit_id, i.status, i.issue_date, i.due_date,
  i.period_start, i.period_end, i.lines, i.total_cents, i.paid_cents, i.balance_cents, i.paid_at, i.voided_at, ${record('i')}`

export const PAYMENT_COLUMNS = `p.payment_id, p.status, p.method, p.source, p.amount_cents, p.refunded_cents, p.payment_date, p.received_at, p.reference,
  p.memo, p.lease_id, p.resident_id, p.property_id, p.unit_id,
  (
    select coalesce(json_agg(json_build_object('invoice_id', a.invoice_id, 'amount_cents', a.amount_cents)
             order by i.due_date, i.issue_date, i.number), '[]')
      from plain.allocations a
      join plain.invoices i on i.organization_id = $1 and i.invoice_id = a.invoice_id
     where a.organization_id = $1 and a.payment_id = p.payment_id
  ) as allocations,
  p.unapplied_cents, p.failure_reason, p.reversed_at, ${record('p')}`

export const WORK_ORDER_COLUMNS = `w.work_order_id, w.number, w.title, w.description, w.status, w.priority, w.category, w.source, w.property_id,
  w.unit_id, w.resident_id, w.vendor_name, w.entry_permission, w.entry_notes, w.has_pets, w.due_date, w.scheduled_start, w.scheduled_end,
  w.completed_at, w.cost_cents, ${record('w')}`

export const PROPERTY_COLUMNS = `p.property_id, p.name, p.type, p.address_line, p.city, p.state, p.postal_code, p.owner_name, p.owner_id,
  p.portfolio_id, p.unit_count, p.current_value, p.is_active, ${record('p')}`

const equals = (alias: string, ...columns: string[]) =>
  Object.fromEntries(columns.map(column => [column, `${alias}.${column} = ?`]))

export const lists = {
  listListings: {
    columns: `u.unit_id as id, p.name as "propertyName", p.address_line as "addressLine", p.city, p.state, p.postal_code as "postalCode",
      u.label, u.bedrooms, u.bathrooms::float8 as bathrooms, u.sqft, u.market_rent_cents as "marketRentCents",
      u.available_at as "availableFrom", u.listing_title as "listingTitle", u.listing_desc as "listingDesc", u.photos, u.amenities`,
    from: 'plain.units u join plain.properties p on p.organization_id = u.organization_id and p.property_id = u.property_id',
    where: 'u.organization_id = $1 and u.is_available',
    order: 'p.name, u.label, u.unit_id',
    filters: { city: 'lower(p.city) = lower(?)', state: 'p.state = upper(?)' },
  },
  listProperties: {
    columns: PROPERTY_COLUMNS,
    from: 'plain.properties p',
    where: 'p.organization_id = $1',
    order: 'p.name, p.property_id',
    filters: {
      city: 'lower(p.city) = lower(?)',
      state: 'p.state = upper(?)',
      owner: 'p.owner_id = ? or lower(p.owner_name) = lower(?)',
      updated_since: 'p.updated_at >= ?',
    },
  },
  listResidents: {
    columns: `r.resident_id, r.first_name, r.last_name, r.email, r.phone, lr.role, l.resident_status as status, l.property_id,
      p.name as property_name, l.unit_id, u.label as unit_label, l.lease_id,
      coalesce(lr.from_day, l.move_in_date) as move_in_date, least(lr.to_day, l.move_out_date) as move_out_date,
      l.balance_cents as lease_balance_cents, r.sms_opt_in, r.external_id, r.created_at,
      greatest(r.updated_at, lr.updated_at, l.updated_at) as updated_at`,
    from: `plain.leases l
      join plain.lease_residents lr on lr.organization_id = l.organization_id and lr.lease_id = l.lease_id
      join plain.residents r on r.organization_id = l.organization_id and r.resident_id = lr.resident_id
      join plain.units u on u.organization_id = l.organization_id and u.unit_id = l.unit_id
      join plain.properties p on p.organization_id = l.organization_id and p.property_id = l.property_id`,
    where: `l.organization_id = $1 and l.status = 'ACTIVE'`,
    order: 'r.last_name, r.first_name, r.resident_id, l.lease_id',
    filters: {
      ...equals('l', 'property_id', 'unit_id'),
      updated_since: 'greatest(r.updated_at, lr.updated_at, l.updated_at) >= ?',
    },
  },
  listInvoices: {
    columns: INVOICE_COLUMNS,
    from: 'plain.invoices i',
    where: 'i.organization_id = $1',
    order: 'i.issue_date desc, i.invoice_id desc',
    filters: {
      ...equals('i', 'status', 'property_id', 'lease_id'),
      overdue: `i.due_date < ? and i.status in ('OPEN', 'PARTIALLY_PAID')`,
      updated_since: 'i.updated_at >= ?',
    },
  },
  listPayments: {
    columns: PAYMENT_COLUMNS,
    from: 'plain.payments p',
    where: 'p.organization_id = $1',
    order: 'p.payment_date desc, p.payment_id desc',
    filters: { ...equals('p', 'status', 'property_id', 'lease_id'), updated_since: 'p.updated_at >= ?' },
  },
  listWorkOrders: {
    columns: WORK_ORDER_COLUMNS,
    from: 'plain.work_orders w',
    where: 'w.organization_id = $1',
    order: 'w.created_at desc, w.work_order_id desc',
    filters: {
      ...equals('w', 'status', 'priority', 'category', 'property_id', 'unit_id'),
      updated_since: 'w.updated_at >= ?',
    },
  },
} satisfies Record<string, PlainList>
