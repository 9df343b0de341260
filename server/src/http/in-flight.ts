/** Counts the calls that are being answered, and lets a service that closes end as soon as the last of them has been. */
import type { FastifyInstance } from 'fastify'

/** Longer than any call takes unless its caller stalls, or takes slowly what is sent in parts. */
const CLOSE_LIMIT_MS = 30_000

/**
 * The function it returns tells how many calls are unanswered. Once the service no longer listens and there are none, every
 * connection is cut: Node would wait for those that are kept alive, or that never sent a whole request, and no longer times them out.
 */
export function watchInFlight(app: FastifyInstance): () => number {
  let inFlight = 0

  function cutWhenDone(): void {
    if (inFlight === 0 && !app.server.listening) app.server.closeAllConnections()
  }

  app.addHook('onRequest', async (_request, reply) => {
    inFlight++
    reply.raw.once('close', () => {
      inFlight--
      cutWhenDone()
    })
  })
  app.addHook('preClose', async () => {
    // The server stops listening right after this hook.
    setImmediate(cutWhenDone)
    setTimeout(() => app.server.closeAllConnections(), CLOSE_LIMIT_MS).unref()
  })
  return () => inFlight
}
