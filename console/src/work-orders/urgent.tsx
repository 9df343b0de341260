/** The priority of a work order where only one that is urgent is worth its room. */
import type { WorkOrder } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'

export function Urgent({ order: { priority } }: { order: Pick<WorkOrder, 'priority'> }) {
  return (priority === 'HIGH' || priority === 'EMERGENCY') && <Status word={priority} />
}
