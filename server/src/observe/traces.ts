/**
 * OpenTelemetry traces over HTTP: a span per call, with its statements below, and per delivery and message. Loaded only if an endpoint is set. A
 * span names the route's template and the statement's name, never an address, a value or a body; a caller's own traceparent is not trusted.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { TracingChannel } from 'node:diagnostics_channel'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asError } from '#server/base/as-error.ts'
import { deliveryPoints, messagePoints, statementPoints, watch } from '#server/base/trace-points.ts'
import { sqlState } from '#server/db/failure.ts'
import { routeTemplate } from '#server/http/route.ts'
import type { TraceSettings } from '../setting-values.ts'
import { version } from '../version.ts'

export type Traces = {
  /** Creates a span for every call of the service. */
  watch(app: FastifyInstance): void
  /** Sends what has not been sent yet, and ends. */
  close(): Promise<void>
}

type End = { result?: unknown; error?: unknown }
type Described = { name: string; kind: SpanKind; attributes: Record<string, string | number> }

export function openTraces({ endpoint, headers, serviceName }: TraceSettings): Traces {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers: { ...headers } })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version() }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('gatehouse', version())
  const current = new AsyncLocalStorage<Context>()
  const begin: Begin = ({ name, kind, attributes }) =>
    tracer.startSpan(name, { kind, attributes }, current.getStore() ?? ROOT_CONTEXT)
  const ends = [
    follow(statementPoints, spanOfStatement, current, begin),
    follow(deliveryPoints, spanOfDelivery, current, begin),
    follow(messagePoints, spanOfMessage, current, begin),
  ]
  return {
    watch: app => watchCalls(app, current, begin),
    async close() {
      for (const end of ends) end()
      // A collector that is unavailable must not keep the process from ending.
      await provider.shutdown().catch(() => {})
    },
  }
}

type Begin = (span: Described) => Span

const spanOfStatement = ({ name, text }: { name: string; text: string }): Described => ({
  name,
  kind: SpanKind.CLIENT,
  attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name, 'db.query.text': text },
})

const spanOfDelivery = ({ subscriptionId, attempt }: { subscriptionId: string; attempt: number }): Described => ({
  name: 'deliver event',
  kind: SpanKind.CLIENT,
  attributes: { 'gatehouse.subscription': subscriptionId, 'gatehouse.attempt': attempt },
})

const spanOfMessage = ({ channel }: { channel: string }): Described => ({
  name: 'send message',
  kind: SpanKind.CLIENT,
  attributes: { 'gatehouse.channel': channel },
})

/** Creates a span for everything that passes these points. Returns the function that ends it. */
function follow<Point extends object>(
  points: TracingChannel<unknown, Point>,
  describe: (point: Point) => Described,
  current: AsyncLocalStorage<Context>,
  begin: Begin,
): () => void {
  const spans = new WeakMap<Point, Span>()
  points.start.bindStore(current, point => {
    const span = begin(describe(point))
    spans.set(point, span)
    return trace.setSpan(current.getStore() ?? ROOT_CONTEXT, span)
  })
  const end = watch(points, {
    asyncEnd: point => endSpan(spans.get(point), point),
    // A synchronous failure ends only here.
    end: point => void (point.error !== undefined && endSpan(spans.get(point), point)),
  })
  return () => {
    points.start.unbindStore(current)
    end()
  }
}

const contexts = new WeakMap<FastifyRequest, Context>()

function watchCalls(app: FastifyInstance, current: AsyncLocalStorage<Context>, begin: Begin): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const route = routeTemplate(request) ?? 'unknown'
    const { method, id } = request
    const span = begin({
      name: `${method} ${route}`,
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method, 'http.route': route, 'gatehouse.request_id': id },
    })
    const context = trace.setSpan(ROOT_CONTEXT, span)
    contexts.set(request, context)
    current.run(context, done)
  })
  // After the body has been read, the call continues in the context of the socket, so its own context is restored.
  app.addHook('preValidation', (request, _reply, done) => {
    const context = contexts.get(request)
    if (context) current.run(context, done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => {
    const context = contexts.get(request)
    const span = context && trace.getSpan(context)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}

/** Ends a span. Only the code of an error is recorded, because its message may repeat values. */
function endSpan(span: Span | undefined, { error, result }: End): void {
  if (error !== undefined) {
    span?.setAttribute('error.type', sqlState(error) ?? asError(error).name)
    span?.setStatus({ code: SpanStatusCode.ERROR })
  }
  const { status, failure, kind } = (Array.isArray(result) ? {} : (result ?? {})) as Record<string, unknown>
  if (typeof status === 'number') span?.setAttribute('http.response.status_code', status)
  for (const outcome of [failure, kind])
    if (typeof outcome === 'string') span?.setAttribute('gatehouse.outcome', outcome)
  span?.end()
}
