/**
 * Reads a JSON body from its bytes after one bounded scan, which makes sure that they are UTF-8, that no object repeats a name, that the body
 * has no more parts than any call accepts, and that no fraction is read as a whole number.
 */
import { isUtf8 } from 'node:buffer'
import { asError } from './as-error.ts'
import { IS_EMPTY, placeIn, refuseFieldErrors } from './field-errors.ts'

/**
 * The limits are far more than any call needs: the largest body is a payment with 1,000 allocations, about 3,000 values. Without them, JSON.parse
 * alone takes 60 ms of processor time for a body of 1 MiB with 80,000 names, and 40 ms for one of half a million brackets.
 */
const MAX_LEVELS = 32
const MAX_FIELDS = 1_000
const MAX_VALUES = 10_000

/** The value of `bytes`; throws a Refusal(invalid_request) that names the first place that is not valid. */
export function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return refuseIllFormed(bytes)
  const text = withoutMark(bytes.toString('utf8'))
  if (text === '') return refuse('', IS_EMPTY.message)
  inspect(text)
  try {
    return JSON.parse(text)
  } catch (error) {
    return refuse('', `is not valid JSON${explained(asError(error).message, text)}`)
  }
}

/**
 * The place and the reason for which the parser stopped, taken from its message. About a character that it does not expect, such as the first of NaN or
 * None, the message quotes the body, which an error must not, and does not say where it is.
 */
function explained(message: string, text: string): string {
  const [, first, rest, line, column] =
    /^(\w)([\w',:{}[\] -]*?)(?: in JSON)? at position \d+ \(line (\d+) column (\d+)\)$/.exec(message) ?? []
  if (first) return ` at line ${line}, column ${column}: ${first.toLowerCase()}${rest}`
  if (message === ENDS_TOO_EARLY) return ' because it ends too early'
  if (text.length > MAX_SEARCHED) return ''
  const lines = text.slice(0, lengthOfJson(text)).split('\n')
  return ` at line ${lines.length}, column ${lines.at(-1)!.length + 1}: unexpected character`
}

const ENDS_TOO_EARLY = 'Unexpected end of JSON input'
/** Looking for a place parses the text up to 16 times, which takes 5 ms at this length. */
const MAX_SEARCHED = 64 * 1024

/** How many characters at the beginning of `text`, which is not JSON, could be the beginning of JSON. */
function lengthOfJson(text: string): number {
  let [sound, broken] = [0, text.length]
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1
    if (canContinue(text.slice(0, middle))) sound = middle
    else broken = middle
  }
  return sound
}

function canContinue(beginning: string): boolean {
  try {
    JSON.parse(beginning)
    return true
  } catch (error) {
    const { message } = asError(error)
    const [, position = -1] = / at position (\d+) /.exec(message) ?? []
    return message === ENDS_TOO_EARLY || Number(position) >= beginning.length
  }
}

/** An object or list that is still open at the position of the scan; a list has no names. */
type Open = { names: Set<string> | undefined; step: string | number }

const QUOTE = 0x22
const COMMA = 0x2c
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const CAPITAL_EXPONENT = 0x45
const EXPONENT = 0x65
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Scans the tokens of `text` once and refuses repeated names, too many parts, and fractions that would be read as whole numbers. Text that is not JSON
 * at all is left to JSON.parse, which runs afterward. `illFormedAt` is the position of a byte whose place the refusal names; each character of `text`
 * then stands for one byte.
 */
function inspect(text: string, illFormedAt = Number.POSITIVE_INFINITY): void {
  const open: Open[] = []
  let [values, fractions] = [0, 0]
  let isName = false
  const count = () => {
    if (++values > MAX_VALUES) refuse(pathTo(open.slice(0, 1)), 'has more than 10,000 values')
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if ((code === DOT || code === EXPONENT || code === CAPITAL_EXPONENT) && isDigit(text, at - 1)) {
      const [start, end] = numberAround(text, at)
      // Text with more of them than values is not JSON, and reading a million of them would take long.
      if (fractions++ <= MAX_VALUES && isRounded(text.slice(start, end))) refuse(pathTo(open), ROUNDED)
      at = end - 1
    } else if (code === QUOTE) {
      const end = endOfString(text, at)
      if (illFormedAt <= end) refuse(illFormedAt < at ? '' : pathTo(isName ? open.slice(0, -1) : open), ILL_FORMED)
      if (end === text.length) return
      if (isName) takeName(open, text.slice(at + 1, end))
      at = end
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (open.length === MAX_LEVELS) refuse(pathTo(open.slice(0, 1)), `has more than ${MAX_LEVELS} levels`)
      count()
      isName = code === OPEN_OBJECT
      open.push(isName ? { names: new Set(), step: '' } : { names: undefined, step: 0 })
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      open.pop()
      isName = false
    } else if (code === COLON) {
      isName = false
    } else if (code === COMMA) {
      count()
      const current = open.at(-1)
      isName = current?.names !== undefined
      if (typeof current?.step === 'number') current.step++
    }
  }
  if (illFormedAt !== Number.POSITIVE_INFINITY) refuse('', ILL_FORMED)
}

/** Where the number begins and ends whose decimal point or exponent is at `at`, without its sign. */
function numberAround(text: string, at: number): [number, number] {
  let [start, end] = [at - 1, at + 1]
  while (isDigit(text, start - 1)) start--
  while (isDigit(text, end) || NUMBER_SIGNS.includes(text.charCodeAt(end))) end++
  return [start, end]
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= ZERO && code <= NINE
}

const NUMBER_SIGNS = [DOT, EXPONENT, CAPITAL_EXPONENT, 0x2b, 0x2d]
const ROUNDED = 'is not a whole number, but would be rounded to one. Write it with at most 15 digits'

/** Whether JSON.parse reads a fraction as a whole number, such as 1e-400 as 0, because it is too close to one. */
function isRounded(number: string): boolean {
  if (!Number.isInteger(Number(number))) return false
  const [, whole = '', decimals = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? []
  const digits = whole + decimals
  let length = digits.length
  while (digits[length - 1] === '0') length--
  return length > 0 && length > whole.length + Number(exponent)
}

/** The position of the quote that ends the string that begins at `start`, or the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}

function takeName(open: Open[], written: string): void {
  const current = open.at(-1) as Open & { names: Set<string> }
  current.step = written.includes('\\') ? unescaped(written) : written
  if (current.names.has(current.step)) refuse(pathTo(open), 'is given more than once')
  current.names.add(current.step)
  if (current.names.size > MAX_FIELDS) refuse(pathTo(open.slice(0, -1)), 'has more than 1,000 fields')
}

/** The name that `written` stands for. A name that is not JSON is returned unchanged, so that JSON.parse refuses it. */
function unescaped(written: string): string {
  try {
    return JSON.parse(`"${written}"`)
  } catch {
    return written
  }
}

function pathTo(open: Open[]): string {
  return open.reduce((path, { step }) => placeIn(path, step), '')
}

const ILL_FORMED = 'must be well-formed Unicode, in UTF-8'

/** Refuses bytes that are not UTF-8, naming the place of the first one. Read as one character per byte, the JSON around it has the same structure. */
function refuseIllFormed(bytes: Buffer): never {
  inspect(bytes.toString('latin1'), lengthOfUtf8(bytes))
  return refuse('', ILL_FORMED)
}

/** How many bytes at the beginning are valid UTF-8. */
function lengthOfUtf8(bytes: Buffer): number {
  // A cut may fall inside a character; among any four positions, at least one is between characters.
  const isSound = (length: number) => [0, 1, 2, 3].some(cut => isUtf8(bytes.subarray(0, Math.max(0, length - cut))))
  let [sound, broken] = [0, bytes.length + 3]
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1
    if (isSound(middle)) sound = middle
    else broken = middle
  }
  return Math.max(0, sound - 3)
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

function refuse(path: string, message: string): never {
  refuseFieldErrors([{ path, message }])
  throw new Error('a field error was not refused')
}
