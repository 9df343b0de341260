/** The charges of a lease that a file ends: they end as in the console, and go on as agreed if a later file has the residents stay. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { type Organization, useWorld } from '../world.ts'
import { everyRow, fileOf, importFile } from './imported.ts'

const world = useWorld()
const OAK = '"Oak - 1 Oak St Akron, OH 44301"'

const oak = (asOf: string, ...units: string[]) =>
  fileOf(
    `As of: ${asOf}\nProperty,Unit,Tenant,Status,Rent,Pet Rent,Lease From,Move-out,Past Due\n${units.map(unit => `${OAK},${unit}\n`).join('')}`,
  )

const ANN = '1,Ann Elm; Cy Ash,Current,900,25,1/1/2026,,'
const BO = '2,Bo Fir,Current,800,,1/1/2026,,'

async function imported(organization: Organization, path: string, closeMissing = false) {
  const report = await importFile(world, organization, path, { closeMissing })
  assert.ok(report.written, JSON.stringify(report.problems.first))
  return report
}

async function afterRaise(): Promise<Organization> {
  const organization = await world.organization()
  await imported(organization, oak('2/1/2026', ANN, BO))
  await imported(organization, oak('3/1/2026', ANN.replace('900', '950'), BO))
  return organization
}

async function chargesOf(organization: Organization) {
  const rows = await world.sql(
    `select c.code, c.amount_cents::int as cents, c.effective_from::text, c.effective_to::text, c.agreed_cents::int as agreed, c.agreed_to::text
       from lease_charges c join leases l on l.organization_id = c.organization_id and l.id = c.lease_id
       join lease_residents lr on lr.organization_id = l.organization_id and lr.lease_id = l.id
       join residents r on r.organization_id = l.organization_id and r.id = lr.resident_id
      where c.organization_id = $1 and r.first_name = 'Ann' order by 1, 3`,
    [organization.id],
  )
  return rows.map(row => Object.values(row))
}

async function leaseOfAnn(organization: Organization): Promise<string> {
  const [row] = await world.sql<{ id: string }>(
    `select lr.lease_id as id from lease_residents lr join residents r on r.organization_id = lr.organization_id and r.id = lr.resident_id
      where lr.organization_id = $1 and r.first_name = 'Ann'`,
    [organization.id],
  )
  return row!.id
}

const ENDS = {
  'a unit that is vacant': [oak('3/11/2026', '1,,Vacant-Unrented,,,,,', BO), '2026-03-10'],
  'a unit that is missing': [oak('3/11/2026', BO), '2026-03-10'],
  'another tenant': [oak('3/11/2026', '1,Di Yew,Current,990,,2/15/2026,,', BO), '2026-02-14'],
  'a former resident': [
    oak('3/11/2026', '1,Ann Elm,Former,,,1/1/2026,3/5/2026,40', '1,,Vacant-Unrented,,,,,', BO),
    '2026-03-05',
  ],
} as const

for (const [name, [file, lastDay]] of Object.entries(ENDS)) {
  test(`a lease that a file ends has the charges that the console would leave: ${name}`, async () => {
    const [organization, other] = [await afterRaise(), await afterRaise()]
    await imported(organization, file, true)
    const lease_id = await leaseOfAnn(other)
    await other.within(context => calls.endLease(context, { lease_id, move_out_date: lastDay }))
    const charges = await chargesOf(organization)
    assert.deepEqual(charges, await chargesOf(other))
    assert.ok(charges.every(([, , , to]) => to !== null))
    const before = await everyRow(world, organization)
    await imported(organization, file, true)
    assert.deepEqual(await everyRow(world, organization), before, 'the same file again changes nothing')
  })
}

test('residents who stay after all, by a later file, are charged as agreed on every day', async () => {
  const organization = await afterRaise()
  const agreed = await chargesOf(organization)
  await imported(organization, oak('3/11/2026', '1,,Vacant-Unrented,,,,,', BO), true)
  await imported(organization, oak('3/12/2026', ANN.replace('900', '950'), BO))
  assert.deepEqual(await chargesOf(organization), agreed)
  await imported(organization, oak('3/13/2026', '1,,Vacant-Unrented,,,,,', BO), true)
  await imported(organization, oak('3/15/2026', ANN.replace('900,25', '990,'), BO))
  assert.deepEqual(await chargesOf(organization), [
    ['PET', 2500, '2026-01-01', '2026-03-14', null, null],
    ['RENT', 90_000, '2026-01-01', '2026-02-28', null, null],
    ['RENT', 95_000, '2026-03-01', '2026-03-14', null, null],
    ['RENT', 99_000, '2026-03-15', null, null, null],
  ])
})

test('the charges of a former resident whose lease is new end with it', async () => {
  const organization = await world.organization()
  await imported(
    organization,
    oak('3/11/2026', '1,Ann Elm,Former,900,,1/1/2026,3/5/2026,40', '1,,Vacant-Unrented,,,,,', BO),
  )
  assert.deepEqual(await chargesOf(organization), [['RENT', 90_000, '2026-01-01', '2026-03-05', 90_000, null]])
})

test('a former resident whose lease ended before another resident became the primary one', async () => {
  const organization = await afterRaise()
  await imported(organization, oak('3/10/2026', ANN.replace('Ann Elm; Cy Ash', 'Cy Ash; Ann Elm'), BO))
  const former = oak('3/11/2026', '1,Ann Elm,Former,,,1/1/2026,3/5/2026,40', '1,,Vacant-Unrented,,,,,', BO)
  await imported(organization, former)
  const { body } = await world.call(`/leases/${await leaseOfAnn(organization)}`, { key: organization.key })
  const residents = body.residents as { name: string; role: string }[]
  assert.deepEqual(
    residents.map(({ name, role }) => `${name} ${role}`),
    ['Ann Elm PRIMARY', 'Cy Ash CO_TENANT'],
  )
  const before = await everyRow(world, organization)
  await imported(organization, former)
  assert.deepEqual(await everyRow(world, organization), before)
  await imported(organization, oak('3/12/2026', ANN.replace('Ann Elm; Cy Ash', 'Cy Ash; Ann Elm'), BO))
  const again = await world.call(`/leases/${await leaseOfAnn(organization)}`, { key: organization.key })
  assert.deepEqual(
    (again.body.residents as { name: string; role: string }[]).map(({ name, role }) => `${name} ${role}`),
    ['Cy Ash PRIMARY', 'Ann Elm CO_TENANT'],
  )
})
