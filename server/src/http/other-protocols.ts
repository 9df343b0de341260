/**
 * Keeps requests of another protocol than HTTP from the router. Node's parser also reads RTSP, whose methods Fastify's router does not know: it takes
 * that for a bug of its own, writes every route to the log, which takes 30 ms, and answers 404 outside of all hooks.
 */
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { METHODS } from '#server/base/node-http.ts'

/** Passes requests with a method of HTTP to the listener that `server` has now, and all others to `refuse`. */
export function refuseOtherProtocols(server: Server, refuse: (request: IncomingMessage) => void): void {
  const [serve] = server.listeners('request') as [RequestListener]
  server.removeListener('request', serve)
  server.on('request', (request, response) => {
    if (METHODS.includes(request.method!)) serve.call(server, request, response)
    else refuse(request)
  })
}
