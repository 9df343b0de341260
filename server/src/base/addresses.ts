/** Address ranges in CIDR notation, and whether one includes an address. */
import ipaddr from 'ipaddr.js'

export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Parses ranges that are known to be well formed, such as PostgreSQL's cidr values. */
export function parseRanges(ranges: readonly string[]): AddressRange[] {
  return ranges.map(range => ipaddr.parseCIDR(range))
}

/** The range as written, in normal form, with v4-mapped addresses as IPv4; undefined if `text` is neither an address nor a range. */
export function readRange(text: string): string | undefined {
  const [, address = '', digits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  // ipaddr.js also accepts the short forms of inet_aton, which reads 10.1 as 10.0.0.1.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return undefined
  const written = ipaddr.parse(address)
  const plain = ipaddr.process(address)
  const width = plain.kind() === 'ipv4' ? 32 : 128
  const dropped = written.kind() === plain.kind() ? 0 : 96
  const bits = digits === undefined ? width : Number(digits) - dropped
  if (bits < 0 || bits > width) return undefined
  const range = `${plain}/${bits}`
  const kind = plain.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${kind.networkAddressFromCIDR(range)}/${bits}`
}

/** Whether `address` is in one of `ranges`; a v4-mapped IPv6 address counts as its IPv4 address. */
export function includesAddress(ranges: readonly AddressRange[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const client = ipaddr.process(address)
  return ranges.some(range => client.kind() === range[0].kind() && client.match(range as never))
}

/** Whether an address is not on the public internet, such as a private address or one of this machine. */
export function isReserved(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() !== 'unicast'
}

/** The address as PostgreSQL stores it, v4-mapped as IPv4 and without a zone; null if a proxy sent something that is not an address. */
export function plainAddress(address: string): string | null {
  // A proxy may send any text in place of an address.
  if (address.length > MAX_ADDRESS_LENGTH) return readPlainAddress(address)
  const known = plainAddresses.get(address)
  if (known !== undefined) return known
  if (plainAddresses.size >= MAX_PLAIN_ADDRESSES) plainAddresses.clear()
  const plain = readPlainAddress(address)
  plainAddresses.set(address, plain)
  return plain
}

/** Every call asks for its address twice, and reading one takes 1 µs. */
const plainAddresses = new Map<string, string | null>()
const MAX_PLAIN_ADDRESSES = 1_000
const MAX_ADDRESS_LENGTH = 45

function readPlainAddress(address: string): string | null {
  return ipaddr.isValid(address) ? ipaddr.process(address.replace(/%.*/, '')).toString() : null
}

/** Whether a service that listens on `host` can be reached only from this machine. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopback(host)
}

export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
