/** Which addresses may be called: the table, row by row, and other addresses that were not derived from it. */
import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { holds, readAddress, readRangeBits } from '#server/platform/targets/address-bits.ts'
import { forbiddenRange, targetPolicy } from '#server/platform/targets/policy.ts'
import { disguisesOf, ROWS } from './samples.ts'

const production = targetPolicy({ environment: 'production', webhookAllowedCidrs: [] })
const development = targetPolicy({ environment: 'development', webhookAllowedCidrs: [] })

describe('the table', () => {
  for (const { range, samples } of ROWS) {
    test(`${range.cidr} is ${range.name}, and refused in production`, () => {
      for (const address of samples) assert.ok(forbiddenRange(production, address), address)
      assert.ok(samples.some(address => forbiddenRange(production, address) === range))
    })
  }

  test('in development loopback and private addresses are allowed, and everything else is as in production', () => {
    for (const { range, samples } of ROWS) {
      const isOpen = range.kind === 'loopback' || range.kind === 'private'
      for (const address of samples) {
        const forbidding = forbiddenRange(production, address)
        if (forbidding !== range || range.kind === 'mapped') continue
        assert.equal(forbiddenRange(development, address), isOpen ? undefined : range, address)
      }
    }
  })
})

const NAMED: [address: string, name: string][] = [
  ['0.0.0.0', 'the unspecified address'],
  ['0.1.2.3', 'an address of “this network”'],
  ['10.255.255.255', 'a private address'],
  ['172.16.0.1', 'a private address'],
  ['172.31.255.255', 'a private address'],
  ['192.168.1.1', 'a private address'],
  ['100.64.0.1', 'a carrier-grade NAT address'],
  ['100.127.255.255', 'a carrier-grade NAT address'],
  ['127.0.0.1', 'a loopback address'],
  ['127.255.255.254', 'a loopback address'],
  ['169.254.1.1', 'a link-local address'],
  ['169.254.170.2', 'a link-local address'],
  ['169.254.169.254', 'a metadata address'],
  ['100.100.100.200', 'a metadata address (Alibaba Cloud)'],
  ['168.63.129.16', 'a metadata address (Azure)'],
  ['192.0.0.192', 'a metadata address (Oracle Cloud)'],
  ['192.0.0.8', 'an IETF protocol address'],
  ['192.0.0.170', 'an IETF protocol address'],
  ['192.0.2.1', 'a documentation address'],
  ['198.51.100.1', 'a documentation address'],
  ['203.0.113.1', 'a documentation address'],
  ['192.88.99.1', 'a 6to4 relay address'],
  ['192.31.196.1', 'an AS112 address'],
  ['192.175.48.1', 'an AS112 address'],
  ['192.52.193.1', 'an AMT address'],
  ['198.18.0.1', 'a benchmarking address'],
  ['198.19.255.255', 'a benchmarking address'],
  ['224.0.0.1', 'a multicast address'],
  ['239.255.255.255', 'a multicast address'],
  ['240.0.0.1', 'a reserved address'],
  ['255.255.255.255', 'the broadcast address'],
  ['::', 'the unspecified address'],
  ['::1', 'a loopback address'],
  ['0:0:0:0:0:0:0:1', 'a loopback address'],
  ['::ffff:8.8.8.8', 'an IPv4-mapped address'],
  ['::ffff:0:8.8.8.8', 'an IPv4-translated address'],
  ['::8.8.8.8', 'an IPv4-compatible address'],
  ['64:ff9b::8.8.8.8', 'a NAT64 address'],
  ['64:ff9b:1:ffff::1', 'a NAT64 address'],
  ['100::1', 'a discard-only address'],
  ['100:0:0:1::1', 'a dummy address'],
  ['2001::1', 'a Teredo address'],
  ['2001:1::1', 'an IETF protocol address'],
  ['2001:2::1', 'a benchmarking address'],
  ['2001:3::1', 'an IETF protocol address'],
  ['2001:1f::1', 'an ORCHID'],
  ['2001:2f::1', 'an ORCHID'],
  ['2001:30::1', 'an IETF protocol address'],
  ['2001:db8::1', 'a documentation address'],
  ['2002:808:808::1', 'a 6to4 address'],
  ['2620:4f:8000::1', 'an AS112 address'],
  ['3fff:fff::1', 'a documentation address'],
  ['5f00::1', 'a segment-routing identifier'],
  ['fc00::1', 'a unique local address'],
  ['fdff:ffff::1', 'a unique local address'],
  ['fd00:ec2::254', 'a metadata address (AWS)'],
  ['fd00:ec2::23', 'a metadata address (AWS)'],
  ['fd20:ce::254', 'a metadata address (Google Cloud)'],
  ['fd00:c1::a9fe:a9fe', 'a metadata address (Oracle Cloud)'],
  ['fd00:42::42', 'a metadata address (Scaleway)'],
  ['fe80::1', 'a link-local address'],
  ['febf::1', 'a link-local address'],
  ['fe80::a9fe:a9fe', 'a link-local address'],
  ['fec0::1', 'a site-local address'],
  ['ff02::1', 'a multicast address'],
  ['ff0e::1', 'a multicast address'],
  ['200::1', 'a reserved address'],
  ['1fff::1', 'a reserved address'],
  ['4000::1', 'a reserved address'],
  ['fe00::1', 'a reserved address'],
  ['fe80::1%eth0', 'something that is not a plain address'],
  ['2606:4700:4700::1111%1', 'something that is not a plain address'],
  ['0177.0.0.1', 'something that is not a plain address'],
  ['127.1', 'something that is not a plain address'],
  ['2130706433', 'something that is not a plain address'],
  ['[::1]', 'something that is not a plain address'],
  ['8.8.8.8 ', 'something that is not a plain address'],
  ['8.8.8.8\0', 'something that is not a plain address'],
  ['localhost', 'something that is not a plain address'],
  ['', 'something that is not a plain address'],
]

describe('addresses as listed by the registries', () => {
  for (const [address, name] of NAMED) {
    test(`${JSON.stringify(address)} is ${name}`, () => assert.equal(forbiddenRange(production, address)?.name, name))
  }

  test('the neighbors of these ranges are public', () => {
    const neighbors = [
      '1.0.0.0',
      '8.8.8.8',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
    ]
    neighbors.push('128.0.0.0', '168.63.129.15', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0')
    neighbors.push('191.255.255.255', '192.0.1.0', '192.0.3.0', '192.88.98.255', '192.88.100.0', '192.167.255.255')
    neighbors.push('192.169.0.0', '198.17.255.255', '198.20.0.0', '198.51.99.255', '203.0.112.255', '223.255.255.255')
    neighbors.push('2000::1', '2001:200::1', '2001:4860:4860::8888', '2001:db7::1', '2001:db9::1', '2003::1')
    neighbors.push('2606:4700:4700::1111', '2620:4f:8001::1', '2a00:1450:4001:81b::200e', '3ffe::1')
    for (const address of neighbors) assert.equal(forbiddenRange(production, address), undefined, address)
  })

  test('a public IPv4 address in the form of IPv6 is refused in production', () => {
    for (const disguise of disguisesOf('93.184.215.14')) assert.ok(forbiddenRange(production, disguise), disguise)
  })

  test('in development only the mapped form is read as its IPv4 address', () => {
    assert.equal(forbiddenRange(development, '::ffff:127.0.0.1'), undefined)
    assert.equal(forbiddenRange(development, '::ffff:10.0.0.1'), undefined)
    assert.equal(forbiddenRange(development, '::ffff:169.254.169.254')?.kind, 'metadata')
    assert.equal(forbiddenRange(development, '::ffff:169.254.1.1')?.name, 'a link-local address')
    const [, , ...others] = disguisesOf('127.0.0.1')
    for (const disguise of others) if (disguise !== '::1') assert.ok(forbiddenRange(development, disguise), disguise)
  })
})

describe('exceptions', () => {
  const open = (...webhookAllowedCidrs: string[]) => targetPolicy({ environment: 'production', webhookAllowedCidrs })

  test('allow the addresses they contain, and no neighbors', () => {
    const policy = open('10.1.0.0/16', '127.0.0.1', 'fd12::/16', '198.18.0.7/32')
    for (const address of ['10.1.2.3', '127.0.0.1', 'fd12::1', '198.18.0.7']) {
      assert.equal(forbiddenRange(policy, address), undefined, address)
    }
    for (const address of [
      '10.2.0.0',
      '127.0.0.2',
      '::1',
      'fd13::1',
      '198.18.0.8',
      '::ffff:10.1.2.3',
      '64:ff9b::10.1.2.3',
    ]) {
      assert.ok(forbiddenRange(policy, address), address)
    }
  })

  test('allow a metadata address only when they name it', () => {
    const wide = open('0.0.0.0/0', '::/0', '169.254.0.0/16', 'fd00:ec2::/32')
    for (const address of ['169.254.169.254', '100.100.100.200', 'fd00:ec2::254']) {
      assert.equal(forbiddenRange(wide, address)?.kind, 'metadata', address)
    }
    assert.equal(forbiddenRange(wide, '169.254.1.1'), undefined)
    assert.equal(forbiddenRange(open('169.254.169.254'), '169.254.169.254'), undefined)
    assert.equal(forbiddenRange(open('fd00:ec2::254/128'), 'fd00:ec2::254'), undefined)
  })

  test('may be written with host bits and as mapped addresses', () => {
    assert.equal(forbiddenRange(open('10.1.2.3/8'), '10.9.9.9'), undefined)
    assert.equal(forbiddenRange(open('::ffff:10.0.0.0/104'), '10.9.9.9'), undefined)
  })
})

describe('reading addresses', () => {
  test('finds an address in a range exactly where libuv does', () => {
    const ipv4 = fc.record({ address: fc.ipV4(), other: fc.ipV4(), prefix: fc.integer({ min: 0, max: 32 }) })
    const ipv6 = fc.record({ address: fc.ipV6(), other: fc.ipV6(), prefix: fc.integer({ min: 0, max: 128 }) })
    for (const [family, addresses] of [['ipv4', ipv4] as const, ['ipv6', ipv6] as const]) {
      fc.assert(
        fc.property(addresses, ({ address, other, prefix }) => {
          for (const network of [address, other]) {
            const expected = new BlockList()
            expected.addSubnet(network, prefix, family)
            const bits = readAddress(address)
            assert.ok(bits)
            assert.equal(holds(readRangeBits(`${network}/${prefix}`), bits), expected.check(address, family))
          }
        }),
        { numRuns: 2_000 },
      )
    }
  })

  test('refuses text that is not a range', () => {
    for (const wrong of ['10.0.0.0', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/-1', '::/129', 'x/8']) {
      assert.throws(() => readRangeBits(wrong), /is not an address range/, wrong)
    }
  })
})
