/** One connection with undici's HTTP/1.1 on it: undici is given an open socket, and never opens one. */
import type { Socket } from 'node:net'
import type { buildConnector, Client } from 'undici'
import type { Target } from '#server/platform/targets/target.ts'
import { SendFailure } from './failures.ts'
import { skipContinue } from './interim.ts'

/**
 * The most that is read of a response: 16 KiB of headers, 8 KiB of body and the rest of the 64 KiB that a socket reads at once, with room for
 * interim responses and chunk extensions, of which undici would read any number.
 */
const MAX_ANSWER_BYTES = 128 * 1_024
const MAX_HEADER_BYTES = 16 * 1_024
/** How long a connection is kept for the next call; it is shorter if the receiver requests it. */
const KEPT_MS = 4_000

type Undici = { Client: typeof Client }

export class Connection {
  readonly client: Client
  readonly origin: string
  readonly address: string
  readonly #socket: Socket
  #isHandedOver = false
  #readBefore = 0
  /** What has been read of the answer while it may still be an interim one; undefined once the answer itself has begun. */
  #interim: Buffer | undefined

  /** `socket` is open and connected to `address`, which is one of the addresses of `target`. */
  constructor(undici: Undici, target: Target, address: string, socket: Socket) {
    this.origin = target.origin
    this.address = address
    this.#socket = socket
    this.client = new undici.Client(target.origin, {
      connect: (_options, callback) => this.#handOver(callback),
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEPT_MS,
      keepAliveMaxTimeout: KEPT_MS,
      // The whole call has its own limit, which these limits would only duplicate.
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    })
    // Runs before undici's own listener, so that undici does not see data beyond the limit, or an interim answer that it refuses.
    socket.on('readable', () => {
      if (this.answerBytes() > MAX_ANSWER_BYTES) this.drop(new SendFailure('PROTOCOL', 'The response is too long.'))
      else if (this.#interim) this.#skipInterim(this.#interim)
    })
    // Listens before undici starts to listen and after it has stopped, because an error without a listener ends the process.
    socket.on('error', () => {})
  }

  isOpen(): boolean {
    return !this.#socket.destroyed && !this.client.destroyed
  }

  beginAnswer(): void {
    this.#readBefore = this.#socket.bytesRead
    this.#interim = Buffer.alloc(0)
  }

  /** How many bytes have been read since the last call of `beginAnswer`. */
  answerBytes(): number {
    return this.#socket.bytesRead - this.#readBefore
  }

  /** Closes the connection; a call under way fails with `reason`. */
  drop(reason?: Error): void {
    void this.client.destroy(reason ?? null)
    this.#socket.destroy()
  }

  /** Reads on until the answer itself begins, and leaves that to undici. */
  #skipInterim(before: Buffer): void {
    const read: Buffer | null = this.#socket.read()
    if (read === null) return
    const { rest, isAnswer } = skipContinue(before.length === 0 ? read : Buffer.concat([before, read]))
    this.#interim = isAnswer ? undefined : rest
    if (isAnswer) this.#socket.unshift(rest)
  }

  /** Hands the socket to undici once. */
  #handOver(callback: buildConnector.Callback): void {
    const isOver = this.#isHandedOver
    this.#isHandedOver = true
    // Deferred, because undici does not look for its next request while this callback runs.
    queueMicrotask(() => {
      if (isOver) callback(new SendFailure('RESET', 'The connection is closed.'), null)
      else callback(null, this.#socket)
    })
  }
}
