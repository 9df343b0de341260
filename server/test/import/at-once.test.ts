/** The data that triggers maintain depends neither on how many rows one statement writes nor on what its transaction wrote before. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { discardPlans } from '#server/db/discard-plans.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { saveLeaseCharges, saveLeaseResidents } from '#server/domain/leases/change.ts'
import type { LeaseRecord } from '#server/domain/leases/records.ts'
import { saveResidents } from '#server/domain/residents/operations.ts'
import { saveUnitRates, saveUnits } from '#server/domain/units/save-units.ts'
import { importRentRoll } from '#server/import/import-rent-roll.ts'
import { BATCH } from '#server/import/pace.ts'
import { checkBalances } from '../domain/balances-audit.ts'
import { charge, lease, on, property, resident, store, unit } from '../records.ts'
import { type Organization, useWorld } from '../world.ts'
import { fileOf, importFile } from './imported.ts'

const world = useWorld()
const HEADER =
  'Property,Unit,BD/BA,Market Rent,Tenant,Status,Rent,Pet Rent,Deposit,Lease From,Lease To,Move-out,Past Due\n'

function rentRoll(units: readonly string[]): string {
  const rows = units.map(unit => `"Oak - 1 Oak St Akron, OH 44301",${unit}\n`)
  return fileOf(`As of: 2/1/2026\n${HEADER}${rows.join('')}`)
}

/** The data that triggers maintain for an organization, with the labels of units instead of IDs. */
async function derivedOf(organization: Organization): Promise<Record<string, unknown[]>> {
  const queries = {
    spans: `select u.label, s.from_day::text, s.to_day::text, s.status, l.start_date::text as lease, n.start_date::text as next
              from unit_status_spans s join units u on u.id = s.unit_id left join leases l on l.id = s.lease_id left join leases n on n.id = s.next_lease_id
             where s.organization_id = $1 order by 1, 2`,
    balances: `select u.label, l.start_date::text, b.from_day::text, b.receivable_cents::int, b.deposit_cents::int, b.past_due_cents::int
                 from lease_balances b join leases l on l.id = b.lease_id join units u on u.id = l.unit_id where b.organization_id = $1 order by 1, 2, 3`,
    changes: `select type, count(distinct id)::int as records from record_changes where organization_id = $1 group by type order by type`,
    words: `select type, word, count(*)::int as records from search_words where organization_id = $1 group by 1, 2 order by 1, 2`,
    counts: `select list, status, sum(change)::int as records from list_counts where organization_id = $1 group by 1, 2 having sum(change) <> 0 order by 1, 2`,
  }
  const derived: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(queries)) derived[name] = await world.sql(query, [organization.id])
  return derived
}

test('a file that is imported at once leaves the same histories, changes, words and counts as one import per unit', async () => {
  const units = Array.from({ length: 3 }, (_, round) => [
    `${round}A,2/1,1000,Ann Elm${round},Current,900,25,500,1/1/2026,12/31/2026,,50`,
    `${round}B,2/1,1000,Bo Fir${round}; Cy Fir${round},Current,800,,400,6/1/2025,,,-75`,
    `${round}C,2/1,1000,,Vacant-Unrented,,,,,,,`,
    `${round}D,2/1,1000,Di Oak${round},Notice-Unrented,800,,,6/1/2025,5/31/2026,4/${10 + round}/2026,`,
    `${round}E,2/1,1000,Ed Ash${round},Current,800,,300,3/1/2026,2/28/2027,,`,
  ]).flat()
  const [whole, parts] = [await world.organization(), await world.organization()]
  assert.ok((await importFile(world, whole, rentRoll(units))).written)
  for (const unit of units) assert.ok((await importFile(world, parts, rentRoll([unit]))).written)
  const derived = await derivedOf(whole)
  for (const [name, rows] of Object.entries(derived)) assert.ok(rows.length > 1, name)
  assert.deepEqual(derived, await derivedOf(parts))
  for (const { id } of [whole, parts]) {
    const differing = await world.sql(
      `(select 'span', unit_id, from_day, to_day, status, lease_id, next_lease_id from unit_status_spans where organization_id = $1
         except select 'span', * from unit_status_history($1, array(select id from units where organization_id = $1)))
       union all
       (select 'history', * from unit_status_history($1, array(select id from units where organization_id = $1))
         except select 'history', unit_id, from_day, to_day, status, lease_id, next_lease_id from unit_status_spans where organization_id = $1)`,
      [id],
    )
    assert.deepEqual(differing, [])
    await checkBalances(world, id)
  }
})

test('the recorded changes do not depend on what their transaction recorded before', async () => {
  const organization = await world.organization()
  const place = property()
  const [home, other] = [unit(place, { label: '1' }), unit(place, { label: '2' })]
  const agreed = lease(home)
  const [ann, bo, cy] = [
    resident({ first_name: 'Ann' }),
    resident({ first_name: 'Bo' }),
    resident({ first_name: 'Cy' }),
  ]
  const both = [on(agreed, ann, 'PRIMARY'), on(agreed, bo, 'CO_TENANT')]
  const records = { properties: [place], units: [home, other], leases: [agreed], residents: [ann, bo, cy] }
  await store(organization, { ...records, leaseResidents: both })
  await organization.within(async context => {
    // The new name records a change of the lease, so what follows finds it recorded, and must record those that the name did not affect.
    await saveResidents(context, [{ ...ann, last_name: 'Oak' }])
    await saveLeaseResidents(context, [on(agreed, cy, 'OCCUPANT')])
    await saveLeaseCharges(context, [charge(agreed)])
    // The rate records a change of the unit, whose listing begins only then.
    const rate = { effective_from: '2026-01-01', unit_type: null, market_rent_cents: 90_000 }
    await saveUnitRates(context, [{ ...rate, unit_id: other.id }])
    await saveUnits(context, [{ ...other, is_listed: true }])
  })
  const entered = await world.sql<{ type: string; id: string }>(
    `select type, id from record_changes where organization_id = $1
        and xid = (select max(xid) from record_changes where organization_id = $1)`,
    [organization.id],
  )
  assert.deepEqual(
    new Set(entered.map(({ type, id }) => `${type} ${id}`)),
    new Set([
      ...[ann, bo, cy].map(({ id }) => `resident ${id}`),
      `lease ${agreed.id}`,
      `unit ${other.id}`,
      `listing ${other.id}`,
    ]),
  )
})

test('a change is recorded although its transaction recorded many records between those that change', async () => {
  const organization = await world.organization()
  const place = property()
  const homes = Array.from({ length: 20 }, (_, index) => unit(place, { label: String(index) }))
  const agreed = homes.map(home => lease(home)).sort((a, b) => (a.id < b.id ? -1 : 1))
  const [first, last] = [agreed[0], agreed.at(-1)] as [LeaseRecord, LeaseRecord]
  await store(organization, { properties: [place], units: homes, leases: agreed })
  await organization.within(async context => {
    await saveLeaseCharges(
      context,
      agreed.slice(1, -1).map(each => charge(each)),
    )
    // The first was recorded, the last was not, and there are eighteen between them.
    await saveLeaseCharges(context, [charge(first)])
    await saveLeaseCharges(context, [charge(first, { amount_cents: 1_100 }), charge(last)])
    await saveLeaseCharges(context, [charge(first, { amount_cents: 1_200 }), charge(last, { amount_cents: 1_300 })])
  })
  const entered = await world.sql<{ id: string }>(
    `select id from record_changes where organization_id = $1 and type = 'lease'
        and xid = (select max(xid) from record_changes where organization_id = $1) order by id`,
    [organization.id],
  )
  assert.deepEqual(
    entered.map(({ id }) => id),
    agreed.map(({ id }) => id),
  )
})

test('the units of a batch are sent after the batch that creates their property, however late PostgreSQL answers between them', async () => {
  const organization = await world.organization()
  // Each batch creates a property that the next one has units of, whichever batch discards the plans that were made over empty tables.
  const rows = Array.from({ length: 4 * BATCH }, (_, index) => {
    const property = Math.floor(index / BATCH + 0.5)
    return `"Oak ${property} - ${property} Oak St Akron, OH 44301",${index},2/1,1000,,Vacant-Unrented,,,,,,,\n`
  })
  const path = fileOf(`As of: 2/1/2026\n${HEADER}${rows.join('')}`)
  const options = { asOf: undefined, today: '2026-03-15', dryRun: false, skipBadRows: false, closeMissing: false }
  const late: LateAnswers = { discarded: 0, underWay: 0 }
  const outcome = await importRentRoll(
    path,
    options,
    work => organization.within(context => work({ ...context, db: answeredLate(context.db, late) })),
    () => {},
  )
  assert.deepEqual([outcome.written, outcome.created.units, outcome.created.properties], [true, 4 * BATCH, 5])
  assert.ok(late.discarded > 0)
})

type LateAnswers = { discarded: number; underWay: number }

/** The transaction, whose answer to `discard plans` arrives only when nothing else has been under way for 1,000 turns of the event loop. */
function answeredLate(db: Tenant, late: LateAnswers): Tenant {
  return new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        const isDiscard = args[0] === discardPlans
        if (!isDiscard) late.underWay++
        try {
          return await value.apply(target, args)
        } finally {
          if (!isDiscard) late.underWay--
          else {
            late.discarded++
            for (let idle = 0; idle < 1_000; idle++) {
              await setImmediate()
              if (late.underWay > 0) idle = 0
            }
          }
        }
      }
    },
  })
}

/** Updates of the records with the IDs `$2`: what a copy sees of them changes, or nothing does. */
const UPDATES = [
  "update units set label = label || 'x' where organization_id = $1 and id = any($2)",
  'update units set is_listed = not is_listed where organization_id = $1 and id = any($2)',
  'update units set in_service_from = in_service_from - 1 where organization_id = $1 and id = any($2)',
  'update units set sqft = sqft where organization_id = $1 and id = any($2)',
  "update residents set first_name = first_name || 'x' where organization_id = $1 and id = any($2)",
  "update residents set phone = coalesce(phone, '+16145550100') || '1' where organization_id = $1 and id = any($2)",
  'update leases set security_deposit_cents = coalesce(security_deposit_cents, 1) + 1 where organization_id = $1 and id = any($2)',
  'update leases set rent_due_day = rent_due_day where organization_id = $1 and id = any($2)',
  'update lease_charges set amount_cents = amount_cents + 1 where organization_id = $1 and lease_id = any($2)',
  'update unit_rates set market_rent_cents = market_rent_cents + 1 where organization_id = $1 and unit_id = any($2)',
  'update unit_rates set market_rent_cents = market_rent_cents where organization_id = $1 and unit_id = any($2)',
]

test('a statement that changes one record records what a statement that changes several does', async () => {
  const organization = await world.organization()
  const place = property()
  const homes = [unit(place, { label: 'A', is_listed: true }), unit(place, { label: 'B' })]
  const agreed = homes.map(home => lease(home))
  const people = [resident(), resident()]
  const [first, second] = agreed as [LeaseRecord, LeaseRecord]
  await store(organization, {
    ...{ properties: [place], units: homes, leases: agreed, residents: people },
    leaseResidents: [
      on(first, people[0] as (typeof people)[0], 'PRIMARY'),
      on(second, people[1] as (typeof people)[0], 'PRIMARY'),
    ],
    charges: [charge(first), charge(second)],
  })
  await organization.within(context =>
    saveUnitRates(
      context,
      homes.map(({ id }) => ({
        unit_id: id,
        effective_from: '2026-01-01',
        unit_type: null,
        market_rent_cents: 90_000,
      })),
    ),
  )
  const ids = [...homes, ...agreed, ...people].map(({ id }) => id)
  const recordedBy = async (update: string, records: readonly string[][]) => {
    const [before] = await world.sql<{ xid: string }>(
      'select max(xid)::text as xid from record_changes where organization_id = $1',
      [organization.id],
    )
    for (const some of records) await world.sql(update, [organization.id, some])
    const rows = await world.sql<{ type: string; id: string }>(
      'select distinct type, id from record_changes where organization_id = $1 and xid > $2::text::xid8 order by 1, 2',
      [organization.id, before?.xid],
    )
    return rows.map(({ type, id }) => `${type} ${id}`)
  }
  for (const update of UPDATES) {
    const atOnce = await recordedBy(update, [ids])
    assert.deepEqual(
      await recordedBy(
        update,
        ids.map(id => [id]),
      ),
      atOnce,
      update,
    )
    assert.equal(atOnce.length > 0, !/ set (\w+) = \1 where/.test(update), update)
  }
})
