/** Sliding windows by name, bounded in number: each use sweeps a few of them and forgets those in which nothing counts any more. */
import { isIdle, newWindow, type SlidingWindow } from './window.ts'

export type WindowTable = {
  readonly size: number
  find(name: string): SlidingWindow | undefined
  /** A fresh window under `name`; the caller has seen to it that there is room. */
  open(name: string): SlidingWindow
  /** A step of the sweep. Call it at each use: the whole table is seen within half as many uses as it has windows. */
  sweep(nowMs: number): void
  /** False when the table is full and a long sweep found nothing idle. */
  makeRoom(nowMs: number): boolean
  /** Forgets the window the sweep comes to next, though it may still count: for those who rather lose a bound than refuse. */
  forgetNext(): void
}

const SWEPT_EACH_USE = 2
const SWEPT_WHEN_FULL = 1_000

export function windowTable(maxWindows: number, onForget: (name: string) => void = () => {}): WindowTable {
  const windows = new Map<string, SlidingWindow>()
  // One iterator that lives on while the map changes. Keeping the map in order of use instead, by deleting and setting
  // again, leaves holes at its head that each look at the oldest must skip.
  let cursor = windows.entries()

  function next(): [string, SlidingWindow] | undefined {
    let step = cursor.next()
    if (step.done) {
      cursor = windows.entries()
      step = cursor.next()
    }
    return step.value
  }

  function forget(name: string): void {
    windows.delete(name)
    onForget(name)
  }

  function sweep(nowMs: number, steps: number): void {
    for (let step = 0; step < steps; step++) {
      const entry = next()
      if (!entry) return
      if (isIdle(entry[1], nowMs)) forget(entry[0])
    }
  }

  return {
    get size() {
      return windows.size
    },
    find: name => windows.get(name),
    open(name) {
      const window = newWindow()
      windows.set(name, window)
      return window
    },
    sweep: nowMs => sweep(nowMs, SWEPT_EACH_USE),
    makeRoom(nowMs) {
      if (windows.size >= maxWindows) sweep(nowMs, SWEPT_WHEN_FULL)
      return windows.size < maxWindows
    },
    forgetNext() {
      const entry = next()
      if (entry) forget(entry[0])
    },
  }
}
