/**
 * The status of a resident on a day, which follows from one of their signed leases: resident_status_history() in the schema defines which one, and
 * resident_status_spans holds it for every day. `$1` is the organization, `$2` the day.
 */
import type { KNOWN_STATUSES } from '#contract/v1/residents.ts'

type ResidentStatus = (typeof KNOWN_STATUSES)[number]

const COVERS = 'shown.organization_id = $1 and shown.from_day <= $2::date and shown.to_day >= $2::date'

/** Whether `shown` is the row of the resident that covers the day; there is one if they are on a signed lease. `resident` is an ID in SQL. */
export const isOn = (resident: string) => `${COVERS} and shown.resident_id = ${resident}`

/** For a join: that row of resident_status_spans, as `shown`. */
export const leaseOf = (resident: string) => `resident_status_spans shown on ${isOn(resident)}`

/** Joins the same row by a lookup for each resident, which the planner does not turn into a join with all residents. */
const lookupOf = (resident: string) => `cross join lateral (
        select shown.* from resident_status_spans shown where ${COVERS} and shown.resident_id = ${resident} offset 0
      ) shown`

/** The status of the resident, from the row `shown`. Null if there is none. */
export const RESIDENT_STATUS =
  'resident_status(shown.begins_on, shown.last_day, shown.notice_given_on, shown.eviction_filed_on, $2::date)'

/** The status that the signed lease `l`, which does not wait for another one to end, gives its residents. */
export const STATUS_ON_LEASE =
  "resident_status(l.start_date, coalesce(l.move_out_date, 'infinity'), l.notice_given_on, l.eviction_filed_on, $2::date)"

/**
 * The rows of all residents who have the status, inside an index that skips those who have left, or those who have not. PostgreSQL expects a comparison
 * with the result of a function to be met by one row in 200, so nearly all residents, who are CURRENT, are described as having none of the rare ones.
 */
const rowsOf = (status: ResidentStatus) =>
  `from resident_status_spans shown where ${COVERS} and shown.last_day ${status === 'PAST' ? '<' : '>='} $2::date${AMONG[status]}`
const AMONG: Record<ResidentStatus, string> = {
  CURRENT: ` and ${RESIDENT_STATUS} not in ('NOTICE', 'EVICT', 'FUTURE')`,
  NOTICE: ` and ${RESIDENT_STATUS} = 'NOTICE'`,
  EVICT: ` and ${RESIDENT_STATUS} = 'EVICT'`,
  FUTURE: ` and ${RESIDENT_STATUS} = 'FUTURE'`,
  PAST: '',
}

/**
 * Whether the resident `r` has the status. Those who are CURRENT are looked up in a hash of their IDs: PostgreSQL expects a thirtieth of the
 * residents, and with `is true` it cannot look each of them up by a join, which took 500 ms for 82,000.
 */
export const hasStatus = (status: ResidentStatus) =>
  `(r.id in (select shown.resident_id ${rowsOf(status)}))${status === 'CURRENT' ? ' is true' : ''}`

/** How many residents have the status. */
export const countOf = (status: ResidentStatus) => `select count(*)::int as total ${rowsOf(status)}`

/** Whether the resident `r` has the status, by one lookup. */
export const isOfStatus = (status: ResidentStatus) =>
  `exists (select from resident_status_spans shown where ${COVERS} and shown.resident_id = r.id and ${RESIDENT_STATUS} = '${status}' offset 0)`

/** Whether the resident `r` is on no signed lease. Such residents are few, and are found inside the keys of both tables. */
export const ON_NO_LEASE = `r.id in (
      select alone.id from residents alone
       where alone.organization_id = $1
         and not exists (select from resident_status_spans s where s.organization_id = $1 and s.resident_id = alone.id)
      offset 0
    )`

/**
 * Selects the residents, as `resident_id`, whose status follows from one of the signed leases `l` that meet the condition: some lookups per resident,
 * so for a condition that few leases meet.
 */
export const residentsOf = (condition: string) => `select of_lease.resident_id
       from leases l
      cross join lateral (
        select lr.resident_id from lease_residents lr where lr.organization_id = $1 and lr.lease_id = l.id offset 0
      ) of_lease
      ${lookupOf('of_lease.resident_id')}
      where l.organization_id = $1 and l.stage = 'SIGNED' and shown.lease_id = l.id and ${condition}`

/** Selects the first residents by ID, or the last, as many as `most`, with that row as `shown`. */
export const firstResidents = (
  columns: string,
  { most, isBackwards }: { most: number; isBackwards: boolean },
) => `select ${columns}
      from (
        select id from residents where organization_id = $1 order by id${isBackwards ? ' desc' : ''} limit ${most}
      ) r
      ${lookupOf('r.id')}`
