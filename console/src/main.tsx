/** The console: what the browser runs first. */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from '#client/call.ts'
import { makeRouter } from './routes.tsx'

/** A session may end at any moment: the next call says so, and its page is come back to after signing in. */
function onError(error: unknown): void {
  if (error instanceof ApiError && error.status === 401)
    queries.invalidateQueries({ queryKey: ['me'] }).then(() => router.invalidate())
}

const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
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
