/**
 * Writes that are safe to repeat: among all calls with one Idempotency-Key, one takes effect, and every other one gets its reply.
 *
 * The key is locked for the duration of the transaction that holds the change, its record, its event and its audit line. A crash at any instant
 * therefore leaves all of them or none, and frees the lock. A call that finds the key locked waits without a connection and tries again, because a
 * thousand twins of a slow call must not take the connections it needs to finish.
 */
import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { ReadPool } from '#server/db/read-pool.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Transaction } from '#server/db/transaction.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { canonicalJson } from './canonical-json.ts'
import { findRecord, KEPT_MS, storeRecord, tryLock } from './records.ts'

/** A call with an Idempotency-Key: the scope of the key, and the body as it was sent, because the next release may read a body differently. */
type KeyedCall = {
  organizationId: string
  keyFamily: string
  method: string
  path: string
  key: string
  body: unknown
}

/** The answer to a call. `stored` is kept instead of the reply if the reply contains a secret. */
export type Answer = { status: number; reply: string; stored?: string | undefined }
export type Outcome = { status: number; reply: string; isReplay: boolean }

/** How long a call waits for its twin, as the contract states. */
const TWIN_WAIT_MS = 5_000
const MIN_PAUSE_MS = 10
const MAX_PAUSE_MS = 250

type AtMostOnceOptions = {
  reads: ReadPool
  writes: WritePool
  clock: Clock
  twinWaitMs?: number | undefined
}

export class AtMostOnce {
  readonly #reads: ReadPool
  readonly #writes: WritePool
  readonly #clock: Clock
  readonly #twinWaitMs: number

  constructor({ reads, writes, clock, twinWaitMs = TWIN_WAIT_MS }: AtMostOnceOptions) {
    this.#reads = reads
    this.#writes = writes
    this.#clock = clock
    this.#twinWaitMs = twinWaitMs
  }

  /**
   * Runs `change`, or returns the answer that it gave earlier. Throws a Refusal for a key that is in use or was used for something else. `before`
   * runs once, without a connection, if there is no answer yet, and may refuse. `onWait` is called when the call begins to wait for its twin.
   */
  async run(
    call: KeyedCall,
    change: (tx: Transaction) => Promise<Answer>,
    { before, onWait }: { before?: (() => Promise<void>) | undefined; onWait?: (() => void) | undefined } = {},
  ): Promise<Outcome> {
    const { organizationId, keyFamily, method, path, key } = call
    const scope = [organizationId, keyFamily, method, path, key]
    const bodySha256 = hash('sha256', canonicalJson(call.body), 'buffer')
    const earlier = () => this.#replay(this.#reads.for(organizationId), scope, bodySha256)
    if (before) {
      const finished = (await earlier()) ?? (await unlessRefused(before, earlier))
      if (finished) return finished
    }
    const deadline = performance.now() + this.#twinWaitMs
    for (let pauseMs = MIN_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)) {
      const outcome = await this.#writes.transaction(organizationId, tx =>
        this.#runAlone(tx, scope, bodySha256, change),
      )
      if (outcome) return outcome
      if (performance.now() + pauseMs > deadline) throw stillRunning()
      onWait?.()
      await pause(pauseMs * (0.5 + Math.random()))
      const finished = await earlier()
      if (finished) return finished
    }
  }

  async #replay(db: Tenant, scope: string[], bodySha256: Buffer): Promise<Outcome | undefined> {
    const [record] = await db.query(findRecord, [...scope, expiredBy(this.#clock.now())])
    if (!record || record.is_expired) return undefined
    if (!record.body_sha256.equals(bodySha256)) throw reused()
    return { status: record.status, reply: record.reply, isReplay: true }
  }

  /** Runs `change` under the lock of the key. Resolves with undefined immediately if a twin is running. */
  async #runAlone(
    tx: Transaction,
    scope: string[],
    bodySha256: Buffer,
    change: (tx: Transaction) => Promise<Answer>,
  ): Promise<Outcome | undefined> {
    // These are two statements, sent together, because the statement that locks would not see a record that a twin stored after the statement
    // began.
    const [[lock], finished] = await Promise.all([
      tx.query(tryLock, [JSON.stringify(['gatehouse.idempotency', ...scope])]),
      this.#replay(tx, scope, bodySha256),
    ])
    if (finished) return finished
    if (!lock?.locked) return undefined
    const now = this.#clock.now()
    const answer = await change(tx)
    const kept = [bodySha256, answer.status, answer.stored ?? answer.reply, new Date(now)]
    tx.query(storeRecord, [...scope, expiredBy(now), ...kept])
    return { status: answer.status, reply: answer.reply, isReplay: false }
  }
}

/** Runs `before`. If it refuses, but a twin has stored an answer in the meantime, that answer is returned instead. */
async function unlessRefused(
  before: () => Promise<void>,
  earlier: () => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  try {
    await before()
    return undefined
  } catch (error) {
    const finished = await earlier()
    if (finished) return finished
    throw error
  }
}

/** The latest creation time of records that have expired. */
function expiredBy(nowMs: number): Date {
  return new Date(nowMs - KEPT_MS)
}

function stillRunning(): Refusal {
  return new Refusal('idempotency_in_progress', 'A call with this Idempotency-Key is still running. Try again.', {
    retryAfterSeconds: 1,
  })
}

function reused(): Refusal {
  return new Refusal(
    'idempotency_key_reused',
    'This Idempotency-Key was used for another body within the last 24 hours. Use a new key for a new request.',
  )
}
