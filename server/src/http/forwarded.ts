/** What proxies write about callers: the header X-Forwarded-For. */
import type { Server } from 'node:http'

/**
 * Makes `server` read X-Forwarded-For without ports. Azure's Application Gateway and IIS add the caller's port to its address, as a load balancer of
 * AWS can. An address with a port is not valid, so it would not be logged, would be in no range, and would share its limits with all other such callers.
 */
export function dropForwardedPorts(server: Server): void {
  server.prependListener('request', ({ headers }) => {
    const forwarded = headers['x-forwarded-for']
    if (forwarded !== undefined) headers['x-forwarded-for'] = withoutPorts(String(forwarded))
  })
}

const WITH_PORT = /\[([^[\],]*)\](?::\d{1,5})?|(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}/g

/** Turns 203.0.113.7:4711 into 203.0.113.7, and [2001:db8::7]:443 into 2001:db8::7. */
function withoutPorts(forwarded: string): string {
  return forwarded.replaceAll(WITH_PORT, '$1$2')
}
