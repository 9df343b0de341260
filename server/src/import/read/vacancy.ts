/** The words that files write in place of a resident where nobody lives in the unit. */
import { comparable } from './cells.ts'
import { quote } from './row-cells.ts'

/** `VACANT` as offices spell it: `-- Vacant --`, `(Vacant)`, `VACANT UNIT`, `Vacant - Not Ready`, `VAC`. A surname such as Vacanti is none of them. */
const VACANT =
  /^(?:vac|vacant|vacancy)(?:unit)?(rented|leased|unrented|unleased|notrented|notleased)?(?:(?:not|un|make|made)?ready)?$|^(?:available(?:now)?|empty|unoccupied|notoccupied|unrented|notrented|forrent|notenant|nobody|tbd)$/

/** What the text says of a unit, or undefined if it is not one of these words and may be a resident. */
export function vacancyOf(text: string): 'VACANT' | 'VACANT_RENTED' | undefined {
  const found = VACANT.exec(comparable(text))
  if (!found) return undefined
  return found[1] === 'rented' || found[1] === 'leased' ? 'VACANT_RENTED' : 'VACANT'
}

/** A vacant unit with a note, such as `vacant - needs paint`, `VACANT as of 11/1` and `Available 12/1/2026`. */
const VACANT_WITH_NOTE =
  /^[*([\s-]*(?:vaca(?:nt|ncy|ted)\b(?!['’])|(?:available|avail\.?|empty|unoccupied)\b(?=\s*[-–—:(,;/\d]|\s+(?:now|on|from|as of)\b))\s*(.{0,400})$/i
/** What stands for a resident who is not known yet, such as `PENDING` and `Application pending`. As the status of a unit it is asked about. */
const NOT_KNOWN =
  /^(?:tbd|tobedetermined|unknown|unassigned|notassigned|newtenant|futuretenant|reserved|(?:on)?hold|(?:new|pending)?applicant|applied|(?:application|approval|movein|lease)?pending(?:application|approval|movein|move|resident|tenant|lease|signature)?)$/

/** Whether text in place of a resident names nobody, although somebody may live in the unit. */
export function isNotKnown(text: string): boolean {
  return NOT_KNOWN.test(comparable(text))
}

const COMPANY = /\b(?:llc|llp|lp|inc|corp|ltd|co|company|trust|partners|properties)\b/i

/**
 * What text in place of a resident says of a unit, or undefined if it may be a resident. Beyond the words for a status it may have a note, because
 * nobody is called Vacant. A company may be, such as `Vacant Land Partners LLC`.
 */
export function vacancyInPlaceOf(text: string): ReturnType<typeof vacancyOf> {
  if (isNotKnown(text)) return 'VACANT'
  const [, note] = VACANT_WITH_NOTE.exec(text) ?? []
  if (vacancyOf(text) !== undefined || note === undefined) return vacancyOf(text)
  if (COMPANY.test(note) || wordNotForRent(text) !== undefined) return undefined
  return /^\W*(?:pre-?)?(?:leased|rented)\b/i.test(note) ? 'VACANT_RENTED' : 'VACANT'
}

/** Says that a note on a vacant unit is not imported; undefined if there is none. */
export function notOfVacancy(text: string): string | undefined {
  if (isNotKnown(text) && vacancyOf(text) === undefined)
    return `${quote(text)} names no resident, so the unit is imported without one. If somebody lives in it, write the name.`
  if (vacancyOf(text) !== undefined || vacancyInPlaceOf(text) === undefined) return undefined
  return `${quote(text)} means that nobody lives in the unit. What else it says is not imported; enter it in Gatehouse if you need it.`
}

const NOT_FOR_RENT =
  /^[*(\s-]*((?:model|manager'?s?|mgr\.?|employee) unit|model|down|off-?line|out of (?:service|order)|uninhabitable|condemned|under (?:construction|renovation)|renovation|rehab|fire damaged?|admin|(?:leasing )?office|maintenance(?: (?:shop|unit|storage))?|owner[ -]?occupied|owner'?s? unit|guest (?:unit|suite)|clubhouse|laundry(?: room)?|waitlist|non-?revenue|storage only)(?:\s*[-–:(/]\s*[^*]{0,200})?[*)\s-]*$/i

/**
 * The word in place of a resident that says that the unit is not for rent, such as `Model` and `DOWN - fire damage`; undefined if the text is not one
 * of these words.
 */
export function wordNotForRent(text: string): string | undefined {
  return NOT_FOR_RENT.exec(text.replace(/^[*(\s-]*vacant\s*[-–:(,/]\s*/i, ''))?.[1]
}
