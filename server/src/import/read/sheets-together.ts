/**
 * Decides by their first rows which sheets of a workbook are one rent roll: those with the columns of the first one, unless they are of another day.
 * Whether their units are in an earlier sheet already is known only when they are read (joined-sheets.ts).
 */
import { Refusal } from '#server/base/refusal.ts'
import { parseAddress } from './addresses.ts'
import type { Columns } from './columns.ts'
import { dayIn, propertyIn } from './layouts/banner.ts'
import type { LayoutName } from './layouts/layout-name.ts'
import type { Mapping } from './mapping.ts'
import { readRollHeader } from './roll-header.ts'
import { quote } from './row-cells.ts'
import type { SheetChoice } from './sheet-choice.ts'
import { isFullName, readSheetName } from './sheet-names.ts'
import type { TableRow } from './table.ts'
import { hasProperty } from './table-columns.ts'
import type { FirstRows } from './workbook.ts'

/**
 * `property` is that of the first sheet, `more` are the sheets to read with it, and `asOf` is the day that any of them states. `left` are the sheets that
 * are not read, each with the reason.
 */
type Together = {
  property: string | undefined
  asOf: string | undefined
  more: { name: string; property: string | undefined }[]
  left: { name: string; why: string }[]
}

type Choice = { layout?: LayoutName; mapping?: Mapping }

/** What the first rows of a sheet state. */
type Facts = {
  layout: string | undefined
  fields: ReadonlySet<string>
  titles: readonly string[]
  day: string | undefined
  /** Whether the rows name their property, or a labeled title does, such as `Property: Oak House`. */
  namesProperty: boolean
}

/** Returns the sheets that are one rent roll with the chosen one, from the first rows of each sheet that looks like one. */
export async function sheetsTogether(
  sheet: SheetChoice | undefined,
  firstRows: FirstRows,
  choice: Choice,
): Promise<Together> {
  const none: Together = { property: undefined, asOf: undefined, more: [], left: [] }
  if (!sheet?.alike) return none
  const facts = new Map<string, Facts>()
  const { left } = none
  for (const [name, rows] of firstRows) {
    const found = await factsOf(rows, choice)
    if (typeof found !== 'string') facts.set(name, found)
    else if (name === sheet.name) return none
    else left.push({ name, why: found })
  }
  const first = facts.get(sheet.name)
  if (!first) return none
  const more: Together['more'] = []
  let { day } = first
  for (const [name, each] of facts) {
    if (each === first) continue
    const why = whyApart(name, each, { ...first, day, name: sheet.name })
    if (why !== undefined) left.push({ name, why })
    else {
      more.push({ name, property: propertyOf(name, each, facts) })
      day ??= each.day
    }
  }
  return more.length === 0
    ? { ...none, left }
    : { property: propertyOf(sheet.name, first, facts), asOf: day, more, left }
}

/** Returns what the first rows of a sheet state, or, as text, why the sheet cannot be read. */
async function factsOf(first: readonly TableRow[], { layout, mapping }: Choice): Promise<Facts | string> {
  const rows = (async function* () {
    yield* first
  })()
  try {
    const choice = { ...(layout && { layout }), remembered: mapping?.layouts }
    const table = await readRollHeader(rows, { ...choice, asOf: ANY_DAY })
    const isOurs = !('layout' in table)
    return {
      layout: table.header.layout?.name,
      fields: new Set<string>(table.columns.indexOf.keys()),
      titles: table.titles,
      day: dayIn(table.titles),
      namesProperty: isOurs ? table.property !== undefined || hasProperty(table.columns as Columns) : false,
    }
  } catch (error) {
    if (error instanceof Refusal) return 'it looks like another kind of list.'
    throw error
  }
}

/** Stands in for the day of a sheet, so that a sheet without one is refused only when it is read. */
const ANY_DAY = '2000-01-01'

/** Returns why a sheet is not read together with the first one; undefined if it is. */
function whyApart(name: string, each: Facts, first: Facts & { name: string }): string | undefined {
  if (readSheetName(name).isOther) return 'its name is that of a month, of a copy or of a list other than a rent roll.'
  if (each.day !== undefined && first.day !== undefined && each.day !== first.day)
    return `it is as of a different day, ${each.day}.`
  const missing = first.fields.difference(each.fields).size
  if (each.layout !== first.layout || 4 * missing > first.fields.size)
    return `it lacks columns of the sheet ${quote(first.name)}.`
  return undefined
}

/**
 * Returns the property that a sheet is named after: its full name if a title has it, and its address if a title has one. Returns undefined if the table
 * names its property itself.
 */
function propertyOf(
  name: string,
  { titles, layout, namesProperty }: Facts,
  all: ReadonlyMap<string, Facts>,
): string | undefined {
  if (namesProperty) return undefined
  const title = propertyIn(titles)
  const isOwn =
    title !== undefined && [...all.values()].filter(other => propertyIn(other.titles) === title).length === 1
  const { property: named } = readSheetName(name)
  if (layout !== undefined && isOwn) return undefined
  const found =
    named !== undefined ? (titles.find(text => isFullName(text, named)) ?? named) : isOwn ? title : undefined
  const address = titles.find(text => /^\d/.test(text) && parseAddress(text)?.postal_code !== undefined)
  return found !== undefined && address !== undefined && !/\d{5}/.test(found) ? `${found} - ${address}` : found
}
