/** Connections that wait for the next call of the same target. */
import type { Connection } from './connection.ts'

/** Of all targets together; undici closes each after a few seconds anyway. */
const MAX_KEPT = 512

export type KeptConnections = {
  /** One to `origin` and to one of `addresses`; those to other addresses are closed. */
  take(origin: string, addresses: readonly string[]): Connection | undefined
  keep(connection: Connection): void
  /** Closes all that lead to `origin`. */
  drop(origin: string): void
  close(): void
}

export function openKeptConnections(): KeptConnections {
  const kept = new Map<string, Connection[]>()
  let count = 0
  let isClosed = false

  return {
    take(origin, addresses) {
      const connections = kept.get(origin) ?? []
      for (let connection = connections.pop(); connection; connection = connections.pop()) {
        count--
        if (connections.length === 0) kept.delete(origin)
        if (connection.isOpen() && addresses.includes(connection.address)) return connection
        connection.drop()
      }
      return undefined
    },
    keep(connection) {
      if (count >= MAX_KEPT) forgetClosed()
      if (isClosed || count >= MAX_KEPT || !connection.isOpen()) return connection.drop()
      const connections = kept.get(connection.origin)
      if (connections) connections.push(connection)
      else kept.set(connection.origin, [connection])
      count++
    },
    drop,
    close() {
      isClosed = true
      for (const origin of kept.keys()) drop(origin)
    },
  }

  function drop(origin: string): void {
    const connections = kept.get(origin) ?? []
    kept.delete(origin)
    count -= connections.length
    for (const connection of connections) connection.drop()
  }

  function forgetClosed(): void {
    for (const [origin, connections] of kept) {
      const open = connections.filter(connection => connection.isOpen())
      count -= connections.length - open.length
      if (open.length > 0) kept.set(origin, open)
      else kept.delete(origin)
    }
  }
}
