/** The statuses and the priorities of a work order that the console offers. */
import { choices, type WorkOrder } from '#client/v1.ts'

export type WorkOrderStatus = WorkOrder['status']

/** The statuses that the service allows next; it refuses any other. */
export const NEXT_STATUSES: Record<WorkOrderStatus, readonly WorkOrderStatus[]> = {
  NEW: ['SCHEDULED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED'],
  SCHEDULED: ['NEW', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED'],
  IN_PROGRESS: ['SCHEDULED', 'ON_HOLD', 'COMPLETED', 'CANCELLED'],
  ON_HOLD: ['SCHEDULED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'],
  COMPLETED: ['IN_PROGRESS'],
  CANCELLED: ['NEW'],
}

/** Two priorities are synonyms that other systems use: the service accepts them, and the console does not offer them. */
export const PRIORITIES = choices.createWorkOrder.priority.filter(word => word !== 'MEDIUM' && word !== 'URGENT')
