/** Mails the invitations that are due, a few at once, for as long as the process runs. */
import type { Logger } from 'pino'
import type { Clock } from '#server/base/clock.ts'
import { messagePoints, watched } from '#server/base/trace-points.ts'
import type { ReadPool } from '#server/db/read-pool.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { CLAIM_MS, type Outcome } from '#server/domain/messages/delivery.ts'
import { delayAfter, MAX_ATTEMPTS } from '#server/domain/messages/rules.ts'
import {
  type ClaimedInvitation,
  claimInvitation,
  listDueInvitations,
  storeInvitationOutcome,
} from '#server/platform/members/invitation-queries.ts'
import { deriveToken, hashOf } from '#server/platform/members/invitations.ts'
import type { RootKeys } from '#server/platform/root-keys.ts'
import { SendQueue, type SendSignals } from './send-queue.ts'
import type { Mail, MailChannel } from './smtp.ts'
import { NOT_STORED_YET, untilStored } from './until-stored.ts'

const CONVERSATIONS = 3

export type InvitationSenderOptions = {
  mail: MailChannel
  pools: { memberReads: ReadPool; memberWrites: WritePool }
  outside: { rootKeys: RootKeys }
  clock: Clock
  /** 0 to 1: spreads the retries of what failed together. */
  random: () => number
  logger: Logger
}

type Due = { organization_id: string; id: string }

export class InvitationSender {
  readonly #options: InvitationSenderOptions
  readonly #queue: SendQueue<Due>

  constructor(options: InvitationSenderOptions) {
    this.#options = options
    const { pools, clock, logger } = options
    this.#queue = new SendQueue({
      atOnce: CONVERSATIONS,
      // Claimed only as each is sent, inside its organization: those under way are still listed.
      find: () =>
        pools.memberReads.for(null).query(listDueInvitations, [new Date(clock.now()).toISOString(), CONVERSATIONS]),
      idOf: ({ id }) => id,
      send: (due, signals) => this.#send(due, signals),
      onUnreadable: error =>
        logger.warn({ err: error }, 'the queue of invitations could not be read; it will be tried again'),
      onLeft: (error, id) => logger.warn({ err: error, invitation_id: id }, 'an invitation was left for later'),
    })
  }

  /** Checks for invitations that are due. */
  wake(): void {
    this.#queue.wake()
  }

  /** Starts no more invitations and lets open conversations end. */
  stop(): Promise<void> {
    return this.#queue.stop()
  }

  /** Resolves with false if the invitation was no longer due, or another process claimed it: no reason to look at once. */
  async #send({ organization_id: organizationId, id }: Due, { stopping, cutOff }: SendSignals): Promise<boolean> {
    const { pools, clock, random, logger } = this.#options
    const { memberWrites } = pools
    const now = clock.now()
    const until = new Date(now + CLAIM_MS).toISOString()
    const [claimed] = await memberWrites.transaction(organizationId, db =>
      db.query(claimInvitation, [organizationId, id, new Date(now).toISOString(), until]),
    )
    if (!claimed) return false
    const mail = () => this.#mail(organizationId, claimed, cutOff)
    const outcome = await watched(messagePoints, () => ({ channel: 'INVITATION' }), mail)
    if (outcome.kind !== 'sent') {
      const { kind, reason } = outcome
      logger.warn({ invitation_id: id, attempt: claimed.attempts, outcome: kind, reason }, 'an invitation was not sent')
    }
    const [sentAt, nextAt, reason] = resultOf(outcome, claimed.attempts, clock.now(), random())
    await untilStored(
      stopping,
      () =>
        memberWrites.transaction(organizationId, db =>
          db.query(storeInvitationOutcome, [organizationId, id, until, sentAt, nextAt, reason]),
        ),
      error => logger.warn({ err: error, invitation_id: id }, NOT_STORED_YET),
    )
    return true
  }

  async #mail(organizationId: string, claimed: ClaimedInvitation, cutOff: AbortSignal): Promise<Outcome> {
    const { mail, outside } = this.#options
    const { rootKeys } = outside
    const { root_key_id: rootKeyId, token_sha256: hash, id } = claimed
    if (!rootKeys.ids.includes(rootKeyId))
      return { kind: 'postponed', reason: `GATEHOUSE_ROOT_KEY lacks ${rootKeyId}.` }
    const token = deriveToken(rootKeys, rootKeyId, organizationId, id)
    // A link that does not work must not be sent.
    if (!hashOf(token).equals(hash)) return { kind: 'postponed', reason: 'GATEHOUSE_ROOT_KEY holds another key.' }
    return mail.send(mailFor(claimed, token, mail.idFor(id)), cutOff)
  }
}

/** What is stored after an attempt: when it was sent, when it is due again, and why it was given up; only one is not null. */
function resultOf(
  outcome: Outcome,
  attempts: number,
  nowMs: number,
  random: number,
): [sentAt: string | null, nextAt: string | null, reason: string | null] {
  if (outcome.kind === 'sent') return [new Date(nowMs).toISOString(), null, null]
  if (outcome.kind === 'failed') return [null, null, outcome.reason]
  const delayMs = delayAfter(attempts, random)
  if (delayMs !== undefined) return [null, new Date(nowMs + delayMs).toISOString(), null]
  return [null, null, `Given up after ${MAX_ATTEMPTS} attempts; the last one: ${outcome.reason}`]
}

function mailFor(claimed: ClaimedInvitation, token: string, providerId: string | null): Mail {
  const { email, invited_by, organization_name: organization, link_origin: origin, created_at } = claimed
  const url = `${origin}/console/accept-invitation#token=${token}`
  return {
    providerId,
    writtenAt: new Date(created_at),
    senderName: 'Gatehouse',
    recipient: email,
    recipientName: email,
    subject: `${organization} invites you to Gatehouse`,
    body: `${invited_by} asks you to join ${organization}.\n\nWithin seven days, open\n${url}\n\nIf you did not expect this, do nothing.\n`,
  }
}
