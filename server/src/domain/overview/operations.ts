/** The state of the portfolio today, for the first page of the console. */
import { OVERVIEW_ROWS } from '#contract/console/overview.ts'
import { WORK_ORDER_STATUSES } from '#contract/v1/work-orders.ts'
import { addDays } from '#server/base/dates.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { ConsoleOperations } from '#server/platform/context.ts'
import { percent } from '../rent-roll/sums.ts'
import { countToMakeReady, listLongestVacant } from './attention-queries.ts'
import { countUnits, findFigures } from './queries.ts'
import { findReceivables } from './receivables.ts'

/** How many days ahead `leases_ending` and `move_ins` look. */
const DAYS_AHEAD = 60

export const getOverview: ConsoleOperations['getOverview'] = async ({ db, today }) => {
  const [units, figures, receivables, turns, longest_vacant] = await Promise.all([
    db.query(countUnits, [db.organizationId, today]).then(onlyRow),
    db.query(findFigures, [db.organizationId, today, addDays(today, DAYS_AHEAD)]).then(onlyRow),
    db.query(findReceivables, [db.organizationId, today, OVERVIEW_ROWS]).then(onlyRow),
    db.query(countToMakeReady, [db.organizationId, today]).then(onlyRow),
    db.query(listLongestVacant, [db.organizationId, today, OVERVIEW_ROWS]),
  ])
  const { open_work_orders, ...rest } = figures
  const { occupied, vacant, vacant_rented } = units
  const rankOf = ({ status }: { status: (typeof WORK_ORDER_STATUSES)[number] }) => WORK_ORDER_STATUSES.indexOf(status)
  return {
    as_of_date: today,
    ...units,
    occupancy_pct: percent(occupied, occupied + vacant),
    leased_pct: percent(occupied + vacant_rented, occupied + vacant),
    ...rest,
    ...receivables,
    ...turns,
    longest_vacant,
    open_work_orders: open_work_orders.toSorted((a, b) => rankOf(a) - rankOf(b)),
  }
}
