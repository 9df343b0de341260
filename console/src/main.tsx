/** The entry point of the console in the browser. */
import './shell/early-keys.ts'
import { hashKey, MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from '#client/errors.ts'
import { holdsWork } from './kit/unsaved.ts'
import { mayRetry, retryDelayMs } from './kit/waits.ts'
import { makeRouter } from './routes.tsx'
import { meQuery } from './session/me.ts'
import { recovery } from './session/recovery.ts'

/**
 * A session may end at any time. The next call reports it, and after signing in the member returns to the same page. A page with unsaved input, or with
 * a form that is being sent, stays: the failure that it shows leads to the sign-in, in another tab.
 */
function onError(error: unknown): void {
  // What is missing may be the whole organization, for someone who was removed from it, or after its sandbox was reset.
  if (error instanceof ApiError && error.status === 404) void queries.invalidateQueries({ queryKey: meQuery.queryKey })
  if (!(error instanceof ApiError && error.status === 401) || holdsWork()) return
  queries.invalidateQueries({ queryKey: meQuery.queryKey, refetchType: 'none' })
  router.invalidate()
}

const queries = new QueryClient({
  // The router reads who is signed in, and redirects if nobody is.
  queryCache: new QueryCache({
    onError: (error, { queryHash }) => {
      noteFailure(error)
      if (queryHash !== hashKey(meQuery.queryKey)) onError(error)
    },
  }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // The browser may be offline while the service is on the same machine or network, so that only a call can tell.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 15_000,
      retry: mayRetry,
      retryDelay: retryDelayMs,
    },
  },
})
const router = makeRouter(queries)
const noteFailure = recovery(queries, () => router)

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
