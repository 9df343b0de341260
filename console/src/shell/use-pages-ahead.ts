/** Fetches the code of the other pages while the browser is idle, so that a click on a page waits for nothing but its rows. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

export function usePagesAhead(): void {
  const router = useRouter()
  const queries = useQueryClient()
  useEffect(() => {
    let isWanted = !savesData()
    const fetchAll = async () => {
      await noQuery(queries)
      for (const [path, route] of Object.entries(router.routesByPath)) {
        await idle()
        if (!isWanted) return
        if (path.startsWith('/$organization')) await router.loadRouteChunk(route as never)
      }
    }
    // A page that cannot be fetched now is fetched when it is opened, which says why if it fails again.
    fetchAll().catch(() => {})
    return () => {
      isWanted = false
    }
  }, [router, queries])
}

/** Whether the member asked their browser to transfer little. */
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
