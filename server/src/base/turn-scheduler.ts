/**
 * Decides which customer's call runs next, without timers or I/O. A customer who is alone may have many calls in progress. While others call as well,
 * each has one call and one piece of something large in progress, or a few calls if all of the others have pieces or are heavy, and a heavy customer
 * starts nothing while a call of a light one is in progress. The call of a light customer therefore waits at most for what was in progress when it arrived,
 * no matter how heavy the others are. A customer is held back for at most half of its load, so that its only stream or import takes at most twice as
 * long, even if calls of others are always in progress.
 *
 * The load of a customer is measured in time and not in calls, so that costly calls count for more than cheap ones.
 */

/** A call, or a piece of something that is too large for one turn: a stream or an import. */
export type Kind = 'call' | 'piece'

export type SchedulerLimits = {
  /** How many turns may be in progress, in total. */
  inAll: number
  /** How many of the total are reserved for customers who have nothing in progress. */
  reserved: number
  /** How many turns of each kind a customer may have in progress if nobody else called for `recentMs`, and if somebody did. */
  alone: Record<Kind, number>
  amongOthers: Record<Kind, number>
  /**
   * How many calls a customer may have in progress if everyone else has pieces in progress or waiting. Pieces give way, so calls need not wait for
   * one another to leave room for those of others.
   */
  callsAmongPieces: number
  /** How many calls customers may have in progress together if all of them are heavy: one call of each does not keep the database busy. */
  callsAmongHeavy: number
  recentMs: number
  /**
   * A customer is light if everything that it requested recently took less than this, in milliseconds, from arrival to end. One that always has a
   * single turn has a load of `recentMs / ln 2`, so that a piece gives way only if its limit is below that.
   */
  lightMs: Record<Kind, number>
  /** The longest that a heavy customer is held back for a light one. */
  holdBackMs: number
  /**
   * A turn that has been in progress for this long no longer counts: it probably waits for something, such as a lock, and its customer's other calls
   * must not wait with it.
   */
  countedMs: number
}

/** A place in the schedule, which waits until `begin` is called. */
export type Turn = { readonly customerId: string; readonly kind: Kind; readonly begin: () => void }

type Customer = {
  id: string
  calledAt: number
  /** How long everything that it requested took, in milliseconds; half of this is forgotten every `recentMs`. */
  loadMs: number
  loadAt: number
  heldBackSince: Record<Kind, number | undefined>
  /** How long it was held back, in milliseconds, forgotten in the same way. */
  heldMs: number
  waiting: Record<Kind, Set<Turn>>
  counted: Record<Kind, number>
  /** How many pieces are waiting or in progress, including those that no longer count. */
  pieces: number
}

type State = { customer: Customer; arrivedAt: number; begunAt: number | undefined; isCounted: boolean }

const KINDS = ['call', 'piece'] as const
/** A customer is held back for another if its load is this many times the other's. */
const HEAVY = 2
/** A customer is held back for at most this share of its load. */
const MAX_HELD = 0.5

export class TurnScheduler {
  readonly #limits: SchedulerLimits
  /** Customers who called recently or have something in progress; the one who has been silent longest comes first. */
  readonly #customers = new Map<string, Customer>()
  /** Customers with waiting turns, in the order in which they are served. */
  readonly #inLine = new Set<Customer>()
  /** Customers with pieces that are waiting or in progress. */
  readonly #large = new Set<Customer>()
  /** Turns that are waiting or in progress. */
  readonly #turns = new Map<Turn, State>()
  /** Turns in progress that count, oldest first. */
  readonly #counted = new Set<Turn>()
  #waiting = 0

  constructor(limits: SchedulerLimits) {
    this.#limits = limits
  }

  /** How many turns are in progress and count. */
  get inProgress(): number {
    return this.#counted.size
  }

  /** How many customers called recently or have something in progress. */
  get customers(): number {
    return this.#customers.size
  }

  get waiting(): number {
    return this.#waiting
  }

  waitingOf(customerId: string): number {
    const { call, piece } = this.#customers.get(customerId)?.waiting ?? {}
    return (call?.size ?? 0) + (piece?.size ?? 0)
  }

  /** How long the call that has waited longest has been waiting, in milliseconds. Pieces wait long by nature and do not count. */
  longestWaitMs(now: number): number {
    const first = this.#inLine.values().flatMap(({ waiting }) => waiting.call.values().take(1))
    return first.reduce((longest, turn) => Math.max(longest, now - this.#turns.get(turn)!.arrivedAt), 0)
  }

  /** Records that a customer called, which reduces what the others may have in progress. */
  recordCall(customerId: string, now: number): void {
    const customer = this.#customers.get(customerId) ?? newCustomer(customerId, now)
    customer.calledAt = now
    this.#customers.delete(customerId)
    this.#customers.set(customerId, customer)
  }

  /** Starts the turn as soon as it may start: now, or in a later call of `end` or `startDue`. */
  ask(turn: Turn, now: number): void {
    if (!this.#customers.has(turn.customerId)) this.recordCall(turn.customerId, now)
    const customer = this.#customers.get(turn.customerId)!
    this.#turns.set(turn, { customer, arrivedAt: now, begunAt: undefined, isCounted: false })
    customer.waiting[turn.kind].add(turn)
    if (turn.kind === 'piece') {
      customer.pieces++
      this.#large.add(customer)
    }
    this.#inLine.add(customer)
    this.#waiting++
    this.startDue(now)
  }

  /** Ends a turn, or withdraws a waiting one. */
  end(turn: Turn, now: number): void {
    const state = this.#turns.get(turn)
    if (!state) return
    this.#turns.delete(turn)
    const { customer, arrivedAt, begunAt } = state
    if (begunAt === undefined) this.#leaveLine(customer, turn)
    this.#stopCounting(turn, state)
    if (turn.kind === 'piece' && --customer.pieces === 0) this.#large.delete(customer)
    this.#age(customer, now)
    customer.loadMs += now - arrivedAt
    this.startDue(now)
  }

  /** Starts everything that may start, one turn of each customer after another. Call it every few milliseconds while anything waits. */
  startDue(now: number): void {
    if (this.#waiting === 0) return
    this.#forget(now)
    for (const turn of this.#counted) {
      const state = this.#turns.get(turn)!
      if (now - (state.begunAt as number) < this.#limits.countedMs) break
      this.#stopCounting(turn, state)
    }
    for (const customer of this.#inLine) {
      if (this.#counted.size >= this.#limits.inAll) return
      let hasBegun = false
      for (const kind of KINDS) {
        const turn = this.#next(customer, kind, now)
        if (turn) this.#begin(customer, turn, now)
        hasBegun ||= turn !== undefined
      }
      // A customer whose turn has just begun goes to the end of the line.
      if (hasBegun && this.#inLine.delete(customer)) this.#inLine.add(customer)
    }
  }

  /** The next turn of a customer, if it may start now. */
  #next(customer: Customer, kind: Kind, now: number): Turn | undefined {
    const [turn] = customer.waiting[kind]
    if (!turn) return undefined
    const { inAll, reserved, holdBackMs } = this.#limits
    const share = kind === 'call' ? this.#shareOf(customer, now) : undefined
    if (customer.counted[kind] >= (share ?? this.#mostOf(customer, kind))) return undefined
    const own = customer.counted.call + customer.counted.piece
    if (this.#counted.size >= (own === 0 ? inAll : inAll - reserved)) return undefined
    // Those who share have as many turns each, so that none is held back for a lighter one, which always has one in progress.
    if (share !== undefined || !this.#isHeavy(customer, kind, now)) return turn
    customer.heldBackSince[kind] ??= now
    const mostMs = Math.min(holdBackMs, customer.loadMs * MAX_HELD - customer.heldMs)
    return now - customer.heldBackSince[kind] < mostMs ? undefined : turn
  }

  #mostOf(customer: Customer, kind: Kind): number {
    const { alone, amongOthers, callsAmongPieces } = this.#limits
    // The customer itself is among the known ones.
    const others = this.#customers.size - 1
    if (others === 0) return alone[kind]
    const large = this.#large.size - Number(this.#large.has(customer))
    return kind === 'call' && large === others ? callsAmongPieces : amongOthers[kind]
  }

  /** How many calls a customer may have in progress if there are a few others, none of whom is light or has a piece. */
  #shareOf(customer: Customer, now: number): number | undefined {
    const share = Math.floor(this.#limits.callsAmongHeavy / this.#customers.size)
    if (this.#customers.size === 1 || share <= this.#limits.amongOthers.call || this.#large.size > 0) return undefined
    for (const other of this.#customers.values()) {
      this.#age(other, now)
      if (other !== customer && other.loadMs < this.#limits.lightMs.call) return undefined
    }
    return share
  }

  /**
   * Whether a customer is heavy while a call of a light one is in progress. A call gives way to calls only, because pieces can wait. A piece gives
   * way to the calls of everyone whose load is smaller.
   */
  #isHeavy(customer: Customer, kind: Kind, now: number): boolean {
    this.#age(customer, now)
    if (customer.loadMs < this.#limits.lightMs[kind]) return false
    for (const turn of this.#counted) {
      const { customer: other } = this.#turns.get(turn)!
      if (other === customer || (kind === 'call' && turn.kind === 'piece')) continue
      this.#age(other, now)
      const times = kind === 'piece' && turn.kind === 'call' ? 1 : HEAVY
      if (other.loadMs * times < customer.loadMs) return true
    }
    return false
  }

  #begin(customer: Customer, turn: Turn, now: number): void {
    this.#leaveLine(customer, turn)
    this.#age(customer, now)
    customer.heldMs += now - (customer.heldBackSince[turn.kind] ?? now)
    customer.heldBackSince[turn.kind] = undefined
    customer.counted[turn.kind]++
    this.#counted.add(turn)
    Object.assign(this.#turns.get(turn)!, { begunAt: now, isCounted: true } satisfies Partial<State>)
    turn.begin()
  }

  #leaveLine(customer: Customer, turn: Turn): void {
    if (!customer.waiting[turn.kind].delete(turn)) return
    this.#waiting--
    if (!hasWaiting(customer)) this.#inLine.delete(customer)
  }

  #stopCounting(turn: Turn, state: State): void {
    if (!state.isCounted) return
    state.isCounted = false
    state.customer.counted[turn.kind]--
    this.#counted.delete(turn)
  }

  /** Forgets as much of a customer's load as time has passed. */
  #age(customer: Customer, now: number): void {
    const kept = 0.5 ** ((now - customer.loadAt) / this.#limits.recentMs)
    customer.loadMs *= kept
    customer.heldMs *= kept
    customer.loadAt = now
  }

  /** Forgets customers who are silent and have nothing in progress. */
  #forget(now: number): void {
    for (const [id, customer] of this.#customers) {
      if (now - customer.calledAt < this.#limits.recentMs) return
      const { call, piece } = customer.counted
      if (call + piece > 0 || hasWaiting(customer)) continue
      this.#customers.delete(id)
      this.#large.delete(customer)
    }
  }
}

function newCustomer(id: string, now: number): Customer {
  const waiting = { call: new Set<Turn>(), piece: new Set<Turn>() }
  return {
    id,
    calledAt: now,
    loadMs: 0,
    loadAt: now,
    heldBackSince: { call: undefined, piece: undefined },
    heldMs: 0,
    waiting,
    counted: { call: 0, piece: 0 },
    pieces: 0,
  }
}

function hasWaiting({ waiting }: Customer): boolean {
  return waiting.call.size + waiting.piece.size > 0
}
