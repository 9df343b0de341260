/** How one process learns about keys and forgets them: the counts it reads from the audit log, and its memory with many keys. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { RecentCalls } from '#server/platform/quota/in-process.ts'
import { SPAN_MS } from '#server/platform/quota/quota.ts'
import { collectGarbage } from '../../memory.ts'
import { findOverfullSpan } from './oracle.ts'
import { noCalls, plain, quotaAt, START_MS } from './quota-at.ts'

describe('seeding from the audit log', () => {
  test('calls accepted before the process started count, in whatever order they are read', async () => {
    const { clock, take } = quotaAt(START_MS, async () => [
      START_MS - 10_000,
      START_MS - 60_000,
      START_MS - 60_001,
      START_MS - 30_000,
    ])
    assert.deepEqual(await plain(take('key_a', 4)), { accepted: true, limit: 4, remaining: 0, resetMs: 0 })
    clock.nowMs += 1
    assert.deepEqual(await plain(take('key_a', 4)), { accepted: true, limit: 4, remaining: 0, resetMs: 29_999 })
    assert.equal((await take('key_a', 4)).accepted, false)
  })

  test('concurrent first calls share one seeding and the limit', async () => {
    let readings = 0
    const { take } = quotaAt(START_MS, async () => {
      readings++
      return [START_MS - 1, START_MS - 1]
    })
    const decisions = await Promise.all(Array.from({ length: 10 }, () => take('key_a', 5)))
    assert.equal(readings, 1)
    assert.equal(decisions.filter(decision => decision.accepted).length, 3)
  })

  test('a failed seeding rejects all callers waiting for it, and the next call tries again', async () => {
    let log: RecentCalls = async () => {
      throw new Error('database out of reach')
    }
    const { take } = quotaAt(START_MS, keyId => log(keyId))
    const outcomes = await Promise.allSettled([take('key_a', 5), take('key_a', 5)])
    assert.deepEqual(
      outcomes.map(outcome => outcome.status),
      ['rejected', 'rejected'],
    )
    log = async () => [START_MS]
    assert.equal((await take('key_a', 5)).remaining, 3)
  })

  test('a key that was idle is not seeded again, and has its whole limit', async () => {
    const seeded: string[] = []
    const { clock, take } = quotaAt(START_MS, async keyId => {
      seeded.push(keyId)
      return []
    })
    await take('key_a', 1)
    clock.nowMs += SPAN_MS + 1
    for (let call = 0; call < 4; call++) await take('key_b', 10)
    assert.equal((await take('key_a', 1)).accepted, true)
    assert.equal((await take('key_a', 1)).accepted, false)
    assert.deepEqual(seeded, ['key_a', 'key_b'])
  })

  test('a logged call from the future counts as made now', async () => {
    const { take } = quotaAt(START_MS, async () => [START_MS + 3_600_000])
    assert.equal((await take('key_a', 1)).resetMs, 60_001)
  })

  test('a call logged while the clock stood still does not seem older than it is', async () => {
    const { clock, take } = quotaAt(START_MS, async keyId => (keyId === 'key_b' ? [START_MS - 30_000] : []))
    await take('key_a', 1)
    clock.nowMs -= 30_000
    // A call that another process accepted at this instant counts for a whole span, which begins once the clock has caught up.
    assert.equal((await take('key_b', 1)).resetMs, 90_001)
  })
})

describe('many keys', () => {
  test('100,000 keys of one call each take less than 500 bytes per key', async () => {
    const { take } = quotaAt(START_MS)
    const before = usedBytes()
    for (let key = 0; key < 100_000; key++) await take(`key_${key}`, 60)
    const bytesEach = (usedBytes() - before) / 100_000
    assert.ok(bytesEach < 500, `${bytesEach} bytes a key`)
    assert.equal((await take('key_0', 60)).remaining, 58)
  })

  test('the windows of idle keys are forgotten as other keys make calls', async () => {
    const { clock, take } = quotaAt(START_MS)
    const before = usedBytes()
    for (let key = 0; key < 500; key++) for (let call = 0; call < 2_000; call++) await take(`key_${key}`, 2_000)
    const full = usedBytes() - before
    clock.nowMs += SPAN_MS + 1
    for (let call = 0; call < 300; call++) await take('key_other', 2_000)
    const idle = usedBytes() - before
    assert.ok(full > 7_000_000 && idle < full / 20, `${full} bytes in use, ${idle} when idle`)
  })

  test('when every window belongs to an active key, a new key is refused as unavailable and no old one gains room', async () => {
    const { clock, take } = quotaAt(START_MS, noCalls, 10)
    for (let key = 0; key < 10; key++) await take(`key_${key}`, 1)
    await assert.rejects(async () => take('key_new', 1), { code: 'unavailable', retryAfterSeconds: 1 })
    clock.nowMs += SPAN_MS
    await assert.rejects(async () => take('key_new', 1), { code: 'unavailable' })
    for (let key = 0; key < 10; key++) assert.equal((await take(`key_${key}`, 1)).accepted, false)
    clock.nowMs += 1
    assert.equal((await take('key_new', 1)).accepted, true)
  })

  test('with few windows and many keys, no key ever exceeds its limit', async () => {
    const calls = fc.array(
      fc.record({ gap: fc.constantFrom(0, 1, 10_000, 30_001), key: fc.integer({ min: 0, max: 6 }) }),
      { maxLength: 150 },
    )
    await fc.assert(
      fc.asyncProperty(calls, async steps => {
        const { clock, take } = quotaAt(START_MS, async keyId => (accepted.get(keyId) ?? []).slice(), 3)
        const accepted = new Map<string, number[]>()
        for (const { gap, key } of steps) {
          clock.nowMs += gap
          const keyId = `key_${key}`
          const decision = await (async () => take(keyId, 2))().catch(() => undefined)
          if (decision?.accepted) accepted.set(keyId, [...(accepted.get(keyId) ?? []), clock.nowMs])
        }
        for (const stamps of accepted.values()) assert.equal(findOverfullSpan(stamps, 2), undefined)
      }),
      { numRuns: 1_000 },
    )
  })
})

function usedBytes(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
