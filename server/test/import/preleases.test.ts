/** Units that are rented ahead to someone the file does not name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STATUS_ON_DAY } from '../domain/status-on-day.ts'
import { type Organization, useWorld } from '../world.ts'
import { fileOf, importFile } from './imported.ts'

const world = useWorld()
const HEADER = 'Property,Unit,BD/BA,Market Rent,Status,Tenant,Lease From,Lease To,Listed\n'

/** A rent roll of the day with one unit of Oak. */
function oak(asOf: string, unit: string): string {
  return fileOf(`As of: ${asOf}\n${HEADER}"Oak - 1 Oak St Akron, OH 44301",1,2/1,1000,${unit}\n`)
}

async function bring(organization: Organization, asOf: string, unit: string, closeMissing = false) {
  const outcome = await importFile(world, organization, oak(asOf, unit), { closeMissing })
  assert.ok(outcome.written, outcome.problems.first[0]?.reason)
  return outcome
}

async function statusOn(organization: Organization, day: string): Promise<string> {
  const [unit] = await world.sql<{ status: string }>(STATUS_ON_DAY, [organization.id, day])
  return unit?.status ?? 'not in service'
}

async function preleasesOf(organization: Organization) {
  const rows = await world.sql(
    'select starts_on::text, ends_on::text from unit_preleases where organization_id = $1 order by 1',
    [organization.id],
  )
  return rows.map(row => Object.values(row))
}

test('a unit preleased to an unnamed tenant shows so from the day of the file, and importing the file again changes nothing', async () => {
  for (const [status, row] of [
    ['VACANT_RENTED', 'Vacant-Rented,,,,'],
    ['NOTICE_RENTED', 'Notice-Rented,Ann Elm,1/1/2025,12/31/2025,'],
  ] as const) {
    const organization = await world.organization()
    const first = await bring(organization, '3/1/2026', row)
    assert.equal(first.created.preleases, 1)
    assert.equal(await statusOn(organization, '2026-03-01'), status)
    assert.equal(await statusOn(organization, '2026-06-01'), status)
    assert.equal((await bring(organization, '3/1/2026', row)).unchanged, 1)
    assert.equal((await bring(organization, '3/9/2026', row)).unchanged, 1)
    assert.deepEqual(await preleasesOf(organization), [['2026-03-01', null]])
  }
})

test('a later file that says the unit is not rented ends the prelease the day before', async () => {
  const organization = await world.organization()
  await bring(organization, '3/1/2026', 'Vacant-Rented,,,,')
  const outcome = await bring(organization, '3/10/2026', 'Vacant-Unrented,,,,')
  assert.deepEqual([outcome.updated.preleases, outcome.reported.count], [1, 0])
  assert.equal(await statusOn(organization, '2026-03-09'), 'VACANT_RENTED')
  assert.equal(await statusOn(organization, '2026-03-10'), 'VACANT_UNRENTED')
})

test('a tenant who does not move out ends the prelease, so that a later notice is not rented', async () => {
  const organization = await world.organization()
  await bring(organization, '3/1/2026', 'Notice-Rented,Ann Elm,1/1/2025,,')
  await bring(organization, '3/5/2026', 'Current,Ann Elm,1/1/2025,,')
  await bring(organization, '3/10/2026', 'Notice-Unrented,Ann Elm,1/1/2025,,')
  assert.equal(await statusOn(organization, '2026-03-10'), 'NOTICE_UNRENTED')
})

test('a file that names the future tenant replaces the prelease with their lease', async () => {
  const organization = await world.organization()
  await bring(organization, '3/1/2026', 'Vacant-Rented,,,,')
  await bring(organization, '3/5/2026', 'Vacant-Rented,Gus Oak,4/1/2026,3/31/2027,')
  assert.deepEqual(await preleasesOf(organization), [['2026-03-01', '2026-03-04']])
  for (const day of ['2026-03-04', '2026-03-05', '2026-03-31'])
    assert.equal(await statusOn(organization, day), 'VACANT_RENTED')
  assert.equal(await statusOn(organization, '2026-04-01'), 'CURRENT')

  // Only the lease shows that the unit is rented, so canceling it ends that.
  await bring(organization, '3/10/2026', 'Vacant-Unrented,,,,', true)
  assert.equal(await statusOn(organization, '2026-03-10'), 'VACANT_UNRENTED')
  assert.equal(await statusOn(organization, '2026-03-09'), 'VACANT_RENTED')
})

test('a future lease counts from the day of the first file that names it, and not from the evening before', async () => {
  const organization = await world.organization()
  await bring(organization, '3/1/2026', 'Vacant-Unrented,,,,')
  await bring(organization, '3/5/2026', 'Vacant-Rented,Gus Oak,4/1/2026,3/31/2027,')
  assert.equal(await statusOn(organization, '2026-03-04'), 'VACANT_UNRENTED')
  assert.equal(await statusOn(organization, '2026-03-05'), 'VACANT_RENTED')
})

test('a move-in ends the prelease, and the unit can be preleased again', async () => {
  const organization = await world.organization()
  await bring(organization, '1/1/2026', 'Vacant-Rented,,,,')
  await bring(organization, '3/10/2026', 'Notice-Rented,Gus Oak,2/1/2026,7/31/2026,')
  assert.equal(await statusOn(organization, '2026-01-15'), 'VACANT_RENTED')
  assert.equal(await statusOn(organization, '2026-02-15'), 'CURRENT')
  assert.equal(await statusOn(organization, '2026-03-10'), 'NOTICE_RENTED')
})

test('an older file changes only the days until the next stored change', async () => {
  const organization = await world.organization()
  await bring(organization, '3/10/2026', 'Vacant-Rented,,,,')
  await bring(organization, '2/1/2026', 'Vacant-Rented,,,,')
  assert.deepEqual(await preleasesOf(organization), [
    ['2026-02-01', '2026-03-09'],
    ['2026-03-10', null],
  ])
})

test('a second file of the same day cannot end a prelease before the next day, and reports so', async () => {
  const organization = await world.organization()
  await bring(organization, '3/1/2026', 'Vacant-Rented,,,,')
  const outcome = await bring(organization, '3/1/2026', 'Vacant-Unrented,,,,')
  assert.match(
    outcome.reported.first[0]?.message ?? '',
    /an earlier file of 2026-03-01 states that it is rented. It is shown as rented until the next day/,
  )
  assert.equal(await statusOn(organization, '2026-03-01'), 'VACANT_RENTED')
  assert.equal(await statusOn(organization, '2026-03-02'), 'VACANT_UNRENTED')
})

test('an eviction or an offline unit does not show whether the unit is rented', async () => {
  const organization = await world.organization()
  await bring(organization, '3/1/2026', 'Notice-Rented,Ann Elm,1/1/2025,,')
  await bring(organization, '3/5/2026', 'Evict,Ann Elm,1/1/2025,,')
  assert.deepEqual(await preleasesOf(organization), [['2026-03-01', null]])
})

test('a preleased unit is not listed, whatever the file says, and is listed again once it is not preleased', async () => {
  const organization = await world.organization()
  const listed = async () => (await world.call('/listings', { key: organization.key })).body.data.length
  await bring(organization, '3/1/2026', 'Vacant-Rented,,,,Yes')
  assert.equal(await listed(), 0)
  await bring(organization, '3/10/2026', 'Vacant-Unrented,,,,')
  assert.equal(await listed(), 1)
})

test('one file may move out a holdover and cancel the lease that was to follow', async () => {
  const organization = await world.organization()
  const unit = '"Oak - 1 Oak St Akron, OH 44301",1'
  const files = [
    ['2025-06-10', `${unit},Current,Bo Fir,6/4/2025,6/21/2025,`],
    ['2025-06-12', `${unit},Vacant-Rented,Ann Ash,6/28/2025,11/10/2025,`],
    ['2025-08-04', `${unit},Vacant-Unrented,,,,`],
  ] as const
  for (const [index, [asOf, row]] of files.entries()) {
    const path = fileOf(`Property,Unit,Status,Tenant,Lease From,Lease To,Rent\n${row}\n`)
    const { written, problems } = await importFile(world, organization, path, { asOf, closeMissing: index === 2 })
    assert.deepEqual([written, problems.first], [true, []])
  }
  const leases = await world.sql(
    `select stage, start_date::text as "from", move_out_date::text as out from leases where organization_id = $1 order by start_date`,
    [organization.id],
  )
  assert.deepEqual(leases, [
    { stage: 'SIGNED', from: '2025-06-04', out: '2025-08-03' },
    { stage: 'CANCELLED', from: '2025-06-28', out: null },
  ])
})
