/** What of a work order cannot wait: a priority that is urgent, where others are not worth their room, and a due date that has passed. */
import { useContext } from 'react'
import type { WorkOrder } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { Today } from '../kit/day-input.tsx'

export function Urgent({ order: { priority } }: { order: Pick<WorkOrder, 'priority'> }) {
  return (priority === 'HIGH' || priority === 'EMERGENCY') && <Status word={priority} />
}

/** Says that an open work order was due before today. */
export function Overdue({ order: { status, due_date } }: { order: Pick<WorkOrder, 'status' | 'due_date'> }) {
  const today = useContext(Today) ?? ''
  const isOpen = status !== 'COMPLETED' && status !== 'CANCELLED'
  return isOpen && due_date !== null && due_date < today && <Status word="OVERDUE" />
}

/** The status of a work order, and whether it is overdue. */
export function StatusWithOverdue({ order }: { order: Pick<WorkOrder, 'status' | 'due_date'> }) {
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      <Status word={order.status} />
      <Overdue order={order} />
    </span>
  )
}
