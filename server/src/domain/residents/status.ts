/**
 * The status of a resident, which follows from the most relevant of their signed leases: an active lease before a future one before an ended one, the
 * nearest start date first. `$1` is the organization, `$2` today.
 */
import { LEASE_STATUS, STATUS_OF_ALL } from '../leases/columns.ts'

/** The rank of the signed lease `l`, which shows `status`, in that order. */
const priority = (status: string) => `case ${status} when 'FUTURE' then 1 when 'ENDED' then 2 else 0 end`
export const PRIORITY = priority(LEASE_STATUS)
export const NEAREST = 'abs(l.start_date - $2::date), l.id desc'

/** The status of the resident; `shown` is that lease with its priority. */
export const statusOf = (shown: string) => `case
            when ${shown}.priority = 1 then 'FUTURE'
            when ${shown}.priority = 2 then 'PAST'
            when ${shown}.eviction_filed_on <= $2::date then 'EVICT'
            when ${shown}.notice_given_on <= $2::date then 'NOTICE'
            when ${shown}.lease_id is not null then 'CURRENT'
          end`

/** The most relevant lease of every resident, found with one sort instead of a lookup per resident. */
export const LEASE_OF_EACH = `(
        select distinct on (lr.resident_id) lr.resident_id, l.id as lease_id, l.property_id, l.unit_id, l.notice_given_on,
               l.eviction_filed_on, ${priority(STATUS_OF_ALL)} as priority
          from lease_residents lr
          join leases l on l.organization_id = $1 and l.id = lr.lease_id
         where lr.organization_id = $1 and l.stage = 'SIGNED'
         order by lr.resident_id, priority, ${NEAREST}
      )`

/** Joins the most relevant lease of the resident `resident`, an ID in SQL, as `shown`, if they are on a signed one: one lookup, for few residents. */
export const leaseOf = (resident: string) => `left join lateral (
       select lr.role, l.id as lease_id, l.property_id, l.unit_id, l.move_in_date, l.move_out_date, l.notice_given_on, l.eviction_filed_on,
              greatest(lr.updated_at, l.updated_at) as updated_at,
              ${PRIORITY} as priority
         from lease_residents lr
         join leases l on l.organization_id = $1 and l.id = lr.lease_id
        where lr.organization_id = $1 and lr.resident_id = ${resident} and l.stage = 'SIGNED'
        order by priority, ${NEAREST}
        limit 1
     ) shown on true`

/**
 * Selects the residents, as `resident_id`, whose most relevant lease is one of the signed leases `l` that meet the condition, with that lease as
 * `shown`: some lookups per resident, so for a condition that few leases meet.
 */
export const residentsOf = (condition: string) => `select of_lease.resident_id
       from leases l
      cross join lateral (
        select lr.resident_id from lease_residents lr where lr.organization_id = $1 and lr.lease_id = l.id offset 0
      ) of_lease
       ${leaseOf('of_lease.resident_id')}
      where l.organization_id = $1 and l.stage = 'SIGNED' and shown.lease_id = l.id and ${condition}`

/** Whether the resident `r` is on no signed lease. All leases that are not signed are few, and are found once. */
export const ON_NO_LEASE = `not exists (
      select from lease_residents lr
       where lr.organization_id = $1 and lr.resident_id = r.id and lr.lease_id not in (
         select l.id from leases l where l.organization_id = $1 and l.stage <> 'SIGNED'
       )
    )`
