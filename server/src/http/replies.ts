/** Replies for every refusal and failure, in the one JSON shape of the service's errors. */
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CONSOLE_PREFIX } from '#contract/console.ts'
import { ERRORS, type ErrorCode, type ErrorDetail } from '#contract/errors.ts'
import { Refusal } from '#server/base/refusal.ts'
import { isOutOfResources, isTransient } from '#server/db/failure.ts'
import { CommitOutcomeUnknown } from '#server/db/transaction.ts'
import { StorageFailed } from '#server/platform/files/storage.ts'
import { notJson } from './bodies.ts'
import { pathOf } from './target.ts'

type ErrorBody = { error: ErrorCode; message: string; request_id: string; details?: readonly ErrorDetail[] }

/**
 * Returns the function that replies to an error. An error that is neither a Refusal nor a known fault of the request is a bug of ours: it is logged,
 * and answered without detail. An outage, such as a full disk, fails one call after another, so it goes to `throttledLogger`.
 */
export function errorReplies(throttledLogger: Pick<FastifyBaseLogger, 'error'>) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = asRefusal(error, request)
    const isOurs = refusal !== error
    if (isOurs && refusal.code === 'internal_error')
      request.log.error({ err: error, request_id: request.id }, 'request failed')
    if (isOurs && refusal.code === 'unavailable') throttledLogger.error({ err: error }, 'calls are answered with 503')
    if (request.call) {
      request.call.error = refusal.code
      request.call.fields = fieldsOf(refusal, request)
    }
    return reply.send(refuse(refusal, request, reply))
  }
}

/** Turns the reply into that of a refusal: sets its status and headers, and returns its body. */
export function refuse(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): ErrorBody {
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
  if (refusal.code === 'unauthorized') reply.header('www-authenticate', challengeTo(request))
  removeReplyHeaders(reply.code(ERRORS[refusal.code].status))
  return errorBody(refusal, request.id)
}

/** How to authenticate, which every 401 states (RFC 9110, 15.5.2). Neither scheme makes a browser ask for a password. */
function challengeTo({ originalUrl }: FastifyRequest): string {
  return pathOf(originalUrl).startsWith(CONSOLE_PREFIX)
    ? 'Cookie realm="Gatehouse"'
    : 'ApiKey realm="Gatehouse", header="X-Api-Key"'
}

/**
 * Removes what the headers said about a reply that an error replaces. Otherwise a caller would decompress the error, save it as the file, or take it
 * for the replayed reply to an earlier call, which is final.
 */
function removeReplyHeaders(reply: FastifyReply): void {
  for (const name of REPLY_HEADERS) reply.removeHeader(name)
  reply.type('application/json; charset=utf-8')
}

const REPLY_HEADERS = ['content-length', 'content-encoding', 'content-disposition', 'etag', 'idempotent-replayed']

const MAX_LOGGED_FIELDS = 5

/**
 * The fields that a 400 names, for the log: only names from the operation's contract, because any other text is the caller's own, and never a
 * value. A field within a list or an object counts as that list or object.
 */
function fieldsOf({ code, details = [] }: Refusal, { routeOptions }: FastifyRequest): string[] | undefined {
  const { operation } = routeOptions.config
  if (code !== 'invalid_request' || !operation) return undefined
  const { parameters, body } = operation
  const known = { ...parameters.path.properties, ...parameters.query.properties, ...body?.properties }
  const named = details.map(({ path }) => path.split(/[.[]/, 1)[0]!).filter(name => Object.hasOwn(known, name))
  return named.length > 0 ? [...new Set(named)].slice(0, MAX_LOGGED_FIELDS) : undefined
}

/** The body of an error. Every 400 has details; the empty path stands for the request as a whole. */
export function errorBody(refusal: Refusal, requestId: string): ErrorBody {
  const whole = refusal.code === 'invalid_request' ? [{ path: '', message: refusal.message }] : undefined
  const details = refusal.details ?? whole
  return {
    error: refusal.code,
    message: refusal.message,
    request_id: requestId,
    ...(details && { details }),
  }
}

/** The codes of the operating system for a disk that is full, such as that of the temporary folder. */
const NO_ROOM: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT'])

/** Converts `error` to a refusal; `request` is the one about which Fastify threw it. */
export function asRefusal(error: unknown, request?: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' && request) return notJson(request)
  if (isOutOfResources(error)) {
    const message = 'The database took too long to answer, accepts no writes, or has no room left. Try again shortly.'
    return new Refusal('unavailable', message, { retryAfterSeconds: 1 })
  }
  if (isTransient(error)) {
    const message = 'Other calls were changing the same records. Nothing was stored. Try again.'
    return new Refusal('unavailable', message, { retryAfterSeconds: 1 })
  }
  if (error instanceof StorageFailed || NO_ROOM.has(code)) {
    const message = 'The storage for files cannot be reached, or has no room left. Try again shortly.'
    return new Refusal('unavailable', message, { retryAfterSeconds: 30 })
  }
  if (error instanceof CommitOutcomeUnknown) {
    const message =
      'The connection to the database was lost while this was being stored. Send the call again with the same Idempotency-Key.'
    return new Refusal('unavailable', message, { retryAfterSeconds: 1 })
  }
  if (statusCode === 400) return new Refusal('invalid_request', 'The request is not valid.')
  return new Refusal('internal_error', 'Something went wrong on our side. Quote request_id when you report it.')
}
