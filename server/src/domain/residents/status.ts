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
