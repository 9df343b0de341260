/** A preview says in words what an import would change about the units and residents that are stored. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { fileOf, importFile } from './imported.ts'

const world = useWorld()
const HEADER =
  'Property,Unit,Unit ID,BD/BA,Sqft,Tenant,Resident ID,Email,Phone,Status,Rent,Lease From,Listed,Listing Title\n'
const OAK = '"Oak - 1 Oak St Akron, OH 44301"'
const roll = (...rows: string[]) => fileOf(`As of: 3/1/2026\n${HEADER}${rows.map(row => `${OAK},${row}\n`).join('')}`)

test('every change about a unit and a resident is named', async () => {
  const organization = await world.organization()
  await importFile(
    world,
    organization,
    roll('1,,2/1,800,Ann Elm,R1,ann@example.com,,Current,900,1/1/2026,,', '2,,2/1,800,,,,,Vacant,,,Yes,Sunny'),
  )
  const outcome = await importFile(
    world,
    organization,
    roll(
      '1,U1,2/1.5,850,Anna Oak,R1,anna@example.com,614 555 0101,Current,900,1/1/2026,,',
      '2,,2/1,800,,,,,Vacant,,,No,Quiet',
    ),
    { dryRun: true },
  )
  assert.deepEqual(outcome.changes.first, [
    'Oak 1: bathrooms 1 → 1.5, square feet 800 → 850, unit ID none → U1, resident Ann Elm → Anna Oak: e-mail address and phone number',
    'Oak 2: no longer listed, text, photos or amenities of the listing',
  ])
})

test('the charges of a new lease are named by their amounts, and those of a known one by what they were before', async () => {
  const organization = await world.organization()
  const rollOf = (rent: string, pet: string) =>
    fileOf(
      `Property,Unit,BD/BA,Tenant,Status,Rent,Pet Rent,Lease From\n${OAK},1,2/1,Ann Elm,Current,${rent},${pet},1/1/2026\n`,
    )
  const first = await importFile(world, organization, rollOf('900', '35'))
  assert.match(first.changes.first[0] ?? '', /, rent \$900\.00, pet \$35\.00$/)
  const next = await importFile(world, organization, rollOf('950', '40'), { dryRun: true })
  assert.deepEqual(next.changes.first, ['Oak 1: rent $900.00 → $950.00, pet $35.00 → $40.00'])
})
