/** Stores the outcomes of attempts, many in one transaction: the first without delay, then all that have arrived in the meantime. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#server/base/clock.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import {
  type Claimed,
  cancelOfPaused,
  commitLazily,
  lockSubscriptions,
  recordHealth,
  recordOutcomes,
  releaseHeldDeliveries,
} from './queries.ts'
import { delayAfter, PAUSED_AFTER_MS } from './schedule.ts'
import type { Sent } from './send.ts'

type Attempted = {
  claimed: Claimed
  /** From when on attempts said something about the subscription when this one began. */
  judgedFrom: string | null
  startedAt: number
  attemptId: string
  sent: Sent
}

export type OutcomesOptions = {
  /** Writes as gatehouse_platform. */
  platformWrites: WritePool
  clock: Clock
  schedule: readonly number[]
  /** Returns a number in [0, 1), for the jitter. */
  random: () => number
}

type Outcome = {
  organizationId: string
  subscriptionId: string
  id: string
  attemptId: string | null
  number: number
  inSchedule: number
  status: 'DELIVERED' | 'RETRYING' | 'EXHAUSTED' | 'CANCELLED'
  /** Times are milliseconds since the epoch. */
  dueAt: number | null
  finishedAt: number | null
  attemptedAt: number | null
  outcome: string | null
  responseStatus: number | null
  latencyMs: number | null
  excerpt: string | null
  error: string | null
}

/** What attempts say about a subscription, as it is since `judgedFrom`. */
type Health = {
  organizationId: string
  id: string
  judgedFrom: string | null
  succeededAt: number | null
  /** Failures since the last success among these attempts. */
  failuresAfter: number
  firstFailureAt: number | null
  lastFailureAt: number | null
  goneReason: string | null
}

type Waiting = {
  outcome: Outcome
  judgedFrom: string | null
  judge: (health: Health) => void
  claimed: Claimed
  stored: PromiseWithResolvers<void>
}

const GONE = 410
/** How many outcomes one transaction stores. */
const BATCH = 500
/** The pause before the next transaction, unless it is full. A transaction costs as much as twenty of its outcomes. */
const GATHER_MS = 10

export class Outcomes {
  readonly #platformWrites: WritePool
  readonly #clock: Clock
  readonly #schedule: readonly number[]
  readonly #random: () => number
  #waiting: Waiting[] = []
  #isWriting = false

  constructor({ platformWrites, clock, schedule, random }: OutcomesOptions) {
    this.#platformWrites = platformWrites
    this.#clock = clock
    this.#schedule = schedule
    this.#random = random
  }

  /** Resolves once the outcome is stored. Rejects if it cannot be; the delivery then falls due again when its claim ends. */
  add(attempted: Attempted): Promise<void> {
    const { claimed, judgedFrom, sent } = attempted
    const now = this.#clock.now()
    const outcome = outcomeOf(attempted, now, this.#schedule, this.#random())
    return this.#enqueue({ claimed, outcome, judgedFrom, judge: health => judge(health, now, sent) })
  }

  /** Ends a delivery whose subscription is paused or deleted. */
  cancel(claimed: Claimed): Promise<void> {
    const outcome = { ...blank(claimed), status: 'CANCELLED', finishedAt: this.#clock.now() } as const
    return this.#enqueue({ claimed, outcome, judgedFrom: null, judge: () => {} })
  }

  /** Ends the claims of deliveries that have not begun, so that other workers may claim them immediately. */
  async giveBack(claimed: readonly Claimed[]): Promise<void> {
    const named = JSON.stringify(
      claimed.map(({ organizationId, subscriptionId, id }) => ({ organizationId, subscriptionId, id })),
    )
    await this.#platformWrites.transaction(null, tx => tx.query(releaseHeldDeliveries, [named]))
  }

  #enqueue(entry: Omit<Waiting, 'stored'>): Promise<void> {
    const stored = Promise.withResolvers<void>()
    this.#waiting.push({ ...entry, stored })
    void this.#write()
    return stored.promise
  }

  async #write(): Promise<void> {
    if (this.#isWriting) return
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH)
      this.#waiting = this.#waiting.slice(BATCH)
      try {
        await store(this.#platformWrites, batch, this.#clock.now())
        for (const { stored } of batch) stored.resolve()
      } catch (error) {
        for (const { stored } of batch) stored.reject(error)
      }
      if (this.#waiting.length < BATCH) await pause(GATHER_MS)
    }
    this.#isWriting = false
  }
}

/** The state of a delivery after an attempt: delivered, due again after a delay of the schedule, or given up. */
function outcomeOf(
  { claimed, startedAt, attemptId, sent }: Attempted,
  now: number,
  schedule: readonly number[],
  random: number,
): Outcome {
  const succeeded = isSuccess(sent)
  const answered = 'status' in sent
  const inSchedule = claimed.attemptsInSchedule + 1
  const delay = succeeded
    ? undefined
    : delayAfter(inSchedule, schedule, random, answered ? sent.retryAfterMs : undefined)
  const { organizationId, subscriptionId, id, attempts } = claimed
  return {
    organizationId,
    subscriptionId,
    id,
    attemptId,
    number: attempts + 1,
    inSchedule,
    status: succeeded ? 'DELIVERED' : delay === undefined ? 'EXHAUSTED' : 'RETRYING',
    dueAt: delay === undefined ? null : now + delay,
    finishedAt: delay === undefined ? now : null,
    attemptedAt: startedAt,
    outcome: succeeded ? 'DELIVERED' : answered ? 'HTTP_STATUS' : sent.failure,
    responseStatus: answered ? sent.status : null,
    latencyMs: Math.round(sent.latencyMs),
    excerpt: answered ? storable(sent.excerpt) : null,
    error: succeeded ? null : answered ? refusedBy(sent.status) : sent.message,
  }
}

const REDIRECTS = [301, 302, 303, 307, 308]

/** Why an answer that is not 2xx counts as a failure, for the administrator of the organization. */
function refusedBy(status: number): string {
  const hint = ' Redirects are not followed: subscribe the URL to which it redirects.'
  return `The target responded with ${status}.${REDIRECTS.includes(status) ? hint : ''}`
}

/** Whether the target accepted the delivery. */
export function isSuccess(sent: Sent): boolean {
  return 'status' in sent && sent.status >= 200 && sent.status < 300
}

/** Adds an attempt to the health of its subscription. */
function judge(health: Health, now: number, sent: Sent): void {
  if (isSuccess(sent)) {
    Object.assign(health, { succeededAt: now, failuresAfter: 0, firstFailureAt: null })
    return
  }
  health.failuresAfter++
  health.firstFailureAt ??= now
  health.lastFailureAt = now
  if ('status' in sent && sent.status === GONE) health.goneReason = 'The target responded with 410: it is gone.'
}

async function store(platformWrites: WritePool, batch: readonly Waiting[], now: number): Promise<void> {
  const healths = new Map<string, Health>()
  for (const { claimed, judgedFrom, judge } of batch) {
    const key = `${claimed.organizationId} ${claimed.subscriptionId} ${judgedFrom}`
    const health = healths.get(key) ?? healthy(claimed, judgedFrom)
    judge(health)
    healths.set(key, health)
  }
  const changed = [...healths.values()].filter(
    ({ succeededAt, failuresAfter }) => succeededAt !== null || failuresAfter > 0,
  )
  const pausing = {
    failingBefore: now - PAUSED_AFTER_MS,
    pausedReason: 'Every attempt of the last five days failed.',
  }
  const healthJson = JSON.stringify(changed.map(health => ({ ...health, ...pausing })))
  await platformWrites.transaction(null, async tx => {
    void tx.query(commitLazily, [])
    void tx.query(lockSubscriptions, [
      JSON.stringify([...healths.values()].map(({ organizationId, id }) => ({ organizationId, id }))),
    ])
    void tx.query(recordOutcomes, [JSON.stringify(batch.map(({ outcome }) => outcome))])
    if (changed.length === 0) return
    void tx.query(recordHealth, [healthJson])
    const failed = changed.filter(({ failuresAfter }) => failuresAfter > 0)
    if (failed.length > 0) await tx.query(cancelOfPaused, [JSON.stringify(failed), new Date(now)])
  })
}

function blank({ organizationId, subscriptionId, id, attempts, attemptsInSchedule }: Claimed): Omit<Outcome, 'status'> {
  return {
    organizationId,
    subscriptionId,
    id,
    attemptId: null,
    number: attempts,
    inSchedule: attemptsInSchedule,
    dueAt: null,
    finishedAt: null,
    attemptedAt: null,
    outcome: null,
    responseStatus: null,
    latencyMs: null,
    excerpt: null,
    error: null,
  }
}

function healthy({ organizationId, subscriptionId }: Claimed, judgedFrom: string | null): Health {
  return {
    organizationId,
    id: subscriptionId,
    judgedFrom,
    succeededAt: null,
    failuresAfter: 0,
    firstFailureAt: null,
    lastFailureAt: null,
    goneReason: null,
  }
}

/** Replaces characters that PostgreSQL cannot store, because the receiver may answer anything. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
