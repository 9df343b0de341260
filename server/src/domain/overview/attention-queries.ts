/** SQL of the short lists of the overview. `$1` is the organization, `$2` today, `$3` the number of rows in a list. */
import type { Static } from 'typebox'
import type { Overview } from '#contract/console/overview.ts'
import { statement } from '#server/db/statement.ts'
import { LAST_MOVE_OUT, TO_MAKE_READY } from '../units/groups.ts'
import { rateOf, STATUSES_ON_DAY } from '../units/on-day.ts'

type Shown = Static<typeof Overview>

export const countToMakeReady = statement<Pick<Shown, 'to_make_ready' | 'to_make_ready_rented'>>(
  'count_units_to_make_ready',
  `select count(*)::int as to_make_ready, count(*) filter (where turn.status = 'VACANT_RENTED')::int as to_make_ready_rented
     from ${TO_MAKE_READY} turn`,
)

export const listLongestVacant = statement<Shown['longest_vacant'][number]>(
  'list_longest_vacant',
  `select u.id as unit_id, u.label as unit_label, p.name as property_name, rate.unit_type, rate.market_rent_cents,
          $2::date - chosen.last_out as days_vacant
     from (
       select empty.unit_id, ${LAST_MOVE_OUT} as last_out
         from ${STATUSES_ON_DAY} empty
        where empty.status = 'VACANT_UNRENTED'
        order by last_out nulls last, empty.unit_id
        limit $3::int
     ) chosen
     join units u on u.organization_id = $1 and u.id = chosen.unit_id
     join properties p on p.organization_id = $1 and p.id = u.property_id
     ${rateOf('u.id')}
    order by chosen.last_out nulls last, u.id`,
)
