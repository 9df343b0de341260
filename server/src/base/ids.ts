/** TypeIDs: `<prefix>_<uuidv7 in 26 Crockford base32 characters>`. They sort by creation time. */
import { randomFillSync, randomUUID } from 'node:crypto'

const ID_PREFIXES = {
  organization: 'org',
  apiKey: 'key',
  portfolio: 'port',
  property: 'prop',
  owner: 'own',
  unit: 'unit',
  resident: 'res',
  lease: 'lease',
  workOrder: 'wo',
  vendor: 'vend',
  file: 'file',
  invoice: 'inv',
  payment: 'pay',
  lead: 'lead',
  message: 'msg',
  webhook: 'wh',
  event: 'evt',
  delivery: 'dlv',
  recovery: 'rcv',
  request: 'req',
  user: 'usr',
  invitation: 'invt',
  note: 'note',
  view: 'view',
} as const

export type IdKind = keyof typeof ID_PREFIXES

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 26 characters hold 130 bits, so the first is at most 7. */
const FORM = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** The value of each digit, indexed by its character code. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)))
const PAIRS = Array.from({ length: 1024 }, (_, bits) => ALPHABET[bits >> 5]! + ALPHABET[bits & 31])

/**
 * A new ID of `kind`, stamped with `nowMs` (milliseconds since the epoch). It is that of a version 7 uuid, made from numbers, because every call
 * needs one: 0.2 µs instead of 1.6.
 */
export function newId(kind: IdKind, nowMs: number): string {
  advance(nowMs)
  takeRandom(8)
  const one = randomPool.readUInt32LE(randomUsed - 8)
  const other = randomPool.readUInt32LE(randomUsed - 4)
  const time = lastMs % 2 ** 40
  const random =
    quad((one >>> 2) & 0xfffff) + quad(other & 0xfffff) + quad((((one >>> 22) & 0xff) << 12) | (other >>> 20))
  const counted = quad(((0x7000 | count) << 4) | 0x8 | (one & 0x3))
  const first = PAIRS[Math.floor(lastMs / 2 ** 40)]!
  return `${ID_PREFIXES[kind]}_${first}${quad(Math.floor(time / 2 ** 20))}${quad(time % 2 ** 20)}${counted}${random}`
}

/** 20 bits as four characters. */
function quad(bits: number): string {
  return PAIRS[bits >> 10]! + PAIRS[bits & 1023]
}

// The first 8 bits make two characters, and every 20 bits after that make four (5 hexadecimal digits). This takes half the time of a 128-bit BigInt.

/** The ID of `kind` for a hyphenated or bare hexadecimal `uuid`. */
export function idFromUuid(kind: IdKind, uuid: string): string {
  const hex = uuid.replaceAll('-', '')
  let text = PAIRS[Number.parseInt(hex.slice(0, 2), 16)]!
  for (let at = 2; at < 32; at += 5) {
    text += quad(Number.parseInt(hex.slice(at, at + 5), 16))
  }
  return `${ID_PREFIXES[kind]}_${text}`
}

/** The hyphenated uuid inside `id`, or undefined if `id` is not a well-formed ID of `kind`. */
export function uuidFromId(kind: IdKind, id: string): string | undefined {
  const prefix = `${ID_PREFIXES[kind]}_`
  const text = id.slice(prefix.length)
  if (!id.startsWith(prefix) || !FORM.test(text)) return undefined
  let hex = hexOf(text.slice(0, 2), 2)
  for (let at = 2; at < 26; at += 4) hex += hexOf(text.slice(at, at + 4), 5)
  return hyphenate(hex)
}

/** Whether `text` is a hyphenated uuid. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** A version 7 uuid (RFC 9562): 48 bits of milliseconds, then a 12-bit count that keeps one process's IDs in order, then random bits. */
export function uuidv7(nowMs: number): string {
  advance(nowMs)
  const time = lastMs.toString(16).padStart(12, '0')
  const random = randomHex(8)
  const variant = ((Number.parseInt(random[0]!, 16) & 0x3) | 0x8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${variant}${random.slice(1, 4)}-${random.slice(4)}`
}

/** Goes on to the next count of the millisecond, or to a new millisecond. */
function advance(nowMs: number): void {
  if (nowMs > lastMs) {
    lastMs = nowMs
    count = 0
  } else if (++count > 0xfff) {
    // If 4,096 IDs were created in one millisecond, borrow the next one rather than lose the order.
    lastMs++
    count = 0
  }
}

/** A version 7 uuid stamped with an earlier instant. Uuids of one millisecond are in no order. */
export function pastUuidv7(ms: number): string {
  return `${uuidv7Floor(ms).slice(0, 14)}7${randomUUID().slice(15)}`
}

/** The smallest uuid stamped `ms`: the lower bound of a time range over uuidv7 keys. */
export function uuidv7Floor(ms: number): string {
  return hyphenate(ms.toString(16).padStart(12, '0').padEnd(32, '0'))
}

/** The uuid that sorts last: the upper bound of a range that has no other. */
export const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The lowest uuidv7 of an RFC 3339 instant. No ID was created before the epoch. */
export function uuidv7FloorAt(instant: string): string {
  return uuidv7Floor(Math.max(0, Date.parse(instant)))
}

/** The instant with which a uuidv7 is stamped, in milliseconds since the epoch. */
export function instantOfUuidv7(uuid: string): number {
  return Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)
}

let lastMs = 0
let count = 0

const randomPool = Buffer.alloc(4096)
let randomUsed = randomPool.length

/** Takes random bytes, which end at `randomUsed`, from a pool, because a system call for each ID would cost more than the ID itself. */
function takeRandom(bytes: number): void {
  if (randomUsed + bytes > randomPool.length) {
    randomFillSync(randomPool)
    randomUsed = 0
  }
  randomUsed += bytes
}

/** `bytes` random bytes in hexadecimal. */
function randomHex(bytes: number): string {
  takeRandom(bytes)
  return randomPool.toString('hex', randomUsed - bytes, randomUsed)
}

function hexOf(text: string, length: number): string {
  let bits = 0
  for (let at = 0; at < text.length; at++) bits = (bits << 5) | DIGITS[text.charCodeAt(at)]!
  return bits.toString(16).padStart(length, '0')
}

function hyphenate(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
