/** Metrics for Prometheus at `/metrics`, for callers with the metrics token. In development without a token, any caller on this machine may read them. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { isLoopback } from '#server/base/addresses.ts'
import type { Turns } from '#server/platform/turns.ts'
import type { MemoryGuard } from './memory-guard.ts'
import { routeTemplate, unknownRoute } from './route.ts'

export type Metrics = {
  registry: Registry
  replies: Counter<'method' | 'route' | 'status'>
  seconds: Histogram<'method' | 'route'>
  auditLinesLost: Counter
}

export function openMetrics(registry: Registry, { isQuotaDegraded }: { isQuotaDegraded: () => boolean }): Metrics {
  new Gauge({
    name: 'gatehouse_quota_degraded',
    help: '1 while quotas are counted in this process alone because Redis is unavailable.',
    registers: [registry],
    collect() {
      this.set(isQuotaDegraded() ? 1 : 0)
    },
  })
  return {
    registry,
    replies: new Counter({
      name: 'gatehouse_http_replies_total',
      help: 'Replies, by method, route template and status.',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
    }),
    seconds: new Histogram({
      name: 'gatehouse_http_seconds',
      help: 'Time from request to reply.',
      labelNames: ['method', 'route'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    auditLinesLost: new Counter({
      name: 'gatehouse_audit_lines_lost_total',
      help: 'Calls answered 503 because their audit line could not be committed.',
      registers: [registry],
    }),
  }
}

/** Gauges of what decides whether a call is admitted: memory, and the turns of organizations. */
export function watchAdmission(
  registry: Registry,
  { memory, turns }: { memory: Pick<MemoryGuard, 'limitBytes' | 'fullness'>; turns: Pick<Turns, 'longestWaitMs'> },
): void {
  const registers = [registry]
  new Gauge({
    name: 'gatehouse_memory_limit_bytes',
    help: 'Resident memory at which the process refuses calls; at 80% of it, exports, reports and uploads.',
    registers,
  }).set(memory.limitBytes)
  new Gauge({
    name: 'gatehouse_memory_used_ratio',
    help: 'How full memory is, by the limit on resident memory or by that on the heap: from 0.8 on, exports, reports and uploads are refused; from 1 on, every call.',
    registers,
    collect() {
      this.set(memory.fullness)
    },
  })
  new Gauge({
    name: 'gatehouse_turn_wait_seconds',
    help: 'How long the call that has waited longest has been waiting for its turn; after 5 seconds it is refused with 503.',
    registers,
    collect() {
      this.set(turns.longestWaitMs / 1_000)
    },
  })
}

/** The paths that monitoring requests every few seconds. On a quiet night, counting them would hide that most other calls fail. */
const MONITORING = new Set(['/healthz', '/readyz', '/metrics'])

export function observeReply({ replies, seconds }: Metrics, request: FastifyRequest, reply: FastifyReply): void {
  const route = routeTemplate(request) ?? 'unknown'
  if (MONITORING.has(route)) return
  const { method } = request
  const status = reply.statusCode
  childOf(replies, `${method} ${status} ${route}`, () => replies.labels({ method, route, status })).inc()
  childOf(seconds, `${method} ${route}`, () => seconds.labels({ method, route })).observe(reply.elapsedTime / 1000)
}

const children = new WeakMap<object, Map<string, unknown>>()

/** The part of a metric that has the labels named by `name`, found once, because the library sorts and joins the labels each time. */
function childOf<Child>(metric: object, name: string, find: () => Child): Child {
  const known = children.get(metric) ?? new Map<string, unknown>()
  if (!children.has(metric)) children.set(metric, known)
  if (!known.has(name)) known.set(name, find())
  return known.get(name) as Child
}

/** `token` is undefined if none is set; `LOOPBACK` then admits callers on this machine, and nobody else. */
export type MetricsReaders = { token: string | undefined; withoutToken: 'LOOPBACK' | 'NOBODY' }

export function serveMetrics(
  app: FastifyInstance,
  { registry }: Pick<Metrics, 'registry'>,
  readers: MetricsReaders,
): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, readers)) throw unknownRoute(request)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function mayRead(request: FastifyRequest, { token, withoutToken }: MetricsReaders): boolean {
  if (token === undefined) {
    // A proxy on this machine also calls from loopback, and not every proxy says on whose behalf, so this is never used in production.
    const isLocal = isLoopback(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined
    return withoutToken === 'LOOPBACK' && isLocal
  }
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
