/**
 * Turns in this process: every call, and every piece of a stream or an import, waits for its turn before it costs the event loop or PostgreSQL
 * anything.
 */
import { callerLeft, Refusal } from '#server/base/refusal.ts'
import { type Kind, type SchedulerLimits, type Turn, TurnScheduler } from '#server/base/turn-scheduler.ts'
import { OVERLOADED } from '#server/db/failure.ts'

type TurnsOptions = Partial<SchedulerLimits> & {
  /** How many turns may wait, in total and per customer, and for how long. Any more are refused. */
  maxWaiting: number
  maxWaitingPerCustomer: number
  waitMs: number
}

/**
 * With 36 calls, one customer uses all of its connections and has enough waiting behind them to keep those busy. While others call, allowing two
 * calls instead of one makes a light customer's call wait for twice the work: 76 instead of 33 ms of the event loop, and 33 instead of 17 ms of
 * PostgreSQL, at the 95th percentile on a busy machine, where 12 calls were 175 and 98.
 *
 * With one call at a time, a customer cannot make 50 calls per second once each takes more than 20 ms. During the import of a workbook of 60,000 rows,
 * on 2 cores with an unrelated load of 12 to 16, they waited for one another: 654 ms at the median and 4.8 s at the 99th percentile, with two at a time
 * 274 ms and 3.5 s, and with four 11 and 268 ms. Without the import they took 14 to 35 and 120 to 170 ms.
 *
 * A stream that always has one piece in progress has a load of 4.3 s, so a piece gives way from a load of 1 s on. If it did not, a call of another
 * organization would meet 1.7 pieces of an export instead of 1.0: at the 95th percentile, 6.5 instead of 3.7 ms of the event loop and 6.0 instead of
 * 4.1 ms of PostgreSQL, where without the export they are 2.4 and 1.3. The export sends as many pieces either way, because calls leave it most of the time.
 * Pieces of at most 20 rows take another 0.3 and 0.6 ms off, for a quarter more processor time.
 */
export const TURN_LIMITS: SchedulerLimits = {
  inAll: 48,
  reserved: 12,
  alone: { call: 36, piece: 8 },
  amongOthers: { call: 1, piece: 1 },
  callsAmongPieces: 4,
  callsAmongHeavy: 8,
  recentMs: 3_000,
  lightMs: { call: 5_000, piece: 1_000 },
  holdBackMs: 50,
  countedMs: 500,
}
/** A stream that has begun cannot be refused anymore, so a piece waits much longer than any should have to. */
const PIECE_WAIT_MS = 120_000
const LOOK_EVERY_MS = 20

export class Turns {
  readonly #options: TurnsOptions
  readonly #scheduler: TurnScheduler
  #looking: NodeJS.Timeout | undefined

  constructor(options: TurnsOptions) {
    this.#options = options
    this.#scheduler = new TurnScheduler({ ...TURN_LIMITS, ...options })
  }

  /** Records that a customer called, which reduces what the others may have in progress. */
  recordCall(customerId: string): void {
    this.#scheduler.recordCall(customerId, performance.now())
  }

  /** Whether several customers are calling at present. */
  get areShared(): boolean {
    return this.#scheduler.customers > 1
  }

  /** How long the call that has waited longest has been waiting for its turn, in milliseconds. */
  get longestWaitMs(): number {
    return this.#scheduler.longestWaitMs(performance.now())
  }

  /**
   * Takes a turn: returns the function that ends it, or a promise of that function if the turn has to wait. A waiting turn is withdrawn when `gone()`
   * is aborted. Throws Refusal `unavailable` if too many calls wait, or if the turn does not come in time.
   */
  take(customerId: string, kind: Kind, gone: () => AbortSignal): (() => void) | Promise<() => void> {
    const scheduler = this.#scheduler
    const { maxWaiting, maxWaitingPerCustomer } = this.#options
    const isFull = scheduler.waiting >= maxWaiting || scheduler.waitingOf(customerId) >= maxWaitingPerCustomer
    let hasBegun = false
    let goOn = () => {}
    const begin = () => {
      hasBegun = true
      goOn()
    }
    const turn: Turn = { customerId, kind, begin }
    const end = () => {
      scheduler.end(turn, performance.now())
      this.#keepLooking()
    }
    scheduler.ask(turn, performance.now())
    if (hasBegun) return end
    if (isFull && kind === 'call') {
      end()
      throw busy()
    }
    this.#keepLooking()
    const begun = new Promise<void>(resolve => {
      goOn = resolve
    })
    return this.#wait(begun, kind, gone()).then(
      () => end,
      error => {
        end()
        throw error
      },
    )
  }

  /** Rejects if the turn does not begin in time, or if its caller leaves. */
  async #wait(begun: Promise<void>, kind: Kind, gone: AbortSignal): Promise<void> {
    const waitMs = kind === 'call' ? this.#options.waitMs : PIECE_WAIT_MS
    const { promise: refused, reject } = Promise.withResolvers<never>()
    const leave = () => reject(callerLeft())
    const timer = setTimeout(() => reject(busy()), waitMs)
    if (gone.aborted) leave()
    gone.addEventListener('abort', leave)
    try {
      await Promise.race([begun, refused])
    } finally {
      clearTimeout(timer)
      gone.removeEventListener('abort', leave)
    }
  }

  /** Runs the schedule every few milliseconds while anything waits. */
  #keepLooking(): void {
    if (this.#looking || this.#scheduler.waiting === 0) return
    this.#looking = setInterval(() => {
      this.#scheduler.startDue(performance.now())
      if (this.#scheduler.waiting > 0) return
      clearInterval(this.#looking)
      this.#looking = undefined
    }, LOOK_EVERY_MS).unref()
  }
}

function busy(): Refusal {
  const { message, retryAfterSeconds } = OVERLOADED
  return new Refusal('unavailable', message, { retryAfterSeconds })
}
