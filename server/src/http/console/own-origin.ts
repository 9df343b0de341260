/** Whether a call comes from a page of this service, as the browser states; pages of other sites cannot forge that. */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/base/refusal.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what a page of another site could have sent with the member's cookie. `publicOrigin` is the origin at which people reach the service;
 * without it, the origin is the one the call was sent to.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicOrigin: string | undefined): void {
  if (SAFE.has(request.method)) return
  const { origin, 'sec-fetch-site': site, 'content-type': type } = request.headers
  const own = [publicOrigin, `${request.protocol}://${request.host}`]
  const isOwn = origin === undefined ? site === 'same-origin' : own.includes(origin)
  if (!isOwn) {
    throw new Refusal(
      'forbidden',
      'This call was not sent by a page of this service. Its Origin header must be that of the service.',
    )
  }
  // A form on another site can send other content types without a preflight request.
  if (type !== undefined && !/^application\/(json|octet-stream)\s*(;|$)/i.test(type)) {
    throw new Refusal('forbidden', 'Send the body as application/json, or a file as application/octet-stream.')
  }
}
