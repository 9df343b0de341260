/** Work orders, as a list or as a board. */
import { choices, type ListWorkOrdersInput } from '#client/console.ts'
import type { WorkOrder } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import type { Column } from '../kit/data-table.tsx'
import { Filters, SEARCH_WIDTH } from '../kit/filters.tsx'
import { Empty } from '../kit/notice.tsx'
import { Card, None, Page } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { useBulk } from '../records/bulk.tsx'
import { Below, Day } from '../records/cells.tsx'
import { NewButton, useRepeatedButton } from '../records/dialog-button.tsx'
import { PrintedName } from '../records/handout.tsx'
import { ChoiceListFilter, PropertyListFilter, TextListFilter } from '../records/list-filters.tsx'
import { ListPage } from '../records/list-page.tsx'
import { listOf, preloadList } from '../records/list-query.ts'
import { NarrowedTo } from '../records/narrowed-to.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { Place } from '../records/record-names.tsx'
import { Time } from '../records/time.tsx'
import { StatusWithOverdue, Urgent } from '../records/urgent.tsx'
import { useList, useListFilters } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { VendorField } from '../vendors/vendor-field.tsx'
import { VendorListFilter } from '../vendors/vendor-filter.tsx'
import { CreateWorkOrder } from './create-work-order.tsx'
import { WorkOrderBoard } from './work-order-board.tsx'
import { PRIORITIES } from './work-order-choices.ts'

const COLUMNS: Column<WorkOrder, ListWorkOrdersInput['sort']>[] = [
  {
    header: 'Work order',
    sort: 'title',
    wraps: true,
    cell: row => (
      <>
        <RecordLink id={row.work_order_id} look="row">
          <span className="block xl:min-w-44">
            <span className="text-soft tabular-nums">#{row.number}</span> {row.title}
          </span>
        </RecordLink>
        <Below>
          <span className="flex flex-wrap items-center gap-x-2">
            <Place propertyId={row.property_id} unitId={row.unit_id} />
            <span className="sm:hidden">
              <Urgent order={row} />
            </span>
          </span>
        </Below>
      </>
    ),
  },
  { header: 'Status', sort: 'status', cell: row => <StatusWithOverdue order={row} /> },
  { header: 'Priority', sort: 'priority', from: 'sm', cell: row => <Status word={row.priority} /> },
  {
    header: 'Category',
    sort: 'category',
    from: 'md',
    cell: row => <span className="whitespace-nowrap">{inWords(row.category)}</span>,
  },
  {
    header: 'Unit',
    sort: 'property_name',
    from: 'md',
    cell: row => <Place propertyId={row.property_id} unitId={row.unit_id} />,
  },
  { header: 'Vendor', sort: 'vendor_name', from: 'lg', cell: row => row.vendor_name ?? <None /> },
  { header: 'Due', sort: 'due_date', from: 'lg', cell: row => <Day on={row.due_date} /> },
  { header: 'Reported', sort: 'created_at', from: 'sm', cell: row => <Time at={row.created_at} precision="day" /> },
]

const FILTERS = ['status', 'search', 'priority', 'category', 'property_id', 'unit_id', 'vendor_id'] as const

const WORK_ORDERS = listOf({
  name: 'work orders',
  by: FILTERS,
  read: (client: OrganizationClient) => client.listWorkOrders,
  order: '-created_at',
  named: ({ property_id, unit_id }) => [property_id, unit_id],
  csv: 'work-orders',
})
export const preload = preloadList(WORK_ORDERS)

export function WorkOrdersPage() {
  const { client } = useOrganization()
  const { search, change } = useUrlSearch()
  const isBoard = search.view === 'board'
  const list = useList(WORK_ORDERS, { isEnabled: !isBoard })
  const bulk = useBulk<WorkOrder>({
    noun: 'work order',
    nameOf: ({ number, title }) => `#${number} ${title}`,
    actions: [
      {
        text: 'Complete',
        done: 'completed',
        about: 'Marks the selected work orders as completed. Canceled work orders are refused.',
        run: ({ work_order_id }) => client.updateWorkOrder({ id: work_order_id, status: 'COMPLETED' }),
      },
      {
        text: 'Assign vendor',
        done: 'assigned',
        fields: <VendorField />,
        run: ({ work_order_id }, values) =>
          client.updateWorkOrder({ id: work_order_id, vendor_name: values.text('vendor_name') }),
      },
      {
        text: 'Cancel',
        done: 'canceled',
        danger: true,
        about: 'Marks the selected work orders as canceled. Completed work orders are refused.',
        run: ({ work_order_id }) => client.updateWorkOrder({ id: work_order_id, status: 'CANCELLED' }),
      },
    ],
  })
  const create = <NewButton text="New work order" dialog={close => <CreateWorkOrder onClose={close} />} />
  const { repeat, dialog } = useRepeatedButton()
  const { filters: board, isFiltered, clear } = useListFilters<ListWorkOrdersInput>(FILTERS.slice(1))
  const filters = (
    <>
      <TextListFilter placeholder="Number, unit or title" width={SEARCH_WIDTH} />
      {!isBoard && <ChoiceListFilter name="status" label="Status" values={choices.listWorkOrders.status} />}
      <ChoiceListFilter name="priority" label="Priority" values={PRIORITIES} />
      <ChoiceListFilter name="category" label="Category" values={choices.listWorkOrders.category} />
      <PropertyListFilter clears={{ unit_id: undefined }} />
      <VendorListFilter />
    </>
  )
  const page = {
    title: 'Work orders' as const,
    about: 'Maintenance, from the first report to the final cost.',
    actions: (
      <>
        <Views isBoard={isBoard} onChange={view => change({ view })} />
        {create}
      </>
    ),
  }
  if (isBoard) {
    return (
      <Page {...page}>
        <PrintedName isDated />
        <Card flush>
          <Filters label="Filter work orders" folds {...{ isFiltered, clear }}>
            {filters}
          </Filters>
          <NarrowedTo by={['unit_id']} />
          <WorkOrderBoard
            filters={board}
            empty={
              isFiltered ? (
                <Empty title="No work orders match" action={<Button onClick={clear}>Clear filters</Button>}>
                  Change the filters, or clear them.
                </Empty>
              ) : (
                <Empty title="No work orders on the board" action={repeat(create)}>
                  Every work order appears here under its status, unless it is canceled.
                </Empty>
              )
            }
          />
        </Card>
        {dialog}
      </Page>
    )
  }
  return (
    <ListPage
      {...page}
      filters={filters}
      narrowedBy={['unit_id']}
      list={list}
      bulk={bulk}
      columns={COLUMNS}
      keyOf={order => order.work_order_id}
      empty={{
        about:
          'A work order is a repair or a task, from the first report to the final cost. Create one, or let other systems report them.',
        action: create,
        guide: { text: 'Report work orders through the API', tag: 'maintenance' },
      }}
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
