/** Sample addresses from ranges, and every way to write an address in a URL. */
import { type RangeBits, readRangeBits } from '#server/platform/targets/address-bits.ts'
import { SPECIAL_RANGES, type SpecialRange } from '#server/platform/targets/special-ranges.ts'

/** The first and the last address of a range and two from within, in the usual notation. */
function samplesOf({ cidr }: SpecialRange): string[] {
  const range = readRangeBits(cidr)
  const size = 1n << BigInt(range.width - range.prefix)
  const offsets = new Set([0n, size / 3n, (size * 2n) / 3n, size - 1n])
  return [...offsets].map(offset => write({ ...range, value: firstOf(range) + offset }))
}

/** The rows of the table, each with sample addresses from its range. */
export const ROWS = SPECIAL_RANGES.map(range => ({ range, samples: samplesOf(range) }))

/** The notations of the address that are possible between `https://` and the path. */
export function notationsOf(address: string): string[] {
  return address.includes(':') ? notationsOfIpv6(address) : notationsOfIpv4(address)
}

/** IPv6 addresses that a network or a kernel may turn into this IPv4 address. */
export function disguisesOf(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const [high, low] = [hex(a * 256 + b), hex(c * 256 + d)]
  const [inverseHigh, inverseLow] = [hex(0xffff - (a * 256 + b)), hex(0xffff - (c * 256 + d))]
  return [
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `::ffff:0:${address}`,
    `::${address}`,
    `::${high}:${low}`,
    `64:ff9b::${address}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${address}`,
    `64:ff9b:1:${high}:${hex(c)}:${hex(d * 256)}::`,
    `2002:${high}:${low}::1`,
    `2001:0:4136:e378:8000:63bf:${inverseHigh}:${inverseLow}`,
  ]
}

function write({ width, value }: Pick<RangeBits, 'width' | 'value'>): string {
  const part = (index: number, bits: bigint) => (value >> (BigInt(index) * bits)) & ((1n << bits) - 1n)
  if (width === 32) return [3, 2, 1, 0].map(index => part(index, 8n)).join('.')
  return [7, 6, 5, 4, 3, 2, 1, 0].map(index => part(index, 16n).toString(16)).join(':')
}

function firstOf(range: RangeBits): bigint {
  const shift = BigInt(range.width - range.prefix)
  return (range.value >> shift) << shift
}

function notationsOfIpv4(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const octal = (part: number) => `0${part.toString(8)}`
  return [
    address,
    `${address}.`,
    `${whole}`,
    `0${whole.toString(8)}`,
    `0x${hex(whole)}`,
    `0X${hex(whole).toUpperCase()}`,
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].map(part => `000${octal(part)}`).join('.'),
    [a, b, c, d].map(part => `0x${hex(part)}`).join('.'),
    `0x${hex(a)}.${octal(b)}.${c}.${d}`,
    `${a}.${whole % 2 ** 24}`,
    `${a}.${b}.${c * 256 + d}`,
    address.replaceAll('.', '%2e'),
    address.replaceAll('.', '。'),
    address.replace(/\d/g, digit => `%3${digit}`),
    address.replace(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit))),
    address.replace(/\d/g, digit => String.fromCodePoint(0x1d7ce + Number(digit))),
  ]
}

function notationsOfIpv6(address: string): string[] {
  const full = address.split(':')
  if (full.length !== 8) return [`[${address}]`]
  const [high = 0, low = 0] = full.slice(6).map(group => Number.parseInt(group, 16))
  const dotted = [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return [
    address,
    address.toUpperCase(),
    full.map(group => group.padStart(4, '0')).join(':'),
    [...full.slice(0, 6), dotted].join(':'),
    address.replace(/(^|:)0(:0)+(:|$)/, '::'),
  ].map(written => `[${written}]`)
}

function hex(value: number): string {
  return value.toString(16)
}
