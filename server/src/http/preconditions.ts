/** Refuses writes with a precondition: what the service cannot check, it must not ignore (RFC 9110, 13.1). */
import type { FastifyRequest } from 'fastify'
import { fieldError } from '#server/base/refusal.ts'

const PRECONDITIONS = ['If-Match', 'If-None-Match', 'If-Unmodified-Since']

export function refusePreconditions({ headers }: FastifyRequest): void {
  const given = PRECONDITIONS.find(name => headers[name.toLowerCase()] !== undefined)
  if (given !== undefined) throw fieldError(given, 'is not supported by calls that write. Leave it out')
}
