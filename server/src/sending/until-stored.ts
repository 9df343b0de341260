/** Storing what became of something that was sent. */
import { setTimeout as pause } from 'node:timers/promises'

const STORE_AGAIN_AFTER_MS = 2_000
/** Within the claim, whatever the conversation took. */
const MAX_STORES = 60

/** What left and is not stored as sent would be sent again, so an outage of the database is waited for as long as the claim lasts. */
export async function untilStored<T>(stopping: AbortSignal, store: () => Promise<T>): Promise<T> {
  for (let stores = 1; ; stores++) {
    try {
      return await store()
    } catch (error) {
      if (stores === MAX_STORES || stopping.aborted) throw error
      await pause(STORE_AGAIN_AFTER_MS, undefined, { signal: stopping }).catch(() => {})
    }
  }
}
