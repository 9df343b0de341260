/** Routes: their paths in the contract's form and in Fastify's, the canonical path of a call, and the replies where there is no route. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#server/base/refusal.ts'
import { pathOf } from './target.ts'

/**
 * Whether no operation has the path of the call. The router takes `/properties/` for a property without an ID, but it is more likely the list with a
 * slash too many.
 */
export function isUnrouted({ is404, params, routeOptions }: FastifyRequest): boolean {
  const lacksId = Object.values(params as Record<string, string>).includes('')
  return is404 || (lacksId && routeOptions.config.operation !== undefined)
}

export function unknownRoute({ method, originalUrl }: FastifyRequest): Refusal {
  return new Refusal('not_found', `There is no ${method} ${pathOf(originalUrl).slice(0, 200)}.`)
}

/** The template of the route that a call is for, such as `/api/v1/properties/{id}`, or undefined if its path is unknown. */
export function routeTemplate(request: FastifyRequest): string | undefined {
  if (isUnrouted(request)) return pathCalled(request)?.template
  const { url } = request.routeOptions
  if (url === undefined) return undefined
  const known = templates.get(url)
  if (known !== undefined) return known
  const template = url.replaceAll(/:(\w+)/g, '{$1}')
  templates.set(url, template)
  return template
}

/** The templates of the routes that were called. */
const templates = new Map<string, string>()

/** The canonical path of a call: its template with the parameters filled in, however the caller spelled it. */
export function canonicalPath(request: FastifyRequest): string {
  const parameters = request.params as Record<string, string>
  const template = routeTemplate(request) as string
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] as string))
}

const PARAMETER = /\{\w+\}/g

/** A path that is served: its template, the segments of it, and its methods. */
type KnownPath = { template: string; segments: readonly string[]; methods: readonly string[] }

declare module 'fastify' {
  interface FastifyInstance {
    /** The paths served under the prefix of this instance; of two that take the same address, the one with the earlier literal segment comes first. */
    knownPaths?: readonly KnownPath[]
    /** Whether there is a page at a path that only a route with a wildcard serves. */
    hasPage?: (path: string) => Promise<boolean>
  }
}

/**
 * Answers a known path with another method with 405, before any body is read. Where there is no route, `refuseUnrouted` does so. A route is needed
 * only where another path would take the call, as `GET /invoices/{id}` would take `GET /invoices/generate`; routing all 36 methods of every path took
 * half of the time of a start. `routed` returns the methods of a path to route in any case.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  served: readonly { readonly path: string; readonly method: string }[],
  routed: (path: string) => readonly string[] = () => [],
): void {
  const known = [...Map.groupBy(served, ({ path }) => path)].map(([path, operations]) => {
    const methods = operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort()
    return knownPath(path, methods)
  })
  for (const path of known) {
    const others = new Set([...routed(path.template), ...methodsElsewhere(path, known)]).difference(
      new Set(path.methods),
    )
    if (others.size === 0) continue
    app.route({
      method: [...others],
      url: fastifyPath(path.template),
      onRequest: async (request, reply) => refuseMethod(request, reply, path),
      handler: () => {},
    })
  }
  const below = known.map(({ template, methods }) => knownPath(`${app.prefix}${template}`, methods))
  app.decorate('knownPaths', below.sort(literalFirst))
}

/** Refuses a call for which there is no route: with 405 if its path is known, and otherwise with 404. */
export function refuseUnrouted(request: FastifyRequest, reply: FastifyReply): Promise<never> {
  const called = pathCalled(request)
  if (called) refuseMethod(request, reply, called)
  const { hasPage } = request.server
  if (!hasPage) throw unknownRoute(request)
  return hasPage(pathIn(request)).then(isPage => {
    if (isPage) refuseMethod(request, reply, { methods: ['GET', 'HEAD'] })
    throw unknownRoute(request)
  })
}

function refuseMethod({ method }: FastifyRequest, reply: FastifyReply, { methods }: Pick<KnownPath, 'methods'>): never {
  const allow = methods.join(', ')
  reply.header('allow', allow)
  throw new Refusal('method_not_allowed', `${method} is not allowed here. Use ${allow}.`)
}

function knownPath(template: string, methods: readonly string[]): KnownPath {
  return { template, segments: template.split('/'), methods }
}

/**
 * Whether a path takes an address. The segments are compared one by one: each path is compared with every other one, and regular expressions for
 * that made building the application a tenth slower.
 */
function takes({ segments }: KnownPath, address: readonly string[]): boolean {
  return (
    segments.length === address.length &&
    segments.every((segment, at) => (segment.startsWith('{') ? address[at] !== '' : segment === address[at]))
  )
}

/** The methods of other paths that take the addresses of this one. */
function methodsElsewhere({ segments }: KnownPath, known: readonly KnownPath[]): string[] {
  return known.flatMap(other => (takes(other, segments) ? other.methods : []))
}

function literalFirst(one: KnownPath, other: KnownPath): number {
  const [a, b] = [one, other].map(({ template }) => template.replaceAll(PARAMETER, '\0')) as [string, string]
  return a < b ? 1 : -1
}

/** The known path of a call that no route takes, because the path does not have the method. */
function pathCalled(request: FastifyRequest): KnownPath | undefined {
  const path = pathIn(request)
  const called = request.server.knownPaths?.find(known => takes(known, path.split('/')))
  return called?.methods.includes(request.method) ? undefined : called
}

function pathIn({ raw }: FastifyRequest): string {
  return decodeURI(pathOf(raw.url ?? '/'))
}

/** Converts `/properties/{id}` to `/properties/:id`. */
export function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
