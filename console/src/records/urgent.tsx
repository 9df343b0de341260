/** Shows what is urgent about a work order: a high priority, and a due date that has passed. */
import { useContext } from 'react'
import type { WorkOrder } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { Today } from '../kit/day-input.tsx'

/** Shows the priority if it is HIGH or EMERGENCY, in places without room for every priority. */
export function Urgent({ order: { priority } }: { order: Pick<WorkOrder, 'priority'> }) {
  return (priority === 'HIGH' || priority === 'EMERGENCY') && <Status word={priority} />
}

/** Marks an open work order that was due before today. */
export function Overdue({ order: { status, due_date } }: { order: Pick<WorkOrder, 'status' | 'due_date'> }) {
  const today = useContext(Today) ?? ''
  const isOpen = status !== 'COMPLETED' && status !== 'CANCELLED'
  return isOpen && due_date !== null && due_date < today && <Status word="OVERDUE" />
}

/** Shows the status of a work order, and marks it if it is overdue. */
export function StatusWithOverdue({ order }: { order: Pick<WorkOrder, 'status' | 'due_date'> }) {
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      <Status word={order.status} />
      <Overdue order={order} />
    </span>
  )
}
