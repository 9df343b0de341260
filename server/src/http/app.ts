/** The HTTP service: its limits, the shape of its errors, the API, the pages and the health checks. */
import { METHODS } from 'node:http'
import buildSerializer, { type Schema } from 'fast-json-stringify'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { CONSOLE_PREFIX } from '#contract/console.ts'
import { V1_PREFIX, v1 } from '#contract/v1.ts'
import { MAX_URI_LENGTH } from '#contract/values.ts'
import { newId } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import { v1Checks, v1Implementations, v1Secrets } from '#server/domain/v1.ts'
import { MAX_STRANGERS_BODY_BYTES, readBodies } from './bodies.ts'
import type { Call } from './call.ts'
import { serveConsole } from './console/serve-console.ts'
import type { ConsoleServices } from './console/services.ts'
import { serveConsolePages } from './console-pages.ts'
import { serveHealth } from './health.ts'
import { watchInFlight } from './in-flight.ts'
import { type Metrics, observeReply, serveMetrics } from './metrics.ts'
import { serveDocument, servePages } from './pages.ts'
import { serveContract } from './pipeline.ts'
import { readQuery } from './query.ts'
import { replyError, replyUnparsed } from './replies.ts'
import { refuseUnknownRoute } from './route.ts'
import type { Services } from './services.ts'

const MAX_HEADER_BYTES = 32 * 1024
const REQUEST_TIMEOUT_MS = 30_000
/** Beyond this many unanswered calls the process sheds load rather than queue. */
const MAX_IN_FLIGHT = 2_000

export type AppOptions = {
  services: Services
  /** Undefined where nobody signs in. */
  console: ConsoleServices | undefined
  metrics: Metrics
  logger: FastifyBaseLogger
  /** CIDRs of proxies whose X-Forwarded-For is believed. */
  trustProxy: string[]
  metricsToken: string | undefined
  /** Where clients reach the service; undefined where only they know. */
  origin: () => string | undefined
  /** Whether the database answers and its schema is current. */
  isReady: () => Promise<boolean>
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, metrics, logger } = options
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId('request', services.clock.now()),
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    // Routes behind a key or a session take more.
    bodyLimit: MAX_STRANGERS_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false },
    routerOptions: {
      maxParamLength: MAX_URI_LENGTH,
      querystringParser: readQuery as (text: string) => Record<string, never>,
    },
    rewriteUrl: request => decodable(request.url ?? '/'),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: replyUnparsed,
  })
  const inFlight = watchInFlight(app)
  app.setSerializerCompiler(({ schema }) => madeWhenNeeded(() => buildSerializer(schema as Schema)))

  answerInOurWords(app)
  readBodies(app)
  app.decorateRequest('call', null as never)
  app.addHook('onRequest', async (request, reply) => {
    request.call = {
      arrivedAt: services.clock.now(),
      admittedAt: undefined,
      caller: undefined,
      recognized: undefined,
      person: undefined,
      member: undefined,
      idempotencyKey: undefined,
      isReplay: false,
      isRecorded: false,
      error: undefined,
    } satisfies Call
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      throw new Refusal('invalid_request', 'The Host header is missing.')
    }
    if (inFlight() > MAX_IN_FLIGHT) throw new Refusal('unavailable', 'The service is busy.', { retryAfterSeconds: 1 })
  })
  app.addHook('onResponse', async (request, reply) => {
    observeReply(metrics, request, reply)
  })
  app.setErrorHandler(replyError)
  app.setNotFoundHandler(request => refuseUnknownRoute(request))

  serveHealth(app, options.isReady)
  serveMetrics(app, metrics, options.metricsToken)
  serveDocument(app, options.origin)
  await app.register(servePages)
  await app.register(serveConsolePages)
  await app.register(
    async api => serveContract(api, v1, v1Implementations, services, { secrets: v1Secrets, checks: v1Checks }),
    { prefix: V1_PREFIX },
  )
  const { console } = options
  if (console) await app.register(async api => serveConsole(api, services, console), { prefix: CONSOLE_PREFIX })
  return app
}

/** Making all serializers takes a tenth of a second, of each start. */
function madeWhenNeeded(make: () => (value: unknown) => string): (value: unknown) => string {
  let serialize: ((value: unknown) => string) | undefined
  return value => {
    serialize ??= make()
    return serialize(value)
  }
}

/** Takes over what Node and Fastify would answer with an empty or an untrue reply of their own. */
function answerInOurWords(app: FastifyInstance): void {
  // Expect: what we do not know is no reason to refuse (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // A path the API has is 405 for every method there is. Node ends a CONNECT itself.
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
}

/** An address whose percent-encoding is broken still reaches the router, where it is simply unknown. */
function decodable(url: string): string {
  if (!url.includes('%')) return url
  const [path = '/', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
