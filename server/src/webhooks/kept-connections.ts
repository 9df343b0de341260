/** Connections that stay open for the next call to the same target. */
import type { Connection } from './connection.ts'

/** How many are kept for all targets together; undici closes each after a few seconds anyway. */
const MAX_KEPT = 512

export class KeptConnections {
  /** Connections by origin. */
  readonly #kept = new Map<string, Connection[]>()
  #count = 0
  #isClosed = false

  /** Takes a kept connection to `origin` at one of `addresses`, and closes kept connections to its other addresses. */
  take(origin: string, addresses: readonly string[]): Connection | undefined {
    const connections = this.#kept.get(origin) ?? []
    for (let connection = connections.pop(); connection; connection = connections.pop()) {
      this.#count--
      if (connections.length === 0) this.#kept.delete(origin)
      if (connection.isOpen() && addresses.includes(connection.address)) return connection
      connection.drop()
    }
    return undefined
  }

  /** Keeps a connection, or closes it if there are enough. */
  keep(connection: Connection): void {
    if (this.#count >= MAX_KEPT) this.#forgetClosed()
    if (this.#isClosed || this.#count >= MAX_KEPT || !connection.isOpen()) {
      connection.drop()
      return
    }
    const connections = this.#kept.get(connection.origin)
    if (connections) connections.push(connection)
    else this.#kept.set(connection.origin, [connection])
    this.#count++
  }

  /** Closes every connection to `origin`. */
  drop(origin: string): void {
    const connections = this.#kept.get(origin) ?? []
    this.#kept.delete(origin)
    this.#count -= connections.length
    for (const connection of connections) connection.drop()
  }

  close(): void {
    this.#isClosed = true
    for (const origin of this.#kept.keys()) this.drop(origin)
  }

  #forgetClosed(): void {
    for (const [origin, connections] of this.#kept) {
      const open = connections.filter(connection => connection.isOpen())
      this.#count -= connections.length - open.length
      if (open.length > 0) this.#kept.set(origin, open)
      else this.#kept.delete(origin)
    }
  }
}
