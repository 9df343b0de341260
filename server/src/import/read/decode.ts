/** Decodes the bytes of a file to text: finds the encoding, and refuses a file that is not text. */
import { isAscii, isUtf8 } from 'node:buffer'
import { Refusal } from '#server/base/refusal.ts'
import { type CodePage, DOS, isDos, MACINTOSH, WINDOWS } from './code-pages.ts'

/**
 * Yields the text in pieces, every line ending as `\n`, without a byte order mark.
 * UTF-8; UTF-16 with or without a mark; when the first byte beyond ASCII is not valid UTF-8, Windows-1252, or Mac Roman if lines end in `\r` alone,
 * or code page 437 of MS-DOS if its letters show that, which is set in `found`.
 */
export async function* decodeText(
  source: AsyncIterable<unknown>,
  found: { isDos?: boolean } = {},
): AsyncGenerator<string> {
  let decoder: Decoder | undefined
  let line = 1
  let heldReturn = ''
  for await (const bytes of piecesOf(source)) {
    decoder ??= chooseDecoder(bytes, found)
    let text = heldReturn + decoder.write(bytes, line)
    // A `\r` at the end of a piece may be half of `\r\n`.
    heldReturn = text.endsWith('\r') ? '\r' : ''
    text = text.slice(0, text.length - heldReturn.length).replace(/\r\n?/g, '\n')
    if (text.includes('\0')) throw refused('This file contains NUL bytes, so it is not a text file.')
    line += countLines(text)
    if (text) yield text
  }
  if (!decoder) throw refused('This file is empty.')
  const rest = decoder.end(line) + (heldReturn && '\n')
  if (rest) yield rest
}

type Decoder = { write(bytes: Buffer, line: number): string; end(line: number): string }

const HEAD_BYTES = 1024
const PIECE_BYTES = 65_536

/** Cuts the bytes into pieces of limited size; the first is long enough to find the encoding. */
async function* piecesOf(source: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0)
  let begun = false
  for await (const chunk of source) {
    let bytes = typeof chunk === 'string' ? Buffer.from(chunk) : asBuffer(chunk)
    if (!begun) {
      head = Buffer.concat([head, bytes])
      if (head.length < HEAD_BYTES) continue
      begun = true
      bytes = head
    }
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES)
  }
  if (!begun && head.length > 0) yield head
}

function asBuffer(chunk: unknown): Buffer {
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  throw new TypeError('a file is read from a stream of bytes')
}

const IMAGE = 'an image'

const FOREIGN_FORMATS: { magic: string; at?: number; is: string }[] = [
  { magic: 'PK\u0003\u0004', is: 'an Excel workbook (.xlsx) or another zip archive' },
  { magic: '\u00d0\u00cf\u0011\u00e0', is: 'an old Excel workbook (.xls)' },
  { magic: '%PDF-', is: 'a PDF' },
  { magic: '\u001f\u008b', is: 'a gzip archive' },
  { magic: '\u0089PNG', is: IMAGE },
  { magic: '\u00ff\u00d8\u00ff', is: IMAGE },
  { magic: 'GIF8', is: IMAGE },
  { magic: 'II*\0', is: IMAGE },
  { magic: 'MM\0*', is: IMAGE },
  { magic: 'RIFF', is: IMAGE },
  // HEIC, as phones take photos; the size of its first part precedes the mark.
  { magic: 'ftyp', at: 4, is: IMAGE },
]

/** Kinds of text that are not tables, recognized by how they begin. Several systems export a web page under the name of a workbook (.xls). */
const FOREIGN_TEXTS = [
  { begins: /^\s*<(?:!doctype html|html|head|meta|style|body|div|table)\b/i, is: 'a web page (HTML)' },
  { begins: /^MIME-Version:/i, is: 'a web archive (MHTML)' },
  { begins: /^\s*<\?xml\b/i, is: 'XML' },
  { begins: /^\{\\rtf/, is: 'a text document (RTF)' },
]

function chooseDecoder(head: Buffer, found: { isDos?: boolean }): Decoder {
  const start = head.toString('latin1', 0, 8)
  const foreign = FOREIGN_FORMATS.find(({ magic, at }) => start.startsWith(magic, at))
  // In UTF-16, every other byte of text in the Latin alphabet is zero.
  const text = head.toString('utf8').replace(/^\ufeff|^\ufffd\ufffd|\0/g, '')
  const is = foreign?.is ?? FOREIGN_TEXTS.find(({ begins }) => begins.test(text))?.is
  if (is) throw refused(`This file is ${is}, not CSV.`)
  if (start.startsWith('\u00ff\u00fe')) return utf16('utf-16le')
  if (start.startsWith('\u00fe\u00ff')) return utf16('utf-16be')
  // In UTF-8, no byte of text is zero.
  const [even, odd] = zeroShares(head)
  if (odd > 0.4 && even < 0.1) return utf16('utf-16le')
  if (even > 0.4 && odd < 0.1) return utf16('utf-16be')
  return utf8OrCodePage(start.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0, found)
}

function zeroShares(head: Buffer): [number, number] {
  const zeros: [number, number] = [0, 0]
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2 === 0 ? 0 : 1]++
  })
  return [(2 * zeros[0]) / head.length, (2 * zeros[1]) / head.length]
}

function utf16(label: 'utf-16le' | 'utf-16be'): Decoder {
  const decoder = new TextDecoder(label, { fatal: true })
  const decode = (line: number, run: () => string) => {
    try {
      return run()
    } catch {
      throw refused(`This file begins as UTF-16 but is damaged near line ${line}.`)
    }
  }
  return {
    write: (bytes, line) => decode(line, () => decoder.decode(bytes, { stream: true })),
    end: line => decode(line, () => decoder.decode()),
  }
}

/**
 * Decodes UTF-8, or a code page from the first invalid byte on. A stream cannot look ahead for that byte and need not: all of them agree on the ASCII
 * before it. A file with valid UTF-8 beyond ASCII before that byte is refused, because either reading would garble names.
 */
function utf8OrCodePage(skip: number, found: { isDos?: boolean }): Decoder {
  let fallback: CodePage | undefined
  let endsLines = { byReturn: false, byNewline: false }
  let asciiSoFar = true
  let unfinished = Buffer.alloc(0)

  const decode = (bytes: Buffer, line: number): string => {
    if (fallback) return fallback.decode(bytes)
    endsLines = {
      byReturn: endsLines.byReturn || bytes.includes(13),
      byNewline: endsLines.byNewline || bytes.includes(10),
    }
    if (isAscii(bytes)) return bytes.toString('latin1')
    const text = bytes.toString('utf8')
    if (isUtf8(bytes)) {
      asciiSoFar = false
      return text
    }
    const before = text.slice(0, text.indexOf('\ufffd'))
    if (!asciiSoFar || !isAscii(Buffer.from(before))) {
      const where = line + countLines(before.replace(/\r\n?/g, '\n'))
      throw refused(`This file mixes text encodings: it is UTF-8 before line ${where}, but that line is not.`)
    }
    fallback = codePageOf(bytes, endsLines)
    if (fallback === DOS) found.isDos = true
    return fallback.decode(bytes)
  }

  return {
    write(bytes, line) {
      const whole = Buffer.concat([unfinished, bytes.subarray(skip)])
      skip = 0
      const cut = fallback ? whole.length : whole.length - unfinishedLength(whole)
      unfinished = Buffer.from(whole.subarray(cut))
      return decode(whole.subarray(0, cut), line)
    },
    end: line => decode(unfinished, line),
  }
}

/** The code page of the first bytes that are not UTF-8. Only Excel's “CSV (Macintosh)” ends lines by a return alone. */
function codePageOf(bytes: Buffer, endsLines: { byReturn: boolean; byNewline: boolean }): CodePage {
  if (endsLines.byReturn && !endsLines.byNewline) return MACINTOSH
  return isDos(bytes) ? DOS : WINDOWS
}

/** Counts the bytes at the end that begin a UTF-8 sequence, which the next piece may complete. */
function unfinishedLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}

function refused(what: string): Refusal {
  return new Refusal(
    'invalid_request',
    `${what} Export it as CSV or as an Excel workbook (.xlsx): in AppFolio choose Export, CSV; in Excel, Save As, “CSV UTF-8 (Comma delimited)”.`,
  )
}
