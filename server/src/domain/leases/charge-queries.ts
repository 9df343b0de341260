/** SQL that stores the recurring charges of leases. `$1` is the organization. */
import { columns } from '#server/db/columns.ts'
import { statement } from '#server/db/statement.ts'
import { TOUCHED } from './touched.ts'

export const GIVEN_CHARGES = columns({
  lease_id: 'text',
  code: 'text',
  description: 'text',
  amount_cents: 'bigint',
  effective_from: 'date',
  effective_to: 'date',
  agreed_cents: 'bigint',
  agreed_to: 'date',
})
const insertChargesFrom = (given: string) =>
  `insert into lease_charges (
     organization_id, lease_id, code, description, amount_cents, effective_from, effective_to, agreed_cents, agreed_to
   )
   select $1, t.lease_id, t.code, t.description, t.amount_cents, t.effective_from, t.effective_to, t.agreed_cents, t.agreed_to
     from ${given}`

/** Joins the charge that `given` replaces, as `was`, if there is one. */
const WAS = `left join lateral (
         select c.amount_cents, c.effective_to
           from lease_charges c
          where c.organization_id = $1 and c.lease_id = given.lease_id and c.code = given.code and c.description = given.description
            and c.effective_from = given.effective_from
         offset 0
       ) was on true`

/**
 * Stores charges, which replace those of the same code, description and first day. `lease_charge_changes` keeps what was agreed until the day `$2` if a
 * first day that the signed lease has or had is on or after the day from which the charge is different: only then does an earlier day show it. So a
 * raise for residents who live in the unit stores nothing more. This is one statement, because what is kept is read before it is replaced and refers
 * to what replaces it.
 */
export const upsertLeaseCharges = statement<never>(
  'upsert_lease_charges',
  `with given as materialized (
     select t.* from ${GIVEN_CHARGES.from(3)} t
   ),
   different as materialized (
     select distinct given.lease_id
       from given
       ${WAS}
      where (was.amount_cents, was.effective_to) is distinct from (given.amount_cents, given.effective_to)
   ),
   ${TOUCHED},
   changed as materialized (
     select given.*, was.amount_cents as previous_amount_cents, was.effective_to as previous_effective_to
       from given
      cross join lateral (
        select greatest(of_id.start_date, (
                 select max(d.previous_start_date) from lease_date_changes d where d.organization_id = $1 and d.lease_id = of_id.id
               )) as last_start_date
          from leases of_id
         where of_id.organization_id = $1 and of_id.id = given.lease_id and of_id.stage = 'SIGNED'
        offset 0
      ) l
       ${WAS}
      where (was.amount_cents, was.effective_to) is distinct from (given.amount_cents, given.effective_to)
        and case
              when was.amount_cents = given.amount_cents then least(was.effective_to, given.effective_to) + 1
              else given.effective_from
            end <= l.last_start_date
   ),
   changed_since as (
     update lease_charge_changes h
        set previous_amount_cents = n.amount_cents, previous_effective_to = n.effective_to
       from changed n
      where h.organization_id = $1 and h.lease_id = n.lease_id and h.code = n.code and h.description = n.description
        and h.effective_from = n.effective_from and h.changed_on > $2::date
   ),
   kept as (
     insert into lease_charge_changes (
       organization_id, lease_id, code, description, effective_from, changed_on, previous_amount_cents, previous_effective_to
     )
     select $1, n.lease_id, n.code, n.description, n.effective_from, $2,
            case when next.lease_id is null then n.previous_amount_cents else next.previous_amount_cents end,
            case when next.lease_id is null then n.previous_effective_to else next.previous_effective_to end
       from changed n
       left join lateral (
         select h.lease_id, h.previous_amount_cents, h.previous_effective_to
           from lease_charge_changes h
          where h.organization_id = $1 and h.lease_id = n.lease_id and h.code = n.code and h.description = n.description
            and h.effective_from = n.effective_from and h.changed_on >= $2::date
          order by h.changed_on
          limit 1
       ) next on true
         on conflict do nothing
   )
   ${insertChargesFrom('given t')}
   on conflict (organization_id, lease_id, code, description, effective_from)
   do update set amount_cents = excluded.amount_cents, effective_to = excluded.effective_to, agreed_cents = excluded.agreed_cents,
                 agreed_to = excluded.agreed_to`,
)
export const insertLeaseCharges = statement<never>(
  'insert_lease_charges',
  insertChargesFrom(`${GIVEN_CHARGES.from(2)} t`),
)
