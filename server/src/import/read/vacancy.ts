/** The words that files write in place of a resident where nobody lives in the unit. */
import { comparable } from './cells.ts'

/** `VACANT` as offices spell it: `-- Vacant --`, `(Vacant)`, `VACANT UNIT`, `Vacant - Not Ready`, `VAC`. A surname such as Vacanti is none of them. */
const VACANT =
  /^(?:vac|vacant|vacancy)(?:unit)?(rented|leased|unrented|unleased|notrented|notleased)?(?:(?:not|un|make|made)?ready)?$|^(?:available(?:now)?|empty|unoccupied|notoccupied|unrented|notrented|forrent|notenant|nobody|tbd)$/

/** What the text says of a unit, or undefined if it is not one of these words and may be a resident. */
export function vacancyOf(text: string): 'VACANT' | 'VACANT_RENTED' | undefined {
  const found = VACANT.exec(comparable(text))
  if (!found) return undefined
  return found[1] === 'rented' || found[1] === 'leased' ? 'VACANT_RENTED' : 'VACANT'
}

const NOT_FOR_RENT =
  /^[*(\s-]*((?:model|manager'?s?|mgr\.?|employee) unit|model|down|off-?line|out of (?:service|order)|uninhabitable|condemned|under (?:construction|renovation)|renovation|rehab|fire damaged?|admin|(?:leasing )?office|waitlist|non-?revenue|storage only)(?:\s*[-–:(/]\s*[^*]{0,200})?[*)\s-]*$/i

/**
 * The word in place of a resident that says that the unit is not for rent, such as `Model` and `DOWN - fire damage`; undefined if the text is not one
 * of these words.
 */
export function wordNotForRent(text: string): string | undefined {
  return NOT_FOR_RENT.exec(text)?.[1]
}
