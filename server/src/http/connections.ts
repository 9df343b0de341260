/**
 * Watches every connection and what it waits for. A call is in flight from when it has arrived whole until it is answered, so heads without bodies
 * do not count toward the limit of calls. Unfinished requests, replies that nobody reads and idle connections are limited per network and in total: the
 * one that has waited longest is cut, so that the next one always gets in.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AddressRange, includesAddress } from '#server/base/addresses.ts'
import { Refusal } from '#server/base/refusal.ts'
import { networkOf } from '#server/platform/guess-limit.ts'
import {
  abortConnection,
  awaitLastReply,
  type Connection,
  closeConnection,
  type Exchange,
  isAnswerable,
  openConnection,
} from './connection.ts'
import { refuseOtherProtocols } from './other-protocols.ts'
import { type ClientError, refusalOf } from './unparsed.ts'
import { type UnreadReplies, unreadReplies } from './unread-replies.ts'
import { type WaitingLimits, type WaitingRoom, waitingRoom } from './waiting-room.ts'

export type ConnectionLimits = {
  /** When this many calls are in flight, the process refuses further ones rather than queue them. */
  inFlight: number
  /** Requests whose body has not arrived. */
  unfinished: WaitingLimits
  /** Connections with no request on them, or only part of a request head. */
  idle: WaitingLimits
  /** Replies that their callers do not read. */
  unread: WaitingLimits
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  inFlight: 2_000,
  unfinished: { perNetwork: 200, inAll: 2_000 },
  idle: { perNetwork: 2_000, inAll: 8_000 },
  unread: { perNetwork: 200, inAll: 2_000 },
}

/** How often calls in flight are looked through for replies that their callers do not read. */
const LOOK_EVERY_MS = 1_000

type ConnectionsOptions = {
  limits: ConnectionLimits
  /** Proxies whose X-Forwarded-For is trusted. Their connections count only toward the total, and their requests count for the address they name. */
  proxies: readonly AddressRange[]
  /** How long a caller may read nothing of a reply. */
  stallLimitMs: number
}

export class Connections {
  readonly #limits: ConnectionLimits
  readonly #proxies: readonly AddressRange[]
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #unfinished: WaitingRoom<Connection>
  readonly #idle: WaitingRoom<Connection>
  readonly #unread: UnreadReplies
  /** The calls that have arrived and are not answered, without health checks. */
  readonly #inFlight = new Set<Exchange>()

  constructor({ limits, proxies, stallLimitMs }: ConnectionsOptions) {
    this.#limits = limits
    this.#proxies = proxies
    this.#unfinished = waitingRoom(limits.unfinished)
    this.#idle = waitingRoom(limits.idle)
    this.#unread = unreadReplies(limits.unread, stallLimitMs)
  }

  /** Watches every connection and call of `app`. */
  watch(app: FastifyInstance): void {
    app.decorateRequest('exchange', null as never)
    const looks = setInterval(() => this.#takeUnread(), LOOK_EVERY_MS).unref()
    app.addHook('onClose', async () => clearInterval(looks))
    app.server.on('connection', socket => {
      // A client that has already reset its connection gets no reply, and has no address, without which a call can be neither counted nor recorded.
      if (socket.remoteAddress === undefined) socket.destroy()
      else this.#connect(socket)
    })
    app.server.on('connect', (_request, socket: Socket) => {
      // Node no longer manages this socket.
      socket.on('error', () => {}).resume()
      abortConnection(this.#connectionOf(socket), new Refusal('invalid_request', 'This service does not open tunnels.'))
    })
    const passes = (request: IncomingMessage, response: ServerResponse) =>
      isAnswerable(this.#connectionOf(request.socket), request, response)
    const refuse = ({ method, socket }: IncomingMessage) => {
      const message = `${method} is not a method of HTTP. The service supports HTTP/1.1 only.`
      abortConnection(this.#connectionOf(socket), new Refusal('invalid_request', message))
    }
    refuseOtherProtocols(app.server, refuse, passes)
    app.addHook('onRequest', (request, reply, next) => {
      this.#begin(request, reply)
      next()
    })
    app.addHook('preParsing', ({ exchange }, _reply, _payload, next) => {
      exchange.isReading = true
      next(exchange.raw.complete ? null : whyNotRead(exchange))
    })
    app.addHook('preValidation', (request, _reply, next) => {
      this.#arrive(request.exchange)
      this.refuseIfBusy(request)
      next()
    })
  }

  /** Refuses a call that has arrived while too many are in flight. */
  refuseIfBusy({ exchange: { isInFlight, isHealthCheck } }: FastifyRequest): void {
    if (!isInFlight || isHealthCheck || this.#inFlight.size <= this.#limits.inFlight) return
    throw new Refusal('unavailable', 'The service is busy. Try again shortly.', { retryAfterSeconds: 1 })
  }

  /** Handles Node's `clientError`. */
  onClientError(error: ClientError, socket: Socket): void {
    const connection = this.#connectionOf(socket)
    // After text that it could not parse, the parser reports the same error for everything that follows.
    const isGone = error.code === 'ECONNRESET' || !socket.writable
    if (connection.reason && error.code !== 'ECONNRESET') return
    this.#idle.leave(connection)
    this.#unfinished.leave(connection)
    if (isGone) socket.destroy()
    else abortConnection(connection, refusalOf(error))
  }

  #connect(socket: Socket): Connection {
    const address = socket.remoteAddress ?? ''
    const connection = openConnection(socket, includesAddress(this.#proxies, address) ? undefined : networkOf(address))
    this.#connections.set(socket, connection)
    this.#rest(connection)
    socket.once('end', () => awaitLastReply(connection))
    socket.once('close', () => {
      this.#idle.leave(connection)
      this.#unfinished.leave(connection)
    })
    return connection
  }

  #connectionOf(socket: Socket): Connection {
    return this.#connections.get(socket) ?? this.#connect(socket)
  }

  #begin(request: FastifyRequest, reply: FastifyReply): void {
    const { raw, routeOptions } = request
    const connection = this.#connectionOf(raw.socket)
    const isHealthCheck = routeOptions.config.isHealthCheck === true
    const state = { isReading: false, isInFlight: false, isAnswered: false }
    const network = hasBody(raw) ? networkOf(request.ip) : connection.network
    const exchange: Exchange = { raw, reply, connection, network, isHealthCheck, ...state }
    request.exchange = exchange
    this.#idle.leave(connection)
    this.#unfinished.leave(connection)
    connection.last = exchange
    connection.unanswered++
    reply.raw.once('close', () => this.#finish(exchange))
    if (hasBody(raw)) this.#awaitBody(exchange)
    else this.#arrive(exchange)
  }

  #arrive(exchange: Exchange): void {
    if (exchange.isInFlight || exchange.isAnswered) return
    exchange.isInFlight = true
    if (!exchange.isHealthCheck) this.#inFlight.add(exchange)
    if (exchange.connection.last === exchange) this.#unfinished.leave(exchange.connection)
  }

  #finish(exchange: Exchange): void {
    const { connection, raw } = exchange
    connection.unanswered--
    this.#inFlight.delete(exchange)
    this.#unread.leave(exchange)
    exchange.isInFlight = false
    exchange.isAnswered = true
    // Node drops the rest of a body only if nobody has begun to read it. What is left of one would hold up the next call on the connection.
    raw.resume()
    if (connection.socket.destroyed || connection.unanswered > 0) return
    if (connection.reason) closeConnection(connection)
    else if (raw.complete) this.#rest(connection)
    else {
      // The call was answered before its body was read to the end, which is dropped as it arrives.
      this.#awaitBody(exchange)
      raw.once('end', () => {
        if (connection.last !== exchange) return
        this.#unfinished.leave(connection)
        this.#rest(connection)
      })
    }
  }

  #takeUnread(): void {
    for (const exchange of this.#inFlight) if (this.#unread.take(exchange)) this.#inFlight.delete(exchange)
  }

  #rest(connection: Connection): void {
    const { network } = connection
    this.#idle.enter(connection, network)
    for (let over = this.#idle.surplus(network); over; over = this.#idle.surplus(network)) {
      this.#idle.leave(over)
      over.socket.destroySoon()
    }
  }

  #awaitBody({ connection, network }: Exchange): void {
    this.#unfinished.enter(connection, network)
    for (let over = this.#unfinished.surplus(network); over; over = this.#unfinished.surplus(network)) {
      this.#unfinished.leave(over)
      // A small body arrives with its head and waits until the call is admitted.
      if (over.last?.raw.complete) this.#arrive(over.last)
      else
        abortConnection(
          over,
          new Refusal(
            'request_timeout',
            'The service was busy, and the body took too long to arrive. Send the call again.',
          ),
        )
    }
  }
}

function hasBody({ headers, complete }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
}

/** Why the body of a call will not arrive. A reader that starts only now would not learn it from any event. */
function whyNotRead({ raw, connection }: Exchange): Refusal | null {
  if (connection.reason) return connection.reason
  return raw.destroyed ? new Refusal('invalid_request', 'The connection was closed before the body had arrived.') : null
}
