/** SQL of the names of records. `$1` is the organization, `$2` the IDs. */
import { statement } from '#server/db/statement.ts'

export const findNames = statement<{ id: string; name: string }>(
  'find_names',
  `select o.id, o.name from owners o where o.organization_id = $1 and o.id = any($2::text[])
    union all
   select f.id, f.name from portfolios f where f.organization_id = $1 and f.id = any($2::text[])
    union all
   select p.id, p.name from properties p where p.organization_id = $1 and p.id = any($2::text[])
    union all
   select u.id, p.name || ' · ' || u.label
     from units u
     join properties p on p.organization_id = $1 and p.id = u.property_id
    where u.organization_id = $1 and u.id = any($2::text[])
    union all
   select r.id, r.full_name from residents r where r.organization_id = $1 and r.id = any($2::text[])
    union all
   select l.id, coalesce(r.full_name || ', ', '') || p.name || ' · ' || u.label
     from leases l
     join units u on u.organization_id = $1 and u.id = l.unit_id
     join properties p on p.organization_id = $1 and p.id = l.property_id
     left join lease_residents lr on lr.organization_id = $1 and lr.lease_id = l.id and lr.is_primary
     left join residents r on r.organization_id = $1 and r.id = lr.resident_id
    where l.organization_id = $1 and l.id = any($2::text[])
    union all
   select i.id, '#' || i.number from invoices i where i.organization_id = $1 and i.id = any($2::text[])
    union all
   select y.id, 'Payment of $' || to_char(y.amount_cents / 100.0, 'FM999,999,999,999,990.00')
     from payments y
    where y.organization_id = $1 and y.id = any($2::text[])
    union all
   select w.id, '#' || w.number || ' ' || w.title from work_orders w where w.organization_id = $1 and w.id = any($2::text[])
    union all
   select v.id, v.name from vendors v where v.organization_id = $1 and v.id = any($2::text[])
    union all
   select d.id, trim(d.first_name || ' ' || d.last_name) from leads d where d.organization_id = $1 and d.id = any($2::text[])
    order by 1`,
)

/** The names of API keys, which act but are not records: they have no notes and no timeline. */
export const findKeyNames = statement<{ id: string; name: string }>(
  'find_key_names',
  'select k.id, k.name from api_keys k where k.organization_id = $1 and k.id = any($2::text[])',
)
