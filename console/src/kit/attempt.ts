/** The Idempotency-Key of a form: equal values are sent with the same one, so that they are stored once, however often they are sent. */
import { useRef } from 'react'
import { newIdempotencyKey } from './new-key.ts'
import { isOutcomeUnknown } from './unknown-outcome.ts'

type Attempt = {
  /** The key for these values. */
  keyOf: (values: string) => string
  /** Takes note of the failure of what was sent. */
  noteFailure: (failure: unknown) => void
}

/**
 * Other values are another change and get a new key, unless an earlier attempt may have been stored: with its key, the service stores them only if it
 * did not, and refuses them otherwise. A new key would store both, such as two payments for one check.
 */
export function useAttempt(): Attempt {
  const sent = useRef({ values: '', key: '', mayBeStored: false })
  return {
    keyOf(values) {
      const { current } = sent
      if (current.values !== values && !current.mayBeStored)
        sent.current = { ...current, values, key: newIdempotencyKey() }
      return sent.current.key
    },
    noteFailure(failure) {
      sent.current.mayBeStored ||= isOutcomeUnknown(failure)
    },
  }
}
