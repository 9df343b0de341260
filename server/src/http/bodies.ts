/** Reads bodies as JSON and nothing else. A call that takes no body accepts an empty one of any type, and no other. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readJson } from '#server/base/read-json.ts'
import { Refusal } from '#server/base/refusal.ts'
import { collectBody } from './collect-body.ts'

/** The longest body of a call by a key or a member, unless its operation accepts more. */
export const MAX_BODY_BYTES = 1024 * 1024
/** The longest body of any other call: sending it must cost a stranger more than reading it costs the service. */
export const MAX_UNAUTHENTICATED_BODY_BYTES = 16 * 1024

export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const { headers, routeOptions } = request
    const stated = headers['content-length']
    const bytes = await collectBody(payload, routeOptions.bodyLimit, stated === undefined ? undefined : Number(stated))
    if (bytes.length === 0 && takesNone(request)) return undefined
    const fault = faultInHeaders(request)
    if (fault) throw fault
    return readJson(bytes)
  })
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    // The body is never read, whatever it contains.
    if (request.is404) return undefined
    if (!takesNone(request) || !(await isEmpty(payload))) throw notJson(request)
  })
  app.addHook('onRequest', ignoreTypeOfEmptyBody)
  // A caller who waits before sending its body is not asked for one that its headers already rule out.
  app.addHook('preParsing', (request, _reply, _payload, next) => {
    const isAwaited = request.headers.expect !== undefined && isJson(request) && !takesNone(request)
    next(isAwaited ? (faultInHeaders(request) ?? null) : null)
  })
}

/** The refusal of a body that is not JSON, or of any body if the call takes none. */
export function notJson(request: FastifyRequest, advice = 'Send the body as application/json.'): Refusal {
  return takesNone(request)
    ? new Refusal('invalid_request', 'This call takes no body.')
    : new Refusal('unsupported_media_type', advice)
}

/**
 * The refusal of a body whose headers declare a charset other than UTF-8, a compression, or two content types, because it would be read as something
 * that it is not. Node keeps the first of two Content-Type headers, and a proxy in front of the service may have acted on the second.
 */
function faultInHeaders(request: FastifyRequest): Refusal | undefined {
  const { headers, raw } = request
  const types = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'content-type')
  if (types.length > 1) return notJson(request, 'The Content-Type header is given more than once. Send it once.')
  const charsets = (headers['content-type'] ?? '').matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi)
  if (charsets.some(([, charset = '']) => !/^(utf-?8|us-ascii)$/i.test(charset))) {
    return notJson(request, 'Send the body in UTF-8; JSON is not accepted in any other charset.')
  }
  const encoding = headers['content-encoding'] ?? 'identity'
  if (/^(identity)?$/i.test(encoding.trim())) return undefined
  return notJson(request, 'Send the body uncompressed, without Content-Encoding.')
}

function isJson({ headers }: FastifyRequest): boolean {
  return /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')
}

/** Accepts any content type, even a malformed one, if there is no body, because some clients send one with every call. */
async function ignoreTypeOfEmptyBody(request: FastifyRequest): Promise<void> {
  const { headers } = request.raw
  const isEmptyBody = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  if (isEmptyBody && takesNone(request)) delete headers['content-type']
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

/**
 * Sends 100 Continue to a caller who waits for it when the body is first read, whoever reads it. A call that is refused by then has its final status
 * instead, so that a client that asks first does not send a body in vain.
 */
export function askForBodyWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const read = request._read
  request._read = size => {
    request._read = read
    if (!response.headersSent) response.writeContinue()
    read.call(request, size)
  }
}
