/** The limit on guessing keys: per client, exact, and bounded in memory. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { GUESSES_PER_MINUTE, guessLimit, networkOf } from '#server/platform/guess-limit.ts'

describe('the names that one client can give itself', () => {
  for (const [address, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:1:2::1', '2001:db8:1:2'],
    ['2001:db8:1:3::1', '2001:db8:1:3'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', 'unknown'],
    ['not an address', 'unknown'],
  ] as const) {
    test(`"${address}" is ${network}`, () => assert.equal(networkOf(address), network))
  }
})

describe('guessing', () => {
  test('300 lookups are allowed, and the next one only when the first is more than a minute old', () => {
    const { clock, limit, guess } = limitAt(0)
    assert.equal(guess('203.0.113.7', 150), 150)
    clock.nowMs = 1_000
    assert.equal(guess('203.0.113.7', 200), 150)
    clock.nowMs = 60_000
    assert.equal(limit.allow('203.0.113.7'), false)
    clock.nowMs = 60_001
    assert.equal(guess('203.0.113.7', 200), 150)
  })

  test('addresses of one IPv6 /64 share a limit, and neighboring networks have their own', () => {
    const { limit, guess } = limitAt(0)
    for (let host = 0; host < GUESSES_PER_MINUTE; host++)
      assert.equal(limit.allow(`2001:db8::${host.toString(16)}`), true)
    assert.equal(limit.allow('2001:db8::ffff:1'), false)
    assert.equal(guess('2001:db8:0:1::1', 1), 1)
    assert.equal(guess('203.0.113.7', 1), 1)
  })

  test('a thousand simultaneous lookups are counted before any of them has ended', () => {
    assert.equal(limitAt(0).guess('203.0.113.7', 1_000), GUESSES_PER_MINUTE)
  })

  test('keys that turn out to exist use up nothing', () => {
    const { limit, guess } = limitAt(0)
    for (let call = 0; call < 1_000; call++) {
      assert.equal(limit.allow('203.0.113.7'), true)
      limit.forgive('::ffff:203.0.113.7')
    }
    limit.forgive('203.0.113.7')
    limit.forgive('198.51.100.1')
    assert.equal(guess('203.0.113.7', 400), GUESSES_PER_MINUTE)
  })

  test('no 60 seconds contain more than 300 guesses, whenever they are made', () => {
    const bursts = fc.array(
      fc.record({ gap: fc.integer({ min: 0, max: 40_000 }), calls: fc.integer({ min: 1, max: 250 }) }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(bursts, steps => {
        const { clock, limit } = limitAt(0)
        const guesses: number[] = []
        for (const { gap, calls } of steps) {
          clock.nowMs += gap
          for (let call = 0; call < calls; call++) if (limit.allow('203.0.113.7')) guesses.push(clock.nowMs)
        }
        for (let last = GUESSES_PER_MINUTE; last < guesses.length; last++) {
          assert.ok((guesses[last] as number) - (guesses[last - GUESSES_PER_MINUTE] as number) > 60_000)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('a flood from more addresses than are remembered locks nobody out', () => {
    const { limit, guess } = limitAt(0, 100)
    for (let host = 0; host < 10_000; host++) assert.equal(limit.allow(`10.0.${host >> 8}.${host & 255}`), true)
    assert.equal(guess('203.0.113.7', 400), GUESSES_PER_MINUTE)
  })
})

function limitAt(startMs: number, maxAddresses?: number) {
  const clock = { nowMs: startMs, now: () => clock.nowMs }
  const limit = guessLimit({ clock, ...(maxAddresses === undefined ? {} : { maxAddresses }) })
  const guess = (address: string, calls: number) =>
    Array.from({ length: calls }, () => limit.allow(address)).filter(Boolean).length
  return { clock, limit, guess }
}
