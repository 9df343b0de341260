/**
 * The balance and the rent that each lease has in the end, which triggers keep, equal what entries and charges say, whatever is recorded and in any
 * order.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#server/base/dates.ts'
import { compareNext } from '#server/domain/history.ts'
import { balanceOn } from '#server/domain/ledger/balance.ts'
import { lastFigures } from '#server/domain/ledger/last-figures.ts'
import { postEntries } from '#server/domain/ledger/money-of-leases.ts'
import { createRandom } from '#server/seed/random.ts'
import { charge, lease, property, store, unit } from '../records.ts'
import { repeats } from '../sizes.ts'
import { type Organization, useWorld } from '../world.ts'

const world = useWorld()
const STEPS = repeats(40, 400)
const LEASES = 6
const DAY = '2026-03-15'

type Random = ReturnType<typeof createRandom>

test('after any history of entries and charges, no lease differs from its definition or from the plain sums of any later day', async () => {
  const organization = await world.organization()
  const leases = await openLeases(organization)
  const random = createRandom('last figures')
  for (let step = 0; step < STEPS; step++) {
    if (random.chance(0.5)) await post(organization, leases, random)
    else await agree(organization, leases, random)
    await checkFigures(organization)
  }
})

test('a lease without charges and entries has a row, and recompute stores what is wrong or missing again', async () => {
  const organization = await world.organization()
  const leases = await openLeases(organization)
  assert.equal((await figuresOf(organization)).length, LEASES)
  await checkFigures(organization)
  const random = createRandom('wrong figures')
  await post(organization, leases, random)
  await agree(organization, leases, random)
  const right = await figuresOf(organization)
  for (const wrong of [
    'update lease_last_figures set balance_cents = balance_cents + 1',
    'update lease_last_figures set rent_cents = rent_cents + 1',
    `update lease_last_figures set rent_from = 'infinity'`,
    'delete from lease_last_figures',
  ]) {
    await world.sql(`${wrong} where organization_id = $1`, [organization.id])
    const found = await differencesOf(organization)
    assert.equal(found.length, LEASES, wrong)
    await organization.within(context =>
      lastFigures.correct(
        context,
        found.map(({ key }) => key),
      ),
    )
    assert.deepEqual(await differencesOf(organization), [])
    assert.equal((await figuresOf(organization)).length, right.length)
  }
})

/** Entries of some leases on days before and after the day; some cancel each other out. */
async function post(organization: Organization, leases: readonly string[], random: Random): Promise<void> {
  const entries = Array.from({ length: random.pick([1, 2, 5, 20]) }, () => ({
    lease_id: random.pick(leases),
    account: random.pick(['RECEIVABLE', 'RECEIVABLE', 'DEPOSIT'] as const),
    code: 'RENT' as const,
    amount_cents: random.pick([-100, 100, 250]),
    effective_on: addDays(DAY, random.integer(-4, 4)),
    description: 'x',
  }))
  await organization.within(context => postEntries(context, entries))
}

/** Spans of some charges that are stored, ended or removed; spans of one rent may overlap those of another. */
async function agree(organization: Organization, leases: readonly string[], random: Random): Promise<void> {
  const values = Array.from({ length: random.pick([1, 3]) }, () => [
    random.pick(leases),
    random.pick(['RENT', 'RENT', 'PARKING']),
    random.pick(['Rent', 'Rent paid by the city']),
    random.pick([0, 90_000, 120_000]),
    addDays(DAY, random.integer(-9, 9)),
    random.pick([null, 0, 5, 20]),
  ])
  for (const [lease_id, code, description, cents, from, days] of values) {
    const to = days === null ? null : addDays(from as string, days as number)
    const key = [organization.id, lease_id, code, description]
    if (random.chance(0.2)) {
      await world.sql(
        'delete from lease_charges where organization_id = $1 and lease_id = $2 and code = $3 and description = $4',
        key,
      )
    }
    await world.sql(
      `insert into lease_charges (organization_id, lease_id, code, description, amount_cents, effective_from, effective_to)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (organization_id, lease_id, code, description, effective_from)
       do update set amount_cents = excluded.amount_cents, effective_to = excluded.effective_to`,
      [...key, cents, from, to],
    )
  }
}

async function checkFigures(organization: Organization): Promise<void> {
  assert.deepEqual(await differencesOf(organization), [])
  assert.deepEqual(await world.sql(WRONG_DAYS, [organization.id]), [])
}

const differencesOf = (organization: Organization) =>
  organization.within(async context => (await compareNext(lastFigures, context, '', 100)).differences)

const figuresOf = ({ id }: Organization) =>
  world.sql('select * from lease_last_figures where organization_id = $1 order by lease_id', [id])

/** The leases and days on which a figure differs although its first day has come. */
const WRONG_DAYS = `
  select l.id, days.on_day::text, to_jsonb(f) as stored, ledger.balance_cents, rent.cents
    from leases l
    join lease_last_figures f on f.organization_id = $1 and f.lease_id = l.id
   cross join (select '${DAY}'::date + around as on_day from generate_series(-10, 40) around) days
   ${balanceOn('l.id', 'days.on_day')}
   cross join lateral (
     select coalesce(sum(c.amount_cents), 0) as cents
       from lease_charges c
      where c.organization_id = $1 and c.lease_id = l.id and c.code = 'RENT'
        and days.on_day between c.effective_from and coalesce(c.effective_to, 'infinity')
   ) rent
   where l.organization_id = $1
     and (f.balance_from <= days.on_day and f.balance_cents <> ledger.balance_cents or f.rent_from <= days.on_day and f.rent_cents <> rent.cents)`

/** The IDs of some leases; some have rent from the beginning. */
async function openLeases(organization: Organization): Promise<string[]> {
  const home = property()
  const units = Array.from({ length: LEASES }, () => unit(home))
  const leases = units.map(flat => lease(flat))
  await store(organization, { properties: [home], units, leases, charges: leases.slice(3).map(one => charge(one)) })
  return leases.map(({ id }) => id)
}
