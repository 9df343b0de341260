/** How many properties of which kind make up a portfolio of a given size. */
import type { Random } from './random.ts'

export type PropertyKind = 'COMMUNITY' | 'TOWNHOUSES' | 'SMALL_BUILDING' | 'HOUSE' | 'CONDO'

export type PlannedProperty = {
  kind: PropertyKind
  unitCount: number
  /** How many units the earlier properties contain. */
  unitsBefore: number
}

/**
 * Plans exactly `units` units. The number of small properties grows with the square root of the portfolio: a manager of 400 units has 20 houses and
 * condos, a manager of 50,000 units about 220, and apartment communities of about 240 units contain the rest.
 */
export function planProperties(random: Random, units: number): PlannedProperty[] {
  const root = Math.sqrt(units)
  const small: { kind: PropertyKind; unitCount: number }[] = []
  let left = units
  const add = (kind: PropertyKind, wanted: number) => {
    const unitCount = Math.min(wanted, left)
    if (unitCount === 0) return
    small.push({ kind: unitCount === 1 && kind !== 'CONDO' ? 'HOUSE' : kind, unitCount })
    left -= unitCount
  }
  for (let i = 0; i < Math.round(root); i++) add(random.chance(0.8) ? 'HOUSE' : 'CONDO', 1)
  for (let i = 0; i < Math.round(root * 0.4); i++) add('SMALL_BUILDING', random.pick([2, 2, 2, 3, 4, 4, 6, 8]))
  for (let i = 0; i < Math.round(root * 0.1); i++) add('TOWNHOUSES', random.integer(8, 36))
  if (left < 10) add('SMALL_BUILDING', left)

  let unitsBefore = 0
  const communities = splitIntoCommunities(random, left).map(unitCount => ({ kind: 'COMMUNITY' as const, unitCount }))
  return [...random.shuffle(small), ...communities].map(property => {
    const planned = { ...property, unitsBefore }
    unitsBefore += property.unitCount
    return planned
  })
}

function splitIntoCommunities(random: Random, units: number): number[] {
  if (units === 0) return []
  const shares = Array.from({ length: Math.max(1, Math.round(units / 240)) }, () => random.between(0.4, 1.7))
  const total = shares.reduce((sum, share) => sum + share, 0)
  let shareSoFar = 0
  let unitsSoFar = 0
  return shares.map((share, index) => {
    shareSoFar += share
    const end = index === shares.length - 1 ? units : Math.round((units * shareSoFar) / total)
    const unitCount = end - unitsSoFar
    unitsSoFar = end
    return unitCount
  })
}
