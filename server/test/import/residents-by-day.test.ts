/** A file changes who is on a running lease from its day on, and neither restates earlier days nor brings back those who have left. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { rollOf } from '../domain/rent-roll/roll.ts'
import { type Organization, useWorld } from '../world.ts'
import { everyRow, fileOf, importFile } from './imported.ts'

const world = useWorld()
const HEADER = 'Property,Unit,BD/BA,Market Rent,Tenant,Status,Rent,Lease From,Lease To,Move-in\n'

/** A rent roll of one unit of Oak, whose tenants moved in on the first day of 2026; each line names some of them. */
const oak = (asOf: string, ...lines: string[]) =>
  fileOf(
    `As of: ${asOf}\n${HEADER}${lines.map(line => `"Oak - 1 Oak St Akron, OH 44301",1,2/1,1000,${line}\n`).join('')}`,
  )
const tenants = (names: string) => `${names},Current,900,1/1/2026,12/31/2026,`

async function shownOn(organization: Organization, day: string): Promise<(string | null)[]> {
  const { rows } = await rollOf(world, organization, 'portfolio', day)
  const [row] = rows as [(typeof rows)[number]]
  return [row.resident_name, ...row.additional_residents.map(({ name, role }) => `${name} ${role}`)]
}

/** Imports the file, which must change nothing the second time. */
async function imported(organization: Organization, path: string) {
  const report = await importFile(world, organization, path)
  assert.ok(report.written)
  const rows = await everyRow(world, organization)
  await importFile(world, organization, path)
  assert.deepEqual(await everyRow(world, organization), rows)
  return report
}

async function idsOf(organization: Organization): Promise<Record<string, string>> {
  const rows = await world.sql<{ name: string; resident_id: string; lease_id: string }>(
    `select r.first_name as name, r.id as resident_id, lr.lease_id from lease_residents lr join residents r on r.id = lr.resident_id
      where lr.organization_id = $1`,
    [organization.id],
  )
  return Object.fromEntries(
    rows.flatMap(({ name, resident_id, lease_id }) => [
      [name, resident_id],
      ['lease', lease_id],
    ]),
  )
}

test('a new co-tenant on a running lease is on it from the day of the file', async () => {
  const organization = await world.organization()
  await imported(organization, oak('2/1/2026', tenants('Ann Elm')))
  await imported(organization, oak('3/1/2026', tenants('Ann Elm; Bo Fir')))
  assert.deepEqual(await shownOn(organization, '2026-02-28'), ['Ann Elm'])
  assert.deepEqual(await shownOn(organization, '2026-03-01'), ['Ann Elm', 'Bo Fir CO_TENANT'])
})

test('the co-tenants of a new lease are on it from its first day, or from the day on which they moved in', async () => {
  const organization = await world.organization()
  await imported(organization, oak('3/1/2026', `${tenants('Ann Elm; Bo Fir')}1/1/2026`, 'Cy Fir,Current,,,,2/10/2026'))
  assert.deepEqual(await shownOn(organization, '2026-02-09'), ['Ann Elm', 'Bo Fir CO_TENANT'])
  assert.deepEqual(await shownOn(organization, '2026-02-10'), ['Ann Elm', 'Bo Fir CO_TENANT', 'Cy Fir CO_TENANT'])
})

test('another primary resident in the file is that from the day of the file, whether new or known', async () => {
  const organization = await world.organization()
  await imported(organization, oak('2/1/2026', tenants('Ann Elm; Bo Fir')))
  await imported(organization, oak('3/1/2026', tenants('Bo Fir; Ann Elm')))
  await imported(organization, oak('3/10/2026', tenants('Cy Fir; Bo Fir; Ann Elm')))
  assert.deepEqual(await shownOn(organization, '2026-02-28'), ['Ann Elm', 'Bo Fir CO_TENANT'])
  assert.deepEqual(await shownOn(organization, '2026-03-01'), ['Bo Fir', 'Ann Elm CO_TENANT'])
  assert.deepEqual(await shownOn(organization, '2026-03-10'), ['Cy Fir', 'Ann Elm CO_TENANT', 'Bo Fir CO_TENANT'])
  // An earlier file agrees with what was true on its day.
  const rows = await everyRow(world, organization)
  await importFile(world, organization, oak('2/1/2026', tenants('Ann Elm; Bo Fir')))
  assert.deepEqual(await everyRow(world, organization), rows)
})

test('a resident who has left in Gatehouse does not come back with a file that still has them', async () => {
  const organization = await world.organization()
  const file = oak('2/1/2026', tenants('Ann Elm; Bo Fir'))
  await imported(organization, file)
  const { Bo, Ann, lease } = await idsOf(organization)
  const change = (resident_id: string, fields: object) =>
    organization.within(context => calls.changeLeaseResident(context, { lease_id: lease!, resident_id, ...fields }))
  await change(Bo!, { role: 'PRIMARY', role_from: '2026-02-15' })
  await change(Ann!, { to: '2026-02-28' })
  const left = await everyRow(world, organization)
  await importFile(world, organization, file)
  assert.deepEqual(await everyRow(world, organization), left, 'the file agrees with its day')
  const report = await imported(organization, oak('3/10/2026', tenants('Ann Elm; Bo Fir')))
  assert.ok(
    JSON.stringify(report).includes('Ann Elm is in the file, but was on the lease until 2026-02-28 in Gatehouse.'),
    JSON.stringify(report),
  )
  assert.deepEqual(await shownOn(organization, '2026-02-14'), ['Ann Elm', 'Bo Fir CO_TENANT'])
  assert.deepEqual(await shownOn(organization, '2026-03-10'), ['Bo Fir'])
})

const leases = (asOf: string, ...lines: string[]) =>
  fileOf(
    `As of: ${asOf}\nProperty,Unit,Tenant,Rent,Lease From,Lease To,Move-in,Move-out\n${lines.map(line => `"Oak - 1 Oak St Akron, OH 44301",1,${line}\n`).join('')}`,
  )

test('one of several residents who moves out is on the lease until that day, and another one is the primary resident', async () => {
  const organization = await world.organization()
  const days = '1/1/2026,12/31/2026,1/1/2026'
  await imported(
    organization,
    leases('2/1/2026', `Ann Elm,900,${days},3/31/2026`, `Bo Fir,,${days},`, `Cy Ash,,${days},3/15/2026`),
  )
  assert.deepEqual(await shownOn(organization, '2026-03-15'), ['Bo Fir', 'Cy Ash CO_TENANT', 'Ann Elm CO_TENANT'])
  assert.deepEqual(await shownOn(organization, '2026-03-31'), ['Bo Fir', 'Ann Elm CO_TENANT'])
  assert.deepEqual(await shownOn(organization, '2026-04-01'), ['Bo Fir'])
  // A later file postpones it.
  await imported(organization, leases('3/1/2026', `Bo Fir,900,${days},`, `Ann Elm,,${days},4/30/2026`))
  assert.deepEqual(await shownOn(organization, '2026-04-30'), ['Bo Fir', 'Ann Elm CO_TENANT'])
  assert.deepEqual(await shownOn(organization, '2026-05-01'), ['Bo Fir'])
  // They left earlier after all, and the file of the next day agrees with that.
  for (const day of ['3/12/2026', '3/13/2026']) {
    const after = await imported(organization, leases(day, `Bo Fir,900,${days},`, `Ann Elm,,${days},3/10/2026`))
    assert.deepEqual(await shownOn(organization, '2026-03-11'), ['Bo Fir', 'Cy Ash CO_TENANT'])
    assert.doesNotMatch(JSON.stringify(after.reported), /Ann Elm is in the file/)
  }
})

test('the primary resident of a running lease who leaves becomes a co-tenant with a last day', async () => {
  const organization = await world.organization()
  const days = '1/1/2026,12/31/2026,1/1/2026'
  await imported(organization, leases('2/1/2026', `Ann Elm,900,${days},`, `Bo Fir,,${days},`))
  const file = leases('3/1/2026', `Ann Elm,900,${days},3/31/2026`, `Bo Fir,,${days},`)
  await imported(organization, file)
  assert.deepEqual(await shownOn(organization, '2026-02-28'), ['Ann Elm', 'Bo Fir CO_TENANT'])
  assert.deepEqual(await shownOn(organization, '2026-03-31'), ['Bo Fir', 'Ann Elm CO_TENANT'])
  assert.deepEqual(await shownOn(organization, '2026-04-01'), ['Bo Fir'])
})

test('residents who all leave on different days are on the lease until their own, and the lease ends on the last', async () => {
  const organization = await world.organization()
  const days = '1/1/2026,12/31/2026,1/1/2026'
  await imported(organization, leases('2/1/2026', `Ann Elm,900,${days},3/15/2026`, `Bo Fir,,${days},3/31/2026`))
  assert.deepEqual(await shownOn(organization, '2026-03-15'), ['Bo Fir', 'Ann Elm CO_TENANT'])
  assert.deepEqual(await shownOn(organization, '2026-03-31'), ['Bo Fir'])
  assert.deepEqual(await shownOn(organization, '2026-04-01'), [null])
})

test('a primary resident who has left before the day of the file is followed at once by one who stays', async () => {
  const organization = await world.organization()
  const days = '1/1/2026,12/31/2026,1/1/2026'
  await imported(organization, leases('2/1/2026', `Ann Elm,900,${days},`, `Bo Fir,,${days},`))
  await imported(organization, leases('3/10/2026', `Ann Elm,900,${days},2/20/2026`, `Bo Fir,,${days},`))
  assert.deepEqual(await shownOn(organization, '2026-02-20'), ['Ann Elm', 'Bo Fir CO_TENANT'])
  assert.deepEqual(await shownOn(organization, '2026-02-21'), ['Bo Fir'])
  // Whoever takes the place only on the day of the file leaves a gap, in which the lease would have no primary resident.
  const other = await world.organization()
  await imported(other, leases('2/1/2026', `Ann Elm,900,${days},`))
  const file = leases('3/10/2026', `Ann Elm,900,${days},2/20/2026`, `Cy Ash,,1/1/2026,12/31/2026,,`)
  const report = await importFile(world, other, file)
  assert.match(
    JSON.stringify(report.reported),
    /Ann Elm moves out on 2026-02-20 according to the file, which is not imported\. Record in Gatehouse when they leave the lease\./,
  )
})

test('a lease that a file ends has the residents and the primary one of its last day, and what ended with it comes back with a later day', async () => {
  for (const [name, gone] of [
    ['vacant', oak('3/10/2026', ',Vacant-Unrented,,,,')],
    [
      'missing',
      fileOf(`As of: 3/10/2026\n${HEADER}"Oak - 1 Oak St Akron, OH 44301",2,2/1,1000,,Vacant-Unrented,,,,\n`),
    ],
  ] as const) {
    const organization = await world.organization()
    await imported(organization, oak('2/1/2026', tenants('Ann Elm; Bo Fir')))
    await imported(organization, oak('3/10/2026', tenants('Bo Fir; Ann Elm')))
    const { lease } = await idsOf(organization)
    const residents = async () => {
      const { body } = await world.call(`/leases/${lease}`, { key: organization.key })
      return (body.residents as { name: string; role: string }[]).map(each => `${each.name} ${each.role}`)
    }
    assert.deepEqual(await residents(), ['Bo Fir PRIMARY', 'Ann Elm CO_TENANT'])
    const { movedOut } = await importFile(world, organization, gone, { closeMissing: true })
    assert.equal(movedOut, 1, name)
    assert.deepEqual(await residents(), ['Ann Elm PRIMARY', 'Bo Fir CO_TENANT'], name)
    assert.deepEqual(await shownOn(organization, '2026-03-09'), ['Ann Elm', 'Bo Fir CO_TENANT'])
    await organization.within(context => calls.endLease(context, { lease_id: lease!, move_out_date: '2026-03-12' }))
    assert.deepEqual(await residents(), ['Bo Fir PRIMARY', 'Ann Elm CO_TENANT'], name)
  }
})
