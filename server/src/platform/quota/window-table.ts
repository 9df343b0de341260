/** Sliding windows by name, bounded in number. Each use sweeps a few of them and forgets those in which nothing counts anymore. */
import { isIdle, newWindow, type SlidingWindow } from './window.ts'

const SWEPT_EACH_USE = 2
const SWEPT_WHEN_FULL = 1_000

export class WindowTable {
  readonly #maxWindows: number
  readonly #onForget: (name: string) => void
  readonly #windows = new Map<string, SlidingWindow>()
  // One iterator that lives on while the map changes. The alternative, keeping the map in order of use by deleting and setting entries again,
  // leaves holes at its head that every look at the oldest entry must skip.
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

  /** Opens a new window under `name`; the caller has made room. */
  open(name: string): SlidingWindow {
    const window = newWindow()
    this.#windows.set(name, window)
    return window
  }

  /** Takes a step of the sweep. Call it at each use: the whole table is swept within half as many uses as it has windows. */
  sweep(nowMs: number): void {
    this.#sweep(nowMs, SWEPT_EACH_USE)
  }

  /** Makes room for a window. Returns false if the table is full and a long sweep found nothing idle. */
  makeRoom(nowMs: number): boolean {
    if (this.size >= this.#maxWindows) this.#sweep(nowMs, SWEPT_WHEN_FULL)
    return this.size < this.#maxWindows
  }

  /** Forgets the next window of the sweep, even if it still counts: for callers that would rather lose a bound than refuse. */
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
