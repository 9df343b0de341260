/**
 * Every range of addresses that is not the public internet, with its name and the reason to refuse it. Source: IANA's special-purpose address
 * registries for IPv4 and IPv6, its IPv6 address space registry, and the clouds' own documentation for metadata.
 */

/**
 * How a range may be opened. Development opens `loopback` and `private`. WEBHOOK_ALLOWED_CIDRS opens every range, but `metadata` only if it names
 * the address itself. `mapped` is IPv4 in another notation.
 */
type RangeKind = 'metadata' | 'loopback' | 'private' | 'mapped' | 'special'

export type SpecialRange = {
  readonly cidr: string
  readonly kind: RangeKind
  /** What its addresses are called, with an article: "points to a loopback address". */
  readonly name: string
  readonly reason: string
}

const METADATA = 'a cloud hands out the credentials of its machines there'
const THIS_MACHINE = 'it is this machine itself'
const INSIDE = 'it is inside a private network'
const ONE_LINK = 'it is valid only on the local link'
const TRANSLATED = 'it stands for an IPv4 address, and where that leads is decided on the way'
const EXAMPLES = 'it exists only in examples'
const ANYCAST = 'it reaches whichever node of a network service is nearest'
const UNASSIGNED = 'no host on the internet has it'

/** The ranges. The first row that contains an address applies, so a range inside another one comes before it. */
export const SPECIAL_RANGES: readonly SpecialRange[] = [
  row('169.254.169.254/32', 'metadata', 'a metadata address', METADATA),
  row('100.100.100.200/32', 'metadata', 'a metadata address (Alibaba Cloud)', METADATA),
  row('168.63.129.16/32', 'metadata', 'a metadata address (Azure)', METADATA),
  row('192.0.0.192/32', 'metadata', 'a metadata address (Oracle Cloud)', METADATA),
  row('fd00:ec2::/32', 'metadata', 'a metadata address (AWS)', METADATA),
  row('fd20:ce::254/128', 'metadata', 'a metadata address (Google Cloud)', METADATA),
  row('fd00:c1::a9fe:a9fe/128', 'metadata', 'a metadata address (Oracle Cloud)', METADATA),
  row('fd00:42::42/128', 'metadata', 'a metadata address (Scaleway)', METADATA),

  row('0.0.0.0/32', 'special', 'the unspecified address', THIS_MACHINE),
  row('0.0.0.0/8', 'special', 'an address of “this network”', THIS_MACHINE),
  row('10.0.0.0/8', 'private', 'a private address', INSIDE),
  row('100.64.0.0/10', 'special', 'a carrier-grade NAT address', INSIDE),
  row('127.0.0.0/8', 'loopback', 'a loopback address', THIS_MACHINE),
  row('169.254.0.0/16', 'special', 'a link-local address', ONE_LINK),
  row('172.16.0.0/12', 'private', 'a private address', INSIDE),
  row('192.0.0.0/24', 'special', 'an IETF protocol address', INSIDE),
  row('192.0.2.0/24', 'special', 'a documentation address', EXAMPLES),
  row('192.31.196.0/24', 'special', 'an AS112 address', ANYCAST),
  row('192.52.193.0/24', 'special', 'an AMT address', ANYCAST),
  row('192.88.99.0/24', 'special', 'a 6to4 relay address', ANYCAST),
  row('192.168.0.0/16', 'private', 'a private address', INSIDE),
  row('192.175.48.0/24', 'special', 'an AS112 address', ANYCAST),
  row('198.18.0.0/15', 'special', 'a benchmarking address', INSIDE),
  row('198.51.100.0/24', 'special', 'a documentation address', EXAMPLES),
  row('203.0.113.0/24', 'special', 'a documentation address', EXAMPLES),
  row('224.0.0.0/4', 'special', 'a multicast address', 'it is a group, not a receiver'),
  row('255.255.255.255/32', 'special', 'the broadcast address', 'it is everyone, not a receiver'),
  row('240.0.0.0/4', 'special', 'a reserved address', UNASSIGNED),

  row('::/128', 'special', 'the unspecified address', THIS_MACHINE),
  row('::1/128', 'loopback', 'a loopback address', THIS_MACHINE),
  row('::ffff:0:0/96', 'mapped', 'an IPv4-mapped address', TRANSLATED),
  row('::ffff:0:0:0/96', 'special', 'an IPv4-translated address', TRANSLATED),
  row('::/96', 'special', 'an IPv4-compatible address', TRANSLATED),
  row('64:ff9b::/96', 'special', 'a NAT64 address', TRANSLATED),
  row('64:ff9b:1::/48', 'special', 'a NAT64 address', TRANSLATED),
  row('100::/64', 'special', 'a discard-only address', 'everything sent there is discarded'),
  row('100:0:0:1::/64', 'special', 'a dummy address', UNASSIGNED),
  row('2001::/32', 'special', 'a Teredo address', TRANSLATED),
  row('2001:2::/48', 'special', 'a benchmarking address', INSIDE),
  row('2001:10::/28', 'special', 'an ORCHID', 'it is a hash of a key, not a place'),
  row('2001:20::/28', 'special', 'an ORCHID', 'it is a hash of a key, not a place'),
  row('2001::/23', 'special', 'an IETF protocol address', INSIDE),
  row('2001:db8::/32', 'special', 'a documentation address', EXAMPLES),
  row('2002::/16', 'special', 'a 6to4 address', TRANSLATED),
  row('2620:4f:8000::/48', 'special', 'an AS112 address', ANYCAST),
  row('3fff::/20', 'special', 'a documentation address', EXAMPLES),
  row('5f00::/16', 'special', 'a segment-routing identifier', INSIDE),
  row('fc00::/7', 'private', 'a unique local address', INSIDE),
  row('fe80::/10', 'special', 'a link-local address', ONE_LINK),
  row('fec0::/10', 'special', 'a site-local address', INSIDE),
  row('ff00::/8', 'special', 'a multicast address', 'it is a group, not a receiver'),
  // Global unicast is 2000::/3 and nothing else, so that whatever IANA assigns next is refused until it is listed here.
  row('::/3', 'special', 'a reserved address', UNASSIGNED),
  row('4000::/2', 'special', 'a reserved address', UNASSIGNED),
  row('8000::/1', 'special', 'a reserved address', UNASSIGNED),
]

/** Stands for text that no parser of addresses accepts, and for addresses with a zone, which name a place on one machine only. */
export const NO_ADDRESS: SpecialRange = row('', 'special', 'something that is not a plain address', UNASSIGNED)

function row(cidr: string, kind: RangeKind, name: string, reason: string): SpecialRange {
  return { cidr, kind, name, reason }
}
