/** Compares the running balances of an organization with their definition, and any day's figures with plain sums over the entries. */
import assert from 'node:assert/strict'
import { balanceOn } from '#server/domain/ledger/balance.ts'
import type { World } from '../world.ts'

export async function checkBalances(world: World, organizationId: string): Promise<void> {
  const columns = 'lease_id, from_day::text, receivable_cents, deposit_cents, past_due_cents'
  const stored = await world.sql(
    `select ${columns} from lease_balances where organization_id = $1 order by lease_id, from_day`,
    [organizationId],
  )
  const computed = await world.sql(
    `select ${columns} from lease_balances_of($1, array(select id from leases where organization_id = $1)) order by lease_id, from_day`,
    [organizationId],
  )
  assert.deepEqual(stored, computed)
  assert.deepEqual(await world.sql(WRONG_DAYS, [organizationId]), [])
}

/** Every lease on every day on which an entry is effective or due, and on the days around it. */
const WRONG_DAYS = `
  select l.id, days.on_day::text, to_jsonb(ledger) as shown, to_jsonb(plain) as sums
    from leases l
   cross join lateral (
     select distinct moment + around as on_day
       from ledger_entries e
      cross join unnest(array[e.effective_on, e.due_on]) moment
      cross join generate_series(-1, 2) around
      where e.organization_id = $1 and e.lease_id = l.id and moment is not null
   ) days
   ${balanceOn('l.id', 'days.on_day')}
   cross join lateral (
     select coalesce(sum(e.amount_cents) filter (where e.account = 'RECEIVABLE'), 0)::bigint as balance_cents,
            coalesce(sum(e.amount_cents) filter (where e.account = 'DEPOSIT'), 0)::bigint as deposit_cents,
            greatest(0, coalesce(sum(e.amount_cents) filter (
              where e.account = 'RECEIVABLE' and (e.due_on is null or e.due_on < days.on_day)
            ), 0))::bigint as past_due_cents
       from ledger_entries e
      where e.organization_id = $1 and e.lease_id = l.id and e.effective_on <= days.on_day
   ) plain
   where l.organization_id = $1 and to_jsonb(ledger) <> to_jsonb(plain)`
