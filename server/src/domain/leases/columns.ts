/** A lease as the contract shows it on a day, wherever leases are read: `$1` is the organization, `$2` the day, `l` the lease. */

/** Whether an earlier lease still occupies the unit of the lease `l` on the day. */
export const WAITS = `exists (
    select from leases earlier
     where earlier.organization_id = $1 and earlier.unit_id = l.unit_id and earlier.stage = 'SIGNED' and earlier.start_date < l.start_date
       and (earlier.move_out_date is null or earlier.move_out_date >= $2::date)
  )`

/** What status the lease `l` shows on the day. Only a lease that runs is looked up in its unit. */
export const LEASE_STATUS = `lease_status(l.stage, l.start_date, l.move_out_date, ${WAITS}, $2::date)`

export const LEASE_COLUMNS = `l.id as lease_id, l.property_id, l.unit_id, u.label as unit_label,
  ${LEASE_STATUS} as status,
  dates.term_type, dates.start_date, dates.end_date, dates.move_in_date, dates.move_out_date, dates.notice_given_on, dates.eviction_filed_on,
  l.signed_at, charges.rent_cents, charges.recurring_charges, ledger.deposit_held_cents, ledger.balance_cents, l.rent_due_day,
  people.residents, l.external_id, l.created_at, l.updated_at`

/** The rent of a lease that has yet to begin is that of its first day. */
export const LEASE_JOINS = `join units u on u.organization_id = $1 and u.id = l.unit_id
  cross join lateral lease_dates_on($1, l.id, $2::date) dates
  cross join lateral (
    select coalesce(sum(c.amount_cents) filter (
             where c.code = 'RENT' and c.effective_from <= greatest($2::date, l.start_date)
               and (c.effective_to is null or c.effective_to >= greatest($2::date, l.start_date))
           ), 0)::bigint as rent_cents,
           coalesce(json_agg(json_build_object(
             'code', c.code, 'description', c.description, 'amount_cents', c.amount_cents, 'from', c.effective_from, 'to', c.effective_to
           ) order by c.effective_from, c.code, c.description), '[]') as recurring_charges
      from lease_charges c
     where c.organization_id = $1 and c.lease_id = l.id and not (c.amount_cents = 0 and c.effective_from = c.effective_to)
  ) charges
  cross join lateral (
    select coalesce(sum(e.amount_cents) filter (where e.account = 'DEPOSIT'), 0)::bigint as deposit_held_cents,
           coalesce(sum(e.amount_cents) filter (where e.account = 'RECEIVABLE'), 0)::bigint as balance_cents
      from ledger_entries e
     where e.organization_id = $1 and e.lease_id = l.id and e.effective_on <= $2::date
  ) ledger
  cross join lateral (
    select coalesce(json_agg(json_build_object(
             'resident_id', r.id, 'name', trim(r.first_name || ' ' || r.last_name), 'role', lr.role, 'is_primary', lr.is_primary
           ) order by lr.is_primary desc, r.last_name, r.first_name, r.id), '[]') as residents
      from lease_residents lr
      join residents r on r.organization_id = $1 and r.id = lr.resident_id
     where lr.organization_id = $1 and lr.lease_id = l.id
  ) people`
