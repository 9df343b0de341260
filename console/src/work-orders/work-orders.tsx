/** Work orders, as a list or as a board. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { choices, type ListWorkOrdersInput } from '#client/console.ts'
import type { WorkOrder } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { type Column, DataTable, ROW_LINK } from '../kit/data-table.tsx'
import { Filters, SelectFilter } from '../kit/filters.tsx'
import { date, instant } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Empty } from '../kit/notice.tsx'
import { Card, None, Page } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { inWords } from '../kit/words.ts'
import { NarrowedTo } from '../records/narrowed-to.tsx'
import { Place, propertyChoices, useProperties } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { usePage } from '../session/use-page.ts'
import { CreateWorkOrder } from './create-work-order.tsx'
import { WorkOrderBoard } from './work-order-board.tsx'

const COLUMNS: Column<WorkOrder, ListWorkOrdersInput['sort']>[] = [
  {
    id: 'title',
    header: 'Work order',
    meta: { sort: 'title', wraps: true },
    cell: ({ row }) => <Title order={row.original} />,
  },
  {
    id: 'status',
    header: 'Status',
    meta: { sort: 'status' },
    cell: ({ row }) => <Status word={row.original.status} />,
  },
  {
    id: 'priority',
    header: 'Priority',
    meta: { sort: 'priority', from: 'sm' },
    cell: ({ row }) => <Status word={row.original.priority} />,
  },
  {
    id: 'category',
    header: 'Kind',
    meta: { sort: 'category', from: 'md' },
    cell: ({ row }) => inWords(row.original.category),
  },
  {
    id: 'place',
    header: 'Where',
    meta: { sort: 'property_name', from: 'md' },
    cell: ({ row: { original } }) => <Place propertyId={original.property_id} unitId={original.unit_id} />,
  },
  {
    id: 'vendor',
    header: 'Vendor',
    meta: { sort: 'vendor_name', from: 'lg' },
    cell: ({ row }) => row.original.vendor_name ?? <None />,
  },
  {
    id: 'due',
    header: 'Due',
    meta: { sort: 'due_date', from: 'lg' },
    cell: ({ row }) => (row.original.due_date ? date(row.original.due_date) : <None />),
  },
  {
    id: 'created',
    header: 'Reported',
    meta: { sort: 'created_at', from: 'sm' },
    cell: ({ row }) => <Reported order={row.original} />,
  },
]

/** Other systems' words for two of them are understood, but not offered. */
export const PRIORITIES = choices.listWorkOrders.priority.filter(word => word !== 'MEDIUM' && word !== 'URGENT')

export function WorkOrdersPage() {
  const { may } = useOrganization()
  const { search, change } = useUrlSearch()
  const properties = useProperties()
  const [isCreating, setCreating] = useState(false)
  const isBoard = search.view === 'board'
  const filters: ListWorkOrdersInput = {
    priority: search.priority as ListWorkOrdersInput['priority'],
    category: search.category as ListWorkOrdersInput['category'],
    property_id: search.property_id,
    unit_id: search.unit_id,
  }
  const isFiltered = Boolean((!isBoard && search.status) || Object.values(filters).some(Boolean))
  const clear = () =>
    change({ status: undefined, priority: undefined, category: undefined, property_id: undefined, unit_id: undefined })
  const words = (values: readonly string[]) => values.map(value => ({ value, text: inWords(value) }))
  return (
    <Page
      title="Work orders"
      about="Maintenance, from the first report to the bill."
      actions={
        <>
          <Views isBoard={isBoard} onChange={view => change({ view })} />
          {may('ADMIN') && (
            <Button look="primary" onClick={() => setCreating(true)}>
              <Icon name="plus" /> New work order
            </Button>
          )}
        </>
      }
    >
      <Card flush>
        <Filters label="Filter work orders" folds onClear={isFiltered ? clear : undefined}>
          {!isBoard && (
            <SelectFilter
              label="Status"
              value={search.status}
              onChange={status => change({ status })}
              choices={words(choices.listWorkOrders.status)}
              all="Any"
            />
          )}
          <SelectFilter
            label="Priority"
            value={search.priority}
            onChange={priority => change({ priority })}
            choices={words(PRIORITIES)}
            all="Any"
          />
          <SelectFilter
            label="Kind"
            value={search.category}
            onChange={category => change({ category })}
            choices={words(choices.listWorkOrders.category)}
            all="Any"
          />
          <SelectFilter
            label="Property"
            value={search.property_id}
            onChange={property_id => change({ property_id, unit_id: undefined })}
            choices={propertyChoices(properties.data)}
            all="All properties"
          />
        </Filters>
        <NarrowedTo by={['unit_id']} />
        {isBoard ? (
          <WorkOrderBoard filters={filters} />
        ) : (
          <List
            filters={{ ...filters, status: search.status as ListWorkOrdersInput['status'] }}
            isFiltered={isFiltered}
          />
        )}
      </Card>
      {may('ADMIN') && <CreateWorkOrder isOpen={isCreating} onClose={() => setCreating(false)} />}
    </Page>
  )
}

function List({ filters, isFiltered }: { filters: ListWorkOrdersInput; isFiltered: boolean }) {
  const { client } = useOrganization()
  const { loaded, pagination, sorting, move } = usePage('work orders', filters, client.listWorkOrders, {
    order: '-created_at',
  })
  return (
    <DataTable
      label="Work orders"
      columns={COLUMNS}
      loaded={loaded}
      sorting={sorting}
      keyOf={order => order.work_order_id}
      footer={<Pager pagination={pagination} onMove={move} />}
      empty={
        isFiltered ? (
          <Empty title="No work order matches">Choose other filters.</Empty>
        ) : (
          <Empty title="No work orders yet">The first report makes the first one, by hand or through the API.</Empty>
        )
      }
    />
  )
}

function Views({ isBoard, onChange }: { isBoard: boolean; onChange: (view: string | undefined) => void }) {
  const look = (on: boolean) =>
    `min-h-[34px] px-3 text-[13px] font-medium ${on ? 'bg-accent-soft text-accent' : 'text-soft hover:bg-hover'}`
  return (
    <fieldset className="inline-flex overflow-hidden rounded-md border border-line-strong bg-surface">
      <legend className="sr-only">View</legend>
      <button type="button" aria-pressed={!isBoard} className={look(!isBoard)} onClick={() => onChange(undefined)}>
        List
      </button>
      <button type="button" aria-pressed={isBoard} className={look(isBoard)} onClick={() => onChange('board')}>
        Board
      </button>
    </fieldset>
  )
}

function Title({ order: { work_order_id, number, title } }: { order: WorkOrder }) {
  const { id } = useOrganization()
  return (
    <Link
      to="/$organization/work-orders/$workOrder"
      params={{ organization: id, workOrder: work_order_id }}
      className={ROW_LINK}
    >
      <span className="text-soft tabular-nums">#{number}</span> {title}
    </Link>
  )
}

function Reported({ order }: { order: WorkOrder }) {
  const { timeZone } = useOrganization()
  return <>{instant(order.created_at, timeZone, 'day')}</>
}
