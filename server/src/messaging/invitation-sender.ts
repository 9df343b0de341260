/** Mails the invitations that are due, a few at once, for as long as the process runs. */
import type { Logger } from 'pino'
import type { Clock } from '#server/base/clock.ts'
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
import type { Sender } from './sender.ts'
import type { Mail, MailChannel } from './smtp.ts'
import { NOT_STORED_YET, untilStored } from './until-stored.ts'

const CONVERSATIONS = 3
const STOP_LIMIT_MS = 20_000

export type InvitationSenderOptions = {
  mail: MailChannel
  pools: { peopleReads: ReadPool; peopleWrites: WritePool }
  outside: { rootKeys: RootKeys }
  clock: Clock
  /** 0 to 1: spreads the retries of what failed together. */
  random: () => number
  logger: Logger
}

type Due = { organization_id: string; id: string }

export function openInvitationSender(options: InvitationSenderOptions): Sender {
  const { mail, pools, outside, clock, random, logger } = options
  const { peopleReads, peopleWrites } = pools
  const stopping = new AbortController()
  const cutOff = new AbortController()
  const underway = new Map<string, Promise<void>>()
  let isLooking = false
  let isToLookAgain = false
  let looked = Promise.resolve()

  /** One look at a time: who comes meanwhile has it look once more. */
  function wake(): void {
    isToLookAgain = true
    if (!isLooking) looked = look()
  }

  async function look(): Promise<void> {
    isLooking = true
    try {
      while (isToLookAgain && !stopping.signal.aborted) {
        isToLookAgain = false
        // Whoever ends looks again.
        if (underway.size === CONVERSATIONS) return
        const now = new Date(clock.now()).toISOString()
        const due = await peopleReads.for(null).query(listDueInvitations, [now, CONVERSATIONS])
        const fresh = due.filter(({ id }) => !underway.has(id))
        for (const each of fresh.slice(0, CONVERSATIONS - underway.size)) take(each)
      }
    } catch (error) {
      logger.warn({ err: error }, 'invitations wait: the queue could not be read; it will be tried again')
    } finally {
      isLooking = false
    }
  }

  function take(due: Due): void {
    const conversation = converse(due)
      .catch(error => logger.warn({ err: error, invitation_id: due.id }, 'an invitation was left for later'))
      .then(isClaimed => {
        underway.delete(due.id)
        // What another process has is no reason to look at once.
        if (isClaimed) wake()
      })
    underway.set(due.id, conversation)
  }

  /** False where the invitation was no longer due, or became someone else's. */
  async function converse({ organization_id: organizationId, id }: Due): Promise<boolean> {
    const now = clock.now()
    const until = new Date(now + CLAIM_MS).toISOString()
    const [claimed] = await peopleWrites.transaction(organizationId, db =>
      db.query(claimInvitation, [organizationId, id, new Date(now).toISOString(), until]),
    )
    if (!claimed) return false
    const outcome = await send(organizationId, claimed)
    if (outcome.kind !== 'sent') {
      const { kind, reason } = outcome
      logger.warn(
        { invitation_id: id, attempt: claimed.attempts, outcome: kind, reason },
        'an invitation did not leave',
      )
    }
    const [sentAt, nextAt, reason] = stored(outcome, claimed.attempts)
    await untilStored(
      stopping.signal,
      () =>
        peopleWrites.transaction(organizationId, db =>
          db.query(storeInvitationOutcome, [organizationId, id, until, sentAt, nextAt, reason]),
        ),
      error => logger.warn({ err: error, invitation_id: id }, NOT_STORED_YET),
    )
    return true
  }

  async function send(organizationId: string, claimed: ClaimedInvitation): Promise<Outcome> {
    const { rootKeys } = outside
    const { root_key_id: rootKeyId, token_sha256: hash, id } = claimed
    if (!rootKeys.ids.includes(rootKeyId))
      return { kind: 'postponed', reason: `GATEHOUSE_ROOT_KEY lacks ${rootKeyId}.` }
    const token = deriveToken(rootKeys, rootKeyId, organizationId, id)
    // A link that opens nothing must not leave.
    if (!hashOf(token).equals(hash)) return { kind: 'postponed', reason: 'GATEHOUSE_ROOT_KEY holds another key.' }
    return mail.send(letterOf(claimed, token, mail.idFor(id)), cutOff.signal)
  }

  function stored(outcome: Outcome, attempts: number): [string | null, string | null, string | null] {
    if (outcome.kind === 'sent') return [new Date(clock.now()).toISOString(), null, null]
    if (outcome.kind === 'failed') return [null, null, outcome.reason]
    const delayMs = delayAfter(attempts, random())
    if (delayMs !== undefined) return [null, new Date(clock.now() + delayMs).toISOString(), null]
    return [null, null, `Given up after ${MAX_ATTEMPTS} attempts; the last one: ${outcome.reason}`]
  }

  return {
    wake,
    async stop() {
      stopping.abort()
      const limit = setTimeout(() => cutOff.abort(), STOP_LIMIT_MS)
      await looked
      await Promise.all(underway.values())
      clearTimeout(limit)
    },
  }
}

function letterOf(claimed: ClaimedInvitation, token: string, providerId: string | null): Mail {
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
