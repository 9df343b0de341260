/** One connection with undici's HTTP/1.1 on it: undici is handed a socket that stands, and never opens one. */
import type { Socket } from 'node:net'
import type { Client } from 'undici'
import type { Target } from '#server/platform/targets/target.ts'
import { SendFailure } from './failures.ts'

/**
 * Whatever an answer consists of: 16 KiB of headers, 8 KiB of body and the rest of the 64 KiB that a socket reads at once, with room for
 * interim answers and chunk extensions, of which undici would read any number.
 */
export const MAX_ANSWER_BYTES = 128 * 1_024
export const MAX_HEADER_BYTES = 16 * 1_024
/** How long it is kept for the next call; shorter when the receiver says so. */
export const KEPT_MS = 4_000

export type Connection = {
  readonly client: Client
  readonly origin: string
  readonly address: string
  isOpen(): boolean
  /** What has been read since the last call of `beginAnswer`. */
  answerBytes(): number
  beginAnswer(): void
  /** Closes it; a call under way fails with `reason`. */
  drop(reason?: Error): void
}

export function openConnection(
  undici: { Client: typeof Client },
  target: Target,
  address: string,
  socket: Socket,
): Connection {
  let isHandedOver = false
  let readBefore = 0
  const client = new undici.Client(target.origin, {
    connect(_options, callback) {
      // Later, because undici does not look for its request again while it is still in here.
      if (isHandedOver) queueMicrotask(() => callback(new SendFailure('RESET', 'The connection is closed.'), null))
      else queueMicrotask(() => callback(null, socket))
      isHandedOver = true
    },
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEPT_MS,
    keepAliveMaxTimeout: KEPT_MS,
    // The whole call has a limit, which these would only double.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  })
  const connection: Connection = {
    client,
    origin: target.origin,
    address,
    isOpen: () => !socket.destroyed && !client.destroyed,
    answerBytes: () => socket.bytesRead - readBefore,
    beginAnswer() {
      readBefore = socket.bytesRead
    },
    drop(reason) {
      void client.destroy(reason ?? null)
      socket.destroy()
    },
  }
  // Before undici's own listener, so that it does not see what is too much.
  socket.on('readable', () => {
    if (connection.answerBytes() > MAX_ANSWER_BYTES)
      connection.drop(new SendFailure('PROTOCOL', 'The answer is too long.'))
  })
  // Until undici listens, and after it has stopped: an error nobody listens for ends the process.
  socket.on('error', () => {})
  return connection
}
