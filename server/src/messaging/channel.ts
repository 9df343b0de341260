/** The interface of a channel: one conversation about one message, which ends in an outcome and never in an exception. */
import { maskedContact } from '#server/base/contact.ts'
import { onOneLine } from '#server/base/text.ts'
import type { Attempt, Outcome } from '#server/domain/messages/delivery.ts'

export type Channel = {
  /** The ID under which a message is sent, which is the same for every attempt; null if the provider assigns the ID. */
  idFor(messageId: string): string | null
  /** Sends a message; ends within a minute or two, or sooner if `signal` is aborted. */
  send(attempt: Attempt, signal: AbortSignal): Promise<Outcome>
}

const MAX_WORDS = 200

/**
 * The provider's reply in a form that can be logged and shown: on one line, of limited length, and without the address, which replies hide, or any of
 * our `secrets`.
 */
export function quoted(text: string, recipient: string, secrets: readonly string[]): string {
  let shown = text.replaceAll(new RegExp(RegExp.escape(recipient), 'gi'), maskedContact(recipient))
  // The longest secret comes first, because one may contain another.
  for (const secret of secrets.toSorted((a, b) => b.length - a.length)) {
    if (secret !== '') shown = shown.replaceAll(secret, '…')
  }
  const words = [...onOneLine(shown).toWellFormed()]
  return words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS).join('')}…` : words.join('')
}
