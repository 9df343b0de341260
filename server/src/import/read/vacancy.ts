/** The words that files write in place of a resident where nobody lives in the unit. */
import { comparable } from './cells.ts'

/** `VACANT` as offices spell it: `-- Vacant --`, `(Vacant)`, `VACANT UNIT`, `Vacant - Not Ready`, `VAC`. A surname such as Vacanti is none of them. */
const VACANT =
  /^(?:vac|vacant|vacancy)(?:unit)?(rented|leased|unrented|unleased|notrented|notleased)?(?:(?:not|un|make|made)?ready)?$/

/** What the text says of a unit, or undefined if it is not one of these words and may be a resident. */
export function vacancyOf(text: string): 'VACANT' | 'VACANT_RENTED' | undefined {
  const found = VACANT.exec(comparable(text))
  if (!found) return undefined
  return found[1] === 'rented' || found[1] === 'leased' ? 'VACANT_RENTED' : 'VACANT'
}
