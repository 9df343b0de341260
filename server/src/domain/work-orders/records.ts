/** A work order as it is stored. */
import type {
  ENTRY_PERMISSIONS,
  PRIORITIES,
  WORK_ORDER_CATEGORIES,
  WORK_ORDER_SOURCES,
} from '#contract/v1/work-orders.ts'
import type { Status } from './rules.ts'

export type WorkOrderRecord = {
  id: string
  title: string
  description: string | null
  status: Status
  priority: (typeof PRIORITIES)[number]
  category: (typeof WORK_ORDER_CATEGORIES)[number]
  source: (typeof WORK_ORDER_SOURCES)[number]
  property_id: string
  unit_id: string | null
  resident_id: string | null
  vendor_name: string | null
  entry_permission: (typeof ENTRY_PERMISSIONS)[number]
  entry_notes: string | null
  has_pets: boolean | null
  due_date: string | null
  /** RFC 3339, as are the next two fields. */
  scheduled_start: string | null
  scheduled_end: string | null
  /** Set if and only if the status is COMPLETED. */
  completed_at: string | null
  cost_cents: number | null
  external_id: string | null
  /** RFC 3339; now if left out. */
  created_at?: string
}

/** A stored work order that another system knows by its external id. */
export type KnownWorkOrder = Omit<WorkOrderRecord, 'created_at'> & { external_id: string }
