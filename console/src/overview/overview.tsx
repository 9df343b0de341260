/** The overview: occupancy, what is owed, and what needs attention today. */
import type { Overview } from '#client/console.ts'
import type { Invoice, WorkOrder } from '#client/v1.ts'
import { FailingWebhooks } from '../developers/failing-webhooks.tsx'
import { Status } from '../kit/badge.tsx'
import { buttonClass } from '../kit/button.tsx'
import { type Column, loadedBy, TableCard } from '../kit/data-table.tsx'
import { date, daysAfter, money, number, shareOf } from '../kit/format.ts'
import { Empty, Failure } from '../kit/notice.tsx'
import { Card, Figure, None, Page, Shimmer } from '../kit/page.tsx'
import { count, occupancyOf } from '../kit/words.ts'
import { monthAfter } from '../money/months.ts'
import { Day } from '../records/cells.tsx'
import { type PageAddress, PageLink } from '../records/page-link.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { Place, PlaceName, ResidentName } from '../records/record-names.tsx'
import { useReport } from '../reports/use-report.ts'
import { useOrganization } from '../session/me.ts'
import { useRead } from '../session/use-read.ts'
import { MovingIn, MovingOut } from './moves.tsx'
import { ShowAll } from './show-all.tsx'
import { Aging, ThisMonth } from './this-month.tsx'
import { Trends } from './trends.tsx'
import { preloadOverview, useOverview } from './use-overview.ts'

const ROWS_SHOWN = 5
/** The number of days ahead for which the ends of leases are counted, as the service counts them. */
const ENDING_WITHIN_DAYS = 60

export { preloadOverview as preload }

export function OverviewPage() {
  const { name, today } = useOrganization()
  // Twelve months are shown, the present one included.
  const months = useReport({ report: 'months', from: `${monthAfter(today, -11)}-01`, to: today })
  return (
    <Page title="Overview" about={`${name}, ${date(today)}`}>
      <FailingWebhooks />
      <FirstSteps />
      <Figures />
      <ThisMonth months={months} />
      <div className="grid gap-4 xl:grid-cols-2 xl:[&>:last-child:nth-child(odd)]:col-span-2">
        <Aging />
        <Trends months={months} />
        <Overdue />
        <NewWorkOrders />
        <MovingIn />
        <MovingOut />
        <Vacant />
      </div>
    </Page>
  )
}

/** The first steps in an organization without units, whose figures are all zero. */
function FirstSteps() {
  const { may } = useOrganization()
  const { data } = useOverview()
  if (data?.units !== 0 || !may('ADMIN')) return null
  return (
    <Card>
      <Empty
        title="No units in service yet"
        action={
          <>
            <PageLink to="/$organization/import" className={buttonClass('primary')}>
              Import a rent roll
            </PageLink>
            <PageLink to="/$organization/properties" search={{ new: '1' }} className={buttonClass()}>
              New property
            </PageLink>
          </>
        }
      >
        Import a rent roll to add properties, units, residents and leases all at once, or create your first property.
      </Empty>
    </Card>
  )
}

function Figures() {
  const { today } = useOrganization()
  const { data, error, refetch } = useOverview()
  const value = (text: string | undefined) => text ?? <Shimmer className="h-5 w-20" />
  if (error && !data) return <Failure error={error} retry={refetch} />
  const orders = data?.open_work_orders ?? []
  const newOrders = orders.find(({ status }) => status === 'NEW')?.work_orders ?? 0
  const openOrders = orders.reduce((sum, { work_orders }) => sum + work_orders, 0)
  return (
    <div className="grid gap-3 min-[360px]:grid-cols-2 md:grid-cols-4">
      <LinkedFigure
        to="/$organization/units"
        search={{ group: 'OCCUPIED' }}
        name="Occupancy"
        value={value(data && shareOf(data.units - data.offline, data.occupancy_pct))}
        about={data && occupancyOf(data)}
      />
      <LinkedFigure
        to="/$organization/units"
        search={{ group: 'LEASED' }}
        name="Leased"
        value={value(data && shareOf(data.units - data.offline, data.leased_pct))}
        about={data && `${number(data.vacant_rented)} vacant but rented`}
      />
      <LinkedFigure
        to="/$organization/reports/$report"
        params={{ report: 'delinquency' }}
        name="Past due"
        value={value(data && money(data.past_due_cents))}
        about={data && pastDueParts(data)}
      />
      <LinkedFigure
        to="/$organization/units"
        search={{ group: 'ON_NOTICE' }}
        name="On notice"
        value={value(data && number(data.on_notice))}
        about={data && `${count(data.evictions, 'eviction')} filed`}
      />
      <LinkedFigure
        to="/$organization/leases"
        search={{ ends_by: daysAfter(today, ENDING_WITHIN_DAYS), sort: 'end_date' }}
        name="Leases ending"
        value={value(data && number(data.leases_ending))}
        about={data && `within ${ENDING_WITHIN_DAYS} days, ${number(data.leases_to_sign)} to sign`}
      />
      <LinkedFigure
        to="/$organization/units"
        search={{ group: 'TO_MAKE_READY' }}
        name="Units to make ready"
        value={value(data && number(data.to_make_ready))}
        about={data && `${number(data.to_make_ready_rented)} already rented`}
      />
      <LinkedFigure
        to="/$organization/work-orders"
        search={{ view: 'board' }}
        name="Open work orders"
        value={value(data && number(openOrders))}
        about={data && `${number(newOrders)} new`}
      />
      <LinkedFigure
        to="/$organization/leads"
        search={{ status: 'NEW' }}
        name="New leads"
        value={value(data && number(data.new_leads))}
        about="not answered yet"
      />
    </div>
  )
}

/** A figure that links to the records that add up to it. */
function LinkedFigure({ to, params, search, ...figure }: Parameters<typeof Figure>[0] & PageAddress) {
  return (
    <PageLink {...{ to, params, search }} className="rounded-lg hover:[&>div]:bg-hover [&>div]:h-full">
      <Figure {...figure} />
    </PageLink>
  )
}

function pastDueParts({ past_due_cents: all, past_due_current_cents: current }: Overview): string {
  if (all === 0) return 'nobody is past due'
  if (current >= all) return 'current residents only'
  return `${money(current)} current, ${money(all - current)} former residents`
}

function Overdue() {
  const query = useRead(['invoices', 'overdue, a few'], (client, call) =>
    client.listInvoices({ status: 'OVERDUE', limit: ROWS_SHOWN }, call),
  )
  return (
    <TableCard
      title={`Overdue invoices${query.data ? ` (${number(query.data.pagination.total)})` : ''}`}
      actions={<ShowAll of="overdue invoices" to="/$organization/invoices" search={{ status: 'OVERDUE' }} />}
      label="Overdue invoices"
      columns={OVERDUE}
      loaded={loadedBy(query, query.data?.data)}
      keyOf={invoice => invoice.invoice_id}
      placeholders={ROWS_SHOWN}
      empty={<Empty title="No overdue invoices">Invoices appear here the day after they are due.</Empty>}
    />
  )
}

const OVERDUE: Column<Invoice>[] = [
  {
    header: 'Invoice',
    cell: row => (
      <RecordLink id={row.invoice_id} look="row">
        #{row.number}
      </RecordLink>
    ),
  },
  { header: 'Resident', cell: row => <ResidentName leaseId={row.lease_id} residentId={row.resident_id} /> },
  { header: 'Due', from: 'sm', cell: row => <Day on={row.due_date} /> },
  { header: 'Balance', align: 'end', cell: row => money(row.balance_cents) },
]

function NewWorkOrders() {
  const query = useRead(['work orders', 'new, a few'], (client, call) =>
    client.listWorkOrders({ status: 'NEW', limit: ROWS_SHOWN }, call),
  )
  return (
    <TableCard
      title="New work orders"
      actions={<ShowAll of="new work orders" to="/$organization/work-orders" search={{ status: 'NEW' }} />}
      columns={NEW_WORK_ORDERS}
      loaded={loadedBy(query, query.data?.data)}
      keyOf={order => order.work_order_id}
      placeholders={ROWS_SHOWN}
      empty={<Empty title="No new work orders">Work orders appear here until they are scheduled or started.</Empty>}
    />
  )
}

const NEW_WORK_ORDERS: Column<WorkOrder>[] = [
  {
    header: 'Work order',
    wraps: true,
    cell: row => (
      <RecordLink id={row.work_order_id} look="row">
        {row.title}
      </RecordLink>
    ),
  },
  { header: 'Priority', cell: row => <Status word={row.priority} /> },
  { header: 'Unit', from: 'sm', cell: row => <Place propertyId={row.property_id} unitId={row.unit_id} /> },
]

function Vacant() {
  const query = useOverview()
  return (
    <TableCard
      title="Longest vacant"
      actions={<ShowAll of="vacant units" to="/$organization/units" search={{ status: 'VACANT_UNRENTED' }} />}
      columns={VACANT}
      loaded={loadedBy(query, query.data?.longest_vacant)}
      keyOf={unit => unit.unit_id}
      placeholders={ROWS_SHOWN}
      empty={<Empty title="No vacant units">Vacant units without a future lease appear here.</Empty>}
    />
  )
}

const VACANT: Column<Overview['longest_vacant'][number]>[] = [
  {
    header: 'Unit',
    cell: row => (
      <RecordLink id={row.unit_id} look="row" className="max-sm:whitespace-normal">
        <PlaceName property={row.property_name} unit={row.unit_label} />
      </RecordLink>
    ),
  },
  { header: 'Floor plan', from: 'sm', cell: row => row.unit_type ?? <None /> },
  { header: 'Vacant for', cell: row => (row.days_vacant === null ? 'Never leased' : count(row.days_vacant, 'day')) },
  {
    header: 'Market rent',
    align: 'end',
    cell: row => (row.market_rent_cents === null ? <None /> : money(row.market_rent_cents)),
  },
]
