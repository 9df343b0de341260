/** A statement that changes a fact of leases or units records them as changed, whether their histories follow from the fact or are changed directly. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lease, on, property, resident, store, unit } from '../records.ts'
import { useWorld } from '../world.ts'

const world = useWorld()

const LEASES = 'where organization_id = $1 and lease_id = any($2)'
const UNITS = 'where organization_id = $1 and unit_id = any($2)'

/** Each statement, and the types of the records that it changes. */
const STATEMENTS: [string, string[]][] = [
  [
    `insert into ledger_entries (organization_id, id, lease_id, account, code, amount_cents, effective_on, direct_lease_id)
     select organization_id, gen_random_uuid(), id, 'RECEIVABLE', 'OTHER', 100, '2026-01-02', id from leases where organization_id = $1 and id = any($2)`,
    ['lease', 'resident'],
  ],
  [
    `insert into lease_date_changes (organization_id, lease_id, changed_on, previous_term_type, previous_start_date)
     select organization_id, id, coalesce((select max(changed_on) from lease_date_changes), '2026-01-01') + 1, term_type, start_date
       from leases where organization_id = $1 and id = any($2)`,
    ['lease', 'listing', 'resident', 'unit'],
  ],
  [
    `update lease_date_changes set previous_notice_given_on = coalesce(previous_notice_given_on, '2026-01-01') + 1 ${LEASES}`,
    ['lease', 'listing', 'resident', 'unit'],
  ],
  [`update lease_date_changes set previous_start_date = previous_start_date ${LEASES}`, []],
  [
    "update leases set notice_given_on = coalesce(notice_given_on, '2026-01-01') + 1 where organization_id = $1 and id = any($2)",
    ['lease', 'listing', 'resident', 'unit'],
  ],
  [
    'update leases set rent_due_day = rent_due_day + 1 where organization_id = $1 and id = any($2)',
    ['lease', 'resident'],
  ],
  ['update leases set rent_due_day = rent_due_day where organization_id = $1 and id = any($2)', []],
  [
    `insert into unit_preleases (organization_id, unit_id, starts_on)
     select organization_id, id, coalesce((select max(starts_on) from unit_preleases), '2027-01-01') + 1 from units where organization_id = $1 and id = any($2)`,
    ['listing', 'unit'],
  ],
  [`update unit_preleases set ends_on = coalesce(ends_on, '2028-01-01') + 1 ${UNITS}`, ['listing', 'unit']],
  [`update unit_preleases set ends_on = ends_on ${UNITS}`, []],
  [
    `insert into unit_offline_spans (organization_id, unit_id, starts_on, ends_on, reason)
     select u.organization_id, u.id, day, day, 'Repairs'
       from units u, (select coalesce(max(starts_on), '2024-01-01') + 1 as day from unit_offline_spans) next
      where u.organization_id = $1 and u.id = any($2)`,
    ['listing', 'unit'],
  ],
  [`update lease_balances set past_due_cents = past_due_cents + 1 ${LEASES}`, ['lease', 'resident']],
  [`delete from lease_balances ${LEASES}`, ['lease', 'resident']],
  [`update unit_status_spans set next_lease_id = coalesce(next_lease_id, '') || 'x' ${UNITS}`, ['listing', 'unit']],
  [`delete from unit_status_spans ${UNITS}`, ['listing', 'unit']],
  [`update resident_status_spans set last_day = last_day - 1 ${LEASES}`, ['resident']],
  [`delete from resident_status_spans ${LEASES}`, ['resident']],
  [`update resident_stays set to_day = to_day - 1 ${LEASES}`, ['resident']],
  [`delete from resident_stays ${LEASES}`, ['resident']],
]

for (const count of [1, 3]) {
  test(`each fact of ${count} leases and their units that a statement changes is recorded`, async () => {
    const organization = await world.organization()
    const place = property()
    const units = Array.from({ length: count }, (_, index) => unit(place, { label: String(index), is_listed: true }))
    const leases = units.map(home => lease(home))
    const residents = leases.map(() => resident())
    await store(organization, {
      ...{ properties: [place], units, leases, residents },
      leaseResidents: leases.map((agreed, index) => on(agreed, residents[index] as (typeof residents)[0])),
    })
    const idsOf: Record<string, { id: string }[]> = { lease: leases, listing: units, resident: residents, unit: units }
    const ids = [...leases, ...units].map(({ id }) => id)
    for (const [statement, types] of STATEMENTS) {
      const [last] = await world.sql<{ xid: string }>(
        'select max(xid)::text as xid from record_changes where organization_id = $1',
        [organization.id],
      )
      await world.sql(statement, [organization.id, ids])
      const recorded = await world.sql<{ type: string; id: string }>(
        'select type, id from record_changes where organization_id = $1 and xid > $2::text::xid8 order by type, id',
        [organization.id, last?.xid],
      )
      const expected = types.flatMap(type => (idsOf[type] ?? []).map(({ id }) => `${type} ${id}`)).sort()
      assert.deepEqual(recorded.map(({ type, id }) => `${type} ${id}`).sort(), expected, statement)
    }
  })
}
