/** Which lease says most of a person: one that runs before one to come before one that is over, the nearest start first. `$1` is the organization, `$2` today. */
import { LEASE_STATUS, STATUS_OF_ALL } from '../leases/columns.ts'

/** Of the signed lease `l`. */
const standing = (status: string) => `case ${status} when 'FUTURE' then 1 when 'ENDED' then 2 else 0 end`
export const STANDING = standing(LEASE_STATUS)
export const NEAREST = 'abs(l.start_date - $2::date), l.id desc'

/** What `shown`, which has that lease and its standing, says of the person. */
export const statusOf = (shown: string) => `case
            when ${shown}.standing = 1 then 'FUTURE'
            when ${shown}.standing = 2 then 'PAST'
            when ${shown}.eviction_filed_on <= $2::date then 'EVICT'
            when ${shown}.notice_given_on <= $2::date then 'NOTICE'
            when ${shown}.lease_id is not null then 'CURRENT'
          end`

/** That lease of everyone at once: a sort, instead of a look-up a person. */
export const LEASE_OF_EACH = `(
        select distinct on (lr.resident_id) lr.resident_id, l.id as lease_id, l.property_id, l.unit_id, l.notice_given_on,
               l.eviction_filed_on, ${standing(STATUS_OF_ALL)} as standing
          from lease_residents lr
          join leases l on l.organization_id = $1 and l.id = lr.lease_id
         where lr.organization_id = $1 and l.stage = 'SIGNED'
         order by lr.resident_id, standing, ${NEAREST}
      )`
