/** The columns by which leases can be sorted. `$1` is the organization, `$2` today. */
import type { listLeases } from '#contract/console/leases.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import { LEASE_STATUSES } from '#contract/v1/leases.ts'
import { placeIn, type SortDefinition } from '#server/db/list.ts'
import { balanceOn } from '../ledger/balance.ts'
import { rentInForceOn, statusOfAll } from './columns.ts'

export type LeaseSort = ColumnOf<typeof listLeases>

export const leaseSorts: Record<LeaseSort, SortDefinition> = {
  resident_name: {
    by: ['r.full_name collate "C"'],
    joins: `left join lease_residents lr on lr.organization_id = $1 and lr.lease_id = matching.id and lr.is_primary
      left join residents r on r.organization_id = $1 and r.id = lr.resident_id`,
  },
  property_name: {
    by: ['p.name', 'u.label'],
    joins: `join properties p on p.organization_id = $1 and p.id = matching.property_id
      join units u on u.organization_id = $1 and u.id = matching.unit_id`,
  },
  status: { by: [placeIn(LEASE_STATUSES, statusOfAll('matching'))], known: 1 },
  start_date: { by: ['matching.start_date'], known: 1 },
  end_date: {
    by: ['case when later.lease_id is null then matching.end_date else later.previous_end_date end'],
    // All renewals that have not started are read at once, which replaces one lookup per lease.
    joins: `left join (
        select distinct on (n.lease_id) n.lease_id, n.previous_end_date
          from lease_renewals n
         where n.organization_id = $1 and n.starts_on > $2::date
         order by n.lease_id, n.starts_on
      ) later on later.lease_id = matching.id`,
  },
  move_out_date: { by: ['matching.move_out_date'] },
  // One sum over the charges of all leases, inside an index, replaces one lookup per lease. Only the few leases that start later are looked up.
  rent_cents: {
    by: [
      `case when matching.start_date > $2::date
            then (
              select coalesce(sum(c.amount_cents), 0) from lease_charges c
               where c.organization_id = $1 and c.lease_id = matching.id and ${rentInForceOn('matching.start_date')}
            )
            else coalesce(rent.cents, 0)
       end`,
    ],
    joins: `left join (
      select c.lease_id, sum(c.amount_cents) as cents
        from lease_charges c
       where c.organization_id = $1 and ${rentInForceOn('$2::date')}
       group by c.lease_id
    ) rent on rent.lease_id = matching.id`,
  },
  balance_cents: {
    by: ['ledger.balance_cents'],
    joins: balanceOn('matching.id', '$2'),
  },
}
