/** SQL of the residents of leases. `$1` is the organization. */
import { columns } from '#server/db/columns.ts'
import { statement } from '#server/db/statement.ts'
import type { StoredResident } from './resident-days.ts'
import { TOUCHED } from './touched.ts'

export const listKnownResidents = statement<{ id: string }>(
  'list_known_residents',
  'select id from residents where organization_id = $1 and id = any($2::text[])',
)

/** Every resident of the lease `$2`, also those who have left. The lease must be locked already. */
export const listStoredResidents = statement<StoredResident>(
  'list_stored_residents_of_lease',
  `select lr.resident_id, r.full_name as name, lr.role, lr.from_day, lr.to_day, lr.former_roles, lr.before_end
     from lease_residents lr
     join residents r on r.organization_id = $1 and r.id = lr.resident_id
    where lr.organization_id = $1 and lr.lease_id = $2
    order by lr.resident_id`,
)

export const hasPrimaryResident = statement<{ has_primary: boolean }>(
  'has_primary_resident',
  `select exists (
     select from lease_residents where organization_id = $1 and lease_id = $2 and is_primary
   ) as has_primary`,
)

/** Row-level security protects the primary resident of a lease that is no longer a draft from deletion. */
export const deleteLeaseResident = statement<never>(
  'delete_lease_resident',
  `with different as (select $2::text as lease_id),
   ${TOUCHED}
   delete from lease_residents where organization_id = $1 and lease_id = $2 and resident_id = $3`,
)

export const clearDraftResidents = statement<never>(
  'clear_draft_residents',
  'delete from lease_residents where organization_id = $1 and lease_id = $2',
)

export const GIVEN_RESIDENTS = columns({
  lease_id: 'text',
  resident_id: 'text',
  role: 'text',
  from_day: 'date',
  to_day: 'date',
  former_roles: 'jsonb',
  before_end: 'jsonb',
})
const insertResidentsFrom = (given: string) =>
  `insert into lease_residents (organization_id, lease_id, resident_id, role, is_primary, from_day, to_day, former_roles, before_end)
   select $1, t.lease_id, t.resident_id, t.role, t.role = 'PRIMARY', t.from_day, t.to_day, t.former_roles, t.before_end
     from ${given}`

export const upsertLeaseResidents = statement<never>(
  'upsert_lease_residents',
  `with given as materialized (
     select t.* from ${GIVEN_RESIDENTS.from(2)} t
   ),
   different as materialized (
     select distinct given.lease_id
       from given
       left join lateral (
         select r.role, r.from_day, r.to_day, r.former_roles from lease_residents r
          where r.organization_id = $1 and r.lease_id = given.lease_id and r.resident_id = given.resident_id
         offset 0
       ) was on true
      where (was.role, was.from_day, was.to_day, was.former_roles)
            is distinct from (given.role, given.from_day, given.to_day, given.former_roles)
   ),
   ${TOUCHED}
   ${insertResidentsFrom('given t')}
   on conflict (organization_id, lease_id, resident_id) do update set
     role = excluded.role, is_primary = excluded.is_primary, from_day = excluded.from_day, to_day = excluded.to_day,
     former_roles = excluded.former_roles, before_end = excluded.before_end`,
)
export const insertLeaseResidents = statement<never>(
  'insert_lease_residents',
  insertResidentsFrom(`${GIVEN_RESIDENTS.from(2)} t`),
)
