/** Sliding windows by name, bounded in number: each use sweeps a few of them and forgets those in which nothing counts any more. */
import { isIdle, newWindow, type SlidingWindow } from './window.ts'

const SWEPT_EACH_USE = 2
const SWEPT_WHEN_FULL = 1_000

export class WindowTable {
  readonly #maxWindows: number
  readonly #onForget: (name: string) => void
  readonly #windows = new Map<string, SlidingWindow>()
  // One iterator that lives on while the map changes. Keeping the map in order of use instead, by deleting and setting
  // again, leaves holes at its head that each look at the oldest must skip.
  #cursor = this.#windows.entries()

  constructor(maxWindows: number, onForget: (name: string) => void = () => {}) {
    this.#maxWindows = maxWindows
    this.#onForget = onForget
  }

  get size(): number {
    return this.#windows.size
  }

  find(name: string): SlidingWindow | undefined {
    return this.#windows.get(name)
  }

  /** Opens a fresh window under `name`; the caller has made room. */
  open(name: string): SlidingWindow {
    const window = newWindow()
    this.#windows.set(name, window)
    return window
  }

  /** Takes a step of the sweep. Call it at each use: the whole table is seen within half as many uses as it has windows. */
  sweep(nowMs: number): void {
    this.#sweep(nowMs, SWEPT_EACH_USE)
  }

  /** Returns false if the table is full and a long sweep found nothing idle. */
  makeRoom(nowMs: number): boolean {
    if (this.size >= this.#maxWindows) this.#sweep(nowMs, SWEPT_WHEN_FULL)
    return this.size < this.#maxWindows
  }

  /** Forgets the window that the sweep comes to next, though it may still count: for callers that prefer losing a bound to refusing. */
  forgetNext(): void {
    const entry = this.#next()
    if (entry) this.#forget(entry[0])
  }

  #sweep(nowMs: number, steps: number): void {
    for (let step = 0; step < steps; step++) {
      const entry = this.#next()
      if (!entry) return
      if (isIdle(entry[1], nowMs)) this.#forget(entry[0])
    }
  }

  #next(): [string, SlidingWindow] | undefined {
    let step = this.#cursor.next()
    if (step.done) {
      this.#cursor = this.#windows.entries()
      step = this.#cursor.next()
    }
    return step.value
  }

  #forget(name: string): void {
    this.#windows.delete(name)
    this.#onForget(name)
  }
}
