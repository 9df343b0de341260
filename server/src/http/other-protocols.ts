/**
 * Keeps requests of another protocol than HTTP from the router. Node's parser also reads RTSP, whose methods Fastify's router does not know: it takes
 * that for a bug of its own, writes every route to the log, which takes 30 ms, and answers 404 outside of all hooks.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { METHODS } from '#server/base/node-http.ts'

type Passes = (request: IncomingMessage, response: ServerResponse) => boolean

/** Gives requests with a method of HTTP for which `passes` returns true to the present listener of `server`, and requests of other protocols to `refuse`. */
export function refuseOtherProtocols(
  server: Server,
  refuse: (request: IncomingMessage) => void,
  passes: Passes = () => true,
): void {
  const [serve] = server.listeners('request') as [RequestListener]
  server.removeListener('request', serve)
  server.on('request', (request, response) => {
    if (!METHODS.includes(request.method!)) refuse(request)
    else if (passes(request, response)) serve.call(server, request, response)
  })
}
