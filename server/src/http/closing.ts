/** Lets a service that is closing end as soon as the last call is answered. */
import type { FastifyInstance } from 'fastify'

/** How long the calls in progress may take to end. None takes so long unless its caller stalls, or reads a streamed reply slowly. */
const CLOSE_LIMIT_MS = 30_000

/**
 * Cuts all connections once the service no longer listens and every call is answered. Node would wait for connections that are kept alive or that
 * never sent a whole request, and it no longer times them out.
 */
export function closeWhenAnswered(app: FastifyInstance, limitMs = CLOSE_LIMIT_MS): void {
  let unanswered = 0

  function cutWhenDone(): void {
    if (unanswered === 0 && !app.server.listening) app.server.closeAllConnections()
  }

  app.addHook('onRequest', (_request, reply, next) => {
    unanswered++
    reply.raw.once('close', () => {
      unanswered--
      cutWhenDone()
    })
    next()
  })
  app.addHook('preClose', async () => {
    // The server stops listening right after this hook.
    setImmediate(cutWhenDone)
    setTimeout(() => app.server.closeAllConnections(), limitMs).unref()
  })
}
