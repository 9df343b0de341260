/** Twelve units over a year: their rent roll on four days equals paper-rolls.ts, as a whole and for each part. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepare, useOrganization, useWorld } from '../../world.ts'
import { storePaperPortfolio } from './paper-portfolio.ts'
import { PAPER } from './paper-rolls.ts'
import { figuresOf, type Roll, rollOf } from './roll.ts'

const world = useWorld()
const org = useOrganization(world, { name: 'Paper' })
const ids = prepare(() => storePaperPortfolio(world, org))

const ask = (day: string, scope = 'portfolio'): Promise<Roll> => rollOf(world, org, scope, day)

for (const [day, expected] of Object.entries(PAPER)) {
  test(`on ${day} the rent roll equals the one worked out on paper`, async () => {
    assert.deepEqual(figuresOf(await ask(day)), expected)
  })
}

test('the other residents of a lease are listed with the primary resident, and the charges by code', async () => {
  const { rows } = await ask('2025-06-30')
  const [first] = rows
  assert.deepEqual(
    first?.additional_residents.map(({ name, role }) => [name, role]),
    [['Ben Elm', 'CO_TENANT']],
  )
  assert.deepEqual(first?.charges, [
    { code: 'PARKING', amount_cents: 5_000 },
    { code: 'PET', amount_cents: 2_500 },
    { code: 'RENT', amount_cents: 120_000 },
  ])
  assert.equal(first?.total_charges_cents, 127_500)
  assert.deepEqual(
    rows.at(-1)?.additional_residents.map(({ name, role }) => [name, role]),
    [
      ['Pia Orr', 'OCCUPANT'],
      ['Sam Orr', 'CO_TENANT'],
    ],
  )
})

test('the rent roll of a property or a portfolio is its part of the whole', async () => {
  const { aspen, birch, ohio } = ids
  for (const day of Object.keys(PAPER)) {
    const all = await ask(day)
    const [ofAspen, ofBirch, ofOhio] = [await ask(day, aspen.id), await ask(day, birch.id), await ask(day, ohio.id)]
    assert.deepEqual(ofAspen.scope, { type: 'PROPERTY', id: aspen.id, name: 'Aspen Court' })
    assert.deepEqual(ofOhio, { ...ofAspen, scope: { type: 'PORTFOLIO', id: ohio.id, name: 'Ohio' } })
    assert.deepEqual([...ofAspen.rows, ...ofBirch.rows], all.rows)
    assert.deepEqual([...ofAspen.future_residents, ...ofBirch.future_residents], all.future_residents)
    for (const [name, value] of Object.entries(all.totals)) {
      if (name.endsWith('_pct')) continue
      const field = name as keyof Roll['totals']
      assert.equal(ofAspen.totals[field] + ofBirch.totals[field], value, name)
    }
  }
})
