/** A rent roll does not change earlier days, and only one of two leases of a unit is current. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rollOf } from '../domain/rent-roll/roll.ts'
import { lease, on, property, rate, resident, store, unit } from '../records.ts'
import { type Organization, useWorld } from '../world.ts'
import { fileOf, importFile } from './imported.ts'

const world = useWorld()
const HEADER = 'Property,Unit,Market Rent,Tenant,Status,Rent,Lease From,Lease To,Move-in,Move-out,Notice Given\n'

/** A rent roll of unit 1 of Oak. */
function oak(asOf: string, row: string): string {
  return fileOf(`As of: ${asOf}\n${HEADER}"Oak - 1 Oak St Akron, OH 44301",1,1000,${row}\n`)
}

/** Bo, whose term ended in August, and Ann, whose lease began in September. */
async function storeBoth(): Promise<Organization> {
  const organization = await world.organization()
  const home = property({ name: 'Oak', address_line: '1 Oak St', city: 'Akron', postal_code: '44301' })
  const only = unit(home, { label: '1' })
  const [bo, ann] = [
    resident({ first_name: 'Bo', last_name: 'Fir' }),
    resident({ first_name: 'Ann', last_name: 'Elm' }),
  ]
  const holdover = lease(only, { start_date: '2024-09-01', end_date: '2025-08-31', move_in_date: null })
  const next = lease(only, { move_in_date: null })
  await store(organization, {
    properties: [home],
    units: [only],
    rates: [rate(only, { market_rent_cents: 100_000 })],
    residents: [bo, ann],
    leases: [holdover, next],
    leaseResidents: [on(holdover, bo), on(next, ann)],
  })
  return organization
}
const leasesOf = async ({ id }: Organization) =>
  (
    await world.sql(
      `select r.last_name, l.stage, l.move_out_date::text
         from leases l join lease_residents lr on lr.lease_id = l.id join residents r on r.id = lr.resident_id
        where l.organization_id = $1 order by l.start_date`,
      [id],
    )
  ).map(row => Object.values(row))

test('a file that shows the holdover does not change the lease that waits for the unit', async () => {
  for (const status of ['Current', 'Notice-Rented']) {
    const organization = await storeBoth()
    const row = `Bo Fir,${status},800,9/1/2024,8/31/2025,,,`
    const outcome = await importFile(world, organization, oak('3/1/2026', row))
    assert.ok(outcome.written, JSON.stringify(outcome.problems))
    assert.deepEqual(await leasesOf(organization), [
      ['Fir', 'SIGNED', null],
      ['Elm', 'SIGNED', null],
    ])
    assert.deepEqual(await world.sql('select from unit_preleases where organization_id = $1', [organization.id]), [])
  }
})

test('a file that shows the successor moves the holdover out if requested', async () => {
  const organization = await storeBoth()
  const row = 'Ann Elm,Current,900,9/1/2025,8/31/2026,,,'
  assert.equal((await importFile(world, organization, oak('3/1/2026', row))).written, false)
  assert.ok((await importFile(world, organization, oak('3/1/2026', row), { closeMissing: true })).written)
  assert.deepEqual(await leasesOf(organization), [
    ['Fir', 'SIGNED', '2025-08-31'],
    ['Elm', 'SIGNED', null],
  ])
})

/** What a day's rent roll shows of the unit: status, notice, move-out and the end of the term. */
async function shownOn(organization: Organization, ...days: string[]) {
  const shown = []
  for (const day of days) {
    const [row] = (await rollOf(world, organization, 'portfolio', day)).rows
    shown.push([day, row?.status, row?.notice_date, row?.move_out, row?.lease_to])
  }
  return shown
}

test('a later file that no longer has a notice, or states another end, leaves earlier days unchanged', async () => {
  const organization = await world.organization()
  const at = (asOf: string, rest: string) => importFile(world, organization, oak(asOf, `Ann Elm,${rest}`))
  await at('2/1/2026', 'Current,900,1/1/2026,12/31/2026,1/2/2026,,')
  await at('2/20/2026', 'Notice-Unrented,900,1/1/2026,12/31/2026,1/2/2026,4/30/2026,2/15/2026')
  await at('3/5/2026', 'Notice-Unrented,900,1/1/2026,12/31/2026,1/2/2026,5/15/2026,2/15/2026')
  await at('3/10/2026', 'Current,900,1/1/2026,12/31/2027,1/2/2026,,')
  assert.deepEqual(
    await shownOn(organization, '2026-02-14', '2026-02-15', '2026-03-04', '2026-03-05', '2026-03-09', '2026-03-10'),
    [
      ['2026-02-14', 'CURRENT', null, null, '2026-12-31'],
      ['2026-02-15', 'NOTICE_UNRENTED', '2026-02-15', '2026-04-30', '2026-12-31'],
      ['2026-03-04', 'NOTICE_UNRENTED', '2026-02-15', '2026-04-30', '2026-12-31'],
      ['2026-03-05', 'NOTICE_UNRENTED', '2026-02-15', '2026-05-15', '2026-12-31'],
      ['2026-03-09', 'NOTICE_UNRENTED', '2026-02-15', '2026-05-15', '2026-12-31'],
      ['2026-03-10', 'CURRENT', null, null, '2027-12-31'],
    ],
  )
})

test('an eviction missing from a later file remains on earlier days, and so does a move-out', async () => {
  const organization = await world.organization()
  const at = (asOf: string, row: string, closeMissing = false) =>
    importFile(world, organization, oak(asOf, row), { closeMissing })
  await at('2/1/2026', 'Ann Elm,Evict,900,1/1/2026,12/31/2026,1/2/2026,,')
  await at('2/20/2026', 'Ann Elm,Current,900,1/1/2026,12/31/2026,1/2/2026,,')
  await at('3/10/2026', ',Vacant-Unrented,,,,,,', true)
  assert.deepEqual(
    (
      await shownOn(organization, '2026-01-31', '2026-02-01', '2026-02-19', '2026-02-20', '2026-03-09', '2026-03-10')
    ).map(([, status]) => status),
    ['CURRENT', 'EVICT', 'EVICT', 'CURRENT', 'CURRENT', 'VACANT_UNRENTED'],
  )
})

test('a unit that a corrected file of the same day no longer states as offline was not offline on that day', async () => {
  const organization = await world.organization()
  const imported = (status: string) =>
    importFile(
      world,
      organization,
      fileOf(`As of: 2/1/2026\nProperty,Unit,Status\n"Oak - 1 Oak St Akron, OH 44301",3,${status}\n`),
    )
  const statusOf = async () =>
    (
      await world.sql(
        `select s.status from unit_status_spans s
          where s.organization_id = $1 and s.from_day <= '2026-02-01' and s.to_day >= '2026-02-01'`,
        [organization.id],
      )
    ).map(({ status }) => status)
  await imported('Offline')
  assert.deepEqual(await statusOf(), ['OFFLINE'])
  await imported('Vacant-Unrented')
  assert.deepEqual(await statusOf(), ['VACANT_UNRENTED'])
  assert.equal((await imported('Vacant-Unrented')).unchanged, 1)
})

test('a renewal that the file states before it begins does not move the day from which the unit is in service', async () => {
  const organization = await world.organization()
  const rollOn = (day: string, lease: string) =>
    importFile(world, organization, oak(day, `Ann Elm,Current,800,${lease},1/1/2024,,`))
  await rollOn('3/1/2026', '4/1/2025,3/31/2026')
  const { changes } = await rollOn('3/15/2026', '4/1/2026,3/31/2027')
  assert.deepEqual(changes.first, ['Oak 1: lease to 2026-03-31 → 2027-03-31'])
  const again = await rollOn('3/15/2026', '4/1/2026,3/31/2027')
  assert.deepEqual([again.changes.first, again.unchanged], [[], 1])
})
