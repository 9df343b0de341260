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
 * With 36 calls, one customer uses all of its connections and keeps enough calls waiting to keep those busy. While others call, one call and one piece
 * per customer disturb them least. What one or two more would gain and cost is in decisions/0034.
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
