/** Unit labels: each property has one numbering, and each of its units a different label. */
import type { PropertyKind } from './plan.ts'
import type { Random } from './random.ts'

/** The label of the unit at `index`, counted from 0. */
export function chooseLabels(random: Random, kind: PropertyKind, unitCount: number): (index: number) => string {
  switch (kind) {
    case 'HOUSE':
      return () => 'House'
    case 'CONDO': {
      const label = `${random.integer(1, 22)}${random.pick(['A', 'B', 'C', 'D', 'E', 'F'])}`
      return () => label
    }
    case 'SMALL_BUILDING':
      return random.chance(0.5) ? letter : index => String(index + 1)
    case 'TOWNHOUSES':
      return random.chance(0.5) ? index => String(index + 1) : index => `TH-${twoDigits(index + 1)}`
    case 'COMMUNITY':
      return random.pick([floors, gardenBuildings, numberedBuildings, suites])(unitCount)
  }
}

/** Labels of one building: 101, 102 … 514. A floor has at most 99 units; there are more floors if that is not enough. */
function floors(unitCount: number): (index: number) => string {
  const floorCount = Math.max(Math.min(5, Math.ceil(unitCount / 8)), Math.ceil(unitCount / 99))
  const perFloor = Math.ceil(unitCount / floorCount)
  return index => `${Math.floor(index / perFloor) + 1}${twoDigits((index % perFloor) + 1)}`
}

/** Labels of walk-up buildings with three floors and 24 units: … R-308. */
function gardenBuildings(): (index: number) => string {
  return index => `${letter(Math.floor(index / 24))}-${doorOfWalkUp(index)}`
}

/** Labels of such buildings with numbers instead of letters: 1101, 1102 … 18308. */
function numberedBuildings(): (index: number) => string {
  return index => `${Math.floor(index / 24) + 1}${doorOfWalkUp(index)}`
}

/** Labels with two units per entrance: 101A, 101B … 412B. */
function suites(unitCount: number): (index: number) => string {
  const doorOf = floors(Math.ceil(unitCount / 2))
  return index => doorOf(Math.floor(index / 2)) + letter(index % 2)
}

function doorOfWalkUp(index: number): string {
  const door = index % 24
  return `${Math.floor(door / 8) + 1}${twoDigits((door % 8) + 1)}`
}

/** A to Z, then AA, AB and so on. */
function letter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : letter(Math.floor(index / 26) - 1) + last
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
