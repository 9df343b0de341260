/** The quota in its simplest form: every accepted time stamp is kept, and each call looks at all that matter. */
import { SPAN_MS } from '#server/platform/quota/quota.ts'

type Oracle = { stamps: number[]; take(limit: number, nowMs: number): Expected }
type Expected = { accepted: boolean; remaining: number; resetMs: number }

export function oracle(): Oracle {
  const stamps: number[] = []
  const counting = (atMs: number) => stamps.filter(stamp => atMs - stamp <= SPAN_MS)
  return {
    stamps,
    take(limit, nowMs) {
      const before = counting(nowMs)
      if (before.length < limit) {
        stamps.push(nowMs)
        const oldest = before[0] ?? nowMs
        return { accepted: true, remaining: limit - before.length - 1, resetMs: oldest + SPAN_MS - nowMs }
      }
      const promised = before.map(stamp => stamp + SPAN_MS + 1).find(atMs => counting(atMs).length < limit) as number
      return { accepted: false, remaining: 0, resetMs: promised - nowMs }
    },
  }
}

/** The first span of 60 seconds that holds more than `limit` of the ascending `stamps`, if there is one. */
export function findOverfullSpan(stamps: number[], limit: number): { from: number; to: number } | undefined {
  for (let index = limit; index < stamps.length; index++) {
    const [from, to] = [stamps[index - limit] as number, stamps[index] as number]
    if (to - from <= SPAN_MS) return { from, to }
  }
  return undefined
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
