/** Which addresses the service may call when they come from a caller. */
import { readRange } from '#server/base/addresses.ts'
import { type AddressBits, holds, lastFourBytes, type RangeBits, readAddress, readRangeBits } from './address-bits.ts'
import { NO_ADDRESS, SPECIAL_RANGES, type SpecialRange } from './special-ranges.ts'

export type TargetPolicy = {
  readonly isProduction: boolean
  /** The ranges that WEBHOOK_ALLOWED_CIDRS opens. */
  readonly exceptions: readonly RangeBits[]
}

/** The policy of the settings, which have been checked: anything that is not an address or a range throws. */
export function targetPolicy(settings: {
  environment: 'development' | 'production'
  webhookAllowedCidrs: readonly string[]
}): TargetPolicy {
  const { environment, webhookAllowedCidrs } = settings
  return {
    isProduction: environment === 'production',
    exceptions: webhookAllowedCidrs.map(cidr => readRangeBits(readRange(cidr) ?? cidr)),
  }
}

/** The range that forbids `address`; undefined if it may be called. */
export function forbiddenRange(policy: TargetPolicy, address: string): SpecialRange | undefined {
  const bits = readAddress(address)
  return bits ? rangeThatForbids(policy, bits) : NO_ADDRESS
}

const TABLE = SPECIAL_RANGES.map(range => ({ range, bits: readRangeBits(range.cidr) }))

function rangeThatForbids(policy: TargetPolicy, address: AddressBits): SpecialRange | undefined {
  const range = TABLE.find(({ bits }) => holds(bits, address))?.range
  if (!range || isOpened(policy, range, address)) return undefined
  // The kernel sends to it over IPv4, so it must not bypass the rules for that address.
  return range.kind === 'mapped' && !policy.isProduction ? rangeThatForbids(policy, lastFourBytes(address)) : range
}

function isOpened({ isProduction, exceptions }: TargetPolicy, { kind }: SpecialRange, address: AddressBits): boolean {
  if (!isProduction && (kind === 'loopback' || kind === 'private')) return true
  // 100.64.0.0/10 opens a Tailscale network, but it must not open the metadata address that Alibaba has in that range.
  return exceptions.some(range => holds(range, address) && (kind !== 'metadata' || range.prefix === range.width))
}
