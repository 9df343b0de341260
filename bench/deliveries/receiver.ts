/** A program: a receiver that answers at once, or under /slow never, and tells when each call came. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The path of a call and when it came, milliseconds since the epoch. */
export type Arrival = { path: string; at: number }

let arrivals: Arrival[] = []
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const path = request.url ?? ''
    arrivals.push({ path, at: performance.timeOrigin + performance.now() })
    if (!path.startsWith('/slow')) response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
setInterval(() => {
  if (arrivals.length > 0) process.send?.({ arrivals })
  arrivals = []
}, 20)
process.on('disconnect', () => process.exit())
