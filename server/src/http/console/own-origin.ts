/** Whether a call comes from a page of this service, as the browser states; pages of other sites cannot forge that. */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/base/refusal.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses calls that a page of another site could have sent with the member's cookie. A page is ours if its origin is `publicOrigin`, at which people
 * reach the service, or the origin to which the call was sent.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicOrigin: string | undefined): void {
  if (SAFE.has(request.method)) return
  const { origin, 'sec-fetch-site': site, 'content-type': type } = request.headers
  const isOwn =
    origin === undefined ? site === 'same-origin' : [publicOrigin, originCalled(request, publicOrigin)].includes(origin)
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

/**
 * The origin to which the call was sent. If it was sent to the public host, the setting decides the scheme: behind a TLS proxy that is not in
 * TRUST_PROXY, every call seems to use http, and a page that an attacker on the network serves over http would pass for ours.
 */
function originCalled({ protocol, host }: FastifyRequest, publicOrigin: string | undefined): string {
  const isPublic = publicOrigin !== undefined && URL.parse(publicOrigin)?.host === host.toLowerCase()
  return isPublic ? publicOrigin : `${protocol}://${host}`
}
