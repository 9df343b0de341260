/**
 * Replies that are written but that their caller does not read. They cost only memory, so they do not count as calls in flight, and their connections are
 * limited per network and in total. Without this, a caller who reads nothing keeps its calls in flight for as long as it likes, and 65 connections with
 * 31 calls each make the service refuse all others.
 */
import type { Exchange } from './connection.ts'
import { type WaitingLimits, waitingRoom } from './waiting-room.ts'

export type UnreadReplies = {
  /** Takes the exchange if its reply is written completely and has not left this process. Returns whether it did. */
  take(exchange: Exchange): boolean
  leave(exchange: Exchange): void
}

/**
 * `stallLimitMs` is how long a caller may read nothing. Node's own timer measures it, which sees progress within a reply. The timer also starts again
 * with what arrives, so nothing is read from the caller in the meantime.
 */
export function unreadReplies(limits: WaitingLimits, stallLimitMs: number): UnreadReplies {
  const room = waitingRoom<Exchange>(limits)
  return {
    take(exchange) {
      const { raw } = exchange.reply
      if (!raw.writableEnded || raw.writableFinished) return false
      const { network, socket } = exchange.connection
      raw.setTimeout(stallLimitMs, () => cut(exchange))
      socket.pause()
      room.enter(exchange, network)
      for (let over = room.surplus(network); over; over = room.surplus(network)) {
        room.leave(over)
        cut(over)
      }
      return true
    },
    leave(exchange) {
      if (room.leave(exchange)) exchange.connection.socket.resume()
    },
  }
}

function cut({ connection }: Exchange): void {
  connection.socket.resetAndDestroy()
}
