/** The API returns what was imported, to the cent. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { DAY_MS } from '#server/base/instants.ts'
import { jsonOf } from '#server/import/report.ts'
import { type Organization, useWorld } from '../world.ts'
import { cellsOf, centsOf, everyRow, fileOf, importFile } from './imported.ts'
import { fixture } from './read-all.ts'

const TEMPLATE = join(import.meta.dirname, '../../../docs/import-template.csv')

const world = useWorld({ own: true })
before(async () => {
  // The fixtures are dated March 1.
  world.clock.advance(-14 * DAY_MS)
})

type Unit = { label: string; status: string; market_rent_cents: number; is_listed: boolean }
type Lease = { unit_label: string; rent_cents: number; deposit_held_cents: number; balance_cents: number }
type Detail = { name: string; unit_count: number; units: Unit[]; active_leases: Lease[] }

async function detailsOf(organization: Organization): Promise<Detail[]> {
  const { body } = await world.call('/properties?limit=100', { key: organization.key })
  const details: Detail[] = []
  for (const { property_id } of body.data) {
    const reply = await world.call(`/properties/${property_id}`, { key: organization.key })
    details.push(reply.body as unknown as Detail)
  }
  return details
}

function tally(values: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(values, value => value)].map(([value, same]) => [value, same.length]).sort(),
  )
}

/** Reads the unit rows of a file, by header, with their residents. */
function rowsOf(path: string): Record<string, string>[] {
  const cells = cellsOf(readFileSync(path, 'utf8').replace(/^\ufeff/, ''))
  const headers = cells.find(row => row.includes('Status') && row.includes('Unit')) as string[]
  const at = headers.indexOf('Status')
  return cells
    .filter(row => row !== headers && /^(current|notice|evict|vacant|offline)/i.test(row[at] ?? ''))
    .map(row => Object.fromEntries(headers.map((header, index) => [header, row[index] ?? ''])))
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const shown = (status: string) => status.toUpperCase().replace(/[- ]/g, '_')

for (const name of ['appfolio-flat.csv', 'appfolio-by-property.csv', 'template']) {
  test(`${name} is imported, and the API then returns the same`, async () => {
    const path = name === 'template' ? TEMPLATE : fixture(name)
    const organization = await world.organization()
    const outcome = await importFile(world, organization, path)
    assert.ok(outcome.written)

    const rows = rowsOf(path)
    const details = await detailsOf(organization)
    const units = details.flatMap(detail => detail.units)
    const leases = details.flatMap(detail => detail.active_leases)
    const occupied = rows.filter(row => !/^(vacant|offline)/i.test(row.Status as string))
    assert.ok(rows.length > 4)
    assert.deepEqual(tally(units.map(unit => unit.status)), tally(rows.map(row => shown(row.Status as string))))
    assert.equal(sum(details.map(detail => detail.unit_count)), rows.length)
    assert.equal(sum(units.map(unit => unit.market_rent_cents)), sum(rows.map(row => centsOf(row['Market Rent']))))
    assert.equal(leases.length, occupied.length)
    assert.equal(sum(leases.map(lease => lease.rent_cents)), sum(occupied.map(row => centsOf(row.Rent))))
    const deposits = occupied.map(row => centsOf(row.Deposit) + centsOf(row['Pet Deposit']))
    assert.equal(sum(leases.map(lease => lease.deposit_held_cents)), sum(deposits))
    const balances = occupied.map(row => centsOf(row['Past Due']) - centsOf(row.Prepaid))
    assert.equal(sum(leases.map(lease => lease.balance_cents)), sum(balances))
  })
}

test('residents, their property and their lease are imported under the names of the file', async () => {
  const organization = await world.organization()
  await importFile(world, organization, TEMPLATE)
  const { body } = await world.call('/properties?limit=100', { key: organization.key })
  const maple = body.data.find(property => property.name === 'Maple Court')
  assert.partialDeepStrictEqual(maple, {
    type: 'MULTI_FAMILY',
    address_line: '120 Maple Ave',
    owner_name: 'Maple Court Holdings LLC',
    current_value: 420_000_000,
    external_id: 'P-100',
    unit_count: 4,
  })
  const residents = await world.call(`/residents?property_id=${maple?.property_id}`, { key: organization.key })
  assert.deepEqual(
    residents.body.data.map(({ first_name, last_name, role, status, email, external_id, lease_balance_cents }) => [
      `${first_name} ${last_name}`,
      role,
      status,
      email,
      external_id,
      lease_balance_cents,
    ]),
    [
      ['Ada Alder', 'PRIMARY', 'CURRENT', 'ada@example.com', 'R-1', 12_500],
      ['Ben Alder', 'CO_TENANT', 'CURRENT', 'ben@example.com', null, 12_500],
      ['Cora Birch', 'CO_TENANT', 'CURRENT', null, null, 12_500],
      ['Elif Dogwood', 'PRIMARY', 'NOTICE', 'elif@example.com', 'R-5', -7_500],
    ],
  )
  const detail = await world.call(`/properties/${maple?.property_id}`, { key: organization.key })
  const [lease] = detail.body.active_leases as Record<string, unknown>[]
  assert.partialDeepStrictEqual(lease, {
    external_id: 'L-1',
    term_type: 'FIXED',
    start_date: '2025-07-01',
    end_date: '2026-06-30',
    move_in_date: '2023-07-01',
    recurring_charges: [
      { code: 'CONCESSION', description: 'Concession', amount_cents: -2000, from: '2025-07-01', to: null },
      { code: 'PARKING', description: 'Parking', amount_cents: 5000, from: '2025-07-01', to: null },
      { code: 'PET', description: 'Pet Rent', amount_cents: 2500, from: '2025-07-01', to: null },
      { code: 'RENT', description: 'Rent', amount_cents: 159_500, from: '2025-07-01', to: null },
      { code: 'UTILITY', description: 'Utility', amount_cents: 4000, from: '2025-07-01', to: null },
    ],
  })
})

test('a vacant unit is listed, and one that cannot be listed is reported with the reason', async () => {
  const organization = await world.organization()
  const outcome = await importFile(
    world,
    organization,
    fileOf(
      'Property,Unit,BD/BA,Market Rent,Status,Listed,Tenant,Lease From\n' +
        '"Maple Court - 120 Maple Ave Columbus, OH 43215",1,2/1,1500,Vacant-Unrented,,,\n' +
        '"Maple Court - 120 Maple Ave Columbus, OH 43215",2,,1500,Vacant-Unrented,,,\n' +
        '"Maple Court - 120 Maple Ave Columbus, OH 43215",3,2/1,1500,Vacant-Unrented,No,,\n' +
        '"Maple Court - 120 Maple Ave Columbus, OH 43215",4,2/1,1500,Vacant-Rented,,,\n' +
        '"Maple Court - 120 Maple Ave Columbus, OH 43215",5,2/1,1500,Vacant-Rented,,Ann Elm,4/1/2026\n' +
        '"Maple Court - 120 Maple Ave Columbus, OH 43215",6,2/1,,Offline,,,\n',
    ),
  )
  const { body } = await world.call('/listings', { key: organization.key })
  assert.deepEqual(
    body.data.map(({ label }) => label),
    ['1'],
  )
  assert.deepEqual(outcome.notListed.first, [{ line: 3, unit: 'Maple Court 2', missing: ['bedrooms', 'bathrooms'] }])
  const [maple] = await detailsOf(organization)
  assert.deepEqual(
    maple?.units.map(unit => unit.status),
    ['VACANT_UNRENTED', 'VACANT_UNRENTED', 'VACANT_UNRENTED', 'VACANT_RENTED', 'VACANT_RENTED', 'OFFLINE'],
  )
  assert.deepEqual(outcome.reported.first, [])
})

test('statuses, dates and assumed days are stored as documented', async () => {
  const organization = await world.organization()
  const outcome = await importFile(
    world,
    organization,
    fileOf(
      'As of: 3/1/2026\nProperty,Unit,Tenant,Status,Rent,Lease From,Lease To,Move-in,Move-out,Notice Given\n' +
        '"Oak - 1 Oak St Akron, OH 44301",1,Ann Elm,Evict,900,1/1/2026,,,,\n' +
        '"Oak - 1 Oak St Akron, OH 44301",2,Bo Fir,Notice-Unrented,900,1/1/2025,12/31/2025,,3/31/2026,\n' +
        '"Oak - 1 Oak St Akron, OH 44301",3,Cy Ash,Current,900,,,,,\n' +
        '"Oak - 1 Oak St Akron, OH 44301",4,Di Yew,Current,900,6/1/2026,5/31/2027,6/1/2024,,\n' +
        '"Oak - 1 Oak St Akron, OH 44301",5,Ed Oak,Current,900,1/1/2025,,,2/1/2026,\n' +
        '"Oak - 1 Oak St Akron, OH 44301",6,Fay Gum,Current,900,3/15/2026,,,,\n',
    ),
  )
  const leases = await world.sql(
    `select u.label, l.term_type, l.start_date::text, l.end_date::text, l.move_out_date::text, l.notice_given_on::text,
            l.eviction_filed_on::text, l.signed_at::date::text
       from leases l join units u on u.id = l.unit_id where l.organization_id = $1 order by 1`,
    [organization.id],
  )
  assert.deepEqual(
    leases.map(lease => Object.values(lease)),
    [
      ['1', 'MONTH_TO_MONTH', '2026-01-01', null, null, null, '2026-03-01', '2026-01-01'],
      ['2', 'FIXED', '2025-01-01', '2025-12-31', '2026-03-31', '2026-03-01', null, '2025-01-01'],
      ['3', 'MONTH_TO_MONTH', '2026-03-01', null, null, null, null, '2026-03-01'],
      ['4', 'FIXED', '2024-06-01', '2027-05-31', null, null, null, '2024-06-01'],
      ['5', 'MONTH_TO_MONTH', '2025-01-01', null, null, null, null, '2025-01-01'],
      ['6', 'MONTH_TO_MONTH', '2026-03-01', null, null, null, null, '2026-03-01'],
    ],
  )
  assert.deepEqual(
    outcome.reported.first.map(({ line, message }) => [line, message]),
    [
      [
        5,
        'The file does not state when the lease began, so 2026-03-01 is used. Correct the date in Gatehouse if it is wrong.',
      ],
      [
        8,
        'The unit is occupied on 2026-03-01, the day of the file, but the lease begins on 2026-03-15, so 2026-03-01 is used. Correct the date in Gatehouse if it is wrong.',
      ],
    ],
  )
  assert.deepEqual(
    outcome.problems.first.map(({ line, column, leftOut }) => [line, column, leftOut]),
    [[7, 'Move-out', 'value']],
  )
})

test('two organizations import the same file and neither touches the other', async () => {
  const [one, other] = [await world.organization(), await world.organization()]
  await importFile(world, one, TEMPLATE)
  const before = await everyRow(world, one)
  const outcome = await importFile(world, other, TEMPLATE)
  assert.equal(outcome.created.units, 5)
  assert.deepEqual(await everyRow(world, one), before)
  assert.equal((await everyRow(world, other)).length, before.length)
})

test('the administrative log states who imported what', async () => {
  const organization = await world.organization()
  await importFile(world, organization, TEMPLATE)
  const [entry] = await world.sql<{ actor: string; after: { created: { units: number }; as_of: string } }>(
    `select actor, after from administrative_log where organization_id = $1 and action = 'import.rent_roll'`,
    [organization.id],
  )
  assert.equal(entry?.actor, 'test')
  assert.equal(entry?.after.created.units, 5)
  assert.equal(entry?.after.as_of, '2026-03-01')
})

test('the report is one object whose totals equal those of the file and the database', async () => {
  const organization = await world.organization()
  const json = jsonOf(await importFile(world, organization, fixture('appfolio-flat.csv')))
  assert.deepEqual(Object.keys(json).slice(0, 4), ['file', 'as_of', 'dry_run', 'written'])
  const { file, stored } = json.totals as Record<string, Record<string, number>>
  assert.deepEqual(stored, file)
  assert.equal(file?.units, 136)
  assert.deepEqual(json.differences, [])
})
