/** The days on which units are listed, as triggers keep them: over random changes of every fact, and if two facts change at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { keysOf } from '#server/base/keys-of.ts'
import { clientConfig } from '#server/db/session.ts'
import { createRandom, type Random } from '#server/seed/random.ts'
import { lease, property, rate, store, unit } from '../records.ts'
import { until } from '../service/processes.ts'
import { repeats } from '../sizes.ts'
import { type Organization, useWorld } from '../world.ts'

const world = useWorld()
const HISTORIES = repeats(1, 10)
const STEPS = repeats(60, 200)
/** Days on which the listings are compared: any of those on which something may begin or end, and some between them. */
const DAYS = [
  '2025-12-31',
  '2026-01-15',
  '2026-02-20',
  '2026-03-14',
  '2026-03-15',
  '2026-03-16',
  '2026-06-01',
  '2027-06-01',
]

/** The listings of the day `$2`, derived from the facts for that day alone. */
const LISTED_ON_DAY = `
  select u.id as unit_id, p.name as property_name, u.label, lower(p.city) as city, p.state, rate.market_rent_cents::text
    from units u
    join properties p on p.organization_id = $1 and p.id = u.property_id
    join unit_status_spans s on s.organization_id = $1 and s.unit_id = u.id and $2::date between s.from_day and s.to_day
   cross join lateral (
     select r.market_rent_cents from unit_rates r
      where r.organization_id = $1 and r.unit_id = u.id and r.effective_from <= $2::date
      order by r.effective_from desc limit 1
   ) rate
   where u.organization_id = $1 and s.status = 'VACANT_UNRENTED' and u.is_listed and p.is_active and u.bedrooms is not null
     and u.bathrooms is not null and rate.market_rent_cents is not null
   order by u.id`

const STORED_ON_DAY = `
  select unit_id, property_name, label, city, state, market_rent_cents::text from listing_spans
   where organization_id = $1 and $2::date between from_day and to_day
   order by unit_id`

const SPANS = 'unit_id, from_day, to_day, property_name, label, city, state, market_rent_cents'

/** Changes of facts, each of one unit or property, or of several in one statement. `$1` is the organization, `$2` IDs, `$3` a day, `$4` a word. */
const CHANGES = {
  'list or unlist': `update units set is_listed = not is_listed where organization_id = $1 and id = any($2)`,
  list: `update units set is_listed = true where organization_id = $1 and id = any($2)`,
  'learn of bedrooms': `update units set bedrooms = case when bedrooms is null then 2 end where organization_id = $1 and id = any($2)`,
  'learn of bathrooms': `update units set bathrooms = case when bathrooms is null then 1 end where organization_id = $1 and id = any($2)`,
  relabel: `update units set label = $4 || id where organization_id = $1 and id = any($2)`,
  retire: `update units set in_service_to = case when in_service_to is null then '2027-01-01'::date end where organization_id = $1 and id = any($2)`,
  rename: `update properties set name = $4 where organization_id = $1 and id in (select property_id from units where id = any($2))`,
  relocate: `update properties set city = initcap($4), state = upper(left($4, 2)) where organization_id = $1
    and id in (select property_id from units where id = any($2))`,
  'end or begin management': `update properties set is_active = not is_active where organization_id = $1
    and id in (select property_id from units where id = any($2))`,
  'set the rate': `insert into unit_rates (organization_id, unit_id, effective_from, market_rent_cents)
    select $1, id, $3::date, length($4) * 10000 from unnest($2::text[]) id
        on conflict (organization_id, unit_id, effective_from) do update set market_rent_cents = excluded.market_rent_cents + 1`,
  'forget the rent': `update unit_rates set market_rent_cents = null where organization_id = $1 and unit_id = any($2) and effective_from = $3::date`,
  'take offline': `insert into unit_offline_spans (organization_id, unit_id, starts_on, ends_on, reason)
    select $1, id, $3::date, $3::date + 3, 'Repairs' from unnest($2::text[]) id
     where not exists (select from unit_offline_spans s where s.unit_id = id and daterange(s.starts_on, s.ends_on, '[]') && daterange($3::date, $3::date + 3, '[]'))`,
  'rent ahead': `insert into unit_preleases (organization_id, unit_id, starts_on, ends_on)
    select $1, id, $3::date, $3::date + 10 from unnest($2::text[]) id on conflict do nothing`,
  'move out': `update leases set move_out_date = greatest(start_date, $3::date) where organization_id = $1 and unit_id = any($2)`,
  'cancel a lease': `update leases set stage = 'CANCELLED', cancelled_on = '2026-03-15' where organization_id = $1 and unit_id = any($2)
    and start_date > '2026-03-15' and stage = 'SIGNED'`,
} as const
type Change = keyof typeof CHANGES

/** Two properties with three units each. Every other unit is let, and all are listed. */
async function begin(organization: Organization): Promise<string[]> {
  const places = [property({ name: 'Ash Court' }), property({ name: 'Elm Court' })]
  const units = places.flatMap(place => ['1', '2', '3'].map(label => unit(place, { label, is_listed: true })))
  const leases = units.filter((_, index) => index % 2 === 0).map(home => lease(home))
  await store(organization, { properties: places, units, rates: units.map(home => rate(home)), leases })
  return units.map(({ id }) => id)
}

async function expectKept({ id }: Organization, after: string): Promise<void> {
  for (const day of DAYS) {
    const expected = await world.sql(LISTED_ON_DAY, [id, day])
    assert.deepEqual(await world.sql(STORED_ON_DAY, [id, day]), expected, `the listings of ${day} after: ${after}`)
  }
  const defined = `select ${SPANS} from listing_spans_of($1, array(select id from units where organization_id = $1)) order by 1, 2`
  const stored = await world.sql(`select ${SPANS} from listing_spans where organization_id = $1 order by 1, 2`, [id])
  assert.deepEqual(stored, await world.sql(defined, [id]), `the definition after: ${after}`)
}

async function change(organization: Organization, what: Change, units: string[], random: Random): Promise<void> {
  // Every parameter has a type, even if the change uses only some.
  await world.sql(`with given as (select $1::uuid, $2::text[], $3::date, $4::text) ${CHANGES[what]}`, [
    organization.id,
    units,
    random.pick(DAYS),
    random.pick(['oak', 'birch', 'willow']),
  ])
}

for (let number = 1; number <= HISTORIES; number++) {
  test(`over random history ${number} of facts, the listings of any day follow from the facts`, async () => {
    const organization = await world.organization()
    const random = createRandom(`listing spans ${number}`)
    const units = await begin(organization)
    await expectKept(organization, 'the beginning')
    const listedOn = new Set<number>()
    for (let step = 0; step < STEPS; step++) {
      const what = random.pick(keysOf(CHANGES))
      await change(organization, what, random.shuffle(units).slice(0, random.integer(1, 3)), random)
      await expectKept(organization, `${what}, step ${step}`)
      listedOn.add((await world.sql(STORED_ON_DAY, [organization.id, '2026-03-15'])).length)
    }
    assert.ok(listedOn.size > 2, 'the number of listings hardly changed')
  })
}

type Side = { name: string; sql: string; of: 'unit' | 'property' }

const LIST: Side = {
  name: 'list',
  of: 'unit',
  sql: 'update units set is_listed = true where organization_id = $1 and id = $2',
}
const RENAME: Side = {
  name: 'rename',
  of: 'property',
  sql: `update properties set name = 'Oak Court' where organization_id = $1 and id = $2`,
}
const SET_RATE: Side = {
  name: 'set the rate',
  of: 'unit',
  sql: `insert into unit_rates (organization_id, unit_id, effective_from, market_rent_cents) values ($1, $2, '2026-03-01', 99)`,
}

for (const [one, other] of [
  [RENAME, LIST],
  [LIST, RENAME],
  [SET_RATE, LIST],
  [LIST, SET_RATE],
] as [Side, Side][]) {
  test(`${one.name} and ${other.name} at once: the second one waits, and the listing has both`, async () => {
    const organization = await world.organization()
    const place = property()
    const home = unit(place)
    await store(organization, { properties: [place], units: [home], rates: [rate(home)] })
    const ids = { unit: home.id, property: place.id }
    const [first, second] = [await connect(), await connect()]
    try {
      const { rows } = await second.query('select pg_backend_pid() as pid')
      await first.query('begin')
      await first.query(one.sql, [organization.id, ids[one.of]])
      const waiting = second.query(other.sql, [organization.id, ids[other.of]])
      await until(async () => (await waitOf(rows[0].pid)) === 'Lock')
      await first.query('commit')
      await waiting
      await expectKept(organization, `${one.name} and ${other.name}`)
      assert.equal((await world.sql(STORED_ON_DAY, [organization.id, '2026-03-15'])).length, 1)
    } finally {
      await first.end()
      await second.end()
    }
  })
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  return client
}

async function waitOf(pid: number): Promise<string | undefined> {
  const [row] = await world.sql<{ event: string }>(
    'select wait_event_type as event from pg_stat_activity where pid = $1',
    [pid],
  )
  return row?.event
}
