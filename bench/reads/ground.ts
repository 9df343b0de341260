/** What the benchmark of reads stands on: a database of its own with one large organization, and how long making it took. */
import type pg from 'pg'
import { systemClock } from '#server/base/clock.ts'
import { todayIn } from '#server/base/dates.ts'
import type { DatabaseConnection } from '#server/db/session.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { addOrganization, asOwner, issueKeys, openDatabase, settle, TIME_ZONE } from '../turns/database.ts'

export type Ground = {
  connection: DatabaseConnection
  organizationId: string
  timeZone: string
  today: string
  keys: string[]
  propertyIds: string[]
  /** How many rows each of the long lists has. */
  rows: Record<LongList, number>
  /** What was seeded, in words. */
  made: string
  seconds: number
  close(): Promise<void>
}

export type LongList = 'work_orders' | 'invoices' | 'payments'

const KEYS = 32
const MONTHS = 24

/** `orders` work orders are stored beside what the seed makes. */
export async function openGround(units: number, orders: number): Promise<Ground> {
  const { connection, session, close } = await openDatabase()
  const organization = await addOrganization(session, 'Large')
  const today = todayIn(TIME_ZONE, systemClock.now())
  const began = performance.now()
  const seeded = await seedOrganization(
    { units, months: MONTHS, seed: 'bench', today },
    { inTransaction: work => session.within(organization, work), refreshStatistics: session.refreshStatistics },
  )
  const seconds = (performance.now() - began) / 1000
  const keys = await issueKeys(session, organization, KEYS)
  const { propertyIds, rows } = await asOwner(connection, async owner => {
    await storeWorkOrders(owner, organization.id, orders)
    await settle(owner)
    const properties = await owner.query<{ id: string }>('select id from properties order by id')
    const counts = await owner.query<Record<LongList, number>>(`
      select (select count(*)::int from work_orders) as work_orders, (select count(*)::int from invoices) as invoices,
             (select count(*)::int from payments) as payments`)
    return { propertyIds: properties.rows.map(({ id }) => id), rows: counts.rows[0] as Record<LongList, number> }
  })
  return {
    connection,
    organizationId: organization.id,
    timeZone: TIME_ZONE,
    today,
    keys,
    propertyIds,
    rows,
    made: Object.entries({ ...seeded, ...rows })
      .map(([noun, count]) => `${count} ${noun.replaceAll('_', ' ')}`)
      .join(', '),
    seconds,
    close,
  }
}

/** One a minute up to now, two thirds of them completed, after the numbers that are taken. */
async function storeWorkOrders(owner: pg.Client, organizationId: string, count: number): Promise<void> {
  await owner.query(
    `with place as (
       select array_agg(id order by id) as ids, (select count(*) from properties) as count from properties where organization_id = $1
     ), taken as (
       select coalesce(max(last_number), 0) as number from work_order_numbers where organization_id = $1
     )
     insert into work_orders (
       organization_id, id, number, title, status, priority, category, source, property_id, entry_permission, created_at, updated_at,
       completed_at
     )
     select $1, 'wo_' || lpad(n::text, 26, '0'), taken.number + n, 'Tap leaks', stage.status, 'NORMAL', 'PLUMBING', 'API',
            place.ids[1 + n % place.count], 'CALL_FIRST', moment.at, moment.at, case when stage.status = 'COMPLETED' then moment.at end
       from generate_series(1, $2::int) as n
      cross join place
      cross join taken
      cross join lateral (select case n % 6 when 0 then 'NEW' when 1 then 'SCHEDULED' else 'COMPLETED' end as status) stage
      cross join lateral (select now() - ($2::int - n) * interval '1 minute' as at) moment`,
    [organizationId, count],
  )
  await owner.query(
    `insert into work_order_numbers (organization_id, last_number)
     select organization_id, max(number) from work_orders where organization_id = $1 group by 1
     on conflict (organization_id) do update set last_number = excluded.last_number`,
    [organizationId],
  )
}
