/** One POST over one connection, and as much of the response as is stored. */
import type { Dispatcher } from 'undici'
import { asError } from '#server/base/as-error.ts'
import type { Connection } from './connection.ts'
import { answerFailure, SendFailure, timeOut } from './failures.ts'

export const MAX_EXCERPT_BYTES = 8 * 1_024

export type Answer = {
  status: number
  /** The value of Retry-After, as it was sent. */
  retryAfter: string | undefined
  excerpt: string
  /** Whether the connection can take another call. */
  isWhole: boolean
}

type Post = { path: string; headers: Record<string, string>; body: string }

/** Makes one call. Rejects with a SendFailure. A redirect is a response like any other. */
export function exchange(connection: Connection, post: Post, signal: AbortSignal, limitMs: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const chunks: Buffer[] = []
  let size = 0
  let status: number | undefined
  let headers: Record<string, string | string[] | undefined> = {}

  const finish = (isWhole: boolean) => {
    settle()
    const excerpt = excerptOf(chunks, firstValue(headers['content-encoding']))
    resolve({ status: status!, retryAfter: firstValue(headers['retry-after']), excerpt, isWhole })
    if (!isWhole) connection.drop()
  }
  const fail = (failure: SendFailure) => {
    settle()
    reject(failure)
    connection.drop(failure)
  }
  const onAbort = () =>
    fail(
      timeOut(
        limitMs,
        status === undefined ? 'waiting for the response' : `reading the rest of its response ${status}`,
      ),
    )
  const settle = () => signal.removeEventListener('abort', onAbort)

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {},
    onResponseStart(_controller, code, fields) {
      // Interim responses arrive here too.
      if (code < 200) return
      status = code
      headers = fields
    },
    onResponseData(_controller, chunk) {
      chunks.push(chunk)
      size += chunk.length
      if (size > MAX_EXCERPT_BYTES) finish(false)
    },
    onResponseEnd: () => finish(true),
    onResponseError(_controller, error) {
      // Headers that cannot be sent are not the receiver's fault.
      if (asError(error).code === 'UND_ERR_INVALID_ARG') reject(error)
      fail(error instanceof SendFailure ? error : answerFailure(error, status))
    },
  }
  connection.beginAnswer()
  if (signal.aborted) onAbort()
  else {
    signal.addEventListener('abort', onAbort)
    // A compressed response, which we did not request, is not decompressed: 8 KiB can become gigabytes.
    connection.client.dispatch(
      { method: 'POST', ...post, headers: { 'accept-encoding': 'identity', ...post.headers } },
      handler,
    )
  }
  return promise
}

function excerptOf(chunks: Buffer[], encoding: string | undefined): string {
  if (chunks.length === 0) return ''
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return ''
  const bytes = Buffer.concat(chunks).subarray(0, MAX_EXCERPT_BYTES)
  // Decoded as part of a stream, so that a truncated character is left out. PostgreSQL cannot store NUL.
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD')
}

function firstValue(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
