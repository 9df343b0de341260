/**
 * Decides whose call is worked on next, without timers or I/O. A customer who is alone may have much in work. While others call as well, each has
 * one call and one piece of something large in work, and a customer who asks for much begins nothing while a call of one who asks for little is in
 * work. The call of a quiet customer therefore meets at most what was in work when it arrived, however much the others ask for.
 *
 * How much a customer asks for is measured in time and not in calls, so that costly calls count for more than cheap ones.
 */

/** A call, or a piece of something that is too large to be one: a stream or an import. */
export type Kind = 'call' | 'piece'

export type SchedulerLimits = {
  /** How much may be in work, in total. */
  inAll: number
  /** How much of the total is reserved for customers who have nothing in work. */
  reserved: number
  /** How much of each kind a customer may have in work if nobody else called for `recentMs`, and if somebody did. */
  alone: Record<Kind, number>
  besideOthers: Record<Kind, number>
  recentMs: number
  /** A customer asks for little if all that it asked for of late took less than this, in milliseconds, from its arrival to its end. */
  littleMs: number
  /** The longest that a customer who asks for much is held back for one who asks for little. */
  holdBackMs: number
  /**
   * What has been in work for this long no longer counts: it probably waits for something, such as a lock, and what its customer asks for meanwhile
   * must not wait with it.
   */
  countedMs: number
}

/** A place in the schedule, which waits until `begin` is called. */
export type Turn = { readonly customerId: string; readonly kind: Kind; readonly begin: () => void }

type Customer = {
  id: string
  calledAt: number
  /** How long everything that it asked for took, in milliseconds, of which half is forgotten every `recentMs`. */
  asked: number
  askedAt: number
  heldBackSince: number | undefined
  waiting: Record<Kind, Set<Turn>>
  counted: Record<Kind, number>
}

type State = { customer: Customer; arrivedAt: number; begunAt: number | undefined; isCounted: boolean }

const KINDS = ['call', 'piece'] as const
/** How many times as much as another a customer asks for when it is held back for that one. */
const MUCH = 2

export class TurnScheduler {
  readonly #limits: SchedulerLimits
  /** Customers who called of late or have something in work; the one who has been silent longest comes first. */
  readonly #customers = new Map<string, Customer>()
  /** Customers with turns that wait, in the order in which they are next. */
  readonly #inLine = new Set<Customer>()
  /** Turns that wait or are in work. */
  readonly #turns = new Map<Turn, State>()
  /** Turns in work that count, oldest first. */
  readonly #counted = new Set<Turn>()
  #waiting = 0

  constructor(limits: SchedulerLimits) {
    this.#limits = limits
  }

  /** How many turns are in work and count. */
  get inWork(): number {
    return this.#counted.size
  }

  /** How many customers called of late or have something in work. */
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

  /** Notes that a customer calls, which reduces what the others may have in work. */
  note(customerId: string, now: number): void {
    const customer = this.#customers.get(customerId) ?? newCustomer(customerId, now)
    customer.calledAt = now
    this.#customers.delete(customerId)
    this.#customers.set(customerId, customer)
  }

  /** Lets the turn begin as soon as it may: now, or in a later call of `end` or `look`. */
  ask(turn: Turn, now: number): void {
    if (!this.#customers.has(turn.customerId)) this.note(turn.customerId, now)
    const customer = this.#customers.get(turn.customerId) as Customer
    this.#turns.set(turn, { customer, arrivedAt: now, begunAt: undefined, isCounted: false })
    customer.waiting[turn.kind].add(turn)
    this.#inLine.add(customer)
    this.#waiting++
    this.look(now)
  }

  /** Ends a turn, or withdraws one that waits. */
  end(turn: Turn, now: number): void {
    const state = this.#turns.get(turn)
    if (!state) return
    this.#turns.delete(turn)
    const { customer, arrivedAt, begunAt } = state
    if (begunAt === undefined) this.#leaveLine(customer, turn)
    this.#stopCounting(turn, state)
    customer.asked = this.#askedBy(customer, now) + now - arrivedAt
    customer.askedAt = now
    this.look(now)
  }

  /** Lets everything begin that may, one turn of each customer after another. Call it every few milliseconds while anything waits. */
  look(now: number): void {
    if (this.#waiting === 0) return
    this.#forget(now)
    for (const turn of this.#counted) {
      const state = this.#turns.get(turn) as State
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
      // Whoever has begun something is last in line for the next.
      if (hasBegun && this.#inLine.delete(customer)) this.#inLine.add(customer)
    }
  }

  /** The turn of a customer that may begin now. */
  #next(customer: Customer, kind: Kind, now: number): Turn | undefined {
    const [turn] = customer.waiting[kind]
    if (!turn) return undefined
    const { inAll, reserved, alone, besideOthers, holdBackMs } = this.#limits
    // The customer itself is one of those who are known.
    const most = this.#customers.size > 1 ? besideOthers : alone
    if (customer.counted[kind] >= most[kind]) return undefined
    const own = customer.counted.call + customer.counted.piece
    if (this.#counted.size >= (own === 0 ? inAll : inAll - reserved)) return undefined
    if (!this.#asksForMuch(customer, now)) return turn
    customer.heldBackSince ??= now
    return now - customer.heldBackSince < holdBackMs ? undefined : turn
  }

  /** Whether a customer asks for much while a call of one who asks for little is in work. */
  #asksForMuch(customer: Customer, now: number): boolean {
    const own = this.#askedBy(customer, now)
    if (own < this.#limits.littleMs) return false
    for (const turn of this.#counted) {
      const { customer: other } = this.#turns.get(turn) as State
      if (other !== customer && this.#askedBy(other, now) * MUCH < own) return true
    }
    return false
  }

  #begin(customer: Customer, turn: Turn, now: number): void {
    this.#leaveLine(customer, turn)
    customer.heldBackSince = undefined
    customer.counted[turn.kind]++
    this.#counted.add(turn)
    Object.assign(this.#turns.get(turn) as State, { begunAt: now, isCounted: true } satisfies Partial<State>)
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

  #askedBy({ asked, askedAt }: Customer, now: number): number {
    return asked * 0.5 ** ((now - askedAt) / this.#limits.recentMs)
  }

  /** Forgets customers who are silent and have nothing in work. */
  #forget(now: number): void {
    for (const [id, customer] of this.#customers) {
      if (now - customer.calledAt < this.#limits.recentMs) return
      const { call, piece } = customer.counted
      if (call + piece === 0 && !hasWaiting(customer)) this.#customers.delete(id)
    }
  }
}

function newCustomer(id: string, now: number): Customer {
  const waiting = { call: new Set<Turn>(), piece: new Set<Turn>() }
  return {
    id,
    calledAt: now,
    asked: 0,
    askedAt: now,
    heldBackSince: undefined,
    waiting,
    counted: { call: 0, piece: 0 },
  }
}

function hasWaiting({ waiting }: Customer): boolean {
  return waiting.call.size + waiting.piece.size > 0
}
