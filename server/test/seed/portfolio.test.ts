/** The portfolio as a whole: repeatable, exactly of the requested size, and without duplicate names. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { generatePortfolio, type PortfolioOptions } from '#server/seed/portfolio.ts'
import type { SeedProperty } from '#server/seed/records.ts'
import { isLongRun, repeats } from '../sizes.ts'

const OPTIONS = { units: repeats(151, 401), months: 24, seed: 7, today: '2026-07-15' }
const portfolio = (options: Partial<PortfolioOptions> = {}) => [...generatePortfolio({ ...OPTIONS, ...options })]
const hash = (properties: SeedProperty[]) => createHash('sha256').update(JSON.stringify(properties)).digest('hex')

test('the same seed gives the same bytes, even when two portfolios are generated alternately', () => {
  const left = generatePortfolio(OPTIONS)
  const right = generatePortfolio(OPTIONS)
  const taken: [SeedProperty[], SeedProperty[]] = [[], []]
  for (const property of left) {
    taken[0].push(property)
    taken[1].push(...[right.next().value].filter(value => value !== undefined))
  }
  assert.equal(hash(taken[0]), hash(taken[1]))
  assert.equal(hash(taken[0]), hash(portfolio()))
})

test('a number and its digits are the same seed, and another seed gives another portfolio', () => {
  assert.equal(hash(portfolio({ seed: '7' })), hash(portfolio({ seed: 7 })))
  assert.notEqual(hash(portfolio({ seed: 8 })), hash(portfolio({ seed: 7 })))
})

test('a longer history changes no unit, only its past', () => {
  const doors = (months: number) =>
    portfolio({ months }).map(property => [property.name, property.units.map(unit => [unit.label, unit.unitType])])
  const [long, short] = [doors(60), doors(12)]
  assert.deepEqual(
    long.map(([name]) => name),
    short.map(([name]) => name),
  )
  assert.deepEqual(long, short)
})

test('the portfolio has exactly the requested number of units, and no property without one', () => {
  for (const units of [1, 2, 3, 7, 8, 19, 100, 401, 2_503]) {
    const properties = portfolio({ units, months: 1 })
    const counts = properties.map(property => property.units.length)
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      units,
    )
    assert.ok(Math.min(...counts) >= 1)
  }
})

const large = portfolio({ units: 5_000, months: 1 })

test('a few communities have most units of a large portfolio, and houses and townhouses the rest', () => {
  const unitsOf = (test: (property: SeedProperty) => boolean) =>
    large.filter(test).reduce((sum, property) => sum + property.units.length, 0)
  assert.ok(unitsOf(property => property.units.length > 50) > 4_000)
  for (const type of ['SINGLE_FAMILY', 'CONDO', 'TOWNHOUSE'] as const) assert.ok(unitsOf(one => one.type === type) > 5)
  assert.ok(Math.max(...large.map(property => property.units.length)) < 700)
})

test('names, addresses and external IDs are unique in the portfolio, and labels in their property', () => {
  const properties = isLongRun ? portfolio({ units: 20_000, months: 1 }) : large
  const units = properties.flatMap(property => property.units)
  const leases = units.flatMap(unit => unit.leases)
  const lists = {
    names: properties.map(property => property.name),
    addresses: properties.map(property => property.address_line),
    properties: properties.map(property => property.external_id),
    units: units.map(unit => unit.external_id),
    leases: leases.map(lease => lease.external_id),
    residents: leases.flatMap(lease => lease.residents.map(resident => resident.external_id)),
    workOrders: [...properties, ...units].flatMap(place => place.workOrders.map(workOrder => workOrder.external_id)),
    leads: units.flatMap(unit => unit.leads.map(lead => lead.external_id)),
    labels: properties.flatMap(property => property.units.map(unit => `${property.external_id}: ${unit.label}`)),
  }
  for (const [what, list] of Object.entries(lists)) assert.equal(new Set(list).size, list.length, what)
})

test('options out of range are refused before anything is generated', () => {
  for (const wrong of [
    { units: 0 },
    { units: 1.5 },
    { units: 1e9 },
    { months: 0 },
    { months: 241 },
    { today: '2026-02-30' },
  ]) {
    assert.throws(() => generatePortfolio({ ...OPTIONS, ...wrong }), RangeError)
  }
})
