/** Whether the process lives (`/healthz`) and whether it can serve (`/readyz`). */
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/base/refusal.ts'

export function serveHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (!(await isReady())) {
      throw new Refusal('unavailable', 'The database is out of reach or its schema is not current.', {
        retryAfterSeconds: 1,
      })
    }
    return { status: 'ready' }
  })
}
