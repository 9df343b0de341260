/** The columns by which work orders can be sorted. `$1` is the organization. */
import type { listWorkOrders } from '#contract/console/sorted-lists.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import { PRIORITIES, WORK_ORDER_CATEGORIES, WORK_ORDER_STATUSES } from '#contract/v1/work-orders.ts'
import { placeIn, type SortDefinition } from '#server/db/list.ts'

export type WorkOrderSort = ColumnOf<typeof listWorkOrders>

const WORK_ORDER = 'join work_orders w on w.organization_id = $1 and w.id = matching.id'

export const workOrderSorts: Record<WorkOrderSort, SortDefinition> = {
  title: { by: ['w.title collate "C"'], joins: WORK_ORDER },
  status: { by: [placeIn(WORK_ORDER_STATUSES, 'w.status')], joins: WORK_ORDER, known: 1 },
  priority: { by: [placeIn(PRIORITIES, 'w.priority')], joins: WORK_ORDER, known: 1 },
  category: { by: [placeIn(WORK_ORDER_CATEGORIES, 'w.category')], joins: WORK_ORDER, known: 1 },
  property_name: {
    by: ['p.name', 'u.label'],
    known: 1,
    joins: `${WORK_ORDER}
      join properties p on p.organization_id = $1 and p.id = w.property_id
      left join units u on u.organization_id = $1 and u.id = w.unit_id`,
  },
  vendor_name: { by: ['w.vendor_name collate "C"'], joins: WORK_ORDER },
  due_date: { by: ['w.due_date'], joins: WORK_ORDER },
  created_at: { by: ['matching.created_at'], known: 1 },
}
