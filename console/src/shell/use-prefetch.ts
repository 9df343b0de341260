/**
 * Prefetches the code of the other pages while the browser is idle, and then the first rows of the lists of a manager's day, so that a click shows
 * rows at once: on the demo, a first visit took twice as long as a later one while it had to read them.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isNameQuery } from '../session/names.ts'
import { DAILY_PAGES } from './navigation.tsx'

export function usePrefetch(organization: string | undefined): void {
  const router = useRouter()
  const queries = useQueryClient()
  useEffect(() => {
    let isWanted = organization !== undefined && !savesData()
    const fetchAll = async () => {
      await noQuery(queries)
      for (const [path, route] of Object.entries(router.routesByPath)) {
        await idle()
        if (!isWanted) return
        if (path.startsWith('/$organization')) await router.loadRouteChunk(route as never)
      }
      // One page after the other, so that what the member does in the meantime never waits for these.
      for (const to of DAILY_PAGES) {
        if (!isWanted) return
        await router.preloadRoute({ to, params: { organization } } as never)
        await noQuery(queries)
        markAsOld(queries, organization!)
      }
    }
    // A page that cannot be fetched now is fetched when it is opened, which says why if it fails again.
    fetchAll().catch(() => {})
    return () => {
      isWanted = false
    }
  }, [router, queries, organization])
}

/** Rows that were read ahead are shown at once, and read again by the page that shows them. */
function markAsOld(queries: QueryClient, organization: string): void {
  void queries.invalidateQueries({
    queryKey: [organization],
    type: 'inactive',
    refetchType: 'none',
    predicate: ({ queryKey }) => !isNameQuery(queryKey),
  })
}

/** Whether the member has asked their browser to save data. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false
}

/** Resolves once the page that was opened first has its data. */
async function noQuery(queries: QueryClient): Promise<void> {
  do await idle()
  while (queries.isFetching() > 0)
}

/** Resolves when the browser has nothing to do; in Safari, which cannot tell, a moment later. */
function idle(): Promise<void> {
  return new Promise(resolve => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve())
    else setTimeout(resolve, 200)
  })
}
