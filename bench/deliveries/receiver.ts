/** A program that runs a receiver, which answers immediately, or never for paths under /slow, and reports when each call arrived. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The path of a call, when its head came, in milliseconds since the epoch, and the mark in its body. */
export type Arrival = { path: string; at: number; mark: string | undefined }

let arrivals: Arrival[] = []
const server = createServer(async (request, response) => {
  const at = performance.timeOrigin + performance.now()
  const path = request.url ?? ''
  const [, mark] = /"mark":"(\w+)"/.exec(await text(request)) ?? []
  arrivals.push({ path, at, mark })
  if (!path.startsWith('/slow')) response.writeHead(204).end()
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
setInterval(() => {
  if (arrivals.length > 0) process.send?.({ arrivals })
  arrivals = []
}, 20)
process.on('disconnect', () => process.exit())
