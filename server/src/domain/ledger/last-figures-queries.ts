/** SQL that checks and corrects the last balances and rents of leases. `$1` is the organization, `$2` the IDs of leases. */
import { statement } from '#server/db/statement.ts'
import type { Difference } from '../history.ts'

const figuresOf = (row: string) => `jsonb_build_object(
            'balance_cents', ${row}.balance_cents, 'balance_from', ${row}.balance_from, 'rent_cents', ${row}.rent_cents, 'rent_from', ${row}.rent_from
          )`

/**
 * The rows that differ from last_figures_of(). The day from which a balance stays may be stored later than it has to be: entries that were posted one by one
 * may cancel each other out, and until that day the balance is looked up.
 */
export const listFigureDifferences = statement<Difference>(
  'list_last_figure_differences',
  `select computed.lease_id as key, greatest(computed.balance_from, computed.rent_from, l.start_date)::text as from_day,
          case when stored.lease_id is not null then ${figuresOf('stored')} end as stored, ${figuresOf('computed')} as computed
     from last_figures_of($1, $2::text[]) computed
     join leases l on l.organization_id = $1 and l.id = computed.lease_id
     left join lease_last_figures stored on stored.organization_id = $1 and stored.lease_id = computed.lease_id
    where (stored.balance_cents, stored.rent_cents, stored.rent_from)
          is distinct from (computed.balance_cents, computed.rent_cents, computed.rent_from)
       or stored.balance_from < computed.balance_from
    order by 1`,
)

/** Stores what the definition yields for the leases, which are locked. */
export const computeLastFigures = statement<never>(
  'compute_last_figures',
  `insert into lease_last_figures as f (organization_id, lease_id, balance_from, rent_from, balance_cents, rent_cents)
   select $1, c.lease_id, c.balance_from, c.rent_from, c.balance_cents, c.rent_cents from last_figures_of($1, $2::text[]) c
       on conflict (organization_id, lease_id) do update set
          balance_from = excluded.balance_from, rent_from = excluded.rent_from, balance_cents = excluded.balance_cents, rent_cents = excluded.rent_cents`,
)
