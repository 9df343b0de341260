/**
 * Fills the tables of the plain baseline with the same organization. What is true today (the status of units and leases, rents, balances) comes
 * from the service's own operations, so that no rule is stated here a second time; stored facts are copied by SQL.
 */
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { v1Implementations } from '#server/domain/v1.ts'
import { hashSecret } from '#server/platform/api-keys/secret.ts'
import type { Context } from '#server/platform/context.ts'
import { asOwner, settle } from '../../measure/database.ts'
import { openContext } from '../pooled-context.ts'
import type { Place } from '../setup.ts'

const PAGE = 100

export async function fillPlain(place: Place): Promise<void> {
  const { context, close } = openContext(place)
  try {
    await asOwner(place.connection, async owner => {
      await owner.query(await readFile(`${import.meta.dirname}/schema.sql`, 'utf8'))
      await storeKeys(owner, place)
      await storeToday(owner, context)
      for (const copy of COPIES) await owner.query(copy, [context.db.organizationId])
      for (const copy of COPIES_AS_OF) await owner.query(copy, [context.db.organizationId, context.today])
      await owner.query(await readFile(`${import.meta.dirname}/indexes.sql`, 'utf8'))
      await settle(owner)
    })
  } finally {
    await close()
  }
}

async function storeKeys(owner: pg.Client, { organizationId, keys }: Place): Promise<void> {
  await owner.query(
    `insert into plain.api_keys
     select $1, key.id, key.secret_sha256, key.scopes
       from api_keys key
      where key.organization_id = $1 and key.secret_sha256 = any($2::bytea[])`,
    [organizationId, keys.map(hashSecret)],
  )
}

/** Each property with its units in service and its active leases, as a call would show them. */
async function storeToday(owner: pg.Client, context: Context): Promise<void> {
  const available = await listAvailable(context)
  for (let offset = 0, hasMore = true; hasMore; offset += PAGE) {
    const page = await v1Implementations.listProperties(context, { limit: PAGE, offset })
    hasMore = page.pagination.hasMore
    for (const { property_id: id } of page.data) {
      const { units, active_leases, ...property } = await v1Implementations.getProperty(context, { id })
      const replies = [JSON.stringify(property), JSON.stringify(units), JSON.stringify(active_leases)]
      await owner.query(INSERT_PROPERTY, [context.db.organizationId, replies[0]])
      await owner.query(INSERT_UNITS, [context.db.organizationId, replies[1], id, available, context.timeZone])
      await owner.query(INSERT_ACTIVE_LEASES, [context.db.organizationId, replies[2], context.today])
    }
  }
}

async function listAvailable(context: Context): Promise<string[]> {
  const ids: string[] = []
  for (let offset = 0, hasMore = true; hasMore; offset += PAGE) {
    const page = await v1Implementations.listListings(context, { limit: PAGE, offset })
    hasMore = page.pagination.hasMore
    ids.push(...page.data.map(({ id }) => id))
  }
  return ids
}

const INSERT_PROPERTY = `
  insert into plain.properties
  select (jsonb_populate_record(null::plain.properties, $2::jsonb || jsonb_build_object('organization_id', $1::uuid))).*`

const INSERT_UNITS = `
  insert into plain.units
  select $1::uuid, t.unit_id, $3::text, t.label, t.unit_type, t.bedrooms, t.bathrooms, t.sqft, t.market_rent_cents, t.status, t.available_from,
         t.is_listed, t.current_lease_id, t.external_id, t.created_at, t.updated_at, t.unit_id = any($4::text[]),
         t.available_from::timestamp at time zone $5::text, u.listing_title, u.listing_description, u.photos, u.amenities
    from jsonb_populate_recordset(null::plain.units, $2::jsonb) t
    join units u on u.organization_id = $1 and u.id = t.unit_id`

const INSERT_ACTIVE_LEASES = `
  insert into plain.leases
  select $1::uuid, t.lease_id, t.property_id, t.unit_id, t.status,
         case when t.eviction_filed_on <= $3::date then 'EVICT' when t.notice_given_on <= $3::date then 'NOTICE' else 'CURRENT' end,
         t.term_type, t.start_date, t.end_date, t.move_in_date, t.move_out_date, t.notice_given_on, t.eviction_filed_on, t.signed_at,
         t.rent_cents, t.deposit_held_cents, t.balance_cents, t.rent_due_day, t.external_id, t.created_at, t.updated_at
    from jsonb_populate_recordset(null::plain.leases, $2::jsonb) t`

/** `$1` is the organization. */
const COPIES = [
  // These units are out of service, so they have no status.
  `insert into plain.units
   select u.organization_id, u.id, u.property_id, u.label, null, u.bedrooms, u.bathrooms, u.sqft, null, null, u.available_from, u.is_listed,
          null, u.external_id, u.created_at, u.updated_at, false, null, u.listing_title, u.listing_description, u.photos, u.amenities
     from units u
    where u.organization_id = $1 and u.id not in (select unit_id from plain.units)`,
  `insert into plain.lease_charges
   select organization_id, lease_id, code, description, amount_cents, effective_from, effective_to from lease_charges
    where organization_id = $1 and not (amount_cents = 0 and effective_from = effective_to)`,
  `insert into plain.lease_residents
   select organization_id, lease_id, resident_id, role, is_primary, from_day, to_day, updated_at from lease_residents where organization_id = $1`,
  `insert into plain.residents
   select organization_id, id, first_name, last_name, email, phone, sms_opt_in, external_id, created_at, updated_at
     from residents where organization_id = $1`,
  `insert into plain.invoices
   select organization_id, id, number, lease_id, resident_id, property_id, unit_id, status, issue_date, due_date, period_start, period_end,
          lines, total_cents, paid_cents, case when status in ('DRAFT', 'VOID') then 0 else total_cents - paid_cents end, paid_at, voided_at,
          external_id, created_at, updated_at
     from invoices where organization_id = $1`,
  `insert into plain.payments
   select organization_id, id, status, method,
          case when exists (
                 select from ledger_entries e
                  where e.organization_id = $1 and e.payment_id = payments.id and e.account = 'DEPOSIT' and e.invoice_id is null
               ) then 'SECURITY_DEPOSIT'
               when exists (
                 select from ledger_entries e where e.organization_id = $1 and e.payment_id = payments.id and e.code = 'OPENING_BALANCE'
               ) then 'OPENING_BALANCE'
               else 'PAYER' end,
          amount_cents, refunded_cents, payment_date, received_at, reference, memo, lease_id,
          resident_id, property_id, unit_id,
          case when status = 'PAID' then amount_cents - allocated_cents - refunded_cents else 0 end, failure_reason, reversed_at, external_id,
          created_at, updated_at
     from payments where organization_id = $1`,
  `insert into plain.allocations
   select organization_id, payment_id, invoice_id, -sum(amount_cents)
     from ledger_entries
    where organization_id = $1 and account = 'RECEIVABLE' and invoice_id is not null and payment_id is not null
    group by organization_id, payment_id, invoice_id
   having sum(amount_cents) <> 0`,
  `insert into plain.work_orders
   select organization_id, id, number, title, description, status, priority, category, source, property_id, unit_id, resident_id,
          vendor_name, entry_permission, entry_notes, has_pets, due_date, scheduled_start, scheduled_end, completed_at, cost_cents,
          external_id, created_at, updated_at
     from work_orders where organization_id = $1`,
]

/** The leases that are not active, of which replies show only status and balance. `$1` is the organization, `$2` today. */
const COPIES_AS_OF = [
  `insert into plain.leases
   select l.organization_id, l.id, l.property_id, l.unit_id,
          case when l.stage <> 'SIGNED' then l.stage when l.move_out_date < $2::date then 'ENDED' else 'FUTURE' end,
          case when l.stage <> 'SIGNED' then null when l.move_out_date < $2::date then 'PAST' else 'FUTURE' end,
          l.term_type, l.start_date, l.end_date, l.move_in_date, l.move_out_date, l.notice_given_on, l.eviction_filed_on, l.signed_at,
          coalesce(charged.cents, 0), coalesce(held.deposit_cents, 0), coalesce(held.balance_cents, 0), l.rent_due_day, l.external_id,
          l.created_at, l.updated_at
     from leases l
     left join (
       select lease_id, max(amount_cents) as cents from lease_charges where organization_id = $1 and code = 'RENT' group by lease_id
     ) charged on charged.lease_id = l.id
     left join (
       select lease_id, sum(amount_cents) filter (where account = 'DEPOSIT') as deposit_cents,
              sum(amount_cents) filter (where account = 'RECEIVABLE') as balance_cents
         from ledger_entries
        where organization_id = $1 and effective_on <= $2::date
        group by lease_id
     ) held on held.lease_id = l.id
    where l.organization_id = $1 and l.id not in (select lease_id from plain.leases)`,
]
