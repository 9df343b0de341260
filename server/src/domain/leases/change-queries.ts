/** SQL for changing one lease, from its draft to its end. `$1` is the organization. */
import { statement } from '#server/db/statement.ts'
import type { Charge } from './charges.ts'
import { LEASE_STATUS } from './columns.ts'
import type { LeaseRecord } from './records.ts'
import type { LeaseStatus, OtherLease } from './rules.ts'

export type LockedLease = LeaseRecord & {
  status: LeaseStatus
  in_service_from: string
  in_service_to: string | null
  depositAskedCents: number | null
}

/**
 * As it stands on the day `$2`. The unit is locked first: whoever changes a lease of a unit sees all its other leases as they are, and
 * two of them never wait for each other.
 */
export const lockLease = statement<LockedLease>(
  'lock_lease',
  `select l.id, l.property_id as "propertyId", l.unit_id as "unitId", l.stage, l.term_type as "termType", l.start_date as "startDate",
          l.end_date as "endDate", l.move_in_date as "moveInDate", l.move_out_date as "moveOutDate",
          l.notice_given_on as "noticeGivenOn", l.eviction_filed_on as "evictionFiledOn", l.signed_at as "signedAt",
          l.cancelled_on as "cancelledOn", l.rent_due_day as "rentDueDay", l.external_id as "externalId",
          ${LEASE_STATUS} as status, u.in_service_from, u.in_service_to,
          l.deposit_asked_cents as "depositAskedCents"
     from leases l
     join units u on u.organization_id = $1 and u.id = l.unit_id
    where l.organization_id = $1 and l.id = $3
      for no key update of u, l`,
)

export const listLeaseCharges = statement<Charge>(
  'list_lease_charges',
  `select code, description, amount_cents as "amountCents", effective_from as "effectiveFrom", effective_to as "effectiveTo"
     from lease_charges
    where organization_id = $1 and lease_id = $2
    order by effective_from, code, description`,
)

const OTHER_LEASE = `l.id as lease_id, l.start_date, l.end_date, l.move_out_date, who.resident_name`
const PRIMARY_RESIDENT = `left join lateral (
  select trim(r.first_name || ' ' || r.last_name) as resident_name
    from lease_residents lr
    join residents r on r.organization_id = $1 and r.id = lr.resident_id
   where lr.organization_id = $1 and lr.lease_id = l.id and lr.is_primary
) who on true`

/** Another signed lease of the unit `$2` than `$3` that keeps it on a day from `$4` to `$5`, as the constraint of the table has it. */
export const findOverlappingLease = statement<OtherLease>(
  'find_overlapping_lease',
  `select ${OTHER_LEASE}
     from leases l ${PRIMARY_RESIDENT}
    where l.organization_id = $1 and l.unit_id = $2 and l.id <> $3 and l.stage = 'SIGNED'
      and daterange(l.start_date, coalesce(l.move_out_date, l.end_date), '[]') && daterange($4::date, $5::date, '[]')
    order by l.start_date
    limit 1`,
)

/** The signed lease of the unit `$2` that begins before `$3` and still occupies it on `$4`. */
export const findEarlierOccupant = statement<OtherLease>(
  'find_earlier_occupant',
  `select ${OTHER_LEASE}
     from leases l ${PRIMARY_RESIDENT}
    where l.organization_id = $1 and l.unit_id = $2 and l.stage = 'SIGNED' and l.start_date < $3::date
      and l.start_date <= $4::date and (l.move_out_date is null or l.move_out_date >= $4::date)
    order by l.start_date
    limit 1`,
)

/** `$2` unit: where it is and how long it is in service. */
export const findUnitToLet = statement<{ property_id: string; in_service_from: string; in_service_to: string | null }>(
  'find_unit_to_let',
  'select property_id, in_service_from, in_service_to from units where organization_id = $1 and id = $2',
)

export const listKnownResidents = statement<{ id: string }>(
  'list_known_residents',
  'select id from residents where organization_id = $1 and id = any($2::text[])',
)

export const hasPrimaryResident = statement<{ has_primary: boolean }>(
  'has_primary_resident',
  `select exists (
     select from lease_residents where organization_id = $1 and lease_id = $2 and is_primary
   ) as has_primary`,
)

/** Beside what imports say of a lease, which know nothing of it. */
export const setDepositAsked = statement<never>(
  'set_deposit_asked',
  'update leases set deposit_asked_cents = $3 where organization_id = $1 and id = $2',
)

/** Row-level security keeps those of a lease that is no draft any more. */
export const clearDraftResidents = statement<never>(
  'clear_draft_residents',
  'delete from lease_residents where organization_id = $1 and lease_id = $2',
)

export const clearDraftCharges = statement<never>(
  'clear_draft_charges',
  'delete from lease_charges where organization_id = $1 and lease_id = $2',
)

/** The renewal of the lease that begins last. */
export const findLastRenewal = statement<{ starts_on: string }>(
  'find_last_renewal',
  'select starts_on from lease_renewals where organization_id = $1 and lease_id = $2 order by starts_on desc limit 1',
)

export const insertRenewal = statement<never>(
  'insert_renewal',
  `insert into lease_renewals (organization_id, lease_id, starts_on, previous_end_date, previous_term_type, agreed_on)
   values ($1, $2, $3, $4, $5, $6)`,
)

/** What the lease `$2` charges from its first day `$3`, it charges from the new first day `$4`. */
export const restartCharges = statement<never>(
  'restart_lease_charges',
  `update lease_charges
      set effective_from = $4
    where organization_id = $1 and lease_id = $2 and effective_from = $3 and (effective_to is null or effective_to >= $4)`,
)
