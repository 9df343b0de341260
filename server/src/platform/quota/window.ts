/** A sliding window: the stamps of the calls that count, oldest first, in a ring that grows on demand. */
import { SPAN_MS } from './quota.ts'

export type SlidingWindow = {
  /** The stamps; the length is a power of two. */
  ring: Float64Array
  /** The position of the oldest stamp in the ring. */
  first: number
  count: number
}

/** Eight stamps are 64 bytes, the most that V8 keeps inside the object without a separate buffer. */
const MIN_RING_SIZE = 8

export function newWindow(): SlidingWindow {
  return { ring: new Float64Array(MIN_RING_SIZE), first: 0, count: 0 }
}

/** The stamp at `index`, 0 being the oldest; `index` must be below `count`. */
export function stampAt(window: SlidingWindow, index: number): number {
  return window.ring[slot(window, index)]!
}

/** Adds `stampMs`, which no stamp in the window may exceed. */
export function addStamp(window: SlidingWindow, stampMs: number): void {
  if (window.count === window.ring.length) grow(window)
  window.ring[slot(window, window.count)] = stampMs
  window.count++
}

/** Removes one stamp equal to `stampMs`, if it is still there. Searches from the newest, because it was added recently. */
export function removeStamp(window: SlidingWindow, stampMs: number): void {
  let index = window.count - 1
  while (index >= 0 && stampAt(window, index) > stampMs) index--
  if (index < 0 || stampAt(window, index) !== stampMs) return
  for (; index < window.count - 1; index++) window.ring[slot(window, index)] = stampAt(window, index + 1)
  window.count--
}

/** Drops the stamps that no longer count at `nowMs`. */
export function dropExpired(window: SlidingWindow, nowMs: number): void {
  while (window.count > 0 && nowMs - stampAt(window, 0) > SPAN_MS) {
    window.first = slot(window, 1)
    window.count--
  }
}

/** Whether nothing in the window counts at `nowMs`, so that forgetting the window changes no decision. */
export function isIdle(window: SlidingWindow, nowMs: number): boolean {
  return window.count === 0 || nowMs - stampAt(window, window.count - 1) > SPAN_MS
}

function slot(window: SlidingWindow, index: number): number {
  return (window.first + index) & (window.ring.length - 1)
}

function grow(window: SlidingWindow): void {
  const larger = new Float64Array(window.ring.length * 2)
  for (let index = 0; index < window.count; index++) larger[index] = stampAt(window, index)
  window.ring = larger
  window.first = 0
}
