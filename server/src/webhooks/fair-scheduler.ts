/**
 * Decides which of the deliveries that a worker holds are called next, so that no subscription holds up another. Every event returns what
 * the worker must do now. The scheduler has no clock and does no I/O.
 */

export type Limits = {
  /** How many deliveries one worker holds, apart from those whose call has become slow. */
  held: number
  /** How many deliveries of one subscription all workers hold together, and how many if its target answers quickly. */
  heldPerSubscription: number
  heldPerQuickSubscription: number
  /**
   * If a subscription holds as many deliveries as it may, more are claimed for it once this many are done: a few at a time, because nothing is
   * called while they are read.
   */
  refill: number
  /** How many calls one worker makes at once, apart from slow ones. */
  calls: number
  /** How many of them are for one subscription. While its target fails, only one is made at a time. */
  callsPerSubscription: number
  callsPerQuickSubscription: number
  /** How many calls may have become slow; once there are this many, no further call begins. */
  slowCalls: number
  /** A target that answers in less time than this is quick. */
  quickMs: number
}

export const LIMITS: Limits = {
  held: 8_192,
  heldPerSubscription: 512,
  heldPerQuickSubscription: 2_048,
  refill: 256,
  calls: 256,
  callsPerSubscription: 16,
  callsPerQuickSubscription: 32,
  slowCalls: 4_096,
  quickMs: 50,
}

/** A delivery that the worker holds. A slow one no longer counts toward `held` and `calls`. */
export type Held<Delivery> = { readonly subscriptionId: string; readonly delivery: Delivery; isSlow: boolean }

export type Actions<Delivery> = {
  /** Deliveries to call now; report each with `ended` and then `settled`. */
  begin: Held<Delivery>[]
  /** Deliveries to release to other workers, because they were not attempted. */
  giveBack: Delivery[]
  /** Whether more deliveries may be due that could not be claimed before. */
  claimMore: boolean
}

/** The deliveries held for one subscription. `held` counts each until its outcome is stored; more is claimed when it falls to `refillAt`. */
type Queue<Delivery> = {
  waiting: Held<Delivery>[]
  calls: number
  held: number
  refillAt: number
  isFailing: boolean
  isSlow: boolean
  isQuick: boolean
}

export class FairScheduler<Delivery> {
  readonly #limits: Limits
  /** Queues by subscription; the most recently served subscription is last. */
  readonly #queues = new Map<string, Queue<Delivery>>()
  #held = 0
  #calls = 0
  #slowCalls = 0
  #isClosed = false

  constructor(limits: Limits = LIMITS) {
    this.#limits = limits
  }

  /** How many more deliveries the worker may hold. */
  get room(): number {
    return this.#limits.held - this.#held
  }

  /**
   * How many deliveries may be held for a subscription, if that is not `heldPerSubscription`. A slow subscription is given no more than can be
   * called at once, and nothing while all its calls are under way.
   */
  exceptions(): Record<string, number> {
    const { callsPerSubscription, heldPerQuickSubscription } = this.#limits
    const exceptions: Record<string, number> = {}
    for (const [subscriptionId, { isSlow, isQuick, calls }] of this.#queues) {
      if (isSlow) exceptions[subscriptionId] = calls < callsPerSubscription ? callsPerSubscription : 0
      else if (isQuick) exceptions[subscriptionId] = heldPerQuickSubscription
    }
    return exceptions
  }

  /** Reports claimed deliveries. A subscription that became slow in the meantime gives back those that are not called immediately. */
  claimed(deliveries: readonly (readonly [subscriptionId: string, delivery: Delivery])[]): Actions<Delivery> {
    for (const [subscriptionId, delivery] of deliveries) this.#hold({ subscriptionId, delivery, isSlow: false })
    const begin = this.#beginAll()
    const giveBack = [...this.#queues.values()]
      .filter(({ isSlow, calls }) => isSlow && calls > 0)
      .flatMap(queue => this.#takeWaiting(queue))
    return { begin, giveBack, claimMore: false }
  }

  /**
   * Reports that a call has had no response for a long time. Deliveries of its subscription that have not begun are given back, so that they do not
   * wait for it.
   */
  becameSlow(one: Held<Delivery>): Actions<Delivery> {
    const queue = this.#queueOf(one)
    one.isSlow = true
    queue.isSlow = true
    this.#calls--
    this.#slowCalls++
    this.#held--
    const giveBack = this.#takeWaiting(queue)
    return { begin: this.#beginAll(), giveBack, claimMore: true }
  }

  /** Reports that a call has ended; `result` is undefined if no call was made after all. */
  ended(one: Held<Delivery>, result?: { isSuccess: boolean; latencyMs: number }): Actions<Delivery> {
    const queue = this.#queueOf(one)
    if (result) {
      queue.isFailing = !result.isSuccess
      queue.isQuick = result.latencyMs < this.#limits.quickMs
      if (!one.isSlow) queue.isSlow = false
    }
    const wasFull = this.#calls === this.#limits.calls || this.#slowCalls === this.#limits.slowCalls
    queue.calls--
    if (one.isSlow) this.#slowCalls--
    else this.#calls--
    return { begin: wasFull ? this.#beginAll() : this.#begin(queue), giveBack: [], claimMore: false }
  }

  /**
   * Reports that the outcome of a delivery is stored, or cannot be. More deliveries are claimed shortly before its subscription has none left, and
   * again when it has none.
   */
  settled(one: Held<Delivery>): Actions<Delivery> {
    const queue = this.#queueOf(one)
    if (!one.isSlow) this.#held--
    queue.held--
    if (queue.held === 0) this.#queues.delete(one.subscriptionId)
    return { begin: [], giveBack: [], claimMore: queue.held === 0 || queue.held === queue.refillAt }
  }

  /** Starts no further calls. */
  close(): void {
    this.#isClosed = true
  }

  /** Removes and returns every delivery that has not begun. */
  takeUnbegun(): Delivery[] {
    return [...this.#queues.values()].flatMap(queue => this.#takeWaiting(queue))
  }

  #hold(one: Held<Delivery>): void {
    const { heldPerSubscription, refill } = this.#limits
    const queue = this.#queues.get(one.subscriptionId) ?? newQueue<Delivery>()
    this.#queues.set(one.subscriptionId, queue)
    queue.waiting.push(one)
    queue.held++
    queue.refillAt = queue.held < heldPerSubscription ? 0 : queue.held - refill
    this.#held++
  }

  /** Serves the subscriptions in turn: one that has just been served comes last the next time. */
  #beginAll(): Held<Delivery>[] {
    const begun: Held<Delivery>[] = []
    for (const [subscriptionId, queue] of this.#queues) {
      if (this.#calls === this.#limits.calls) break
      const calls = this.#begin(queue)
      if (calls.length === 0) continue
      begun.push(...calls)
      this.#queues.delete(subscriptionId)
      this.#queues.set(subscriptionId, queue)
    }
    return begun
  }

  /** Begins as many calls of one subscription as it may have. */
  #begin(queue: Queue<Delivery>): Held<Delivery>[] {
    const { calls, slowCalls, callsPerSubscription, callsPerQuickSubscription } = this.#limits
    if (this.#isClosed || this.#slowCalls >= slowCalls) return []
    const most = queue.isFailing ? 1 : queue.isQuick ? callsPerQuickSubscription : callsPerSubscription
    const begun = queue.waiting.splice(0, Math.max(0, Math.min(most - queue.calls, calls - this.#calls)))
    queue.calls += begun.length
    this.#calls += begun.length
    return begun
  }

  #takeWaiting(queue: Queue<Delivery>): Delivery[] {
    const unbegun = queue.waiting.splice(0)
    queue.held -= unbegun.length
    this.#held -= unbegun.length
    return unbegun.map(({ delivery }) => delivery)
  }

  #queueOf({ subscriptionId }: Held<Delivery>): Queue<Delivery> {
    return this.#queues.get(subscriptionId)!
  }
}

function newQueue<Delivery>(): Queue<Delivery> {
  return { waiting: [], calls: 0, held: 0, refillAt: 0, isFailing: false, isSlow: false, isQuick: false }
}
