/**
 * The delivery worker: takes deliveries that are due, calls their targets and writes down how it went. Any number of workers may run;
 * each delivery is taken for a while by one of them, and no transaction is open while a target is called.
 */
import { uuidv7 } from '#server/base/ids.ts'
import type { ReadPool } from '#server/db/read-pool.ts'
import type { RootKeys } from '#server/platform/root-keys.ts'
import { type Letter, prepareLetters } from './letters.ts'
import { headersOf } from './message.ts'
import { type Attempted, type OutcomesOptions, openOutcomes } from './outcomes.ts'
import { claimDue } from './queries.ts'
import { SEND_LIMIT_MS, type Sender } from './send.ts'

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

/** How many deliveries one worker holds, and how many of one target all workers hold together. */
const HELD = 1_024
const HELD_PER_TARGET = 128
/** How many calls one worker makes at a time, and how many of them to one target. */
const CALLS = 256
const CALLS_PER_TARGET = 16
/** How long a delivery is held before others may take it. */
const LEASE_MS = 60_000
const POLL_EVERY_MS = 1_000

type Held = { letter: Letter; leaseEndsAt: number }

export function openDeliveryWorker(options: WorkerOptions): DeliveryWorker {
  const { clock, rootKeys, send, onError, platformWrites, reads } = options
  const outcomes = openOutcomes(options)
  /** By subscription: what is held and not begun, and how many calls are being made. */
  const targets = new Map<string, { waiting: Held[]; calls: number }>()
  const underWay = new Set<Promise<void>>()
  let held = 0
  let calls = 0
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
      while (!closing && held < HELD) {
        const now = clock.now()
        const leaseEndsAt = now + LEASE_MS
        const values = [new Date(now), HELD - held, new Date(leaseEndsAt), HELD_PER_TARGET]
        const claimed = await platformWrites.transaction(null, tx => tx.query(claimDue, values))
        if (claimed.length === 0) return
        held += claimed.length
        for (const letter of await prepareLetters(reads, claimed)) hold({ letter, leaseEndsAt })
        beginAll()
      }
    } catch (error) {
      onError(error)
    }
  }

  function hold(one: Held): void {
    const { subscriptionId } = one.letter.claimed
    const target = targets.get(subscriptionId) ?? { waiting: [], calls: 0 }
    targets.set(subscriptionId, target)
    target.waiting.push(one)
  }

  function beginAll(): void {
    for (const subscriptionId of targets.keys()) begin(subscriptionId)
  }

  /** As many calls as may be made of one target. */
  function begin(subscriptionId: string): void {
    const target = targets.get(subscriptionId)
    if (!target || closing) return
    while (target.waiting.length > 0 && target.calls < CALLS_PER_TARGET && calls < CALLS) {
      const one = target.waiting.shift() as Held
      const done = deliver(one, target)
        .catch(onError)
        .finally(() => {
          underWay.delete(done)
          held--
        })
      underWay.add(done)
    }
    if (target.waiting.length > 0) return
    if (target.calls === 0) targets.delete(subscriptionId)
    // There may be more for it, which it was not given yet.
    wake()
  }

  async function deliver({ letter, leaseEndsAt }: Held, target: { calls: number }): Promise<void> {
    const { claimed, event, body } = letter
    // Too late to be done before others take it: it is left to them.
    if (leaseEndsAt - clock.now() < SEND_LIMIT_MS) return
    if (!letter.target?.isActive || !event) return outcomes.cancel(claimed)
    const startedAt = clock.now()
    const headers = headersOf(event.id, body, letter.secrets(rootKeys, startedAt), startedAt)
    target.calls++
    calls++
    const sent = await send(letter.target.url, { headers, body }).finally(() => {
      const wasFull = calls === CALLS
      target.calls--
      calls--
      if (wasFull) beginAll()
      else begin(claimed.subscriptionId)
    })
    await outcomes.add({ claimed, startedAt, attemptId: uuidv7(startedAt), sent } satisfies Attempted)
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
      const untouched = [...targets.values()].flatMap(({ waiting }) => waiting.map(({ letter }) => letter.claimed))
      if (untouched.length > 0) await outcomes.giveBack(untouched)
    },
  }
}
