/** The rent roll of the file's day equals the file: every row, every figure and the totals. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { firstRoll, laterRoll } from './generated-roll.ts'
import { fileOf, importFile } from './imported.ts'
import { fixture, readAll } from './read-all.ts'
import { rentRollOn } from './rent-roll-on.ts'
import { assertReproduces, statedBy, sumsOf } from './reproduction.ts'

const world = useWorld()
const TEMPLATE = join(import.meta.dirname, '../../../docs/import-template.csv')

for (const name of [
  'appfolio-flat.csv',
  'appfolio-by-property.csv',
  'appfolio-by-status.csv',
  'template',
  'bad-rows.csv',
]) {
  test(`${name} is reproduced on its day`, async () => {
    const path = name === 'template' ? TEMPLATE : fixture(name)
    const given = name === 'template' ? { asOf: '2026-03-01' } : {}
    const organization = await world.organization()
    const { asOf, written } = await importFile(world, organization, path, { ...given, skipBadRows: true })
    assert.ok(written)
    const { rows, end } = await readAll(path, given)
    const roll = await rentRollOn(world, organization, asOf)
    assertReproduces(rows.map(statedBy), roll, asOf)
    const { totalCents, ...stated } = { ...end.sums, ...end.stated }
    // The values of a bad row are part of that file's totals, but of nothing else.
    if (name !== 'bad-rows.csv') assert.deepEqual(sumsOf(roll), stated)
  })
}

const UNITS = 294
const FIRST = firstRoll('2026-03-01', UNITS)
const LATER = laterRoll('2026-03-15', UNITS, FIRST)

test('a rent roll of every status, date and amount is reproduced on its day', async () => {
  const organization = await world.organization()
  const outcome = await importFile(world, organization, fileOf(FIRST.text))
  assert.ok(outcome.written)
  assert.deepEqual([outcome.problems.first, outcome.differences], [[], []])
  assertReproduces(FIRST.stated, await rentRollOn(world, organization, FIRST.asOf), FIRST.asOf)
})

test('a later rent roll is reproduced on its own day, whatever became of the units, and the first stays true on its day', async () => {
  const organization = await world.organization()
  await importFile(world, organization, fileOf(FIRST.text))
  const before = await rentRollOn(world, organization, FIRST.asOf)
  const outcome = await importFile(world, organization, fileOf(LATER.text), { closeMissing: true })
  assert.deepEqual([outcome.written, outcome.problems.first], [true, []])
  assertReproduces(LATER.stated, await rentRollOn(world, organization, LATER.asOf), LATER.asOf, 'without money')

  const after = await rentRollOn(world, organization, FIRST.asOf)
  // A later file may change a move-out date that has passed by its own day. That shows from the earlier of the two dates on.
  const kept = new Set(FIRST.stated.filter(({ moveOut }) => moveOut !== FIRST.asOf).map(({ unit }) => unit))
  const shown = (roll: typeof after) => roll.rows.filter(row => kept.has(row.unit_label))
  assert.ok(kept.size > UNITS * 0.8)
  assert.deepEqual(shown(after), shown(before))
  assert.deepEqual(after.future_residents, before.future_residents)
})
