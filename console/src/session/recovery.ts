/** What could not be read while the service was out of reach is read again as soon as it answers, so that nobody has to try again by hand. */
import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/errors.ts'
import { isPassing } from '../kit/waits.ts'
import { meQuery } from './me.ts'

/** How often the service is asked whether it is back. */
const ASK_MS = 5_000

type Pages = {
  state: { matches: readonly { status: string; error: unknown }[] }
  invalidate: () => unknown
}

/** Returns the function to call when a read fails. However many have failed, a single call asks whether the service is back, and their errors stay until it succeeds. */
export function recovery(queries: QueryClient, pages: () => Pages): (failure: unknown) => void {
  let isWaiting = false
  const hasFailedPage = () => pages().state.matches.some(({ status, error }) => status === 'error' && isPassing(error))
  const ask = async () => {
    if (!hasFailedPage() && queries.getQueryCache().findAll(FAILED).length === 0) {
      isWaiting = false
      return
    }
    if (document.visibilityState === 'hidden' || !(await isReachable(queries))) return wait()
    isWaiting = false
    void queries.refetchQueries(FAILED)
    if (hasFailedPage()) pages().invalidate()
  }
  const wait = () => void setTimeout(ask, ASK_MS)
  return failure => {
    if (isWaiting || !isPassing(failure)) return
    isWaiting = true
    wait()
  }
}

const FAILED = { type: 'active', predicate: ({ state }: Query) => isPassing(state.error) } as const

/** Whether the service answers. A refusal is an answer; any other failure is noted like that of every read. */
export async function isReachable(queries: QueryClient): Promise<boolean> {
  try {
    await queries.fetchQuery({ ...meQuery, staleTime: 0, retry: false })
    return true
  } catch (failure) {
    return failure instanceof ApiError && !isPassing(failure)
  }
}
