/** Finds the kind of each row of a rent roll: unit, section heading, total or repeated header. */
import { parseAddress, parseProperty } from './addresses.ts'
import { cleanCell, comparable, parseStatus } from './cells.ts'
import { type Columns, isListOfHomes, PLACES } from './columns.ts'
import { parseDay } from './days.ts'
import { isFigure, isFigureLabel } from './figure-labels.ts'
import { isOfFormer } from './lease-status.ts'
import type { UnitStatus } from './records.ts'
import type { Field } from './rent-roll-headers.ts'
import type { TableRow } from './table.ts'
import { firstColumn, ownHeaders } from './table-columns.ts'
import { vacancyOf } from './vacancy.ts'

export type RowKind =
  | { kind: 'nothing' }
  /** The header, which a page repeats. */
  | { kind: 'header' }
  /** A row of figures with a label that is neither a unit nor a total, such as `Occupied Units: 12`. */
  | { kind: 'stray' }
  | { kind: 'unit' }
  | { kind: 'section'; section: Section }
  /** `isLabelled` is whether a word such as Total makes the row one of totals. Without such a word, it is one only if it has amounts. */
  | { kind: 'totals'; units: number | undefined; isLabelled: boolean }

/** A heading row that states the property, a building of it or the status of the rows below it, which may be that their leases are over. */
export type Section = { label: string; status: UnitStatus | undefined; isBuilding?: boolean; isFormer?: boolean }

type SectionKind = 'status' | 'building' | 'property'

export function sectionKind({ status, isBuilding, isFormer }: Section): SectionKind {
  return status || isFormer ? 'status' : isBuilding ? 'building' : 'property'
}

/** The kinds that a new section of a kind ends, together with everything inside them: a property has buildings, and no building has a property. */
const ENDS: Record<SectionKind, readonly SectionKind[]> = {
  status: ['status'],
  building: ['building'],
  property: ['property', 'building'],
}

/** Returns the open sections, outermost first, after `section` begins. */
export function openSection(open: readonly Section[], section: Section): Section[] {
  const first = open.findIndex(other => ENDS[sectionKind(section)].includes(sectionKind(other)))
  return [...(first === -1 ? open : open.slice(0, first)), section]
}

export const ARROW = /^(?:[-=–—]*>|→)\s*/
export const TOTAL = /^(?:(?:grand|property|portfolio|report)\s+)?(?:sub[- ]?)?totals?\b/i
/** What may follow the word in the label of a total, apart from a name. */
const ADDED_UP =
  /^(?:(?:for|of)\b|(?:units?|occupied|occupancy|vacant|current|all|propert(?:y|ies)|(?:market )?rents?|charges?|deposits?|balances?|payments?|receipts?|amounts?|credits?|due)$)/i
/** What stands in front of the name or the status in a heading: `Property: Maple Court`. */
export const HEADING_OF =
  /^(?:propert(?:y|ies)(?: name)?|communit(?:y|ies)|building|complex|status|unit status)\s*[:=]\s*/i
/** The heading of a building: `Building: A`, `Bldg 2`. */
const BUILDING = /^(?:building\s*[:=]\s*(\S.*)|(?:building|bldg\.?)\s*#?\s*([a-z]|[a-z]?-?\d{1,4}))$/i
const UNITS = /^(?:(?:grand\s+)?totals?:?\s+)?(\d{1,3}(?:,\d{3})+|\d{1,7})\s+units?$/i
const OCCUPIED = /^\d{1,3}(?:\.\d+)?\s*%/
const UNIT_LABEL = /^(?:(?:unit|apt\.?|apartment|suite|ste\.?)\s+)?#?[\w-]*\d[\w-]*$|^#?\w$/i

/** Finds the kind of a row. `names` are the properties and headings above it. */
export function classifyRow({ cells }: TableRow, columns: Columns, names: NamesAbove): RowKind {
  const filled: number[] = []
  for (let index = 0; index < cells.length; index++) if (cleanCell(cells[index] ?? '')) filled.push(index)
  const [first] = filled
  if (first === undefined) return { kind: 'nothing' }
  if (isRepeatedHeader(cells, columns)) return { kind: 'header' }
  const label = cleanCell(cells[first] ?? '').slice(0, 500)
  const at = (field: Field) => cleanCell(cells[columns.indexOf.get(field) ?? -1] ?? '')

  if (filled.length === 1 && first <= firstColumn(columns)) return classifyLoneCell(label, columns, names)
  const [, second] = filled
  const isLabel = HEADING_OF.exec(label)?.[0] === label
  if (filled.length === 2 && second !== undefined && isLabel)
    return classifyLoneCell(`${label} ${cleanCell(cells[second] ?? '').slice(0, 500)}`, columns, names)
  if (parseStatus(at('status'))) return { kind: 'unit' }
  const isProperty = [columns.indexOf.get('property'), columns.indexOf.get('propertyName')].includes(first)
  if (isProperty && at('unit') && names.isNew(label)) return { kind: 'unit' }
  if (TOTAL.test(label) || UNITS.test(label)) return { kind: 'totals', units: unitsIn(label), isLabelled: true }
  const sum = classifySum(at, columns, names)
  if (sum) return sum
  // A vacant unit may begin with that word, if the column of tenants is the first. A figure below the table has no more than a count and a share.
  const isVacantUnit = first === columns.indexOf.get('tenant') && at('unit') && filled.length > 2
  if (isVacantUnit && vacancyOf(label) && filled.every(index => !(cells[index] ?? '').includes('%')))
    return { kind: 'unit' }
  if (isOfFigure(label, filled, cells, columns)) return { kind: 'stray' }
  if (filled.every(index => OCCUPIED.test(cleanCell(cells[index] ?? '')))) return { kind: 'nothing' }
  // A row of sums without a label is a total. A single-family home without a unit label still names its property and a tenant or status.
  const isHome = isListOfHomes(columns) && PLACES.some(at)
  const isBare = !isHome && !at('unit') && !at('tenant') && !at('property') && !at('propertyName')
  const status = at('status')
  if (isBare && (!status || OCCUPIED.test(status)) && !isVacantHome(at, names))
    return { kind: 'totals', units: undefined, isLabelled: false }
  return { kind: 'unit' }
}

/** Whether a row without a unit and a tenant is a home that its own address names, and not a sum of the rows that have this address. */
function isVacantHome(at: (field: Field) => string, names: NamesAbove): boolean {
  const places = PLACES.map(at).filter(Boolean)
  return places.some(place => parseAddress(place)) && !places.some(place => names.has(place))
}

/** What a spreadsheet writes below the rows of a group, after the name of the group: `Maple Court Total`. */
const TOTAL_AFTER = /(?<=\S)\s+(?:sub[- ]?)?totals?:?$/i
const NAMED_COUNT = /^(.*\S)\s+(?:count|average|avg\.?|min|max|product)$/i
const SUM = /^(?:grand )?sum\s*[:=]?$/i

/** Finds a row of sums whose label is not in its first cell, or is the name of a group with what is computed of it. Undefined for any other row. */
function classifySum(at: (field: Field) => string, columns: Columns, names: NamesAbove): RowKind | undefined {
  const unit = at('unit')
  // Next to the label of a total, the column of tenants may have their number.
  const tenant = TOTAL.test(unit) && /^\d{1,6}$/.test(at('tenant')) ? '' : at('tenant')
  const places = PLACES.map(at).filter(Boolean)
  const group = places.map(place => NAMED_COUNT.exec(place)?.[1]).find(name => name !== undefined && names.has(name))
  if (tenant === '' && group !== undefined) return { kind: 'stray' }
  if (unit !== '' && (tenant !== '' || (!TOTAL.test(unit) && !SUM.test(unit) && !UNITS.test(unit)))) return undefined
  if (unit !== '') return { kind: 'totals', units: unitsIn(unit), isLabelled: true }
  const isHome = isListOfHomes(columns)
  if (isHome ? BARE_TOTAL.test(tenant) : [TOTAL, UNITS, SUM].some(total => total.test(tenant)))
    return { kind: 'totals', units: unitsIn(tenant), isLabelled: true }
  if (tenant !== '' || places.length !== 1) return undefined
  const [place = ''] = places
  const isTotal = SUM.test(place) || (TOTAL_AFTER.test(place) && (!isHome || names.has(place.replace(TOTAL_AFTER, ''))))
  return isTotal ? { kind: 'totals', units: undefined, isLabelled: true } : undefined
}

/** Whether a row states a figure of the rows above, with its label in place of a unit, a property or a resident, and nothing but figures next to it. */
function isOfFigure(label: string, filled: readonly number[], cells: readonly string[], columns: Columns): boolean {
  const unit = columns.indexOf.get('unit') ?? -1
  const isUnit = isFigureLabel(cleanCell(cells[unit] ?? ''))
  if (!isUnit && !isFigureLabel(label, true)) return false
  const at = isUnit ? unit : filled[0]
  const places = isUnit ? PLACES.map(place => columns.indexOf.get(place)) : []
  return filled.every(index => index === at || places.includes(index) || isFigure(cleanCell(cells[index] ?? '')))
}

const BARE_TOTAL = /^(?:grand )?(?:sub[- ]?)?totals?:?$/i

const PAGE =
  /^page:? \d+(?: ?(?:of|\/) ?\d+)?$|^(?:printed|generated|exported|created|run)\b.*\d[/:-]\d|\bas of\b.*\d|\brent ?roll\b|^(?:period|month|date|time)\s*[:=].*\d/i

/** Whether the only text of a row is the title of a report, the number of a page, or a day, and so no heading. */
export function isPageLine(text: string): boolean {
  return PAGE.test(text) || (/[/:,]/.test(text) && parseDay(text) !== undefined)
}

function classifyLoneCell(text: string, columns: Columns, names: NamesAbove): RowKind {
  if (OCCUPIED.test(text) || isPageLine(text)) return { kind: 'nothing' }
  const units = unitsIn(text)
  if (units !== undefined) return { kind: 'totals', units, isLabelled: true }
  const label = text.replace(ARROW, '').replace(HEADING_OF, '')
  if (isListOfHomes(columns) && !TOTAL.test(label)) return { kind: 'unit' }
  const word = label.replace(/\s*\(?\d*\)?$/, '')
  const status = parseStatus(word) ?? parseStatus(word.replace(/ (?:residents|tenants|leases|units)$/i, ''))
  if (status) return { kind: 'section', section: { label, status } }
  if (isOfFormer(word)) return { kind: 'section', section: { label, status, isFormer: true } }
  if (TOTAL.test(label) && !parseAddress(label) && !names.isNew(label)) return { kind: 'nothing' }
  const building = buildingIn(text)
  if (building !== undefined)
    return { kind: 'section', section: { label: building, status: undefined, isBuilding: true } }
  // If the first column is the unit, a label alone is a unit whose other cells are missing.
  const beginsWithUnit = columns.indexOf.get('unit') === firstColumn(columns)
  return beginsWithUnit && UNIT_LABEL.test(text)
    ? { kind: 'unit' }
    : { kind: 'section', section: { label, status: undefined } }
}

/** The properties and headings that a file has named so far, by which a property called “Total Wine Lofts” is distinguished from the total of “Wine Lofts”. */
export class NamesAbove {
  readonly #names = new Set<string>()

  add(name: string): string {
    this.#names.add(comparable(name))
    return name
  }

  /** Whether the text is one of the names, or begins with one and an address. */
  has(text: string): boolean {
    return this.#names.has(comparable(text)) || this.#names.has(comparable(parseProperty(text).name))
  }

  /** Whether a label that begins with “Total” is a name, because what follows the word is neither a name above it nor what a total adds up. */
  isNew(label: string): boolean {
    const name = TOTAL.test(label) ? label.replace(TOTAL, '').trim() : ''
    return /^[a-z]/i.test(name) && !ADDED_UP.test(name) && !this.#names.has(comparable(name))
  }
}

function buildingIn(heading: string): string | undefined {
  const [, labelled, short] = BUILDING.exec(heading.replace(ARROW, '')) ?? []
  return labelled ?? short
}

/** Whether a building is named by no more than a letter or a number, so that other properties may have one of the same name. */
export function isOfAnyProperty(building: string): boolean {
  return !/\p{L}{3}/u.test(building.replace(/\b(?:building|bldg|tower|block|phase|number)\b/gi, ''))
}

function unitsIn(label: string): number | undefined {
  const count = UNITS.exec(label)?.[1]
  return count === undefined ? undefined : Number(count.replaceAll(',', ''))
}

export function isRepeatedHeader(cells: string[], columns: Columns): boolean {
  const flat = (cell = '') => cell.replace(/\s+/g, ' ').trim()
  const lines = columns.lines ?? [ownHeaders(columns)]
  return lines.some(line => columns.headers.every((_, index) => flat(line[index]) === flat(cells[index])))
}
