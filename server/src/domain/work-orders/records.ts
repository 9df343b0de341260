/** What is stored of a work order. */
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
  propertyId: string
  unitId: string | null
  residentId: string | null
  vendorName: string | null
  entryPermission: (typeof ENTRY_PERMISSIONS)[number]
  entryNotes: string | null
  hasPets: boolean | null
  dueDate: string | null
  /** RFC 3339, as are the next two. */
  scheduledStart: string | null
  scheduledEnd: string | null
  /** Set exactly when COMPLETED. */
  completedAt: string | null
  costCents: number | null
  externalId: string | null
  /** RFC 3339; now, when left out. */
  createdAt?: string
}

/** A work order as it is stored, known again by another system's id. */
export type KnownWorkOrder = Omit<WorkOrderRecord, 'createdAt'> & { externalId: string }
