/** Says that messages were not sent, after an action that sends many, if the service only captures them. */
import type { Message } from '#client/v1.ts'

/** Returns the note; `results` holds what the calls resolved with, a message or several. */
export function remarkOnCaptured(results: readonly unknown[]): string | undefined {
  const messages = (results as (Message | Message[])[]).flat()
  return messages.some(({ status }) => status === 'CAPTURED') ? 'The messages were captured, not sent' : undefined
}
