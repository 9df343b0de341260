/** Repairs the text of cells that programs have garbled on its way to the file, and finds text that has lost a letter. */
import { counted } from '#server/base/text.ts'
import { type CodePage, DOS, MACINTOSH, WINDOWS } from './code-pages.ts'
import type { RentRollProblem } from './records.ts'
import { quote } from './row-cells.ts'
import type { TableRow } from './table.ts'

/** The findings about the text of a file: for each kind, the first cell and the number of cells. */
export type TextFindings = {
  /** Whether the letters of the file show that it is in the encoding of MS-DOS. */
  isDos?: boolean
  decoded?: Found
  repaired?: Found
  lost?: Found
}

type Found = { line: number; column: number; was: string; is: string; cells: number }

/** Repairs the cells of a row, and notes what is found. */
export function repairRow(row: TableRow, findings: TextFindings): TableRow {
  const { line, cells } = row
  for (let column = 0; column < cells.length; column++) {
    const was = cells[column]!
    // Nearly every cell is plain, and looking closer costs several times as much.
    if (!MAY_BE_GARBLED.test(was) || was.length > MAX_CELL_LENGTH) continue
    const is = repaired(was)
    cells[column] = is
    const note = (found: Found | undefined): Found =>
      found ? Object.assign(found, { cells: found.cells + 1 }) : { line, column, was, is, cells: 1 }
    if (is !== was) findings.repaired = note(findings.repaired)
    if (hasLost(is)) findings.lost = note(findings.lost)
    else if (findings.isDos && is === was && BEYOND_ASCII.test(is)) findings.decoded = note(findings.decoded)
  }
  return row
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with one
const BEYOND_ASCII = /[^\u0000-\u007f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with one
const MAY_BE_GARBLED = /[^\u0000-\u007f]|&#?[a-z\d]{2,6};|[a-z]\?[a-z]/i
/** The longest cell that is searched for garbled text. */
const MAX_CELL_LENGTH = 10_000

/** The text as it was before a program wrote it in the notation of web pages, or decoded it in the wrong encoding. */
export function repaired(text: string): string {
  const plain = text.includes('&') ? text.replace(ENTITY, characterOf) : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with one
  return plain.replace(/[^\u0000-\u007f]{2,}/g, run => encodedOnce(run) ?? run)
}

const ENTITY =
  /&(?:#(\d{2,5})|#x([\da-f]{2,4})|([a-z])(acute|grave|uml|circ|tilde|cedil)|(amp|quot|apos|lt|gt|nbsp));/gi
const MARKS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  uml: '\u0308',
  circ: '\u0302',
  tilde: '\u0303',
  cedil: '\u0327',
}
const NAMED: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', nbsp: ' ' }

function characterOf(entity: string, decimal?: string, hex?: string, letter?: string, mark = '', name = ''): string {
  if (letter) return `${letter}${MARKS[mark.toLowerCase()]}`.normalize('NFC')
  if (name) return NAMED[name.toLowerCase()] ?? entity
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return /[^\p{C}]/u.test(String.fromCharCode(code)) ? String.fromCharCode(code) : entity
}

/** The letters and marks of English and of names in the United States; a run that would become others was not encoded twice. */
const LIKELY = /^[\u00a0-\u017f\u2010-\u2027\u2030-\u203a\u20ac\u2122]+$/
const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/** The letters of a run that was written in UTF-8 and read in another encoding, such as `é` for `Ã©`; undefined if the run is no such text. */
function encodedOnce(run: string): string | undefined {
  for (const page of [WINDOWS, MACINTOSH, DOS]) {
    const once = decodedFrom(run, page)
    if (once !== undefined && LIKELY.test(once)) return once
  }
  return undefined
}

function decodedFrom(run: string, page: CodePage): string | undefined {
  try {
    const bytes = page.bytesBeyondAscii(run)
    return bytes && UTF_8.decode(bytes)
  } catch {
    return undefined
  }
}

/** A letter that a program could not write, and a mark within a word, as which a letter of another encoding is read. */
const LOST = /\ufffd|\p{L}[¡¢£¤¥‚ƒ‡√]\p{L}|\p{Ll}[ŽŠ](?!\p{L})|^[^:/=]*\p{Ll}\?\p{Ll}[^:/=]*$/u

const hasLost = (text: string) => LOST.test(text)

/** Returns the problems of the text of a file; `headers` are those of its columns. */
export function problemsOfText(findings: TextFindings, headers: readonly string[]): RentRollProblem[] {
  const { decoded, repaired: again, lost } = findings
  const problem = ({ line, column }: Found, reason: string): RentRollProblem[] => [
    { line, column: headers[column] || 'Text', reason, leftOut: 'value' },
  ]
  return [
    ...(decoded
      ? problem(
          decoded,
          `The file is read in the encoding of MS-DOS, in which this is ${quote(decoded.is)}. It is imported as such. Check that this is right.`,
        )
      : []),
    ...(again
      ? problem(
          again,
          `${quote(again.was)} is read and imported as ${quote(again.is)}, because a program saved its letters in the wrong encoding${inAll(again)}. Check that this is right.`,
        )
      : []),
    ...(lost
      ? problem(
          lost,
          `${quote(lost.is)} seems to have lost a letter, because a program saved the file in the wrong encoding${inAll(lost)}. It is imported as it is. Export the file again as a workbook or as “CSV UTF-8”, or correct it.`,
        )
      : []),
  ]
}

function inAll({ cells }: Found): string {
  return cells === 1 ? '' : `, here and in ${counted(cells - 1, 'more cell')}`
}
