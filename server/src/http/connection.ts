/** One connection: the calls on it, and how it ends if a request does not arrive completely or is not HTTP. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { CONSOLE_PREFIX } from '#contract/console.ts'
import type { Refusal } from '#server/base/refusal.ts'
import { rawReply } from './unparsed.ts'

export type Connection = {
  readonly socket: Socket
  /** The caller's network; undefined behind a trusted proxy, whose connections carry calls of many networks. */
  readonly network: string | undefined
  /** Calls whose reply is not complete; several if they are pipelined. */
  unanswered: number
  /** The call that began last. All earlier calls have arrived completely. */
  last: Exchange | undefined
  /** Why the connection is to end, if it is. */
  reason: Refusal | undefined
  /** Whether the connection ends with the reply to the call that began last, because its caller sent too many calls before reading the replies. */
  isFull: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange
  }
}

/** A call on a connection. */
export type Exchange = {
  readonly connection: Connection
  readonly raw: IncomingMessage
  readonly reply: FastifyReply
  readonly isHealthCheck: boolean
  /** The network for which the request counts while its body is awaited. A request that was destroyed no longer knows its address. */
  readonly network: string | undefined
  /** Whether a reader has begun to read its body. */
  isReading: boolean
  /** Whether the call has arrived completely but has not been answered yet. */
  isInFlight: boolean
  isAnswered: boolean
}

/** How long a connection that we end keeps reading and dropping data, because a reset could destroy our reply on its way. */
const LINGER_MS = 1_000

/**
 * How long a call is still answered once its caller has closed its side. Some callers do so after the request and read the reply, as `nc -N` does, but
 * most of them have gone, and the first byte of the reply shows which. Until then, the call would keep its turn or its place in a queue.
 */
const HALF_CLOSED_MS = 5_000

/** Ends a connection whose caller has closed its side, unless its calls can be answered soon. Browsers close both sides at once. */
export function awaitLastReply({ socket, unanswered, last }: Connection): void {
  if (unanswered === 0 || socket.destroyed) return
  if (last?.raw.url?.startsWith(CONSOLE_PREFIX)) return void socket.destroy()
  const { bytesWritten } = socket
  const timer = setTimeout(() => {
    if (socket.bytesWritten === bytesWritten) socket.destroy()
  }, HALF_CLOSED_MS)
  socket.once('close', () => clearTimeout(timer))
}

/** Makes `socket` a connection that ends without a reset. */
export function openConnection(socket: Socket, network: string | undefined): Connection {
  const connection: Connection = { socket, network, unanswered: 0, last: undefined, reason: undefined, isFull: false }
  const destroySoon = socket.destroySoon.bind(socket)
  // Node calls this after a reply that ends the connection.
  socket.destroySoon = () => {
    if (socket.destroyed || !isAwaited(connection)) return destroySoon()
    connection.last?.raw.resume()
    socket.resume()
    socket.end()
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer))
  }
  return connection
}

/** Whether more data may arrive than was answered. */
function isAwaited({ last, reason, isFull }: Connection): boolean {
  return reason !== undefined || isFull || last?.raw.complete === false
}

/**
 * The calls that one connection may have in progress, sent one after another without waiting for replies. Node reads up to 64 KiB at a time and begins
 * every call in it: 200 connections with 500 calls each kept the process from answering anybody for half a minute.
 */
const MAX_PIPELINED = 32

/**
 * Whether to answer the request that has arrived. The last one that is answered says that it ends the connection; those after it are not processed,
 * so their caller can send them again.
 */
export function isAnswerable(connection: Connection, request: IncomingMessage, response: ServerResponse): boolean {
  const { socket } = connection
  if (connection.isFull) {
    request.resume()
    if (!socket.writableEnded) socket.pause()
    return false
  }
  if (connection.unanswered >= MAX_PIPELINED - 1) {
    connection.isFull = true
    response.shouldKeepAlive = false
  }
  return true
}

/**
 * Ends a connection for `reason`. A call that has not arrived completely fails with it, so it is answered and recorded like any other. Data that
 * never became a call is answered by hand, after everything before it.
 */
export function abortConnection(connection: Connection, reason: Refusal): void {
  connection.reason = reason
  const { last } = connection
  if (!last || last.raw.complete || last.isAnswered) {
    if (connection.unanswered === 0) closeConnection(connection)
    return
  }
  last.reply.header('connection', 'close')
  if (last.isReading && last.raw.listenerCount('error') > 0) last.raw.emit('error', reason)
}

/** Ends a connection that abortConnection gave up, once everything on it is answered. */
export function closeConnection({ socket, last, reason }: Connection): void {
  const isMapped = last !== undefined && !last.raw.complete
  if (!isMapped && reason && socket.writable) socket.write(rawReply(reason))
  socket.destroySoon()
}
