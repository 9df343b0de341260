/** Reads bodies as JSON and nothing else. A call that takes no body accepts an empty one of any type, and no other. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readJson } from '#server/base/read-json.ts'
import { Refusal } from '#server/base/refusal.ts'

/** The longest body of a call by a key or a member, unless its operation accepts more. */
export const MAX_BODY_BYTES = 1024 * 1024
/** The longest body of any other call: sending it must cost a stranger more than reading it costs the service. */
export const MAX_UNAUTHENTICATED_BODY_BYTES = 16 * 1024

export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0 && takesNone(request)) return undefined
      refuseOtherForms(request)
      return readJson(bytes)
    },
  )
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    // The body is never read, whatever it contains.
    if (request.is404) return undefined
    if (!takesNone(request) || !(await isEmpty(payload))) throw otherForm(request)
  })
  app.addHook('onRequest', forgetTypeOfNothing)
}

/** The refusal of a body in another form than JSON. Where no body is taken, another form would be no better. */
export function otherForm(request: FastifyRequest, advice = 'Send the body as application/json.'): Refusal {
  return takesNone(request)
    ? new Refusal('invalid_request', 'This call takes no body.')
    : new Refusal('unsupported_media_type', advice)
}

/**
 * Refuses a body that is declared to be in other characters than UTF-8, compressed, or of two types, because it would be read as something it is not.
 * Node keeps the first of two Content-Type headers, and something in front of the service may have gone by the second.
 */
function refuseOtherForms(request: FastifyRequest): void {
  const { headers, raw } = request
  const types = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'content-type')
  if (types.length > 1) throw otherForm(request, 'The Content-Type header is given more than once. Send it once.')
  const charsets = (headers['content-type'] ?? '').matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi)
  if (charsets.some(([, charset = '']) => !/^(utf-?8|us-ascii)$/i.test(charset))) {
    throw otherForm(request, 'Send the body in UTF-8; JSON is not read in another charset.')
  }
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!/^(identity)?$/i.test(encoding.trim())) {
    throw otherForm(request, 'Send the body as it is, without Content-Encoding.')
  }
}

/** Accepts any content type if there is no body, because some clients send one with every call, and it may be malformed. */
async function forgetTypeOfNothing(request: FastifyRequest): Promise<void> {
  const { headers } = request.raw
  const isNothing = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  if (isNothing && takesNone(request)) delete headers['content-type']
}

/** Whether the call takes no body: its operation has none, or it reads a page. */
function takesNone({ routeOptions, method }: FastifyRequest): boolean {
  const { operation } = routeOptions.config
  return operation ? operation.body === undefined : method === 'GET' || method === 'HEAD'
}

/** Whether a body is empty. Reads no further than its first bytes. */
async function isEmpty(payload: NodeJS.ReadableStream): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  payload
    .once('data', () => resolve(false))
    .once('end', () => resolve(true))
    .once('error', reject)
  return promise
}
