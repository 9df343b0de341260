/**
 * The delivery worker: claims deliveries that are due, calls their targets and stores the outcomes. Any number of workers may run. Each delivery is
 * claimed by one of them for a while, and no transaction is open while a target is called.
 */
import type { Clock } from '#server/base/clock.ts'
import { uuidv7 } from '#server/base/ids.ts'
import { deliveryPoints, watched } from '#server/base/trace-points.ts'
import type { ReadPool } from '#server/db/read-pool.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import type { RootKeys } from '#server/platform/root-keys.ts'
import { type Actions, FairScheduler, type Held, LIMITS } from './fair-scheduler.ts'
import { headersOf } from './message.ts'
import { isSuccess, Outcomes, type OutcomesOptions } from './outcomes.ts'
import { type Addressee, type Prepared, prepareDeliveries } from './prepare.ts'
import { claimDue } from './queries.ts'
import { SEND_LIMIT_MS, type Sender, type Sent } from './send.ts'

type WorkerOptions = OutcomesOptions & {
  reads: ReadPool
  rootKeys: RootKeys
  send: Sender['send']
  onError(error: unknown): void
}

/** How long a claim lasts before other workers may claim the delivery. */
export const CLAIM_MS = 60_000
const POLL_EVERY_MS = 1_000
/** A call without a response for this long is slow. */
const SLOW_AFTER_MS = 1_000

type Claim = { prepared: Prepared; endsAt: number }

export class DeliveryWorker {
  readonly #reads: ReadPool
  readonly #platformWrites: WritePool
  readonly #rootKeys: RootKeys
  readonly #clock: Clock
  readonly #send: Sender['send']
  readonly #onError: (error: unknown) => void
  readonly #outcomes: Outcomes
  readonly #scheduler = new FairScheduler<Claim>()
  readonly #underWay = new Set<Promise<void>>()
  readonly #timer: NodeJS.Timeout
  #claiming: Promise<void> | undefined
  /** Whether deliveries may have become due since the last claim. */
  #isWoken = false
  #isClosing = false

  constructor(options: WorkerOptions) {
    this.#reads = options.reads
    this.#platformWrites = options.platformWrites
    this.#rootKeys = options.rootKeys
    this.#clock = options.clock
    this.#send = options.send
    this.#onError = options.onError
    this.#outcomes = new Outcomes(options)
    this.#timer = setInterval(() => this.wake(), POLL_EVERY_MS).unref()
  }

  /** Looks immediately for deliveries that are due. */
  wake(): void {
    this.#isWoken = true
    if (this.#isClosing) return
    this.#claiming ??= this.#claimDue().finally(() => {
      this.#claiming = undefined
      if (this.#isWoken) this.wake()
    })
  }

  /** Resolves once nothing is due and nothing is running; for tests, which move the clock. */
  async idle(): Promise<void> {
    this.wake()
    while (this.#claiming || this.#underWay.size > 0) {
      await this.#claiming
      await Promise.all(this.#underWay)
    }
  }

  /** Claims nothing more, lets running calls finish, and leaves the rest to other workers. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#scheduler.close()
    clearInterval(this.#timer)
    await this.#claiming
    await Promise.all(this.#underWay)
    await this.#giveBack(this.#scheduler.takeUnbegun())
  }

  /** Claims deliveries as long as any are due and there is room for them. */
  async #claimDue(): Promise<void> {
    this.#isWoken = false
    try {
      for (let { room } = this.#scheduler; !this.#isClosing && room > 0; room = this.#scheduler.room) {
        const now = this.#clock.now()
        const endsAt = now + CLAIM_MS
        const exceptions = JSON.stringify(this.#scheduler.exceptions())
        const values = [new Date(now), room, new Date(endsAt), LIMITS.heldPerSubscription, exceptions]
        const claimed = await this.#platformWrites.transaction(null, tx => tx.query(claimDue, values))
        if (claimed.length === 0) return
        const prepared = await prepareDeliveries(this.#reads, claimed, now)
        this.#carryOut(
          this.#scheduler.claimed(prepared.map(one => [one.claimed.subscriptionId, { prepared: one, endsAt }])),
        )
        if (claimed.length < room) return
      }
    } catch (error) {
      this.#onError(error)
    }
  }

  #carryOut({ begin, giveBack, claimMore }: Actions<Claim>): void {
    if (giveBack.length > 0) this.#track(this.#giveBack(giveBack).catch(this.#onError))
    for (const one of begin) this.#track(this.#deliver(one))
    if (claimMore) this.wake()
  }

  /** Keeps track of `work`, which must not reject. */
  #track(work: Promise<void>): void {
    const done = work.then(() => void this.#underWay.delete(done))
    this.#underWay.add(done)
  }

  async #deliver(one: Held<Claim>): Promise<void> {
    try {
      await this.#attempt(one)
    } catch (error) {
      this.#onError(error)
    } finally {
      this.#carryOut(this.#scheduler.settled(one))
    }
  }

  async #attempt(one: Held<Claim>): Promise<void> {
    const { prepared, endsAt } = one.delivery
    const { claimed, content } = prepared
    const { target, keys } = await this.#addresseeOf(one)
    const startedAt = this.#clock.now()
    // Another worker could claim this delivery before a call would end, so it is left to that worker.
    const isLate = endsAt - startedAt < SEND_LIMIT_MS
    if (isLate || !target?.isActive || !content) {
      this.#carryOut(this.#scheduler.ended(one))
      if (!isLate) await this.#outcomes.cancel(claimed)
      return
    }
    const sent = await this.#call(one, async () => {
      const headers = headersOf(content, keys(this.#rootKeys, startedAt), startedAt)
      const point = () => ({ subscriptionId: claimed.subscriptionId, attempt: claimed.attempts + 1 })
      return watched(deliveryPoints, point, () => this.#send(target.url, { headers, body: content.body }))
    })
    const { judgedFrom } = target
    await this.#outcomes.add({ claimed, judgedFrom, startedAt, attemptId: uuidv7(startedAt), sent })
  }

  /** Reads the addressee again if it may have changed. Its callers never continue within their own call, even if it is not read. */
  async #addresseeOf(one: Held<Claim>): Promise<Addressee> {
    try {
      return await one.delivery.prepared.addressee(this.#clock.now())
    } catch (error) {
      this.#carryOut(this.#scheduler.ended(one))
      throw error
    }
  }

  /** Makes a call and reports its progress to the scheduler. */
  async #call(one: Held<Claim>, make: () => Promise<Sent>): Promise<Sent> {
    const slowness = setTimeout(() => this.#carryOut(this.#scheduler.becameSlow(one)), SLOW_AFTER_MS)
    let sent: Sent | undefined
    try {
      sent = await make()
      return sent
    } finally {
      clearTimeout(slowness)
      this.#carryOut(this.#scheduler.ended(one, sent && { isSuccess: isSuccess(sent), latencyMs: sent.latencyMs }))
    }
  }

  async #giveBack(claims: readonly Claim[]): Promise<void> {
    if (claims.length > 0) await this.#outcomes.giveBack(claims.map(({ prepared }) => prepared.claimed))
  }
}
