/** The status of units derived from the facts, independently of the definition in the schema, and the comparison of both. */
import assert from 'node:assert/strict'
import type { Organization, World } from '../world.ts'

/**
 * The status of every unit of the organization `$1` on the day `$2`, derived from the facts with one lookup per fact: the stored status history
 * must agree with it. It is written independently of the definition in the schema, which computes all days at once.
 */

export const STATUS_ON_DAY = `
  select u.id as unit_id,
         case
           when occupying.id is not null then case
             when dates.eviction_filed_on <= $2::date then 'EVICT'
             when dates.notice_given_on <= $2::date then
               case when next.id is null and ahead.unit_id is null then 'NOTICE_UNRENTED' else 'NOTICE_RENTED' end
             else 'CURRENT'
           end
           when offline.unit_id is not null then 'OFFLINE'
           when next.id is not null or ahead.unit_id is not null then 'VACANT_RENTED'
           else 'VACANT_UNRENTED'
         end as status,
         occupying.id as lease_id, next.id as next_lease_id
    from units u
    left join lateral (
      select l.id
        from leases l
       where l.organization_id = $1 and l.unit_id = u.id and l.stage = 'SIGNED'
         and l.start_date <= $2::date and (l.move_out_date is null or l.move_out_date >= $2::date)
       order by l.start_date
       limit 1
    ) occupying on true
    left join lateral lease_dates_on($1, occupying.id, $2::date) dates on true
    left join lateral (
      select l.id
        from leases l
       where l.organization_id = $1 and l.unit_id = u.id
         and (l.stage = 'SIGNED' or l.cancelled_on > $2::date)
         and l.signed_at < (select ($2::date + 1)::timestamp at time zone o.time_zone from organizations o where o.id = $1)
         and l.id is distinct from occupying.id and (l.move_out_date is null or l.move_out_date >= $2::date)
       order by l.start_date
       limit 1
    ) next on true
    left join lateral (
      select p.unit_id
        from unit_preleases p
       where p.organization_id = $1 and p.unit_id = u.id
         and p.starts_on <= $2::date and (p.ends_on is null or p.ends_on >= $2::date)
         and not exists (
           select from leases l
            where l.organization_id = $1 and l.unit_id = u.id and l.stage = 'SIGNED'
              and l.start_date > p.starts_on and l.start_date <= $2::date
         )
       limit 1
    ) ahead on true
    left join lateral (
      select o.unit_id
        from unit_offline_spans o
       where o.organization_id = $1 and o.unit_id = u.id
         and o.starts_on <= $2::date and (o.ends_on is null or o.ends_on >= $2::date)
       limit 1
    ) offline on true
   where u.organization_id = $1 and u.in_service_from <= $2::date and (u.in_service_to is null or u.in_service_to >= $2::date)
   order by u.id`

/** Checks that the stored status history agrees with the facts on the days, and with its definition on all days. */
export async function checkUnitStatuses(world: World, { id }: Organization, days: readonly string[]): Promise<void> {
  for (const day of days) {
    const told = await world.sql(STATUS_ON_DAY, [id, day])
    const stored = await world.sql(
      `select unit_id, status, lease_id, next_lease_id from unit_status_spans
        where organization_id = $1 and from_day <= $2::date and to_day >= $2::date order by unit_id`,
      [id, day],
    )
    assert.deepEqual(stored, told, `the status history of ${day}`)
  }
  const spans = 'unit_id, from_day, to_day, status, lease_id, next_lease_id'
  const stored = await world.sql(`select ${spans} from unit_status_spans where organization_id = $1 order by 1, 2`, [
    id,
  ])
  const computed = await world.sql(
    `select ${spans} from unit_status_history($1, array(select u.id from units u where u.organization_id = $1)) order by 1, 2`,
    [id],
  )
  assert.deepEqual(stored, computed)
}
