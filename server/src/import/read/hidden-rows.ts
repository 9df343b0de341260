/**
 * Finds the rows and columns that a sheet hides, by a filter for example: they are imported like the others, but whoever sent the file does not see
 * them.
 */
import type { HiddenRows } from './sheet-choice.ts'
import { inflated, pathOf } from './shown-labels.ts'
import { type Part, partsOf } from './workbook-archive.ts'
import { attribute } from './workbook-xml.ts'

/** Reads the text of the sheet, because the library that reads the rows does not pass on whether they are hidden. */
export async function readHiddenRows(bytes: Buffer, sheet: string): Promise<HiddenRows | undefined> {
  const parts = partsOf(bytes)
  const part = parts.get(pathOf(sheet, parts) ?? '')
  return part && hiddenRowsIn(part)
}

const ROW = /<(?:\w+:)?row\b([^<>]*)>/g
const HIDDEN = /\shidden\s*=\s*["'](?:1|true)["']/
const VALUE = /<(?:\w+:)?(?:v|is)\b/
/** The longest text of a tag, which may be cut off at the end of a piece of the sheet. */
const MAX_TAG = 1_000
/** The longest row that is waited for, in characters. */
const MAX_ROW = 256 * 1024

async function hiddenRowsIn(part: Part): Promise<HiddenRows | undefined> {
  const hidden: HiddenRows = { rows: 0, line: 0 }
  let rest = ''
  for await (const chunk of inflated(part)) {
    rest += chunk
    let end = Math.max(0, rest.length - MAX_TAG)
    // Most sheets hide nothing, and a search for a word costs less than one for each row.
    for (const { 0: tag, 1: attributes = '', index } of rest.includes('hidden') ? rest.matchAll(ROW) : []) {
      if (!HIDDEN.test(attributes)) continue
      const start = index + tag.length
      const close = attributes.endsWith('/') ? start : rest.indexOf('row>', start)
      if (close === -1) {
        end = rest.length - index > MAX_ROW ? rest.length : index
        break
      }
      end = Math.max(end, close)
      if (!VALUE.test(rest.slice(start, close))) continue
      if (hidden.rows++ === 0) hidden.line = Number(attribute(attributes, 'r') ?? 1)
    }
    rest = rest.slice(end)
  }
  return hidden.rows > 0 ? hidden : undefined
}

/** The positions of the columns that a sheet hides, which stand above its rows. */
export async function readHiddenColumns(bytes: Buffer, sheet: string): Promise<ReadonlySet<number>> {
  const parts = partsOf(bytes)
  const part = parts.get(pathOf(sheet, parts) ?? '')
  let head = ''
  for await (const chunk of part ? inflated(part) : []) {
    head += chunk
    if (/<(?:\w+:)?sheetData\b/.test(head) || head.length > MAX_ROW) break
  }
  const columns = new Set<number>()
  for (const [, attributes = ''] of head.matchAll(/<(?:\w+:)?col\b([^<>]*)>/g)) {
    if (!HIDDEN.test(attributes) && attribute(attributes, 'width') !== '0') continue
    const [from, to] = ['min', 'max'].map(name => Number(attribute(attributes, name) ?? 0)) as [number, number]
    for (let column = from; column <= Math.min(to, MAX_SHEET_COLUMNS); column++) columns.add(column - 1)
  }
  return columns
}

const MAX_SHEET_COLUMNS = 16_384
