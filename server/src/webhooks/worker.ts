/**
 * The delivery worker: takes deliveries that are due, calls their targets and writes down how it went. Any number of workers may run;
 * each delivery is taken for a while by one of them, and no transaction is open while a target is called.
 */
import { uuidv7 } from '#server/base/ids.ts'
import type { ReadPool } from '#server/db/read-pool.ts'
import type { RootKeys } from '#server/platform/root-keys.ts'
import { headersOf } from './message.ts'
import { type Attempted, isSuccess, type OutcomesOptions, openOutcomes } from './outcomes.ts'
import { type Prepared, prepareDeliveries } from './prepare.ts'
import { claimDue } from './queries.ts'
import { SEND_LIMIT_MS, type Sender, type Sent } from './send.ts'

export type WorkerOptions = OutcomesOptions & {
  reads: ReadPool
  rootKeys: RootKeys
  send: Sender['send']
  onError(error: unknown): void
}

export type DeliveryWorker = {
  /** Looks at once for what is due. */
  wake(): void
  /** Resolves once nothing is due and nothing under way; for tests, which move the clock. */
  idle(): Promise<void>
  /** Takes nothing more and lets what is under way finish. */
  close(): Promise<void>
}

/** How many deliveries one worker holds, and how many of one target all workers hold together; more of one that answers at once. */
const HELD = 8_192
const HELD_PER_TARGET = 512
const HELD_PER_QUICK_TARGET = 2_048
const QUICK_MS = 50
/** So many done of a target of which as many are held as may be, and more is taken: little at a time, for while it is read nothing is called. */
const REFILL = 256
/** How many calls one worker makes at a time, and how many of them to one target: one, while it fails. */
const CALLS = 256
const CALLS_PER_TARGET = 16
const CALLS_PER_QUICK_TARGET = 32
/** A call without an answer for so long counts no more towards CALLS and HELD, and nothing is held for its target but what is called. */
const SLOW_AFTER_MS = 1_000
const SLOW_CALLS = 4_096
/** How long a delivery is held before others may take it. */
const LEASE_MS = 60_000
const POLL_EVERY_MS = 1_000

type Held = { prepared: Prepared; leaseEndsAt: number; isSlow: boolean }

/** What is held of one: not begun, being called, and in all, until it is written down how it went. More is taken at `refillAt`. */
type Target = {
  waiting: Held[]
  calls: number
  held: number
  refillAt: number
  isFailing: boolean
  isSlow: boolean
  isQuick: boolean
}

export function openDeliveryWorker(options: WorkerOptions): DeliveryWorker {
  const { clock, rootKeys, send, onError, platformWrites, reads } = options
  const outcomes = openOutcomes(options)
  /** By subscription. */
  const targets = new Map<string, Target>()
  const underWay = new Set<Promise<void>>()
  let held = 0
  let calls = 0
  let slowCalls = 0
  let closing = false
  let isAwake = false
  let looking: Promise<void> | undefined

  const timer = setInterval(wake, POLL_EVERY_MS)
  timer.unref()

  function wake(): void {
    isAwake = true
    if (closing) return
    looking ??= look().finally(() => {
      looking = undefined
      if (isAwake) wake()
    })
  }

  /** Takes what is due as long as there is any and room for it. */
  async function look(): Promise<void> {
    isAwake = false
    try {
      for (let room = HELD - held; !closing && room > 0; room = HELD - held) {
        const now = clock.now()
        const leaseEndsAt = now + LEASE_MS
        const values = [new Date(now), room, new Date(leaseEndsAt), HELD_PER_TARGET, JSON.stringify(windows())]
        const claimed = await platformWrites.transaction(null, tx => tx.query(claimDue, values))
        if (claimed.length === 0) return
        for (const prepared of await prepareDeliveries(reads, claimed)) hold({ prepared, leaseEndsAt, isSlow: false })
        beginAll()
        // Some targets may have turned slow while this look was at it.
        for (const target of targets.values()) if (target.isSlow && target.calls > 0) giveBackUnbegun(target)
        if (claimed.length < room) return
      }
    } catch (error) {
      onError(error)
    }
  }

  /** How many may be held of those targets that are quick or slow, by subscription; no more of a slow one that has all its calls. */
  function windows(): Record<string, number> {
    const windows: Record<string, number> = {}
    for (const [subscriptionId, { isSlow, isQuick, calls }] of targets) {
      if (isSlow) windows[subscriptionId] = calls < CALLS_PER_TARGET ? CALLS_PER_TARGET : 0
      else if (isQuick) windows[subscriptionId] = HELD_PER_QUICK_TARGET
    }
    return windows
  }

  function hold(one: Held): void {
    const { subscriptionId } = one.prepared.claimed
    const target = targets.get(subscriptionId) ?? newTarget()
    targets.set(subscriptionId, target)
    target.waiting.push(one)
    target.held++
    target.refillAt = target.held < HELD_PER_TARGET ? 0 : target.held - REFILL
    held++
  }

  /** There may be more for it, which it was not given yet: before it runs dry, and once it has. */
  function letGo(one: Held, target: Target): void {
    if (!one.isSlow) held--
    target.held--
    if (target.held === 0) targets.delete(one.prepared.claimed.subscriptionId)
    if (target.held === 0 || target.held === target.refillAt) wake()
  }

  /** In turns: who was given calls comes last the next time. */
  function beginAll(): void {
    for (const [subscriptionId, target] of targets) {
      if (calls === CALLS) return
      if (!begin(target)) continue
      targets.delete(subscriptionId)
      targets.set(subscriptionId, target)
    }
  }

  /** As many calls as may be made of one target; whether there was any. */
  function begin(target: Target): boolean {
    const waiting = target.waiting.length
    const atOnce = target.isFailing ? 1 : target.isQuick ? CALLS_PER_QUICK_TARGET : CALLS_PER_TARGET
    while (!closing && target.waiting.length > 0 && target.calls < atOnce && calls < CALLS && slowCalls < SLOW_CALLS) {
      const one = target.waiting.shift() as Held
      track(deliver(one, target))
    }
    return target.waiting.length < waiting
  }

  /** `work` does not reject. */
  function track(work: Promise<void>): void {
    const done = work.then(() => void underWay.delete(done))
    underWay.add(done)
  }

  async function deliver(one: Held, target: Target): Promise<void> {
    try {
      await attempt(one, target)
    } catch (error) {
      onError(error)
    } finally {
      letGo(one, target)
    }
  }

  async function attempt(one: Held, target: Target): Promise<void> {
    const { claimed, content, keys, target: stored } = one.prepared
    // Too late to be done before others take it: it is left to them.
    if (one.leaseEndsAt - clock.now() < SEND_LIMIT_MS) return
    if (!stored?.isActive || !content) return outcomes.cancel(claimed)
    const startedAt = clock.now()
    const headers = headersOf(content, keys(rootKeys, startedAt), startedAt)
    const sent = await call(one, target, () => send(stored.url, { headers, body: content.body }))
    await outcomes.add({ claimed, startedAt, attemptId: uuidv7(startedAt), sent } satisfies Attempted)
  }

  /** Within the limits of how many there may be. */
  async function call(one: Held, target: Target, make: () => Promise<Sent>): Promise<Sent> {
    target.calls++
    calls++
    const slowness = setTimeout(() => turnSlow(one, target), SLOW_AFTER_MS)
    try {
      const sent = await make()
      target.isFailing = !isSuccess(sent)
      target.isQuick = sent.latencyMs < QUICK_MS
      if (!one.isSlow) target.isSlow = false
      return sent
    } finally {
      clearTimeout(slowness)
      const wasFull = calls === CALLS
      target.calls--
      if (one.isSlow) slowCalls--
      else calls--
      if (wasFull) beginAll()
      else begin(target)
    }
  }

  /** Whoever hangs takes no room from those who do not: what waits for it is given back. */
  function turnSlow(one: Held, target: Target): void {
    one.isSlow = true
    calls--
    slowCalls++
    target.isSlow = true
    held--
    giveBackUnbegun(target)
    beginAll()
    wake()
  }

  function giveBackUnbegun(target: Target): void {
    const unbegun = target.waiting.splice(0)
    target.held -= unbegun.length
    held -= unbegun.length
    if (unbegun.length > 0) track(outcomes.giveBack(unbegun.map(({ prepared }) => prepared.claimed)).catch(onError))
  }

  return {
    wake,
    async idle() {
      wake()
      while (looking || underWay.size > 0) {
        await looking
        await Promise.all(underWay)
      }
    },
    async close() {
      closing = true
      clearInterval(timer)
      await looking
      await Promise.all(underWay)
      const untouched = [...targets.values()].flatMap(({ waiting }) => waiting.map(({ prepared }) => prepared.claimed))
      if (untouched.length > 0) await outcomes.giveBack(untouched)
    },
  }
}

function newTarget(): Target {
  return { waiting: [], calls: 0, held: 0, refillAt: 0, isFailing: false, isSlow: false, isQuick: false }
}
