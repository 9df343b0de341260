/**
 * Finds the cells of a workbook that a reader of values would get wrong: those whose number format shows more than the number, such as 0312 for 312
 * under the format `0000`, or only its cents, and formulas that were saved without their value, as some programs do, which are not empty.
 */
import { createInflateRaw } from 'node:zlib'
import { HAS_COMPUTED, shownCents, showsCents } from './shown-cents.ts'
import { type Part, partsOf } from './workbook-archive.ts'
import { damaged, isDeflated, textOfPart } from './workbook-parts.ts'
import { attribute, plainText } from './workbook-xml.ts'

/** Returns the text that the sheet shows, by row (1-based) and column (0-based); undefined for a cell whose value is its text. */
export type ShownLabels = (row: number, column: number) => string | undefined

/**
 * Reads the styles of a workbook, and the sheet only if a style shows labels, or if the sheet has formulas or amounts with more than cents, which most
 * workbooks do not. The library that reads the rows does not pass on number formats while it streams, and reading a large sheet at once would need too
 * much memory.
 */
export async function readShownLabels(bytes: Buffer, sheet: string): Promise<ShownLabels> {
  const parts = partsOf(bytes)
  const masks = masksIn(textOfPart(parts.get('xl/styles.xml')))
  const part = parts.get(pathOf(sheet, parts) ?? '')
  const hasLabels = [...masks.values()].some(mask => mask !== shownCents)
  if (!part || (!hasLabels && !(await hasFormulas(part)))) return () => undefined
  const shown = new Map<string, string>()
  const cell: OpenCell = { row: 0, reference: undefined, mask: undefined, isNumber: false }
  let rest = ''
  for await (const chunk of inflated(part)) {
    rest += chunk
    let end = 0
    for (const found of rest.matchAll(TAG)) {
      end = found.index + found[0].length
      const [, tag = '', attributes = '', text = ''] = found
      if (tag === 'row') cell.row = Number(attribute(attributes, 'r') ?? cell.row + 1)
      if (tag === 'c') Object.assign(cell, openCell(attributes, masks))
      if (cell.reference === undefined) continue
      const key = `${cell.row} ${columnOf(cell.reference)}`
      if (tag === 'f' && cell.isNumber && shown.size < MAX_FORMULAS) shown.set(key, `=${plainText(text).slice(0, 80)}`)
      if (tag !== 'v' || text === '') continue
      const value = cell.mask?.(text)
      if (value === undefined) shown.delete(key)
      else shown.set(key, value)
    }
    rest = rest.slice(end).slice(-MAX_UNREAD)
  }
  return (line, column) => shown.get(`${line} ${column}`)
}

/** The start of a row, a cell or a value, with the text after it. */
const TAG = /<(?:\w+:)?(row|c|f|v)\b([^<>]*)>([^<]*)(?=<)/g
const WHOLE = /^(\d{1,15})(?:\.0+)?$/
/** The longest piece between two tags that is buffered, in characters: Excel's limit of a cell, 32,767, with room for its markup. */
const MAX_UNREAD = 65_536

/** What the sheet shows for a number; undefined if that is the number itself. */
type Mask = (number: string) => string | undefined

/** The cell that is being read; `mask` is undefined if its value is its text. */
type OpenCell = { row: number; reference: string | undefined; mask: Mask | undefined; isNumber: boolean }

function openCell(attributes: string, masks: ReadonlyMap<string, Mask>): Omit<OpenCell, 'row'> {
  const isNumber = (attribute(attributes, 't') ?? 'n') === 'n'
  const mask = isNumber ? masks.get(attribute(attributes, 's') ?? '') : undefined
  return { reference: attribute(attributes, 'r'), mask, isNumber }
}

/** The most formulas without a value that are kept. */
const MAX_FORMULAS = 100_000

/** Whether a sheet has formulas, or numbers that seem to be computed. */
async function hasFormulas(part: Part): Promise<boolean> {
  let before = ''
  for await (const chunk of inflated(part)) {
    const text = before + chunk
    if (/<(?:\w+:)?f[ >/]/.test(text) || HAS_COMPUTED.test(text)) return true
    before = text.slice(-40)
  }
  return false
}

/** The position of a column, such as 27 for `AB12`. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]+/i.exec(reference)?.[0].toUpperCase() ?? 'A'
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/**
 * The styles that show digits in a mask, by their index: `0000`, `000-0000`, `"A-"000`, and those that show cents. Dates, percentages and other numbers
 * are left unchanged.
 */
function masksIn(styles: string): ReadonlyMap<string, Mask> {
  const formats = new Map<string, string>()
  for (const [, attributes = ''] of styles.matchAll(/<(?:\w+:)?numFmt\b([^<>]*)>/g)) {
    formats.set(attribute(attributes, 'numFmtId') ?? '', attribute(attributes, 'formatCode') ?? '')
  }
  const opening = /<(?:\w+:)?cellXfs\b[^<>]*>/.exec(styles)
  const from = opening ? opening.index + opening[0].length : styles.length
  const cellStyles = styles.slice(from, Math.max(from, styles.indexOf('cellXfs>', from)))
  const masks = new Map<string, Mask>()
  let index = 0
  for (const [, attributes = ''] of cellStyles.matchAll(/<(?:\w+:)?xf\b([^<>]*)>/g)) {
    const id = attribute(attributes, 'numFmtId') ?? ''
    const mask = showsCents(id, formats.get(id)) ? shownCents : maskOf(formats.get(id) ?? '')
    if (mask) masks.set(String(index), mask)
    index++
  }
  return masks
}

/** Returns the mask of a format; undefined if the format shows digits unchanged or is of another kind. */
function maskOf(format: string): Mask | undefined {
  // The first section is for numbers above zero. A quoted text and a character after a backslash are shown as they are.
  const [section = ''] = format.split(';')
  const pieces = section.match(/"[^"]*"|\\.|\[[^\]]*\]|./g) ?? []
  const isMask = pieces.every(piece => /^(?:0|"[^"]*"|\\.|[- ()])$/.test(piece))
  const zeros = pieces.filter(piece => piece === '0').length
  // After a single zero comes a unit of measure, such as `0 "sf"`, and not a part of a label.
  if (!isMask || zeros === 0 || (zeros === 1 && (pieces[0] === '0' || /^[- (]$/.test(pieces[0] ?? ''))))
    return undefined
  return number => {
    const digits = WHOLE.exec(number)?.[1]
    if (digits === undefined) return undefined
    const padded = digits.padStart(zeros, '0')
    let at = padded.length - zeros
    let isFirst = true
    return pieces
      .map(piece => {
        if (piece !== '0') return piece.replace(/^"([^"]*)"$|^\\(.)$/, '$1$2')
        const shown = isFirst ? padded.slice(0, ++at) : padded[at++]
        isFirst = false
        return shown
      })
      .join('')
  }
}

/** Yields the text of a part in pieces. Refuses a part that is longer than its directory states, because only that size was checked. */
export async function* inflated(part: Part): AsyncGenerator<string> {
  const { bytes, size } = part
  if (!isDeflated(part)) {
    yield bytes.toString('utf8')
    return
  }
  const stream = createInflateRaw()
  stream.end(bytes)
  stream.setEncoding('utf8')
  let length = 0
  for await (const chunk of stream) {
    length += (chunk as string).length
    if (length > size) throw damaged('one of its parts is longer than its directory states')
    yield chunk as string
  }
}

/** Finds the part of a sheet by the sheet's name. */
export function pathOf(sheet: string, parts: ReadonlyMap<string, Part>): string | undefined {
  const workbook = textOfPart(parts.get('xl/workbook.xml'))
  const found = [...workbook.matchAll(/<(?:\w+:)?sheet\b([^<>]*)>/g)].find(
    ([, attributes = '']) => attribute(attributes, 'name') === sheet,
  )
  const id = attribute(found?.[1] ?? '', '\\w+:id')
  const links = textOfPart(parts.get('xl/_rels/workbook.xml.rels'))
  for (const [, attributes = ''] of links.matchAll(/<(?:\w+:)?Relationship\b([^<>]*)>/g)) {
    if (attribute(attributes, 'Id') !== id) continue
    const target = attribute(attributes, 'Target') ?? ''
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`
  }
  return undefined
}
