/** The console: what the browser runs first. */
import { hashKey, MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from '#client/call.ts'
import { makeRouter } from './routes.tsx'
import { meQuery } from './session/me.ts'

/** A session may end at any moment: the next call says so, and its page is come back to after signing in. */
function onError(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 401)) return
  queries.invalidateQueries({ queryKey: meQuery.queryKey, refetchType: 'none' })
  router.invalidate()
}

const queries = new QueryClient({
  // Who is signed in is asked by the router, which does what there is to do.
  queryCache: new QueryCache({
    onError: (error, { queryHash }) => queryHash !== hashKey(meQuery.queryKey) && onError(error),
  }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // What was refused is refused again; only what may have been chance is tried twice more.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
    },
  },
})
const router = makeRouter(queries)

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
