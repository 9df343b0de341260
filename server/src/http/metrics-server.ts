/** Serves metrics and health for a process that serves nothing else. */
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Registry } from 'prom-client'
import { Refusal } from '#server/base/refusal.ts'
import { serveHealth } from './health.ts'
import { type MetricsReaders, serveMetrics } from './metrics.ts'

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
  app.setErrorHandler((error, _request, reply) => {
    const code = error instanceof Refusal ? error.code : 'internal_error'
    if (code === 'internal_error') logger.error({ err: error }, 'metrics could not be served')
    return reply.code(STATUSES[code] ?? 500).send({ error: code })
  })
  serveHealth(app, whyNotReady)
  serveMetrics(app, { registry }, readers)
  return app
}
