/** Work orders by status. A card moves to another status by dragging it or by its menu. */
import { useQueries } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useState } from 'react'
import type { ListWorkOrdersInput } from '#client/console.ts'
import type { WorkOrder, WorkOrderList } from '#client/v1.ts'
import { number } from '../kit/format.ts'
import { Failure } from '../kit/notice.tsx'
import { Shimmer } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { PageLink } from '../records/page-link.tsx'
import { Place } from '../records/record-names.tsx'
import { Overdue, Urgent } from '../records/urgent.tsx'
import { useOrganization } from '../session/me.ts'
import type { Search } from '../session/url-search.ts'
import { CompleteWorkOrder } from './complete.tsx'
import { NEXT_STATUSES, type WorkOrderStatus } from './work-order-choices.ts'
import { MoveMenu, useMove } from './work-order-status.tsx'

const COLUMNS: readonly WorkOrderStatus[] = ['NEW', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED']
/** The newest of each status are shown; the list has all of them. */
const CARDS = 30

type ColumnRead = { data: WorkOrderList | undefined; error: Error | null; refetch: () => unknown }

/** `empty` is said in place of columns without a single card. */
export function WorkOrderBoard({ filters, empty }: { filters: ListWorkOrdersInput; empty: ReactNode }) {
  const { id, client } = useOrganization()
  const columns = useQueries({
    queries: COLUMNS.map(status => ({
      queryKey: [id, 'board', status, filters],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.listWorkOrders({ ...filters, status, limit: CARDS }, { signal }),
    })),
  })
  const [dragged, setDragged] = useState<WorkOrder>()
  /** Completing asks for the cost here too, as it does from the menu. */
  const [completing, setCompleting] = useState<WorkOrder>()
  const move = useMove()
  const drop = (to: WorkOrderStatus) => {
    if (dragged && NEXT_STATUSES[dragged.status].includes(to)) {
      if (to === 'COMPLETED') setCompleting(dragged)
      else move.mutate({ order: dragged, to })
    }
    setDragged(undefined)
  }
  const isEmpty = columns.every(({ data }) => data?.pagination.total === 0)
  return (
    <section
      aria-label="Board"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-x-auto p-3"
    >
      {!isEmpty && (
        <div className="grid min-w-[900px] grid-cols-5 gap-3">
          {COLUMNS.map((status, index) => (
            <Column
              key={status}
              status={status}
              filters={filters}
              read={columns[index]!}
              takes={dragged !== undefined && NEXT_STATUSES[dragged.status].includes(status)}
              onDrag={setDragged}
              onDrop={() => drop(status)}
            />
          ))}
        </div>
      )}
      {/* Screen readers announce what appears in a place that was there before. */}
      <div aria-live="polite">{isEmpty && empty}</div>
      {completing && <CompleteWorkOrder order={completing} onClose={() => setCompleting(undefined)} />}
    </section>
  )
}

function Column({
  status,
  filters,
  read: { data, error, refetch },
  takes,
  onDrag,
  onDrop,
}: {
  status: WorkOrderStatus
  filters: ListWorkOrdersInput
  /** The newest work orders of the status. */
  read: ColumnRead
  /** Whether the card that is being dragged may be dropped here. */
  takes: boolean
  onDrag: (order: WorkOrder | undefined) => void
  onDrop: () => void
}) {
  const allow = (event: DragEvent) => takes && event.preventDefault()
  return (
    <section
      aria-label={inWords(status)}
      onDragOver={allow}
      onDrop={onDrop}
      className={`flex h-[calc(100dvh-270px)] min-h-80 flex-col gap-2 overflow-y-auto rounded-lg p-2 ${takes ? 'bg-accent-soft outline-2 outline-accent outline-dashed' : 'bg-sunken'}`}
    >
      <h2 className="flex items-baseline justify-between px-1 font-semibold text-[13px]">
        {inWords(status)}
        <span className="font-normal text-soft tabular-nums">{data && number(data.pagination.total)}</span>
      </h2>
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <Shimmer className="h-20 w-full" />}
      <ul className="flex flex-col gap-2">
        {data?.data.map(order => (
          <BoardCard key={order.work_order_id} order={order} onDrag={onDrag} />
        ))}
      </ul>
      {data?.pagination.hasMore && (
        <PageLink
          to="/$organization/work-orders"
          search={{ ...filters, status } as Search}
          className="px-1 text-[13px] text-accent hover:underline"
        >
          Show all {number(data.pagination.total)} as a list
        </PageLink>
      )}
    </section>
  )
}

function BoardCard({ order, onDrag }: { order: WorkOrder; onDrag: (order: WorkOrder | undefined) => void }) {
  const { may } = useOrganization()
  const mayMove = may('ADMIN')
  return (
    <li
      draggable={mayMove}
      onDragStart={() => onDrag(order)}
      onDragEnd={() => onDrag(undefined)}
      className={`flex flex-col gap-1.5 rounded-md border bg-surface p-2.5 ${mayMove ? 'cursor-grab' : ''}`}
    >
      <PageLink
        to="/$organization/work-orders/$workOrder"
        params={{ workOrder: order.work_order_id }}
        className="font-medium text-[13px] hover:text-accent hover:underline"
        draggable={false}
      >
        {order.title}
      </PageLink>
      <span className="text-[12px] text-soft">
        <Place propertyId={order.property_id} unitId={order.unit_id} />
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <span className="flex items-center gap-1.5">
          <span className="text-[12px] text-soft tabular-nums">#{order.number}</span>
          <Urgent order={order} />
          <Overdue order={order} />
        </span>
        {mayMove && <MoveMenu order={order} size="small" />}
      </span>
    </li>
  )
}
