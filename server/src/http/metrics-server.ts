/** Serves metrics and health for a process that serves nothing else. */
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Registry } from 'prom-client'
import { Refusal } from '#server/base/refusal.ts'
import { serveHealth } from './health.ts'
import { type MetricsReaders, serveMetrics } from './metrics.ts'
import { refuseOtherProtocols } from './other-protocols.ts'

const REQUEST_TIMEOUT_MS = 5_000
const STATUSES: Partial<Record<string, number>> = { not_found: 404, unavailable: 503 }

export async function openMetricsServer(options: {
  registry: Registry
  readers: MetricsReaders
  whyNotReady: () => Promise<string | undefined>
  logger: FastifyBaseLogger
}): Promise<FastifyInstance> {
  const { registry, readers, whyNotReady, logger } = options
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
  })
  refuseOtherProtocols(app.server, ({ socket }) => socket.destroy())
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal)
      return reply.code(STATUSES[error.code] ?? 500).send({ error: error.code, message: error.message })
    logger.error({ err: error }, 'metrics could not be served')
    return reply.code(500).send({ error: 'internal_error' })
  })
  serveHealth(app, whyNotReady)
  serveMetrics(app, { registry }, readers)
  return app
}
