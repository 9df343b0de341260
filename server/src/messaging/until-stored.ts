/** Stores the outcome of an attempt, retrying while the database is unavailable. */
import { setTimeout as pause } from 'node:timers/promises'

const STORE_AGAIN_AFTER_MS = 2_000
/** The most tries, which end within the claim however long the conversation took. */
const MAX_STORES = 60

export const NOT_STORED_YET = 'the outcome is not stored yet; it will be tried again'

/** Retries for as long as the claim lasts, because a message that was sent but is not stored as sent would be sent again. */
export async function untilStored<T>(
  stopping: AbortSignal,
  store: () => Promise<T>,
  onFailure: (error: unknown) => void,
): Promise<T> {
  for (let stores = 1; ; stores++) {
    try {
      return await store()
    } catch (error) {
      if (stores === MAX_STORES || stopping.aborted) throw error
      onFailure(error)
      await pause(STORE_AGAIN_AFTER_MS, undefined, { signal: stopping }).catch(() => {})
    }
  }
}
