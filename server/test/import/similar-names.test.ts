/** A later file that writes the name of a resident in another way neither ends the lease nor doubles the resident. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayBeSamePerson } from '#server/import/plan/similar-names.ts'
import { everyRow, fileOf, importFile } from './imported.ts'
import { findingsIn, useWorldInMay } from './layouts.ts'

const world = useWorldInMay()

const name = (text: string) => {
  const words = text.split(' ')
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' }
}
const areAlike = (one: string, other: string) =>
  [mayBeSamePerson(name(one), name(other)), mayBeSamePerson(name(other), name(one))].join()

test('names that may be those of one resident are alike, and others are not', () => {
  for (const [one, other] of [
    ['Wm Smith', 'William Smith'],
    ['Bob Jones', 'Robert Jones'],
    ['Bob Jones', 'Rob Jones'],
    ['Kate Ohara', "Katherine O'Hara"],
    ['J. Smith', 'Jane Smith'],
    ['Ana Garcia', 'Ana Garcia Lopez'],
    ['Minh Tran', 'Tran Minh'],
    ['Jonathon Fir', 'Jonathan Fir'],
    ['Ann Hernandez', 'Ann Hernandes'],
    ['Chris Elm', 'Christopher Elm'],
  ] as const)
    assert.equal(areAlike(one, other), 'true,true', `${one}, ${other}`)
  for (const [one, other] of [
    ['Ann Elm', 'Bo Elm'],
    ['John Smith', 'Jane Smith'],
    ['Ann Elm', 'Ann Fir'],
    ['Al Elm', 'Alice Elm'],
    ['Maria Lopez', 'Carlos Lopez'],
    ['Dan Yew', 'Don Yew'],
  ] as const)
    assert.equal(areAlike(one, other), 'false,false', `${one}, ${other}`)
  const mail = { email: 'ann@example.com' }
  assert.equal(mayBeSamePerson({ ...name('Ann Elm'), ...mail }, { ...name('Ann Fir'), ...mail }), true)
})

const HEADER = 'Property,Unit,Tenant,Rent,Lease From,Lease To'
const file = (...rows: string[]) => fileOf([HEADER, ...rows].join('\n'))
const OAK = '"Oak - 1 Oak St Akron, OH 44301"'

test('a lease is not ended for one of the same resident under another name, even if missing residents are moved out', async () => {
  const organization = await world.organization()
  await importFile(
    world,
    organization,
    file(
      `${OAK},1,William Smith,1000,1/1/2026,12/31/2026`,
      `${OAK},2,Robert Jones,1000,1/1/2026,12/31/2026`,
      `${OAK},3,Cy Ash,1000,1/1/2026,12/31/2026`,
    ),
    { asOf: '2026-04-01' },
  )
  const before = await everyRow(world, organization)
  const later = file(
    `${OAK},1,Wm Smith,1000,1/1/2026,12/31/2026`,
    `${OAK},2,Bob Jones,1050,5/1/2026,4/30/2027`,
    `${OAK},3,Di Yew,1000,5/1/2026,4/30/2027`,
  )
  const outcome = await importFile(world, organization, later, { asOf: '2026-05-01', closeMissing: true })
  assert.equal(outcome.written, false)
  assert.deepEqual(
    outcome.problems.first.map(({ line, column, reason }) => `${line} ${column}: ${reason}`),
    [
      '2 Tenant: Wm Smith in the file may be William Smith, who has a lease of the unit from 2026-01-01 in Gatehouse. If they are the same resident, correct the name in the file or in Gatehouse; if not, end that lease in Gatehouse first.',
      '3 Tenant: Bob Jones in the file may be Robert Jones, who has a lease of the unit from 2026-01-01 in Gatehouse. If they are the same resident, correct the name in the file or in Gatehouse; if not, end that lease in Gatehouse first.',
    ],
  )
  assert.deepEqual(await everyRow(world, organization), before)
})

test('a future lease is not canceled for one of the same resident under another name', async () => {
  const organization = await world.organization()
  const header = 'Property,Unit,Status,Tenant,Rent,Lease From,Lease To'
  const roll = (tenant: string) => fileOf(`${header}\n${OAK},1,Vacant-Rented,${tenant},1000,7/1/2026,6/30/2027`)
  await importFile(world, organization, roll('Katherine Elm'), { asOf: '2026-04-01' })
  const outcome = await importFile(world, organization, roll('Kate Elm'), { asOf: '2026-05-01', closeMissing: true })
  assert.match(findingsIn(outcome).join(), /Kate Elm in the file may be Katherine Elm/)
  assert.equal(outcome.written, false)
})

test('next to a resident who is on the lease, the other name is taken for the one who is on it', async () => {
  const organization = await world.organization()
  const roll = (tenants: string) => file(`${OAK},1,${tenants},1000,1/1/2026,12/31/2026`)
  await importFile(world, organization, roll('William Smith & Jane Smith'), { asOf: '2026-04-01' })
  const before = await everyRow(world, organization)
  const outcome = await importFile(world, organization, roll('Wm Smith & Jane Smith'), { asOf: '2026-05-01' })
  assert.deepEqual([outcome.written, outcome.unchanged], [true, 1])
  assert.deepEqual(
    outcome.reported.first.map(({ message }) => message),
    [
      'Wm Smith in the file is taken to be William Smith, who is on the lease in Gatehouse. If they are two different residents, add the missing one in Gatehouse.',
    ],
  )
  assert.deepEqual(await everyRow(world, organization), before)
  const both = await importFile(world, organization, roll('Wm Smith & William Smith & Jane Smith'), {
    asOf: '2026-05-01',
  })
  assert.equal(both.created.residents, 1)
})
