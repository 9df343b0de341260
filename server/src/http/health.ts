/** Reports whether the process is alive (`/healthz`) and whether it can serve (`/readyz`). */
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/base/refusal.ts'

/** Serves the two checks. `whyNotReady` resolves with a sentence, or undefined if the process can serve. */
export function serveHealth(app: FastifyInstance, whyNotReady: () => Promise<string | undefined>): void {
  let asked: Promise<string | undefined> | undefined
  /** Simultaneous health checks share one query to the database, since their number is not limited. */
  const askOnce = () => {
    asked ??= whyNotReady().finally(() => {
      asked = undefined
    })
    return asked
  }
  const config = { isHealthCheck: true } as const
  app.get('/healthz', { config }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config }, async () => {
    const reason = await askOnce()
    if (reason !== undefined) throw new Refusal('unavailable', reason, { retryAfterSeconds: 1 })
    return { status: 'ready' }
  })
}
