/** Routes: their paths in the contract's form and in Fastify's, the canonical path of a call, and the replies where there is no route. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#server/base/refusal.ts'
import { pathOf } from './target.ts'

export function unknownRoute({ method, originalUrl }: FastifyRequest): Refusal {
  return new Refusal('not_found', `There is no ${method} ${pathOf(originalUrl).slice(0, 200)}.`)
}

/** The template of the matched route, such as `/api/v1/properties/{id}`, or undefined if no route matched. */
export function routeTemplate(request: FastifyRequest): string | undefined {
  return request.is404 ? undefined : request.routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}')
}

/** The canonical path of a call: its template with the parameters filled in, however the caller spelled it. */
export function placeOf(request: FastifyRequest): string {
  const parameters = request.params as Record<string, string>
  const template = routeTemplate(request) as string
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] as string))
}

/** Answers a known path with another method with 405, before any body is read. */
export function refuseOtherMethods(
  app: FastifyInstance,
  served: readonly { readonly path: string; readonly method: string }[],
): void {
  const methodsOf = new Map<string, string[]>()
  for (const { path, method } of served) {
    const methods = methodsOf.get(path) ?? []
    methodsOf.set(path, [...methods, method, ...(method === 'GET' ? ['HEAD'] : [])])
  }
  for (const [path, methods] of methodsOf) {
    const allow = methods.sort().join(', ')
    app.route({
      method: app.supportedMethods.filter(method => !methods.includes(method)),
      url: fastifyPath(path),
      onRequest: async (request, reply) => {
        reply.header('allow', allow)
        throw new Refusal('method_not_allowed', `${request.method} is not allowed here; use ${allow}.`)
      },
      handler: () => {},
    })
  }
}

/** Converts `/properties/{id}` to `/properties/:id`. */
export function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
