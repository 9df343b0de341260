/** What payments add up to by method, day and status, which triggers keep, and how it is checked and corrected. `$1` is the organization. */
import type { Sums } from '#server/db/list-totals.ts'
import { statement } from '#server/db/statement.ts'
import { inUpkeepBatches, type UpkeepPools } from '#server/db/upkeep-batches.ts'
import { forEachOrganization, ORGANIZATIONS_PER_ROUND } from '#server/platform/each-organization.ts'
import type { Difference, History } from '../history.ts'

/** What upkeep has added up, and what writes have changed since then: together they are exact, in any snapshot. */
const KEPT = `(
    select s.organization_id, s.method, s.payment_date, s.status, s.payments, s.amount_cents from payment_sums s
    union all
    select c.organization_id, c.method, c.payment_date, c.status, c.payments, c.amount_cents from payment_sum_changes c
  ) p
  where p.organization_id = $1`

export const PAYMENT_SUMS: Sums<'status' | 'paid' | 'from' | 'to' | 'method'> = {
  by: ['status', 'paid', 'from', 'to', 'method'],
  total: conditions => `select coalesce(sum(p.payments), 0)::int as total from ${KEPT}${conditions}`,
  sums: conditions => `select coalesce(sum(p.payments), 0)::int as payments, coalesce(sum(p.amount_cents), 0)::bigint as amount_cents,
                coalesce(sum(p.amount_cents) filter (where p.status = 'PAID'), 0)::bigint as paid_cents
           from ${KEPT}${conditions}`,
}

/** So many changes, as an import leaves, take a list of payments 1 ms. They are moved into the sums without waiting for the usual round. */
export const MANY_CHANGES = 3_000
/** Changes that are moved into the sums in one transaction. */
const BATCH = 5_000

/**
 * Up to `$1` organizations with at least `$2` changes of payments since upkeep. Few organizations have any, so all changes are read once instead of being
 * looked up for each organization. Runs as gatehouse_platform.
 */
export const listOrganizationsToAddUp = statement<{ id: string }>(
  'list_organizations_to_add_up',
  `select c.organization_id as id
     from payment_sum_changes c
    group by c.organization_id
   having count(*) >= $2::int
    order by c.organization_id
    limit $1::int`,
)

/** Moves up to `$2` changes into the sums. Readers see either the changes or the sums that include them. */
export const movePaymentSums = statement<{ count: number }>(
  'move_payment_sums',
  `with gone as (
     delete from payment_sum_changes
      where organization_id = $1
        and id = any (array(select c.id from payment_sum_changes c where c.organization_id = $1 order by c.id limit $2))
     returning method, payment_date, status, payments, amount_cents
   ), added as (
     insert into payment_sums as s (organization_id, method, payment_date, status, payments, amount_cents)
     select $1, method, payment_date, status, sum(payments), sum(amount_cents) from gone group by method, payment_date, status
     on conflict (organization_id, method, payment_date, status) do update
        set payments = s.payments + excluded.payments, amount_cents = s.amount_cents + excluded.amount_cents
   )
   select count(*)::int as count from gone`,
)

/** Moves the changes of organizations that have at least `atLeast` into the sums, and resolves with how many were moved. */
export async function addUpPayments(
  { platformWrites, writes }: UpkeepPools,
  { atLeast = 1, batch = BATCH }: { atLeast?: number; batch?: number } = {},
): Promise<number> {
  const behind = await platformWrites.transaction(null, tx =>
    tx.query(listOrganizationsToAddUp, [ORGANIZATIONS_PER_ROUND, atLeast]),
  )
  let total = 0
  await forEachOrganization(behind, async ({ id }) => {
    total += await inUpkeepBatches(writes, 'payment sums', movePaymentSums, [id], { batch, organizationId: id })
  })
  return total
}

/** The methods that payments have, or had. */
export const listMethodsOfPayments = statement<{ id: string }>(
  'list_methods_of_payments',
  `select known.method as id
     from (
       select p.method from payments p where p.organization_id = $1
       union
       select p.method from ${KEPT}
     ) known
    where known.method > $2
    order by known.method limit $3::int`,
)

const DIFFERENT = `(
       select method, payment_date, status, sum(payments) filter (where is_stored) as stored, sum(amount_cents) filter (where is_stored) as stored_cents,
              sum(payments) filter (where not is_stored) as computed, sum(amount_cents) filter (where not is_stored) as computed_cents
         from (
           select true as is_stored, p.method, p.payment_date, p.status, p.payments, p.amount_cents from ${KEPT} and p.method = any($2::text[])
           union all
           select false, p.method, p.payment_date, p.status, count(*), sum(p.amount_cents)
             from payments p
            where p.organization_id = $1 and p.method = any($2::text[])
            group by p.method, p.payment_date, p.status
         ) both_ways
        group by method, payment_date, status
     ) d`

export const listPaymentSumDifferences = statement<Difference>(
  'list_payment_sum_differences',
  `select d.method as key, d.payment_date::text as from_day,
          case when d.stored is not null
               then jsonb_build_object('status', d.status, 'payments', d.stored, 'amount_cents', d.stored_cents) end as stored,
          case when d.computed is not null
               then jsonb_build_object('status', d.status, 'payments', d.computed, 'amount_cents', d.computed_cents) end as computed
     from ${DIFFERENT}
    where coalesce(d.stored, 0) <> coalesce(d.computed, 0) or coalesce(d.stored_cents, 0) <> coalesce(d.computed_cents, 0)
    order by 1, 2, d.status`,
)

/** Keeps two corrections at the same time from both storing the same difference. */
export const lockPaymentSums = statement<never>(
  'lock_payment_sums',
  `select pg_advisory_xact_lock(hashtextextended('payment sums ' || $1::uuid, 0))`,
)

/** Stores what is missing as one more change. Both are read in one snapshot, in which each payment is in the sums or has not been written. */
export const correctPaymentSums = statement<never>(
  'correct_payment_sums',
  `insert into payment_sum_changes (organization_id, method, payment_date, status, payments, amount_cents)
   select $1, d.method, d.payment_date, d.status, coalesce(d.computed, 0) - coalesce(d.stored, 0),
          coalesce(d.computed_cents, 0) - coalesce(d.stored_cents, 0)
     from ${DIFFERENT}
    where coalesce(d.stored, 0) <> coalesce(d.computed, 0) or coalesce(d.stored_cents, 0) <> coalesce(d.computed_cents, 0)`,
)

export const paymentSums: History = {
  name: 'payment_sums',
  keys: 'methods of payment',
  listKeys: listMethodsOfPayments,
  listDifferences: listPaymentSumDifferences,
  async correct({ db }, methods) {
    await db.query(lockPaymentSums, [db.organizationId])
    await db.query(correctPaymentSums, [db.organizationId, methods])
  },
}
