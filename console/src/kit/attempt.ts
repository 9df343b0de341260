/** The Idempotency-Key of a form: equal values are sent with the same one, so that they are stored once, however often they are sent. */
import { newIdempotencyKey } from './idempotency-key.ts'
import { isOutcomeUnknown } from './unknown-outcome.ts'

type Attempt = <Sent>(values: string, send: (key: string) => Promise<Sent>) => Promise<Sent>

/**
 * Returns the function that sends the values of one form. Other values are another change and get a new key, unless an earlier attempt may have been
 * stored: with its key, the service stores them only if it did not, and refuses them otherwise. A new key would store both, such as two payments for one
 * check. What is sent after a success is a new change, even if its values are the same.
 */
export function newAttempt(): Attempt {
  let key = ''
  let sent: string | undefined
  let mayBeStored = false
  return async (values, send) => {
    if (sent !== values && !mayBeStored) key = newIdempotencyKey()
    sent = values
    try {
      const answer = await send(key)
      sent = undefined
      mayBeStored = false
      return answer
    } catch (failure) {
      mayBeStored ||= isOutcomeUnknown(failure)
      throw failure
    }
  }
}
