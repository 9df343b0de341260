/**
 * How a message is sent, as the database records it: it is claimed and attempted, and the outcome is stored. The conversation with a mail server or
 * an SMS provider happens between these calls, never inside one; each call is a transaction of its own.
 */
import type { MessageChannel } from '#contract/v1/messages.ts'
import type { Access, Tenant } from '#server/db/tenant.ts'
import { optOutOfSms } from '../residents/operations.ts'
import {
  type ClaimedRow,
  claimDue,
  lockClaimed,
  startAttempt,
  storeFailed,
  storePostponed,
  storeSent,
} from './queue.ts'
import { delayAfter, reasonGivenUp } from './rules.ts'

/** How long a claim lasts: longer than any conversation may take. If a sender dies, its messages are delayed by at most this long. */
export const CLAIM_MS = 300_000

export type Claim = { organizationId: string; messageId: string; until: Date }

/** A message that is being sent. Only the process that began its last attempt may store the outcome. */
export type Attempt = {
  claim: Claim
  channel: MessageChannel
  residentId: string
  recipient: string
  recipientName: string
  senderName: string
  /** The address that receives replies to an e-mail; null for that of the sender. */
  replyTo: string | null
  subject: string
  body: string
  /** 1 for the first attempt. */
  number: number
  writtenAt: Date
  /** The Message-ID of an e-mail, which is the same for every attempt. */
  providerId: string | null
}

/**
 * The outcome of an attempt. Reasons are for people, at most 400 characters long. `postponed` is returned only if it is certain that nothing was
 * sent, or if sending twice does no harm.
 */
export type Outcome =
  | { kind: 'sent'; providerId: string | null }
  | { kind: 'postponed'; reason: string }
  | { kind: 'failed'; reason: string; isOptedOut?: boolean }

/** Claims up to `count` messages that are due, taking organizations in turn. `db` is the platform's. */
export async function claimMessages(
  db: Access<null>,
  channel: MessageChannel,
  count: number,
  nowMs: number,
): Promise<Claim[]> {
  const until = new Date(nowMs + CLAIM_MS)
  const claimed = await db.query(claimDue, [channel, new Date(nowMs), until, count])
  return claimed.map(row => ({ organizationId: row.organization_id, messageId: row.id, until }))
}

/**
 * Marks the message as being sent and returns what to send, under a claim that starts now. Returns undefined if another process has claimed the
 * message or if it must not be sent anymore. `idFor` gives the ID that the message keeps from its first attempt on, or null.
 */
export async function beginAttempt(
  db: Tenant,
  claim: Claim,
  nowMs: number,
  idFor: (channel: MessageChannel) => string | null,
): Promise<Attempt | undefined> {
  const { organizationId, messageId } = claim
  const [row] = await db.query(lockClaimed, [organizationId, messageId, claim.until])
  if (!row) return undefined
  const unsendable = reasonNotToSend(row)
  if (unsendable !== undefined) {
    await db.query(storeFailed, [organizationId, messageId, row.attempts, unsendable])
    return undefined
  }
  const until = new Date(nowMs + CLAIM_MS)
  const providerId = row.provider_id ?? idFor(row.channel)
  await db.query(startAttempt, [organizationId, messageId, until, providerId])
  return {
    claim: { organizationId, messageId, until },
    channel: row.channel,
    residentId: row.resident_id,
    recipient: row.recipient,
    recipientName: row.resident_name,
    senderName: row.sender_name,
    replyTo: row.reply_to,
    subject: row.subject ?? '',
    body: row.body,
    number: row.attempts + 1,
    writtenAt: new Date(row.created_at),
    providerId,
  }
}

function reasonNotToSend({ channel, is_underway: wasUnderway, sms_opt_in: optIn }: ClaimedRow): string | undefined {
  if (channel !== 'SMS') return undefined
  if (wasUnderway)
    return 'The service stopped while it was sending this message, so it is not known whether the message was sent. It will not be sent again.'
  return optIn === 'OPTED_OUT' ? 'The resident opted out of text messages before this one could be sent.' : undefined
}

/** Stores the outcome of an attempt; false if another one has begun since, or if one has stored an outcome. Safe to repeat. */
export async function storeOutcome(
  db: Tenant,
  { claim, number, residentId }: Attempt,
  outcome: Outcome,
  nowMs: number,
  random: number,
): Promise<boolean> {
  const mine = [claim.organizationId, claim.messageId, number]
  if (outcome.kind === 'sent') return (await db.query(storeSent, [...mine, outcome.providerId])).length > 0
  if (outcome.kind === 'failed') {
    if (outcome.isOptedOut) await optOutOfSms({ db }, residentId)
    return (await db.query(storeFailed, [...mine, outcome.reason])).length > 0
  }
  const delayMs = delayAfter(number, random)
  if (delayMs !== undefined) {
    return (await db.query(storePostponed, [...mine, new Date(nowMs + delayMs)])).length > 0
  }
  return (await db.query(storeFailed, [...mine, reasonGivenUp(outcome.reason)])).length > 0
}
