/** A receiver of webhooks in this process, which counts how often each event arrived. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function openReceiver() {
  const events = new Map<string, number>()
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const id = String(request.headers['webhook-id'])
      events.set(id, (events.get(id) ?? 0) + 1)
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    events,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
