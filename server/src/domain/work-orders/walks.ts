/** How the first work orders are found in other orders than the list's own. `$1` is the organization. */
import { PRIORITIES, WORK_ORDER_CATEGORIES, WORK_ORDER_STATUSES } from '#contract/v1/work-orders.ts'
import { FAR, type Walk } from '#server/db/list-walk.ts'
import { walkByWord } from '#server/db/walk-by-word.ts'

const byWord = <Sort extends 'priority' | 'category' | 'status'>(sort: Sort, words: readonly string[]) =>
  walkByWord<'completed', Sort>({
    sort,
    filters: ['completed'],
    table: 'work_orders',
    row: 'w',
    columns: ['status'],
    words,
  })

export const workOrdersByStatus = byWord('status', WORK_ORDER_STATUSES)
export const workOrdersByPriority = byWord('priority', PRIORITIES)
export const workOrdersByCategory = byWord('category', WORK_ORDER_CATEGORIES)

/** The work orders that have a value, in the order of its index. Sorting all of 58,000 takes 20 to 36 ms of processor time, and more with each month. */
const byIndex = <Sort extends 'due_date' | 'vendor_name'>(sort: Sort, key: string): Walk<'completed', Sort> => ({
  sort,
  filters: ['completed'],
  rows: conditions =>
    `select w.id, ${key} as sort_0 from work_orders w where w.organization_id = $1 and w.${sort} is not null${conditions}`,
  rest: conditions => `select w.id from work_orders w where w.organization_id = $1 and w.${sort} is null${conditions}`,
  keys: 1,
  upTo: FAR,
})

export const workOrdersByDueDate = byIndex('due_date', 'w.due_date')
export const workOrdersByVendor = byIndex('vendor_name', 'w.vendor_name collate "C"')

/** Every work order has a title. Many may have the same one, so those of one title are sorted at a time. */
export const workOrdersByTitle: Walk<'completed', 'title'> = {
  sort: 'title',
  filters: ['completed'],
  rows: conditions =>
    `select w.id, w.title collate "C" as sort_0 from work_orders w where w.organization_id = $1${conditions}`,
  keys: 1,
  upTo: FAR,
}
