/** The route of a call: whether it has one, its template in the contract's own form, and the one address it stands for. */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/base/refusal.ts'
import { pathOf } from './target.ts'

export function unknownRoute({ method, originalUrl }: FastifyRequest): Refusal {
  return new Refusal('not_found', `There is no ${method} ${pathOf(originalUrl).slice(0, 200)}.`)
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
