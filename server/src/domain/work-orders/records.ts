/** A work order as it is stored. */
import type { Static } from 'typebox'
import type { WorkOrder } from '#contract/v1/work-orders.ts'

/** `completed_at` is set if and only if the status is COMPLETED, and `created_at` is now if left out. */
export type WorkOrderRecord = Omit<
  Static<typeof WorkOrder>,
  'work_order_id' | 'number' | 'created_at' | 'updated_at'
> & { id: string; created_at?: string }

/** A stored work order that another system knows by its external ID. */
export type KnownWorkOrder = Omit<WorkOrderRecord, 'created_at'> & { external_id: string }
