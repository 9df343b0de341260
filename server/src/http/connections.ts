/**
 * Watches every connection and what it waits for. A call is in flight from when it has arrived whole until it is answered, so heads without
 * bodies do not count toward the limit of calls. Unfinished requests and idle connections are limited per network and in all: the one that has
 * waited longest is cut, so that the next one always gets in.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AddressRange, includesAddress } from '#server/base/addresses.ts'
import { Refusal } from '#server/base/refusal.ts'
import { networkOf } from '#server/platform/guess-limit.ts'
import { breakOff, type Connection, depart, type Exchange, openConnection } from './connection.ts'
import { type ClientError, refusalOf } from './unparsed.ts'
import { type WaitingLimits, waitingRoom } from './waiting-room.ts'

export type ConnectionLimits = {
  /** When this many calls are in flight, the process refuses further ones rather than queue them. */
  inFlight: number
  /** Requests whose body has not arrived. */
  unfinished: WaitingLimits
  /** Connections with no request on them, or only the beginning of a head. */
  idle: WaitingLimits
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  inFlight: 2_000,
  unfinished: { perNetwork: 200, inAll: 2_000 },
  idle: { perNetwork: 2_000, inAll: 8_000 },
}

export type Connections = {
  /** Refuses a call that has arrived while too many are in flight. */
  refuseIfBusy(request: FastifyRequest): void
  /** Node's `clientError`. */
  onClientError(error: ClientError, socket: Socket): void
}

/** `proxies` are those whose X-Forwarded-For is trusted: their connections count only in all, their requests by the address they name. */
export function watchConnections(
  app: FastifyInstance,
  { limits, proxies }: { limits: ConnectionLimits; proxies: readonly AddressRange[] },
): Connections {
  const connections = new WeakMap<Socket, Connection>()
  const exchanges = new WeakMap<FastifyRequest, Exchange>()
  const unfinished = waitingRoom<Connection>(limits.unfinished)
  const idle = waitingRoom<Connection>(limits.idle)
  let inFlight = 0

  app.server.on('connection', connect)
  app.server.on('connect', (_request, socket: Socket) => {
    // Node no longer looks after this socket.
    socket.on('error', () => {}).resume()
    breakOff(connectionOf(socket), new Refusal('invalid_request', 'This service does not open tunnels.'))
  })
  app.addHook('onRequest', (request, reply, next) => {
    begin(request, reply)
    next()
  })
  app.addHook('preParsing', (request, _reply, _payload, next) => {
    const exchange = exchangeOf(request)
    exchange.isReading = true
    next(exchange.raw.complete ? null : whyNotRead(exchange))
  })
  app.addHook('preValidation', async request => {
    arrive(exchangeOf(request))
    refuseIfBusy(request)
  })

  function connect(socket: Socket): Connection {
    const address = socket.remoteAddress ?? ''
    const connection = openConnection(socket, includesAddress(proxies, address) ? undefined : networkOf(address))
    connections.set(socket, connection)
    rest(connection)
    socket.once('close', () => {
      idle.leave(connection)
      unfinished.leave(connection)
    })
    return connection
  }

  const connectionOf = (socket: Socket) => connections.get(socket) ?? connect(socket)
  const exchangeOf = (request: FastifyRequest) => exchanges.get(request) as Exchange

  function begin(request: FastifyRequest, reply: FastifyReply): void {
    const { raw, routeOptions } = request
    const connection = connectionOf(raw.socket)
    const isHealthCheck = routeOptions.config.isHealthCheck === true
    const state = { isReading: false, isInFlight: false, isAnswered: false }
    const exchange: Exchange = { raw, reply, connection, isHealthCheck, ...state }
    exchanges.set(request, exchange)
    idle.leave(connection)
    unfinished.leave(connection)
    connection.last = exchange
    connection.unanswered++
    reply.raw.once('close', () => finish(request, exchange))
    if (hasBody(raw)) awaitBody(request, connection)
    else arrive(exchange)
  }

  function arrive(exchange: Exchange): void {
    if (exchange.isInFlight || exchange.isAnswered) return
    exchange.isInFlight = true
    if (!exchange.isHealthCheck) inFlight++
    if (exchange.connection.last === exchange) unfinished.leave(exchange.connection)
  }

  function finish(request: FastifyRequest, exchange: Exchange): void {
    const { connection, raw } = exchange
    connection.unanswered--
    if (exchange.isInFlight && !exchange.isHealthCheck) inFlight--
    exchange.isInFlight = false
    exchange.isAnswered = true
    if (connection.socket.destroyed || connection.unanswered > 0) return
    if (connection.reason) depart(connection)
    else if (raw.complete) rest(connection)
    else {
      // The call was answered from its head alone. Node drops the body as it comes.
      awaitBody(request, connection)
      raw.once('end', () => {
        if (connection.last !== exchange) return
        unfinished.leave(connection)
        rest(connection)
      })
    }
  }

  function rest(connection: Connection): void {
    idle.enter(connection, connection.network)
    for (let over = idle.surplus(connection.network); over; over = idle.surplus(connection.network)) {
      idle.leave(over)
      over.socket.destroySoon()
    }
  }

  function awaitBody({ ip }: FastifyRequest, connection: Connection): void {
    const network = networkOf(ip)
    unfinished.enter(connection, network)
    for (let over = unfinished.surplus(network); over; over = unfinished.surplus(network)) {
      unfinished.leave(over)
      // A small body comes with its head, and waits until the call is admitted.
      if (over.last?.raw.complete) arrive(over.last)
      else
        breakOff(over, new Refusal('request_timeout', 'The body did not arrive before too many other requests began.'))
    }
  }

  function refuseIfBusy(request: FastifyRequest): void {
    const { isInFlight, isHealthCheck } = exchangeOf(request)
    if (!isInFlight || isHealthCheck || inFlight <= limits.inFlight) return
    throw new Refusal('unavailable', 'The service is busy.', { retryAfterSeconds: 1 })
  }

  return { refuseIfBusy, onClientError }

  function onClientError(error: ClientError, socket: Socket): void {
    const connection = connectionOf(socket)
    // The parser reports the same error for everything that follows what it could not read.
    const isGone = error.code === 'ECONNRESET' || !socket.writable
    if (connection.reason && error.code !== 'ECONNRESET') return
    idle.leave(connection)
    unfinished.leave(connection)
    if (isGone) socket.destroy()
    else breakOff(connection, refusalOf(error))
  }
}

function hasBody({ headers, complete }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
}

/** Why the body of a call will not arrive: a reader that begins now would not be told by any event. */
function whyNotRead({ raw, connection }: Exchange): Refusal | null {
  if (connection.reason) return connection.reason
  return raw.destroyed ? new Refusal('invalid_request', 'The connection was closed before the body had arrived.') : null
}
