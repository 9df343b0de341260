/** SQL that changes leases, from their draft to their end. `$1` is the organization. */
import { columns } from '#server/db/columns.ts'
import { statement } from '#server/db/statement.ts'
import type { Charge } from './charges.ts'
import { LEASE_STATUS, primaryResidentOf } from './columns.ts'
import type { LeaseRecord } from './records.ts'
import type { RenewedCharge } from './renewed-charges.ts'
import type { LeaseStatus, OtherLease } from './rules.ts'

/** A lease as it is stored, with what decides whether a step is allowed. It is locked until the transaction ends. */
export type StoredLease = LeaseRecord & {
  status: LeaseStatus
  in_service_from: string
  in_service_to: string | null
  security_deposit_cents: number | null
  lead_id: string | null
}

/**
 * The lease `$3` with its status on the day `$2`. The unit is locked first, so that a transaction that changes a lease sees all other leases of the
 * unit as they are, and two such transactions never wait for each other.
 */
export const lockLease = statement<StoredLease>(
  'lock_lease',
  `select l.id, l.property_id, l.unit_id, l.stage, l.term_type, l.start_date,
          l.end_date, l.move_in_date, l.move_out_date,
          l.notice_given_on, l.eviction_filed_on, l.signed_at,
          l.cancelled_on, l.rent_due_day, l.external_id,
          ${LEASE_STATUS} as status, u.in_service_from, u.in_service_to,
          l.security_deposit_cents, l.lead_id
     from leases l
     join units u on u.organization_id = $1 and u.id = l.unit_id
    where l.organization_id = $1 and l.id = $3
      for no key update of u, l`,
)

export const listLeaseCharges = statement<Charge>(
  'list_lease_charges',
  `select code, description, amount_cents, effective_from, effective_to, agreed_cents, agreed_to
     from lease_charges
    where organization_id = $1 and lease_id = $2
    order by effective_from, code, description`,
)

const OTHER_LEASE = `l.id as lease_id, l.start_date, l.end_date, l.move_out_date, primary_resident.full_name as resident_name`

/** Another signed lease of the unit `$2` than `$3` that has the unit on a day from `$4` to `$5`, as the constraint of the table defines it. */
export const findOverlappingLease = statement<OtherLease>(
  'find_overlapping_lease',
  `select ${OTHER_LEASE}
     from leases l ${primaryResidentOf('l.id')}
    where l.organization_id = $1 and l.unit_id = $2 and l.id <> $3 and l.stage = 'SIGNED'
      and daterange(l.start_date, coalesce(l.move_out_date, l.end_date), '[]') && daterange($4::date, $5::date, '[]')
    order by l.start_date
    limit 1`,
)

/**
 * The first offline span of the unit `$3` that overlaps the days from `$4` to `$5` and does not end before `$2`. If `$6` is not null, spans that
 * overlap the days from `$6` to `$7` do not count.
 */
export const findDaysOffline = statement<{ starts_on: string; ends_on: string | null; reason: string }>(
  'find_days_offline',
  `select o.starts_on, o.ends_on, o.reason
     from unit_offline_spans o
    where o.organization_id = $1 and o.unit_id = $3 and coalesce(o.ends_on, 'infinity') >= $2::date
      and daterange(o.starts_on, o.ends_on, '[]') && daterange($4::date, $5::date, '[]')
      and ($6::date is null or not daterange(o.starts_on, o.ends_on, '[]') && daterange($6::date, $7::date, '[]'))
    order by o.starts_on
    limit 1`,
)

/** The signed lease of the unit `$2` that starts before `$3` and still occupies the unit on `$4`. */
export const findEarlierOccupant = statement<OtherLease>(
  'find_earlier_occupant',
  `select ${OTHER_LEASE}
     from leases l ${primaryResidentOf('l.id')}
    where l.organization_id = $1 and l.unit_id = $2 and l.stage = 'SIGNED' and l.start_date < $3::date
      and l.start_date <= $4::date and (l.move_out_date is null or l.move_out_date >= $4::date)
    order by l.start_date
    limit 1`,
)

/** The property of the unit `$2`, and the days on which the unit is in service. */
export const findLeasableUnit = statement<{
  property_id: string
  in_service_from: string
  in_service_to: string | null
}>(
  'find_leasable_unit',
  'select property_id, in_service_from, in_service_to from units where organization_id = $1 and id = $2',
)

/** Sets the security deposit by itself, because imports save leases without one. */
export const setSecurityDeposit = statement<never>(
  'set_security_deposit',
  'update leases set security_deposit_cents = $3 where organization_id = $1 and id = $2',
)

export const setLead = statement<never>(
  'set_lead_of_lease',
  'update leases set lead_id = $3 where organization_id = $1 and id = $2',
)

export const clearDraftCharges = statement<never>(
  'clear_draft_charges',
  'delete from lease_charges where organization_id = $1 and lease_id = $2',
)

/** The renewal of the lease that starts last. */
export const findLastRenewal = statement<{
  starts_on: string
  previous_end_date: string | null
  previous_term_type: LeaseRecord['term_type']
  agreed_on: string
  /** Null for a renewal that was stored before this was kept. */
  changed_charges: RenewedCharge[] | null
}>(
  'find_last_renewal',
  `select starts_on, previous_end_date, previous_term_type, agreed_on, changed_charges
     from lease_renewals
    where organization_id = $1 and lease_id = $2
    order by starts_on desc
    limit 1`,
)

export const insertRenewal = statement<never>(
  'insert_renewal',
  `insert into lease_renewals (organization_id, lease_id, starts_on, previous_end_date, previous_term_type, agreed_on, changed_charges)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)

/** Deletes a renewal that has not begun: no day has shown its term. */
export const deleteRenewal = statement<never>(
  'delete_renewal',
  'delete from lease_renewals where organization_id = $1 and lease_id = $2 and starts_on = $3',
)

/**
 * Stores what the dates of the signed leases were until the day `$3`, before the dates in `$2` replace them. A notice, an eviction or a move-out with
 * an earlier date counts from its own day: the days from then on show it, as do the changes that were stored since.
 */
export const insertDateChanges = statement<never>(
  'insert_lease_date_changes',
  `with changed as materialized (
     select l.*, t.term_type as new_term_type, t.start_date as new_start_date, t.end_date as new_end_date,
            t.move_in_date as new_move_in_date, t.move_out_date as new_move_out_date, t.notice_given_on as new_notice_given_on,
            t.eviction_filed_on as new_eviction_filed_on,
            least(
              $3::date,
              case when t.move_out_date is distinct from l.move_out_date then least(l.move_out_date, t.move_out_date) end,
              case when t.notice_given_on <> coalesce(l.notice_given_on, 'infinity') then least(l.notice_given_on, t.notice_given_on) end,
              case when t.eviction_filed_on <> coalesce(l.eviction_filed_on, 'infinity') then least(l.eviction_filed_on, t.eviction_filed_on) end
            ) as changed_on
       from jsonb_to_recordset($2::jsonb) as t (
         id text, term_type text, start_date date, end_date date, move_in_date date, move_out_date date, notice_given_on date,
         eviction_filed_on date
       )
       join leases l on l.organization_id = $1 and l.id = t.id
      where l.stage = 'SIGNED'
        and (l.term_type, l.start_date, l.end_date, l.move_in_date, l.move_out_date, l.notice_given_on, l.eviction_filed_on)
          is distinct from
          (t.term_type, t.start_date, t.end_date, t.move_in_date, t.move_out_date, t.notice_given_on, t.eviction_filed_on)
   ),
   made_since as (
     update lease_date_changes c
        set previous_term_type = case when n.new_term_type <> n.term_type then n.new_term_type else c.previous_term_type end,
            previous_start_date = case when n.new_start_date <> n.start_date then n.new_start_date else c.previous_start_date end,
            previous_end_date = case when n.new_end_date is distinct from n.end_date then n.new_end_date else c.previous_end_date end,
            previous_move_in_date = case
              when n.new_move_in_date is distinct from n.move_in_date then n.new_move_in_date else c.previous_move_in_date
            end,
            previous_move_out_date = case
              when n.new_move_out_date is distinct from n.move_out_date then n.new_move_out_date else c.previous_move_out_date
            end,
            previous_notice_given_on = case
              when n.new_notice_given_on is distinct from n.notice_given_on then n.new_notice_given_on else c.previous_notice_given_on
            end,
            previous_eviction_filed_on = case
              when n.new_eviction_filed_on is distinct from n.eviction_filed_on then n.new_eviction_filed_on else c.previous_eviction_filed_on
            end
       from changed n
      where c.organization_id = $1 and c.lease_id = n.id and c.changed_on > n.changed_on
   )
   insert into lease_date_changes (
     organization_id, lease_id, changed_on, previous_term_type, previous_start_date, previous_end_date, previous_move_in_date,
     previous_move_out_date, previous_notice_given_on, previous_eviction_filed_on
   )
   select $1, n.id, n.changed_on, coalesce(next.previous_term_type, n.term_type), coalesce(next.previous_start_date, n.start_date),
          case when next.lease_id is null then n.end_date else next.previous_end_date end,
          case when next.lease_id is null then n.move_in_date else next.previous_move_in_date end,
          case when next.lease_id is null then n.move_out_date else next.previous_move_out_date end,
          case when next.lease_id is null then n.notice_given_on else next.previous_notice_given_on end,
          case when next.lease_id is null then n.eviction_filed_on else next.previous_eviction_filed_on end
     from changed n
     left join lateral (
       select c.*
         from lease_date_changes c
        where c.organization_id = $1 and c.lease_id = n.id and c.changed_on >= n.changed_on
        order by c.changed_on
        limit 1
     ) next on true
       on conflict do nothing`,
)

export const GIVEN_LEASES = columns({
  id: 'text',
  property_id: 'text',
  unit_id: 'text',
  stage: 'text',
  term_type: 'text',
  start_date: 'date',
  end_date: 'date',
  move_in_date: 'date',
  move_out_date: 'date',
  notice_given_on: 'date',
  eviction_filed_on: 'date',
  signed_at: 'timestamptz',
  cancelled_on: 'date',
  rent_due_day: 'integer',
  external_id: 'text',
  security_deposit_cents: 'bigint',
})
const LEASES = `insert into leases (
     organization_id, id, property_id, unit_id, stage, term_type, start_date, end_date, move_in_date, move_out_date, notice_given_on,
     eviction_filed_on, signed_at, cancelled_on, rent_due_day, external_id, security_deposit_cents
   )
   select $1, t.id, t.property_id, t.unit_id, t.stage, t.term_type, t.start_date, t.end_date, t.move_in_date, t.move_out_date,
          t.notice_given_on, t.eviction_filed_on, t.signed_at, t.cancelled_on, t.rent_due_day, t.external_id,
          t.security_deposit_cents
     from ${GIVEN_LEASES.from(2)} t`

export const upsertLeases = statement<never>(
  'upsert_leases',
  `${LEASES}
   on conflict (organization_id, id) do update set
     stage = excluded.stage, term_type = excluded.term_type, start_date = excluded.start_date, end_date = excluded.end_date,
     move_in_date = excluded.move_in_date, move_out_date = excluded.move_out_date, notice_given_on = excluded.notice_given_on,
     eviction_filed_on = excluded.eviction_filed_on, signed_at = excluded.signed_at, cancelled_on = excluded.cancelled_on,
     rent_due_day = excluded.rent_due_day,
     external_id = excluded.external_id,
     security_deposit_cents = coalesce(excluded.security_deposit_cents, leases.security_deposit_cents)`,
)
export const insertLeases = statement<never>('insert_leases', LEASES)
