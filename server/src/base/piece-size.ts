/** How many rows the pieces of something large have, so that each piece takes about the same short time, whatever its rows cost. */

type Aim = {
  /** How long a piece should take, in milliseconds, if nothing else keeps the machine busy. */
  ms: number
  most: number
}

/**
 * The aim while others call. With a hundred rows for each piece, one took PostgreSQL up to 22 ms in an export and 41 ms in a rent roll, for which
 * another organization's call may have to wait; with this aim, 6 and 4 ms. Starting a statement costs as much as about ten rows, so with an aim of 2
 * ms a rent roll takes a third more processor time. However cheap rows are for PostgreSQL, each costs this process as much again to write: with up to
 * 500 rows, a call of another organization met 13.5 ms of the event loop at the 95th percentile, with 100 rows 8.9, and with 50 rows 6.6, for 8%
 * fewer exports.
 */
const AMONG_OTHERS: Aim = { ms: 3, most: 50 }
/**
 * The aim while nobody else calls. Pieces of 50 rows make a rent roll take twice as long. The first call of another organization may wait for one
 * piece.
 */
const ALONE: Aim = { ms: 40, most: 500 }
const MIN_ROWS = 25
/** On a busy machine a piece waits for a processor, so the fastest of the last few pieces tells best what a row costs. */
const REMEMBERED = 8

export class PieceSize {
  readonly #isShared: () => boolean
  readonly #msPerRow: number[] = []

  /** `isShared` tells whether others call at present. */
  constructor(isShared: () => boolean) {
    this.#isShared = isShared
  }

  /** The rows of the next piece. */
  get rows(): number {
    if (this.#msPerRow.length === 0) return MIN_ROWS
    const { ms, most } = this.#isShared() ? AMONG_OTHERS : ALONE
    return Math.round(Math.min(most, Math.max(MIN_ROWS, ms / Math.min(...this.#msPerRow))))
  }

  /** Records how long a piece took. */
  took(rows: number, ms: number): void {
    if (rows === 0) return
    this.#msPerRow.push(ms / rows)
    if (this.#msPerRow.length > REMEMBERED) this.#msPerRow.shift()
  }
}
