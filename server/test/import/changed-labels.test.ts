/** A spreadsheet that saves a file in between changes labels: 01 becomes 1, and 3-4 becomes 4-Mar. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLabels, otherLabels, UNIT_LABEL } from '#server/import/read/unit-label.ts'
import { useWorld } from '../world.ts'
import { fileOf, importFile } from './imported.ts'
import { rentRollOn } from './rent-roll-on.ts'

const world = useWorld()

function oak(asOf: string, ...units: (readonly [label: string, tenant: string])[]): string {
  const lease = (tenant: string) => (tenant ? `${tenant},900,1/1/2026` : ',,')
  const rows = units.map(([label, tenant]) => `"Oak - 1 Oak St Akron, OH 44301",${label},${lease(tenant)}`)
  return fileOf(`As of: ${asOf}\nProperty,Unit,Tenant,Rent,Lease From\n${rows.join('\n')}\n`)
}

const LABELS = [
  ['01', '1'],
  ['0312', '312'],
  ['3-4', '4-Mar'],
  ['12-32', 'Dec-32'],
  ['3E2', '3.00E+02'],
] as const
const NAMES = ['Ann Elm', 'Bo Fir', 'Cy Oak', 'Di Ash', 'Ed Yew']

test('a later file whose labels a spreadsheet has changed is of the same units and residents', async () => {
  const organization = await world.organization()
  const units = (which: 0 | 1) => LABELS.map((labels, index) => [labels[which], NAMES[index] as string] as const)
  await importFile(world, organization, oak('2/1/2026', ...units(0)))
  const outcome = await importFile(world, organization, oak('3/1/2026', ...units(1)), { closeMissing: true })
  assert.deepEqual([outcome.written, outcome.unchanged, outcome.movedOut], [true, 5, 0])
  assert.deepEqual(
    outcome.reported.first.map(({ line, unit, message }) => [line, unit, message.replace(/ It is taken .*/, '')]),
    LABELS.map(([label, changed], index) => [
      index + 3,
      `Oak ${label}`,
      `The file calls the unit “${changed}”, as spreadsheets write “${label}”.`,
    ]),
  )
  const { rows } = await rentRollOn(world, organization, '2026-03-01')
  assert.deepEqual(
    rows.map(({ unit_label, resident_name }) => [unit_label, resident_name]).sort(),
    LABELS.map(([label], index) => [label, NAMES[index]]).sort(),
  )
})

test('a corrected file is of the units that a changed one has created', async () => {
  const organization = await world.organization()
  await importFile(world, organization, oak('2/1/2026', ['1', 'Ann Elm'], ['4-Mar', 'Bo Fir']))
  const outcome = await importFile(world, organization, oak('3/1/2026', ['01', 'Ann Elm'], ['3-4', 'Bo Fir']))
  assert.deepEqual([outcome.written, outcome.created.units, outcome.unchanged], [true, 0, 2])
})

test('labels that differ only in their zeros are two units if the file or Gatehouse has both', async () => {
  const organization = await world.organization()
  await importFile(world, organization, oak('2/1/2026', ['01', 'Ann Elm']))
  const both = oak('3/1/2026', ['1', 'Bo Fir'], ['01', 'Ann Elm'])
  const outcome = await importFile(world, organization, both)
  assert.deepEqual([outcome.created.units, outcome.reported.first], [1, []])
  assert.equal((await importFile(world, organization, both)).unchanged, 2)
})

test('labels that differ only in their zeros are two units, however far apart their rows are', async () => {
  const organization = await world.organization()
  await importFile(world, organization, oak('2/1/2026', ['01', 'Ann Elm']))
  // More rows than are planned at once.
  const others = Array.from({ length: 1_000 }, (_, index) => [`A${index}`, ''] as const)
  const far = oak('3/1/2026', ['1', 'Bo Fir'], ...others, ['01', 'Ann Elm'])
  const outcome = await importFile(world, organization, far)
  assert.deepEqual([outcome.written, outcome.created.units, outcome.reported.first], [true, 1_001, []])
})

test('the other labels of a unit are those that a spreadsheet may have made of its label', () => {
  assert.deepEqual(changedLabels('01'), ['1', '001', '0001'])
  assert.deepEqual(changedLabels('101'), ['0101'])
  assert.deepEqual(changedLabels('2026-03-04'), ['3-4', '3-04', '03-4', '03-04'])
  assert.deepEqual(changedLabels('3/4/2026'), changedLabels('2026-03-04'))
  assert.deepEqual(changedLabels('1.20E+03'), ['12E2'])
  assert.deepEqual(['101.0', '101.5', 'A1.0'].map(UNIT_LABEL.parse), ['101', '101.5', 'A1.0'])
  assert.deepEqual(['A-1', '13-4', '10101', '1-Foo', '', 'Z'].flatMap(changedLabels), [])
})

test('a unit is found whatever word a system writes in front of its label', async () => {
  const words = ['1', '#1', 'Unit 1', 'APT 1', 'Apt. 1', 'Apt #1', 'Suite 1', 'apartment 1']
  for (const [stored, label] of words.flatMap(one => [
    ['1', one],
    [one, 'Unit #1'],
  ])) {
    if (stored === label) continue
    assert.ok(
      otherLabels(label!).some(other => other.toLowerCase() === stored!.toLowerCase()),
      `${stored} ${label}`,
    )
  }
  for (const label of ['Lot 1', 'Space 1', 'Room 1', 'Garage', 'Office 2', 'Unit'])
    assert.deepEqual(otherLabels(label), [], label)
})

test('a file that writes a word in front of the labels is of the same units, even if it does not state when leases began', async () => {
  const organization = await world.organization()
  await importFile(world, organization, oak('2/1/2026', ['1', 'Ann Elm'], ['2', 'Bo Fir'], ['B', 'Cy Oak']))
  const text =
    'As of: 3/1/2026\nProperty,Apt,Tenant,Rent\n' +
    '"Oak - 1 Oak St Akron, OH 44301",#1,Ann Elm,900\n"Oak - 1 Oak St Akron, OH 44301",Unit 2,Bo Fir,900\n"Oak - 1 Oak St Akron, OH 44301",Apt B,Cy Oak,900\n'
  const outcome = await importFile(world, organization, fileOf(text))
  assert.deepEqual([outcome.written, outcome.created.units, outcome.unchanged], [true, 0, 3])
  assert.equal(
    outcome.reported.first[0]?.message,
    'The file calls the unit “#1”, which is “1” in Gatehouse. It is taken to be that unit; if it is a different one, add it in Gatehouse first.',
  )
  const both = oak('3/2/2026', ['1', 'Ann Elm'], ['#1', 'Di Ash'], ['2', 'Bo Fir'], ['B', 'Cy Oak'])
  assert.deepEqual((await importFile(world, organization, both)).created.units, 1)
})
