/** Reports whether the process is alive (`/healthz`) and whether it can serve (`/readyz`). */
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/base/refusal.ts'

export function serveHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  let asked: Promise<boolean> | undefined
  /** Simultaneous health checks share one query to the database, since nothing limits how many there are. */
  const askOnce = () => {
    asked ??= isReady().finally(() => {
      asked = undefined
    })
    return asked
  }
  const config = { isHealthCheck: true } as const
  app.get('/healthz', { config }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config }, async () => {
    if (!(await askOnce())) {
      throw new Refusal('unavailable', 'The service is stopping, or the database cannot be reached.', {
        retryAfterSeconds: 1,
      })
    }
    return { status: 'ready' }
  })
}
