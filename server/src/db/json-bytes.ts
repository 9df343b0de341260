/**
 * Writes values as JSON, byte by byte, into one buffer that all calls share, since nothing waits while one is written. Each function writes at `at`
 * and returns where it ended; `reserve` has made room before.
 */

const [TAB, NEWLINE, FORM_FEED, RETURN, BACKSPACE] = Buffer.from('\t\n\f\r\b') as unknown as Five
const [QUOTE, BACKSLASH, COMMA, OPENING_BRACKET, CLOSING_BRACKET] = Buffer.from('"\\,[]') as unknown as Five
const [DASH, SPACE, POINT, PLUS, ZERO] = Buffer.from('- .+0') as unknown as Five
const [LETTER_T, LETTER_Z, LOWER_T, LOWER_U, LOWER_B] = Buffer.from('TZtub') as unknown as Five
const HEX = Buffer.from('0123456789abcdef')
type Five = [number, number, number, number, number]

/** What follows the backslash in place of a byte that is not allowed in a JSON string; `u` is followed by its code. */
const ESCAPES = new Uint8Array(256).fill(LOWER_U, 0, SPACE)
ESCAPES[QUOTE] = QUOTE
ESCAPES[BACKSLASH] = BACKSLASH
ESCAPES[BACKSPACE] = LOWER_B
for (const [byte, letter] of [
  [TAB, 't'],
  [NEWLINE, 'n'],
  [FORM_FEED, 'f'],
  [RETURN, 'r'],
] as const) {
  ESCAPES[byte] = letter.charCodeAt(0)
}
/** The most bytes that one byte of a string becomes. */
export const MAX_ESCAPED_BYTES = 6
const TRUE = Buffer.from('true')
const FALSE = Buffer.from('false')
export const NULL = Buffer.from('null')

/** What has been written so far. Nothing waits while it is being written, so all calls share it. */
let json = Buffer.allocUnsafe(256 * 1024)
const MAX_KEPT_BYTES = 4 * 1024 * 1024

/** What was written up to `end`, as a string. */
export function textUpTo(end: number): string {
  const text = json.toString('utf8', 0, end)
  if (json.length > MAX_KEPT_BYTES) json = Buffer.allocUnsafe(MAX_KEPT_BYTES)
  return text
}

/** Makes room for `more` bytes after `end`. */
export function reserve(end: number, more: number): void {
  if (end + more <= json.length) return
  const larger = Buffer.allocUnsafe((end + more) * 2)
  json.copy(larger, 0, 0, end)
  json = larger
}

export function writeByte(byte: number, at: number): number {
  json[at] = byte
  return at + 1
}

/** Writes text that is JSON already. */
export function writeJsonText(text: string, at: number): number {
  return at + json.write(text, at)
}

/** Writes a boolean, which PostgreSQL sends as `t` or `f`. */
export function writeBoolean(byte: number, at: number): number {
  const word = byte === LOWER_T ? TRUE : FALSE
  return copy(word, 0, word.length, at)
}

/** Copies short pieces, for which a call of the runtime's own copy takes longer. */
export function copy(bytes: Uint8Array, from: number, to: number, begin: number): number {
  const out = json
  let at = begin
  for (let index = from; index < to; index++) out[at++] = bytes[index] as number
  return at
}

/** Writes text as a JSON string. */
export function writeText(bytes: Buffer, from: number, to: number, begin: number): number {
  const out = json
  let at = begin
  out[at++] = QUOTE
  for (let index = from; index < to; index++) {
    const byte = bytes[index]!
    if (ESCAPES[byte] === 0) out[at++] = byte
    else at = writeEscaped(byte, at)
  }
  out[at++] = QUOTE
  return at
}

function writeEscaped(byte: number, begin: number): number {
  const letter = ESCAPES[byte]!
  let at = begin
  json[at++] = BACKSLASH
  json[at++] = letter
  if (letter !== LOWER_U) return at
  json[at++] = ZERO
  json[at++] = ZERO
  json[at++] = HEX[byte >> 4] as number
  json[at++] = HEX[byte & 15] as number
  return at
}

/**
 * Writes an array of strings such as `{one,"two, or \\"three\\"",NULL}`. A string is in quotes unless it is plain, and each quote and backslash in it
 * has a backslash before it.
 */
export function writeTexts(bytes: Buffer, from: number, to: number, begin: number): number {
  let at = begin
  json[at++] = OPENING_BRACKET
  for (let index = from + 1; index < to - 1; index++) {
    if (bytes[index] === COMMA) {
      json[at++] = COMMA
      continue
    }
    const isQuoted = bytes[index] === QUOTE
    let end = index
    if (isQuoted) for (end++; bytes[end] !== QUOTE; end++) end += bytes[end] === BACKSLASH ? 1 : 0
    else while (bytes[end] !== COMMA && end < to - 1) end++
    if (!isQuoted && end - index === NULL.length && bytes.toString('latin1', index, end) === 'NULL') {
      at = copy(NULL, 0, NULL.length, at)
    } else at = isQuoted ? writeQuoted(bytes, index + 1, end, at) : writeText(bytes, index, end, at)
    index = isQuoted ? end : end - 1
  }
  json[at++] = CLOSING_BRACKET
  return at
}

function writeQuoted(bytes: Buffer, from: number, to: number, begin: number): number {
  let at = begin
  json[at++] = QUOTE
  for (let index = from; index < to; index++) {
    if (bytes[index] === BACKSLASH) index++
    const byte = bytes[index]!
    if (ESCAPES[byte] === 0) json[at++] = byte
    else at = writeEscaped(byte, at)
  }
  json[at++] = QUOTE
  return at
}

/** Copies JSON without the space between its parts. */
export function writeJson(bytes: Buffer, from: number, to: number, begin: number): number {
  const out = json
  let at = begin
  let isInText = false
  for (let index = from; index < to; index++) {
    const byte = bytes[index]!
    if (byte === QUOTE) isInText = !isInText
    if (byte === BACKSLASH) out[at++] = bytes[index++] as number
    if (isInText || byte > SPACE) out[at++] = bytes[index] as number
  }
  return at
}

/** Whether the bytes are an instant in UTC such as `2026-01-02 03:04:05.678901+00`. */
export function isInstant(bytes: Buffer, from: number, length: number): boolean {
  const end = from + length
  return (
    length >= 22 &&
    bytes[from + 4] === DASH &&
    bytes[from + 10] === SPACE &&
    bytes[end - 3] === PLUS &&
    bytes[end - 2] === ZERO &&
    bytes[end - 1] === ZERO &&
    (length === 22 || bytes[from + 19] === POINT)
  )
}

/** Writes `2026-01-02T03:04:05.678Z`, cut to the millisecond. */
export function writeInstant(bytes: Buffer, from: number, to: number, begin: number): number {
  let at = begin
  json[at++] = QUOTE
  at = copy(bytes, from, from + 10, at)
  json[at++] = LETTER_T
  at = copy(bytes, from + 11, from + 19, at)
  json[at++] = POINT
  const end = to - '+00'.length
  for (let index = from + 20; index < from + 23; index++) json[at++] = index < end ? (bytes[index] as number) : ZERO
  json[at++] = LETTER_Z
  json[at++] = QUOTE
  return at
}
