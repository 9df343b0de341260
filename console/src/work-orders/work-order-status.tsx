/** Changing the status of a work order: the menu of the statuses that can follow, and the call that changes it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WorkOrder, WorkOrderList } from '#client/v1.ts'
import { MenuButton } from '../kit/button.tsx'
import { newIdempotencyKey } from '../kit/idempotency-key.ts'
import { notify, useShowFailure } from '../kit/notify.tsx'
import { Menu, MenuItem } from '../kit/overlay.tsx'
import { inWords } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { useRefetch } from '../session/use-changed.ts'
import { CompleteWorkOrder } from './complete.tsx'
import { NEXT_STATUSES, type WorkOrderStatus } from './work-order-choices.ts'

/** Shows the new status at once, and the old one again if the service refuses. */
export function useMove() {
  const { id, client } = useOrganization()
  const queries = useQueryClient()
  /** The timeline of the work order, the overview and other tabs show its status as well. */
  const refetch = useRefetch()
  const tellFailure = useShowFailure()
  return useMutation({
    mutationFn: ({ order, to }: { order: WorkOrder; to: WorkOrderStatus }) =>
      client.updateWorkOrder({ id: order.work_order_id, status: to }, { idempotencyKey: newIdempotencyKey() }),
    onMutate: async ({ order, to }) => {
      await queries.cancelQueries({ queryKey: [id, 'board'] })
      const before = queries.getQueriesData<WorkOrderList>({ queryKey: [id, 'board'] })
      for (const [key, list] of before) {
        if (!list) continue
        const others = list.data.filter(({ work_order_id }) => work_order_id !== order.work_order_id)
        const data = key[2] === to ? [{ ...order, status: to }, ...others] : others
        const total = list.pagination.total + data.length - list.data.length
        queries.setQueryData(key, { data, pagination: { ...list.pagination, total } })
      }
      return before
    },
    onError: (error, _, before) => {
      for (const [key, list] of before ?? []) queries.setQueryData(key, list)
      tellFailure(error)
    },
    onSuccess: (order, { order: { status: before } }) => {
      queries.setQueryData([id, 'work order', order.work_order_id], order)
      const undo = async () => {
        const call = { idempotencyKey: newIdempotencyKey() }
        await client.updateWorkOrder({ id: order.work_order_id, status: before }, call)
        await refetch()
      }
      notify(`#${order.number} moved to ${inWords(order.status).toLowerCase()}`, {
        undo: NEXT_STATUSES[order.status].includes(before) ? undo : undefined,
      })
    },
    onSettled: refetch,
  })
}

export function MoveMenu({ order, size = 'normal' }: { order: WorkOrder; size?: 'small' | 'normal' }) {
  const text = size === 'small' ? 'Move' : 'Change status'
  const move = useMove()
  const [isCompleting, setCompleting] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <MenuButton size={size} aria-label={`${text} #${order.number}`}>
            {text}
          </MenuButton>
        }
      >
        {NEXT_STATUSES[order.status].map(to => (
          <MenuItem
            key={to}
            onSelect={() => (to === 'COMPLETED' ? setCompleting(true) : move.mutate({ order, to }))}
            danger={to === 'CANCELLED'}
          >
            {inWords(to)}
          </MenuItem>
        ))}
      </Menu>
      {isCompleting && <CompleteWorkOrder order={order} onClose={() => setCompleting(false)} />}
    </>
  )
}
