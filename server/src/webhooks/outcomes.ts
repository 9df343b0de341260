/** How attempts went, written down many at once: the first without delay, and then whatever came meanwhile in one transaction. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#server/base/clock.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import {
  type Claimed,
  cancelOfPaused,
  commitLazily,
  giveBackHeld,
  lockSubscriptions,
  recordHealth,
  recordOutcomes,
} from './queries.ts'
import { delayAfter, PAUSED_AFTER_MS } from './schedule.ts'
import type { Sent } from './send.ts'

export type Attempted = { claimed: Claimed; startedAt: number; attemptId: string; sent: Sent }

export type OutcomesOptions = {
  /** The platform's. */
  platformWrites: WritePool
  clock: Clock
  schedule: readonly number[]
  /** In [0, 1); for the jitter. */
  random: () => number
}

export type Outcomes = {
  /** Resolves once it is stored; rejects when it is not, and then the delivery falls due again with its lease. */
  add(attempted: Attempted): Promise<void>
  /** The subscription is paused or gone. */
  cancel(claimed: Claimed): Promise<void>
  /** They were not begun: others may take them at once. */
  giveBack(claimed: readonly Claimed[]): Promise<void>
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

type Health = {
  organizationId: string
  id: string
  succeededAt: number | null
  /** Failures since the last success among these attempts. */
  failuresAfter: number
  firstFailureAt: number | null
  lastFailureAt: number | null
  goneReason: string | null
}

type Waiting = {
  outcome: Outcome
  judge: (health: Health) => void
  claimed: Claimed
  stored: PromiseWithResolvers<void>
}

const GONE = 410
/** One transaction's worth. */
const BATCH = 500
/** The pause before the next, unless it is full: a transaction costs as much as twenty of its outcomes. */
const GATHER_MS = 10

export function openOutcomes({ platformWrites, clock, schedule, random }: OutcomesOptions): Outcomes {
  let waiting: Waiting[] = []
  let isWriting = false

  async function write(): Promise<void> {
    if (isWriting) return
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      try {
        await store(platformWrites, batch, clock.now())
        for (const { stored } of batch) stored.resolve()
      } catch (error) {
        for (const { stored } of batch) stored.reject(error)
      }
      if (waiting.length < BATCH) await pause(GATHER_MS)
    }
    isWriting = false
  }

  function enqueue(entry: Omit<Waiting, 'stored'>): Promise<void> {
    const stored = Promise.withResolvers<void>()
    waiting.push({ ...entry, stored })
    void write()
    return stored.promise
  }

  return {
    async giveBack(claimed) {
      const named = JSON.stringify(
        claimed.map(({ organizationId, subscriptionId, id }) => ({ organizationId, subscriptionId, id })),
      )
      await platformWrites.transaction(null, tx => tx.query(giveBackHeld, [named]))
    },
    add: attempted => enqueue(judge(attempted)),
    cancel: claimed => {
      const outcome = { ...blank(claimed), status: 'CANCELLED', finishedAt: clock.now() } as const
      return enqueue({ claimed, outcome, judge: () => {} })
    },
  }

  function judge({ claimed, startedAt, attemptId, sent }: Attempted): Omit<Waiting, 'stored'> {
    const succeeded = isSuccess(sent)
    const now = clock.now()
    const inSchedule = claimed.attemptsInSchedule + 1
    const retryAfterMs = 'status' in sent ? sent.retryAfterMs : undefined
    const delay = succeeded ? undefined : delayAfter(inSchedule, schedule, random(), retryAfterMs)
    const answered = 'status' in sent
    const { organizationId, subscriptionId, id, attempts } = claimed
    const outcome: Outcome = {
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
      error: succeeded ? null : answered ? `The target answered ${sent.status}.` : sent.message,
    }
    return { claimed, outcome, judge: health => tell(health, now, sent) }
  }
}

/** Whether the target took it. */
export function isSuccess(sent: Sent): boolean {
  return 'status' in sent && sent.status >= 200 && sent.status < 300
}

function tell(health: Health, now: number, sent: Sent): void {
  if (isSuccess(sent)) {
    Object.assign(health, { succeededAt: now, failuresAfter: 0, firstFailureAt: null })
    return
  }
  health.failuresAfter++
  health.firstFailureAt ??= now
  health.lastFailureAt = now
  if ('status' in sent && sent.status === GONE) health.goneReason = 'The target answered 410: it is gone.'
}

async function store(platformWrites: WritePool, batch: readonly Waiting[], now: number): Promise<void> {
  const healths = new Map<string, Health>()
  for (const { claimed, judge } of batch) {
    const key = `${claimed.organizationId} ${claimed.subscriptionId}`
    const health = healths.get(key) ?? healthy(claimed)
    judge(health)
    healths.set(key, health)
  }
  const told = [...healths.values()].filter(
    ({ succeededAt, failuresAfter }) => succeededAt !== null || failuresAfter > 0,
  )
  const pausing = {
    failingBefore: now - PAUSED_AFTER_MS,
    pausedReason: 'Every attempt of the last five days failed.',
  }
  const healthJson = JSON.stringify(told.map(health => ({ ...health, ...pausing })))
  await platformWrites.transaction(null, async tx => {
    void tx.query(commitLazily, [])
    void tx.query(lockSubscriptions, [
      JSON.stringify([...healths.values()].map(({ organizationId, id }) => ({ organizationId, id }))),
    ])
    void tx.query(recordOutcomes, [JSON.stringify(batch.map(({ outcome }) => outcome))])
    if (told.length === 0) return
    void tx.query(recordHealth, [healthJson])
    const failed = told.filter(({ failuresAfter }) => failuresAfter > 0)
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

function healthy({ organizationId, subscriptionId }: Claimed): Health {
  return {
    organizationId,
    id: subscriptionId,
    succeededAt: null,
    failuresAfter: 0,
    firstFailureAt: null,
    lastFailureAt: null,
    goneReason: null,
  }
}

/** The answer is the receiver's to write. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
