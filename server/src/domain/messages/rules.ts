/** What may be sent to whom, how often it is tried, and when it is given up, decided without reading the database. */
import type { MessageChannel } from '#contract/v1/messages.ts'
import type { SMS_OPT_INS } from '#contract/v1/residents.ts'
import { isMailAddress, phoneNumber } from '#server/base/contact.ts'
import { fieldError } from '#server/base/refusal.ts'
import { isBlank, onOneLine } from '#server/base/text.ts'

/** The longest SMS the provider accepts, in UTF-16 code units, which is how the provider counts. */
const MAX_SMS_LENGTH = 1_600
const MAX_SUBJECT_LENGTH = 200

type OptIn = (typeof SMS_OPT_INS)[number]
export type Reachable = { email: string | null; phone: string | null; sms_opt_in: OptIn }

/** The channel and address of a message. Refuses if the resident cannot be reached through that channel. */
export function chooseChannel(
  { email, phone, sms_opt_in: optIn }: Reachable,
  chosen: MessageChannel | undefined,
): { channel: MessageChannel; recipient: string } {
  const channel = chosen ?? (email === null ? 'SMS' : 'EMAIL')
  const refuse = (message: string) => fieldError(chosen === undefined ? 'resident_id' : 'channel', message)
  if (chosen === undefined && email === null && phone === null) {
    throw refuse('names a resident with neither an e-mail address nor a phone number on file')
  }
  if (channel === 'EMAIL') {
    if (email === null) throw refuse('cannot be EMAIL, because the resident has no e-mail address on file')
    if (!isMailAddress(email)) throw fieldError('resident_id', 'names a resident whose e-mail address is not valid')
    return { channel, recipient: email }
  }
  if (phone === null) throw refuse('cannot be SMS, because the resident has no phone number on file')
  if (optIn === 'OPTED_OUT')
    throw refuse(
      chosen
        ? `cannot be SMS, because ${OPTED_OUT}`
        : 'names a resident who has no e-mail address on file and has opted out of text messages',
    )
  const recipient = phoneNumber(phone)
  if (recipient !== undefined) return { channel, recipient }
  throw fieldError(
    'resident_id',
    'names a resident whose phone number is neither a US number of ten digits nor an international one that begins with +',
  )
}

const OPTED_OUT = 'the resident has opted out of text messages'

/** Refuses content that the channel cannot carry. */
export function checkContent(channel: MessageChannel, { subject, body }: { subject?: string; body: string }): void {
  if (isBlank(body)) throw fieldError('body', 'must not be blank')
  if (channel === 'SMS' && body.length > MAX_SMS_LENGTH) {
    throw fieldError('body', 'must be at most 1,600 characters long for an SMS; an emoji counts as two')
  }
  if (subject === undefined) return
  if (channel === 'SMS') throw fieldError('subject', 'cannot be sent by SMS. Leave it out')
}

/** The subject of a message that was created without one. */
export function defaultSubject(organizationName: string): string {
  return [...`Message from ${onOneLine(organizationName)}`].slice(0, MAX_SUBJECT_LENGTH).join('')
}

/** The wait after each attempt that may be repeated. Together they are less than a day, since after that most messages are out of date. */
const DELAYS_MS = [30, 120, 600, 1_800, 7_200, 21_600, 43_200].map(seconds => seconds * 1000)
const MAX_ATTEMPTS = DELAYS_MS.length + 1
/** The fraction by which a wait varies, so that messages that failed together are not tried again together. */
const JITTER = 0.15
/** The longest that a message can wait for its next attempt. */
export const MAX_WAIT_MS = Math.max(...DELAYS_MS) * (1 + JITTER)

/** How long to wait after attempt number `attempts`, in milliseconds, ±15% by `random` (0 to 1); undefined after the last attempt. */
export function delayAfter(attempts: number, random: number): number | undefined {
  const delayMs = DELAYS_MS[attempts - 1]
  return delayMs && Math.round(delayMs * (1 - JITTER + 2 * JITTER * random))
}

/** Why a message is given up after its last attempt, which failed for `reason`. */
export function reasonGivenUp(reason: string): string {
  return `Given up after ${MAX_ATTEMPTS} attempts; the last one: ${reason}`
}
