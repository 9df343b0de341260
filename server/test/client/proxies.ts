/** Proxies between a program of examples/ and the service, which make one of its calls slow. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy whose `nth` reply to `path` stops in the middle; `stalled` resolves when it has stopped. */
export async function openStall(service: string, path: string, nth: number) {
  const { promise: stalled, resolve } = Promise.withResolvers<void>()
  let count = 0
  const server = createServer(async ({ url = '', headers }, response) => {
    const key = String(headers['x-api-key'])
    const reply = await fetch(`${service}${url}`, { headers: { 'x-api-key': key } })
    const text = await reply.text()
    response.writeHead(reply.status, { 'content-type': String(reply.headers.get('content-type')) })
    if (!url.includes(path) || ++count !== nth) response.end(text)
    else response.write(text.slice(0, text.length / 2), () => resolve())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stalled,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A proxy that counts the calls of `path`, and holds them back while it is told to. */
export async function openHold(service: string, path: string) {
  let count = 0
  let held: Promise<void> = Promise.resolve()
  const server = createServer(async ({ url = '', headers }, response) => {
    if (url.includes(path)) {
      count++
      await held
    }
    const reply = await fetch(`${service}${url}`, { headers: { 'x-api-key': String(headers['x-api-key']) } })
    response.writeHead(reply.status, { 'content-type': String(reply.headers.get('content-type')) })
    response.end(await reply.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
