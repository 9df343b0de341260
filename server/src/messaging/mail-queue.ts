/**
 * Mails what is due in a table, a few e-mails at once, for as long as the process runs: claims one inside its organization, sends it, and stores
 * the outcome.
 */
import type { Logger } from 'pino'
import type { Clock } from '#server/base/clock.ts'
import { messagePoints, watched } from '#server/base/trace-points.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { CLAIM_MS, type Outcome } from '#server/domain/messages/delivery.ts'
import { delayAfter, reasonGivenUp } from '#server/domain/messages/rules.ts'
import { loggedReason } from './logged-reason.ts'
import { SendQueue, type SendSignals } from './send-queue.ts'
import { NOT_STORED_YET, untilStored } from './until-stored.ts'

const CONVERSATIONS = 3

type Due = { organization_id: string; id: string }

/** The result of an attempt: when it was sent, when it is due again, or why it was given up. Exactly one of these is not null. */
export type Result = { sentAt: string | null; nextAt: string | null; reason: string | null }

export type MailQueueOptions<Claimed extends { attempts: number }> = {
  /** The kind of e-mail, as traces and the log name it, such as `INVITATION`. */
  kind: string
  memberWrites: WritePool
  clock: Clock
  /** 0 to 1: spreads out the retries of e-mails that failed together. */
  random: () => number
  logger: Logger
  /** E-mails that are due at `now`, at most `limit`. Each is claimed only when it is sent, so those under way are still listed. */
  find: (now: string, limit: number) => Promise<Due[]>
  /** Claims an e-mail until `until`, inside its organization; undefined if it was no longer due or another process claimed it. */
  claim: (db: Tenant, id: string, now: string, until: string) => Promise<Claimed | undefined>
  send: (organizationId: string, claimed: Claimed, cutOff: AbortSignal) => Promise<Outcome>
  store: (db: Tenant, claimed: Claimed, id: string, until: string, result: Result) => Promise<unknown>
}

export class MailQueue<Claimed extends { attempts: number }> {
  readonly #options: MailQueueOptions<Claimed>
  readonly #queue: SendQueue<Due>

  constructor(options: MailQueueOptions<Claimed>) {
    this.#options = options
    const { kind, clock, logger, find } = options
    this.#queue = new SendQueue({
      atOnce: CONVERSATIONS,
      find: () => find(new Date(clock.now()).toISOString(), CONVERSATIONS),
      idOf: ({ id }) => id,
      send: (due, signals) => this.#send(due, signals),
      onUnreadable: error =>
        logger.warn({ err: error, kind }, 'a queue of e-mails could not be read; it will be tried again'),
      onLeft: (error, id) => logger.warn({ err: error, kind, id }, 'an e-mail was left for later'),
    })
  }

  /** Checks for e-mails that are due. */
  wake(): void {
    this.#queue.wake()
  }

  /** Starts no more e-mails and lets open conversations end. */
  stop(): Promise<void> {
    return this.#queue.stop()
  }

  /** Sends one e-mail. Resolves with false if there was nothing to claim, so that there is no reason to look again immediately. */
  async #send({ organization_id: organizationId, id }: Due, { stopping, cutOff }: SendSignals): Promise<boolean> {
    const { kind, memberWrites, clock, random, logger, claim, send, store } = this.#options
    const now = clock.now()
    const until = new Date(now + CLAIM_MS).toISOString()
    const claimed = await memberWrites.transaction(organizationId, db =>
      claim(db, id, new Date(now).toISOString(), until),
    )
    if (!claimed) return false
    const outcome = await watched(
      messagePoints,
      () => ({ channel: kind }),
      () => send(organizationId, claimed, cutOff),
    )
    if (outcome.kind !== 'sent') {
      const about = { id, attempt: claimed.attempts, outcome: outcome.kind, reason: loggedReason(outcome.reason) }
      logger.warn({ kind, ...about }, 'an e-mail was not sent')
    }
    const result = resultOf(outcome, claimed.attempts, clock.now(), random())
    await untilStored(
      stopping,
      () => memberWrites.transaction(organizationId, db => store(db, claimed, id, until, result)),
      error => logger.warn({ err: error, kind, id }, NOT_STORED_YET),
    )
    return true
  }
}

function resultOf(outcome: Outcome, attempts: number, nowMs: number, random: number): Result {
  const nothing = { sentAt: null, nextAt: null, reason: null }
  if (outcome.kind === 'sent') return { ...nothing, sentAt: new Date(nowMs).toISOString() }
  if (outcome.kind === 'failed') return { ...nothing, reason: outcome.reason }
  const delayMs = delayAfter(attempts, random)
  if (delayMs !== undefined) return { ...nothing, nextAt: new Date(nowMs + delayMs).toISOString() }
  return { ...nothing, reason: reasonGivenUp(outcome.reason) }
}
