/** The rent roll over random portfolios: one row per unit in service, totals that equal the sum of the rows, every balance shown, and a past that does not change. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { keysOf } from '#server/base/keys-of.ts'
import { percent } from '#server/domain/rent-roll/sums.ts'
import { createRandom } from '#server/seed/random.ts'
import { entry, invoice, lease, store } from '../../records.ts'
import { type Organization, useWorld } from '../../world.ts'
import { dayIn, storeRandomPortfolio } from './random-portfolio.ts'
import { type Roll, rollOf } from './roll.ts'

const PORTFOLIOS = 6
const ROLLS_EACH = 10

type Drawn = { seed: string; organization: Organization; scopes: string[] }

const world = useWorld({ own: true })
const drawn: Drawn[] = []
before(async () => {
  for (let number = 1; number <= PORTFOLIOS; number++) {
    const seed = `rent roll ${number}`
    const organization = await world.organization()
    drawn.push({ seed, organization, scopes: ['portfolio', ...(await storeRandomPortfolio(organization, seed))] })
  }
})

/** A few days of every portfolio, each with a random scope. */
async function forManyRolls(check: (roll: Roll, of: Drawn, scope: string) => Promise<void> | void): Promise<void> {
  for (const each of drawn) {
    const random = createRandom(`${each.seed} days`)
    for (let turn = 0; turn < ROLLS_EACH; turn++) {
      const scope = random.pick(each.scopes)
      await check(await rollOf(world, each.organization, scope, dayIn(random)), each, scope)
    }
  }
}

const OF_SCOPE = `(p.id = $2 or p.portfolio_id = $2 or $2 = 'portfolio')`
const sumOf = <Row>(rows: readonly Row[], field: keyof Row) =>
  rows.reduce((sum, row) => sum + Number(row[field] ?? 0), 0)

test('every unit in service has one row, in the order of property and label', async () => {
  await forManyRolls(async ({ rows, as_of_date }, { organization }, scope) => {
    const inService = await world.sql<{ id: string }>(
      `select u.id from units u join properties p on p.organization_id = u.organization_id and p.id = u.property_id
        where u.organization_id = $1 and ${OF_SCOPE} and u.in_service_from <= $3 and coalesce(u.in_service_to, $3) >= $3
        order by p.name, p.id, u.label, u.id`,
      [organization.id, scope, as_of_date],
    )
    assert.deepEqual(
      rows.map(row => row.unit_id),
      inService.map(({ id }) => id),
    )
  })
})

test('rows, future residents and former residents together owe what the ledger states for the scope', async () => {
  const seen = { future: 0, former: 0, balance: 0 }
  await forManyRolls(async ({ rows, future_residents, totals, as_of_date }, { organization }, scope) => {
    const [owed] = await world.sql<{ cents: number }>(
      `select coalesce(sum(e.amount_cents), 0)::bigint as cents
         from ledger_entries e join leases l on l.organization_id = e.organization_id and l.id = e.lease_id
         join properties p on p.organization_id = l.organization_id and p.id = l.property_id
        where e.organization_id = $1 and ${OF_SCOPE} and e.account = 'RECEIVABLE' and e.effective_on <= least($3::date, date '2026-03-15')`,
      [organization.id, scope, as_of_date],
    )
    const { balance_cents, future_residents_balance_cents, former_residents_balance_cents } = totals
    assert.equal(balance_cents + future_residents_balance_cents + former_residents_balance_cents, owed?.cents)
    assert.equal(future_residents_balance_cents, sumOf(future_residents, 'balance_cents'))
    const leases = [...rows.flatMap(row => row.lease_id ?? []), ...future_residents.map(each => each.lease_id)]
    assert.equal(new Set(leases).size, leases.length, 'a lease is shown twice')
    seen.future += Number(future_residents_balance_cents !== 0)
    seen.former += Number(former_residents_balance_cents !== 0)
    seen.balance += Number(balance_cents !== 0)
  })
  assert.ok(seen.future > 10 && seen.former > 20 && seen.balance > 20, JSON.stringify(seen))
})

const SUMMED = [
  'market_rent_cents',
  'rent_cents',
  'other_charges_cents',
  'total_charges_cents',
  'deposit_cents',
  'balance_cents',
  'past_due_cents',
] as const

test('the totals are the sums of the rows, overall, by floor plan and by charge code', async () => {
  await forManyRolls(({ rows, totals, by_unit_type, by_charge_code }) => {
    for (const field of SUMMED) assert.equal(totals[field], sumOf(rows, field), field)
    const isOccupied = (row: Roll['rows'][number]) => row.lease_id !== null
    const occupied = rows.filter(isOccupied)
    const vacant = rows.filter(row => row.status.startsWith('VACANT'))
    const lettable = occupied.length + vacant.length
    const rentedAhead = rows.filter(row => row.status === 'VACANT_RENTED').length
    assert.deepEqual(
      [totals.unit_count, totals.occupied_unit_count, totals.vacant_unit_count, totals.offline_unit_count],
      [rows.length, occupied.length, vacant.length, rows.length - lettable],
    )
    assert.equal(totals.occupancy_pct, percent(occupied.length, lettable))
    assert.equal(totals.leased_pct, percent(occupied.length + rentedAhead, lettable))
    assert.equal(totals.loss_to_lease_cents, sumOf(occupied, 'market_rent_cents') - sumOf(occupied, 'rent_cents'))
    assert.equal(totals.vacancy_loss_cents, sumOf(vacant, 'market_rent_cents'))
    assert.equal(totals.sqft_occupied, sumOf(occupied, 'sqft'))
    for (const name of by_unit_type[0] ? keysOf(by_unit_type[0]) : []) {
      if (name === 'unit_type' || name.endsWith('_pct')) continue
      assert.equal(sumOf(by_unit_type, name), totals[name as keyof Roll['totals']], name)
    }
    assert.equal(sumOf(by_charge_code, 'amount_cents'), totals.total_charges_cents)
    for (const row of rows) {
      assert.equal(row.total_charges_cents, sumOf(row.charges, 'amount_cents'))
      assert.equal(
        row.rent_cents,
        sumOf(
          row.charges.filter(({ code }) => code === 'RENT'),
          'amount_cents',
        ),
      )
      if (!isOccupied(row)) assert.deepEqual([row.resident_id, row.balance_cents, row.charges], [null, 0, []])
    }
  })
})

test('percentages have two decimals, and a share of nothing is 0', () => {
  assert.deepEqual(
    [percent(1, 3), percent(2, 3), percent(7, 7), percent(0, 5), percent(0, 0)],
    [33.33, 66.67, 100, 0, 0],
  )
})

test('later agreements, charges and payments change no earlier day', async () => {
  const { organization } = drawn[0] as Drawn
  const LATER = '2025-08-01'
  const before = '2025-07-31'
  const { generated_at: _, ...then } = await rollOf(world, organization, 'portfolio', before)
  const leases = await world.sql<{ id: string; unit_id: string; property_id: string }>(
    `select id, unit_id, property_id from leases where organization_id = $1 and stage = 'SIGNED'`,
    [organization.id],
  )
  const of = leases.map(({ id, unit_id, property_id }) => ({
    ...lease({ id: unit_id, property_id } as never),
    id,
  }))
  await store(organization, {
    ledger: of.map(each => entry(each, { effective_on: LATER, amount_cents: 777 })),
    invoices: of.map(each => invoice(each, { issue_date: LATER, due_date: LATER })),
  })
  const running = `organization_id = $1 and stage = 'SIGNED' and start_date <= $2 and move_out_date is null
    and not exists (select from leases o where o.unit_id = leases.unit_id and o.start_date > leases.start_date)`
  for (const change of [
    `insert into lease_date_changes (
       organization_id, lease_id, changed_on, previous_term_type, previous_start_date, previous_end_date, previous_move_in_date,
       previous_move_out_date, previous_notice_given_on, previous_eviction_filed_on
     )
     select organization_id, id, $2, term_type, start_date, end_date, move_in_date, move_out_date, notice_given_on, eviction_filed_on
       from leases where ${running}`,
    `update leases set notice_given_on = $2 where ${running} and notice_given_on is null and eviction_filed_on is null`,
    `insert into lease_renewals (organization_id, lease_id, starts_on, previous_end_date, previous_term_type, agreed_on)
     select organization_id, id, $2, end_date, term_type, $2 from leases where ${running}`,
    `update leases set end_date = '2030-01-01' where ${running}`,
  ]) {
    await world.sql(change, [organization.id, LATER])
  }
  await world.sql(
    `insert into unit_rates (organization_id, unit_id, effective_from, unit_type, market_rent_cents)
     select organization_id, id, $2, 'new', 1 from units where organization_id = $1 on conflict do nothing`,
    [organization.id, LATER],
  )
  const { generated_at: __, ...now } = await rollOf(world, organization, 'portfolio', before)
  assert.deepEqual(now, then)
  const after = await rollOf(world, organization, 'portfolio', LATER)
  assert.ok(after.rows.some(row => row.lease_from === LATER && row.lease_to === '2030-01-01'))
  assert.ok(after.totals.market_rent_cents !== then.totals.market_rent_cents)
  assert.ok(after.totals.notice_rented_unit_count + after.totals.notice_unrented_unit_count > 0)
})
