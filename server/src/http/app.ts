/** The HTTP service: its limits, the shape of its errors, the API, the pages and the health checks. */
import buildSerializer, { type Schema } from 'fast-json-stringify'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { CONSOLE_PREFIX } from '#contract/console.ts'
import { V1_PREFIX, v1 } from '#contract/v1.ts'
import { parseRanges, readRange } from '#server/base/addresses.ts'
import { newId } from '#server/base/ids.ts'
import { METHODS } from '#server/base/node-http.ts'
import type { ItemSchema } from '#server/db/row-json.ts'
import { unreadJson } from '#server/db/unread.ts'
import { v1Checks, v1Implementations, v1Secrets } from '#server/domain/v1.ts'
import { askForBodyWhenRead, MAX_UNAUTHENTICATED_BODY_BYTES, readBodies } from './bodies.ts'
import type { Call } from './call.ts'
import { closeWhenAnswered } from './closing.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, Connections } from './connections.ts'
import { serveConsole } from './console/serve-console.ts'
import type { ConsoleServices } from './console/services.ts'
import { hasConsolePage, serveConsolePages } from './console-pages.ts'
import { dropForwardedPorts } from './forwarded.ts'
import { hasGuide } from './guides.ts'
import { checkHead, MAX_HEAD_BYTES } from './head.ts'
import { serveHealth } from './health.ts'
import { type Metrics, type MetricsReaders, observeReply, serveMetrics } from './metrics.ts'
import { serveDocument, servePages } from './pages.ts'
import { serveContract } from './pipeline.ts'
import { readQuery } from './query.ts'
import { errorReplies } from './replies.ts'
import { refuseOtherMethods } from './route.ts'
import type { Services } from './services.ts'
import { hookOf } from './step.ts'
import { routable } from './target.ts'
import { REQUEST_TIMEOUT_MS } from './unparsed.ts'

/** How often Node looks for requests that take too long to arrive. */
const TIMEOUT_CHECK_MS = 1_000
/**
 * How long an idle connection is kept, unless too many are idle. It must be longer than proxies and clients keep theirs (Caddy for 2 minutes, cloud
 * load balancers for up to 10), so that they close first: a call that is written while we close is lost, and only some of them send it again.
 */
const KEEP_ALIVE_MS = 620_000

type AppOptions = {
  services: Services
  /** Undefined if the service has no console. */
  console: ConsoleServices | undefined
  metrics: Metrics
  logger: FastifyBaseLogger
  /** Logs, at most once per minute, what fails one call after another, such as a full disk. */
  throttledLogger: Pick<FastifyBaseLogger, 'error'>
  /** CIDRs of proxies whose X-Forwarded-For is trusted. */
  trustProxy: string[]
  metricsReaders: MetricsReaders
  /** The origin at which clients reach the service; undefined if it is not configured. */
  origin: () => string | undefined
  connectionLimits?: ConnectionLimits | undefined
  /** How long a request may take to arrive completely before it is refused. */
  requestTimeoutMs?: number | undefined
  /** How long a service that is closing waits for the calls in progress. */
  closeLimitMs?: number | undefined
  /**
   * Whether the service is about to stop, so that callers should connect to another process. Each reply is then the last one on its connection, which
   * would otherwise be cut while the next call is on its way.
   */
  isDraining?: (() => boolean) | undefined
  /** Watches every call, for example to trace it. */
  watch?: ((app: FastifyInstance) => void) | undefined
  /** Resolves with the reason why the process cannot serve, or undefined if it can. */
  whyNotReady: () => Promise<string | undefined>
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, metrics } = options
  const connections = new Connections({
    limits: options.connectionLimits ?? CONNECTION_LIMITS,
    proxies: parseRanges(options.trustProxy.flatMap(range => readRange(range) ?? [])),
    stallLimitMs: services.stallLimitMs,
  })
  const app = openFastify(options, connections)
  options.watch?.(app)
  connections.watch(app)
  closeWhenAnswered(app, options.closeLimitMs)
  app.setSerializerCompiler(({ schema }) => serializerOf(schema as object))

  answerInOurWords(app)
  if (options.trustProxy.length > 0) dropForwardedPorts(app.server)
  readBodies(app)
  app.decorateRequest('call', null as never)
  app.addHook('onRequest', (request, reply, next) => {
    request.call = newCall(services.clock.now(), request.routeOptions.config.operation)
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    if (options.isDraining?.() || asksForUpgrade(request)) reply.header('connection', 'close')
    connections.refuseIfBusy(request)
    next()
  })
  app.addHook('onResponse', (request, reply, next) => {
    observeReply(metrics, request, reply)
    next()
  })
  app.setErrorHandler(errorReplies(options.throttledLogger))

  await app.register(async pages => servePublic(pages, options))
  await app.register(
    async api => serveContract(api, v1, v1Implementations, services, { secrets: v1Secrets, checks: v1Checks }),
    { prefix: V1_PREFIX },
  )
  const { console } = options
  if (console) await app.register(async api => serveConsole(api, services, console), { prefix: CONSOLE_PREFIX })
  return app
}

/** Whether the request should be the last one on its connection: Node drops what arrives in one piece with the end of a request with `Upgrade`. */
function asksForUpgrade({ headers }: FastifyRequest): boolean {
  return headers.upgrade !== undefined
}

/** A call about which nothing is known yet. */
function newCall(arrivedAt: number, operation: Call['operation']): Call {
  return {
    arrivedAt,
    decidedAt: arrivedAt,
    operation,
    admittedAt: undefined,
    caller: undefined,
    recognized: undefined,
    user: undefined,
    member: undefined,
    idempotencyKey: undefined,
    isReplay: false,
    isRecorded: false,
    error: undefined,
  }
}

function openFastify(
  { services, logger, trustProxy, requestTimeoutMs = REQUEST_TIMEOUT_MS }: AppOptions,
  connections: Connections,
): FastifyInstance {
  return Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // What is logged about a call names the call itself, so no logger is made for each.
    childLoggerFactory: parent => parent,
    genReqId: () => newId('request', services.clock.now()),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    // Routes behind a key or a session accept larger bodies.
    bodyLimit: MAX_UNAUTHENTICATED_BODY_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: requestTimeoutMs,
    http: {
      maxHeaderSize: MAX_HEAD_BYTES,
      requireHostHeader: false,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      headersTimeout: requestTimeoutMs,
    },
    routerOptions: {
      // No parameter is longer than an address, and an address that is too long gets our own error.
      maxParamLength: MAX_HEAD_BYTES,
      querystringParser: readQuery as (text: string) => Record<string, never>,
    },
    rewriteUrl: request => routable(request.url ?? '/'),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => connections.onClientError(error, socket),
  })
}

/** Serves everything that needs no key: metrics, documents, pages, and the 404 of unknown paths. */
async function servePublic(app: FastifyInstance, options: AppOptions): Promise<void> {
  const { metrics, metricsReaders, origin, whyNotReady } = options
  const served: { path: string; method: string }[] = []
  app.addHook('onRequest', hookOf(checkHead))
  app.addHook('onRoute', ({ url, method }) => {
    // A path with a wildcard covers anything below a page, including what other routes serve.
    if (method === 'GET' && !url.includes('*')) served.push({ path: url, method })
  })
  app.decorate('hasPage', async (path: string) => (await hasGuide(path)) || (await hasConsolePage(path)))
  app.setNotFoundHandler(() => {})
  serveHealth(app, whyNotReady)
  serveMetrics(app, metrics, metricsReaders)
  serveDocument(app, origin)
  await app.register(servePages)
  await app.register(serveConsolePages)
  // The document lies below the prefix of the API, where a path without a route needs a key.
  refuseOtherMethods(app, served, path => (path.startsWith(V1_PREFIX) ? app.supportedMethods : []))
}

/**
 * Serializes replies by their schema, straight from their rows if nobody has looked at them. Compiles each serializer when it is first needed,
 * because compiling all of them would add 0.1 s to every start.
 */
function serializerOf(schema: object): (value: unknown) => string {
  let serialize: ((value: unknown) => string) | undefined
  return value => {
    const json = unreadJson(value, schema as ItemSchema)
    if (json !== undefined) return json
    serialize ??= buildSerializer(schema as Schema) as (value: unknown) => string
    return serialize(value)
  }
}

/** Handles the requests that Node and Fastify would answer with an empty or incorrect reply of their own. */
function answerInOurWords(app: FastifyInstance): void {
  // There is no limit on the number of headers, because those over a limit would be dropped silently. Their total length is limited.
  app.server.maxHeadersCount = 0
  // A caller that closes its side after the request is answered (RFC 9112, 9.6). Node would close the connection.
  Object.assign(app.server, { httpAllowHalfOpen: true })
  // A caller that waits before it sends its body is asked for it once the body is read, and not for one that is refused by its head.
  app.server.on('checkContinue', (request, response) => {
    askForBodyWhenRead(request, response)
    app.server.emit('request', request, response)
  })
  // An unknown Expect header is not a reason to refuse (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // The body of a GET is read like that of any other call that takes none, so that a filter in a body is refused instead of ignored.
  for (const method of ['GET', 'HEAD']) app.addHttpMethod(method, { hasBody: true, overrideExisting: true })
  // A known path answers 405 to every other method. Node ends a CONNECT itself.
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
}
