/** The occupancy of every unit today, dealt so that a portfolio meets its target rates almost exactly. */
import { choiceAt, createRandom, type Random } from './random.ts'

/** A unit's rent-roll status today. */
export type Situation = (typeof SHARES)[number]['situation']

const OCCUPIED = 0.94
const OFFLINE = 0.005
const VACANT = 1 - OCCUPIED - OFFLINE
const ON_NOTICE = OCCUPIED * 0.05
const EVICT = OCCUPIED * 0.005

/** Shares of all units. The occupied ones come first, so that the boundary falls between two slots of a block. */
const SHARES = [
  { situation: 'CURRENT', weight: OCCUPIED - ON_NOTICE - EVICT },
  { situation: 'NOTICE_RENTED', weight: ON_NOTICE * 0.4 },
  { situation: 'NOTICE_UNRENTED', weight: ON_NOTICE * 0.6 },
  { situation: 'EVICT', weight: EVICT },
  { situation: 'VACANT_RENTED', weight: VACANT * 0.25 },
  { situation: 'VACANT_UNRENTED', weight: VACANT * 0.75 },
  { situation: 'OFFLINE', weight: OFFLINE },
] as const

const BLOCK = 100

/**
 * Deals a situation by the unit's number in the portfolio. Units draw from a shuffled deck of 100 slots. If each tossed a coin, a portfolio of 500
 * units would miss the target occupancy by more than one percentage point in one case out of three.
 */
export function assignSituations(key: string): (unitNumber: number, random: Random) => Situation {
  let dealtBlock = -1
  let slots: number[] = []
  return (unitNumber, random) => {
    const block = Math.floor(unitNumber / BLOCK)
    if (block !== dealtBlock) {
      slots = createRandom(`${key}/${block}`).shuffle(Array.from({ length: BLOCK }, (_, slot) => slot))
      dealtBlock = block
    }
    return choiceAt(SHARES, (slots[unitNumber % BLOCK]! + random.between(0, 1)) / BLOCK).situation
  }
}
