/** Addresses and ranges as numbers, read strictly: one notation for IPv4, those of RFC 4291 for IPv6, no zones. */
import { isIPv4, isIPv6 } from 'node:net'

export type AddressBits = { readonly width: 32 | 128; readonly value: bigint }
export type RangeBits = AddressBits & { readonly prefix: number }

/**
 * The address in `text`; undefined for anything that is not plainly an address. ipaddr.js is not used because it takes ::127.0.0.1 for
 * ::ffff:127.0.0.1 and reads 0177.0.0.1 as octal.
 */
export function readAddress(text: string): AddressBits | undefined {
  if (isIPv4(text)) return { width: 32, value: join(text.split('.').map(Number), 8n) }
  return isIPv6(text) && !text.includes('%') ? { width: 128, value: join(groupsOf(text), 16n) } : undefined
}

/** Reads a range. Throws for anything else: callers have their ranges checked. */
export function readRangeBits(cidr: string): RangeBits {
  const [address = '', prefix = ''] = cidr.split('/')
  const bits = readAddress(address)
  if (!bits || !/^\d{1,3}$/.test(prefix) || Number(prefix) > bits.width)
    throw new Error(`${cidr} is not an address range`)
  return { ...bits, prefix: Number(prefix) }
}

export function holds(range: RangeBits, address: AddressBits): boolean {
  const shift = BigInt(range.width - range.prefix)
  return range.width === address.width && range.value >> shift === address.value >> shift
}

/** The IPv4 address in the last 32 bits of an address. */
export function lastFourBytes({ value }: AddressBits): AddressBits {
  return { width: 32, value: value & 0xffff_ffffn }
}

function groupsOf(text: string): number[] {
  const [head = [], tail] = text.split('::').map(part => (part === '' ? [] : part.split(':').flatMap(readGroup)))
  if (!tail) return head
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

function readGroup(group: string): number[] {
  if (!group.includes('.')) return [Number.parseInt(group, 16)]
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

function join(parts: number[], bits: bigint): bigint {
  return parts.reduce((value, part) => (value << bits) | BigInt(part), 0n)
}
