/** Compares what is stored about residents with their leases: whom the list of each status and of each property shows on a day, and how many. */
import assert from 'node:assert/strict'
import { KNOWN_STATUSES } from '#contract/v1/residents.ts'
import { compareNext } from '#server/domain/history.ts'
import { listAllResidents, listResidents } from '#server/domain/residents/operations.ts'
import { residentStatuses, residentStays } from '#server/domain/residents/status-history.ts'
import type { Organization, World } from '../world.ts'

type Shown = { resident_id: string; lease_id: string | null; status: string | null }

/** Checks every resident of the organization, at most a hundred, on each of the days. */
export async function checkResidentStatuses(
  world: World,
  organization: Organization,
  days: readonly string[],
): Promise<void> {
  for (const today of days) {
    const listed = (status?: (typeof KNOWN_STATUSES)[number] | 'NONE') =>
      organization.within(context =>
        listAllResidents({ ...context, today }, { limit: 100, offset: 0, ...(status && { status }) }),
      )
    const derived = await world.sql<Shown>(RESIDENTS_ON_DAY, [organization.id, today])
    const shown = (await listed()).data.map(({ resident_id, lease_id, status }) => ({ resident_id, lease_id, status }))
    assert.deepEqual(shown.sort(byId), derived, `the status of residents on ${today}`)
    for (const status of [...KNOWN_STATUSES, 'NONE'] as const) {
      const expected = derived.filter(one => (one.status ?? 'NONE') === status).map(one => one.resident_id)
      const { data, pagination } = await listed(status)
      assert.deepEqual(data.map(one => one.resident_id).sort(), expected, `${status} on ${today}`)
      assert.equal(pagination.total, expected.length)
    }
    await checkResidentsOfProperties(world, organization, today)
  }
  for (const history of [residentStatuses, residentStays]) {
    const { differences } = await organization.within(context => compareNext(history, context, '', 100))
    assert.deepEqual(differences, [], history.name)
  }
}

type Stay = { property_id: string; resident_id: string; lease_id: string }

async function checkResidentsOfProperties(world: World, organization: Organization, today: string): Promise<void> {
  const derived = await world.sql<Stay>(RESIDENTS_OF_PROPERTIES, [organization.id, today])
  const properties = await world.sql<{ id: string }>('select id from properties where organization_id = $1', [
    organization.id,
  ])
  for (const { id: property_id } of properties) {
    const { data, pagination } = await organization.within(context =>
      listResidents({ ...context, today }, { property_id, limit: 100, offset: 0 }),
    )
    const listed = data.map(({ resident_id, lease_id }) => ({ property_id, resident_id, lease_id }))
    const expected = derived.filter(one => one.property_id === property_id)
    assert.deepEqual(listed, expected, `the residents of a property on ${today}`)
    assert.equal(pagination.total, expected.length)
  }
}

const byId = (one: Shown, other: Shown) => (one.resident_id < other.resident_id ? -1 : 1)

/**
 * Derived with one lookup per fact, independently of the definition in the schema: the nearest of the leases that have begun and not ended, else of
 * future ones, else of those that have ended.
 */
const RESIDENTS_ON_DAY = `
  select r.id as resident_id, shown.lease_id,
         case
           when shown.place = 1 then 'FUTURE'
           when shown.place = 2 then 'PAST'
           when shown.eviction_filed_on <= $2::date then 'EVICT'
           when shown.notice_given_on <= $2::date then 'NOTICE'
           when shown.place = 0 then 'CURRENT'
         end as status
    from residents r
    left join lateral (
      select l.id as lease_id, l.notice_given_on, l.eviction_filed_on, among.place
        from lease_residents lr
        join leases l on l.organization_id = $1 and l.id = lr.lease_id and l.stage = 'SIGNED'
       cross join lateral (
         select greatest(l.start_date, lr.from_day) as first, least(l.move_out_date, lr.to_day) as last
       ) own
       cross join lateral (
         select case
           when own.last < $2::date then 2
           when own.first > $2::date or exists (
             select from leases earlier
              where earlier.organization_id = $1 and earlier.unit_id = l.unit_id and earlier.stage = 'SIGNED'
                and earlier.move_out_date is null and earlier.start_date < l.start_date
           ) then 1
           else 0
         end as place
       ) among
       where lr.organization_id = $1 and lr.resident_id = r.id and (own.first > own.last) is not true
       order by among.place, case when among.place = 1 then own.first - $2::date else $2::date - own.first end, l.id desc
       limit 1
    ) shown on true
   where r.organization_id = $1
   order by r.id`

/** The residents of every ACTIVE lease, in the order of the list, each derived from the leases of the unit. */
const RESIDENTS_OF_PROPERTIES = `
  select l.property_id, r.id as resident_id, l.id as lease_id
    from leases l
    join lease_residents lr on lr.organization_id = $1 and lr.lease_id = l.id
    join residents r on r.organization_id = $1 and r.id = lr.resident_id
   where l.organization_id = $1 and l.stage = 'SIGNED' and l.start_date <= $2::date
     and (l.move_out_date is null or l.move_out_date >= $2::date)
     and (lr.from_day is null or lr.from_day <= $2::date) and (lr.to_day is null or lr.to_day >= $2::date)
     and not exists (
       select from leases earlier
        where earlier.organization_id = $1 and earlier.unit_id = l.unit_id and earlier.stage = 'SIGNED'
          and earlier.move_out_date is null and earlier.start_date < l.start_date
     )
   order by r.last_name, r.first_name, r.id, l.id`
