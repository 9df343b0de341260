/** SQL of the balance of a lease as of a day, for every statement that shows it. `$1` is the organization. */

/**
 * Joins `ledger`, one row: `balance_cents` is what the lease owes at the end of the day, `deposit_cents` is the deposit that is held for it, and
 * `past_due_cents` is what was due before the day less its credit, never below 0. `lease` and `day` are SQL. This takes one probe of the primary
 * key, however long the lease; without a row, the figures are 0.
 */
export const balanceOn = (lease: string, day: string) => `cross join lateral (
    select coalesce(max(latest.receivable_cents), 0) as balance_cents, coalesce(max(latest.deposit_cents), 0) as deposit_cents,
           greatest(0, max(latest.past_due_cents)) as past_due_cents
      from (
        select b.receivable_cents, b.deposit_cents, b.past_due_cents
          from lease_balances b
         where b.organization_id = $1 and b.lease_id = ${lease} and b.from_day <= ${day}::date
         order by b.from_day desc
         limit 1
      ) latest
  ) ledger`

/** For a statement that needs nothing but `balance_cents`: an expression instead of a join and an aggregate. */
export const balanceOf = (lease: string, day: string) => `coalesce((
    select b.receivable_cents
      from lease_balances b
     where b.organization_id = $1 and b.lease_id = ${lease} and b.from_day <= ${day}::date
     order by b.from_day desc
     limit 1
  ), 0)`
