/** SQL that compares the running balances of leases with their definition, `lease_balances_of()`. `$1` is the organization. */
import { statement } from '#server/db/statement.ts'
import type { Difference } from '../history.ts'

/** The next `$3` leases after the ID `$2`. */
export const listLeaseIds = statement<{ id: string }>(
  'list_lease_ids',
  'select l.id from leases l where l.organization_id = $1 and l.id > $2 order by l.id limit $3::int',
)

const sumsOf = (row: string) => `jsonb_build_object(
            'receivable_cents', ${row}.receivable_cents, 'deposit_cents', ${row}.deposit_cents, 'past_due_cents', ${row}.past_due_cents
          )`

/** The rows of the leases `$2` that differ from their definition. */
export const listBalanceDifferences = statement<Difference>(
  'list_balance_differences',
  `select coalesce(stored.lease_id, computed.lease_id) as key, coalesce(stored.from_day, computed.from_day) as from_day,
          case when stored.lease_id is not null then ${sumsOf('stored')} end as stored,
          case when computed.lease_id is not null then ${sumsOf('computed')} end as computed
     from (
       select b.lease_id, b.from_day, b.receivable_cents, b.deposit_cents, b.past_due_cents
         from lease_balances b
        where b.organization_id = $1 and b.lease_id = any($2::text[])
     ) stored
     full join lease_balances_of($1, $2::text[]) computed on computed.lease_id = stored.lease_id and computed.from_day = stored.from_day
    where (stored.receivable_cents, stored.deposit_cents, stored.past_due_cents)
          is distinct from (computed.receivable_cents, computed.deposit_cents, computed.past_due_cents)
    order by 1, 2`,
)

/** Stores what the definition yields for the leases `$2`, which are locked. A row that is already right is not written. */
export const computeBalances = statement<never>(
  'compute_balances',
  `with computed as materialized (
     select c.lease_id, c.from_day, c.receivable_cents, c.deposit_cents, c.past_due_cents from lease_balances_of($1, $2::text[]) c
   ), superfluous as (
     delete from lease_balances b
      where b.organization_id = $1 and b.lease_id = any($2::text[])
        and not exists (select from computed c where c.lease_id = b.lease_id and c.from_day = b.from_day)
   )
   insert into lease_balances as b (organization_id, lease_id, from_day, receivable_cents, deposit_cents, past_due_cents)
   select $1, c.lease_id, c.from_day, c.receivable_cents, c.deposit_cents, c.past_due_cents from computed c
       on conflict (organization_id, lease_id, from_day) do update set
          receivable_cents = excluded.receivable_cents, deposit_cents = excluded.deposit_cents, past_due_cents = excluded.past_due_cents
    where (b.receivable_cents, b.deposit_cents, b.past_due_cents)
          is distinct from (excluded.receivable_cents, excluded.deposit_cents, excluded.past_due_cents)`,
)
