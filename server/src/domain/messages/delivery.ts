/**
 * How a message leaves, as far as the database is concerned: claimed, attempted, and what came of the attempt. A conversation with a
 * mail server or an SMS provider happens between these calls, never inside one: each is a transaction of its own.
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
import { delayAfter, MAX_ATTEMPTS } from './rules.ts'

/** Longer than any conversation may take, and the most by which a sender's death delays what it had in hand. */
export const CLAIM_MS = 300_000

export type Claim = { organizationId: string; messageId: string; until: Date }

/** A message on its way; only who holds its claim may store what became of it. */
export type Attempt = {
  claim: Claim
  channel: MessageChannel
  residentId: string
  recipient: string
  recipientName: string
  senderName: string
  /** The address that replies to an e-mail go to; null for the sender's. */
  replyTo: string | null
  subject: string
  body: string
  /** 1 for the first one. */
  number: number
  writtenAt: Date
  /** The Message-ID of an e-mail, the same at every attempt. */
  providerId: string | null
}

/** What came of an attempt; reasons are for people, at most 400 characters long. `postponed` is said only where it is certain that nothing left, or where leaving twice does no harm. */
export type Outcome =
  | { kind: 'sent'; providerId: string | null }
  | { kind: 'postponed'; reason: string }
  | { kind: 'failed'; reason: string; isOptedOut?: boolean }

/** Up to `count` messages that are due, in turn of their organizations. `db` is the platform's. */
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
 * Marks the message as on its way and gives what to send, under a claim that counts from now; or undefined, when it became someone
 * else's or must not be sent any more. `idFor` gives the id it keeps from its first attempt on, or null.
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
    await db.query(storeFailed, [organizationId, messageId, claim.until, unsendable])
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
    return 'The service stopped while sending it, so it is not known whether it was sent. It will not be sent again.'
  return optIn === 'OPTED_OUT' ? 'The resident opted out of text messages before it could be sent.' : undefined
}

/** Stores the outcome of an attempt; false if another process has claimed the message since. Safe to repeat. */
export async function storeOutcome(
  db: Tenant,
  { claim, number, residentId }: Attempt,
  outcome: Outcome,
  nowMs: number,
  random: number,
): Promise<boolean> {
  const mine = [claim.organizationId, claim.messageId, claim.until]
  if (outcome.kind === 'sent') return (await db.query(storeSent, [...mine, outcome.providerId])).length > 0
  if (outcome.kind === 'failed') {
    if (outcome.isOptedOut) await optOutOfSms({ db }, residentId)
    return (await db.query(storeFailed, [...mine, outcome.reason])).length > 0
  }
  const delayMs = delayAfter(number, random)
  if (delayMs !== undefined) {
    return (await db.query(storePostponed, [...mine, new Date(nowMs + delayMs)])).length > 0
  }
  const reason = `Given up after ${MAX_ATTEMPTS} attempts; the last one: ${outcome.reason}`
  return (await db.query(storeFailed, [...mine, reason])).length > 0
}
