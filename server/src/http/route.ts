/** The route of a call: whether it has one, and its template in the contract's own form. */
import type { FastifyRequest } from 'fastify'
import { MAX_URI_LENGTH } from '#contract/values.ts'
import { Refusal } from '#server/base/refusal.ts'

/** Refuses an address that is too long to be one of ours, or that leads nowhere. */
export function refuseUnknownRoute(request: FastifyRequest): void {
  if (request.originalUrl.length > MAX_URI_LENGTH) {
    throw new Refusal('uri_too_long', `The address is longer than ${MAX_URI_LENGTH} characters.`)
  }
  if (request.is404) throw unknownRoute(request)
}

export function unknownRoute({ method, originalUrl }: FastifyRequest): Refusal {
  const path = (originalUrl.split('?', 1)[0] as string).slice(0, 200)
  return new Refusal('not_found', `There is no ${method} ${path}.`)
}

/** `/api/v1/properties/{id}`, or undefined where no route matched. */
export function routeTemplate(request: FastifyRequest): string | undefined {
  return request.is404 ? undefined : request.routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}')
}

/** The one address of what a call is about: its template with its parameters, however the caller spelled it. */
export function placeOf(request: FastifyRequest): string {
  const parameters = request.params as Record<string, string>
  const template = routeTemplate(request) as string
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] as string))
}
