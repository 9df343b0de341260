/** The generated client with the session of this page: for the signed-in member, and within each organization. */
import { type Caller, openCaller } from '#client/call.ts'
import { organizationClient, userClient } from '#client/console.ts'
import { v1Client } from '#client/v1.ts'
import { recordOutcome } from '../kit/unknown-outcome.ts'

const BASE_URL = '/console/api'

export const asUser = userClient(callerOf(openCaller({ baseUrl: BASE_URL })))

export type OrganizationClient = ReturnType<typeof makeClient>

const clients = new Map<string, OrganizationClient>()

/** Every operation of version 1 and the console's own, within one organization. */
export function clientOf(organizationId: string): OrganizationClient {
  const client = clients.get(organizationId) ?? makeClient(organizationId)
  clients.set(organizationId, client)
  return client
}

/** The client for one submission of a form: calls that are repeated get the same response. */
export function keyedClientOf(organizationId: string, idempotencyKey: string): OrganizationClient {
  return makeClient(organizationId, idempotencyKey)
}

function makeClient(organizationId: string, idempotencyKey?: string) {
  const baseUrl = `${BASE_URL}/organizations/${encodeURIComponent(organizationId)}`
  const call = callerOf(openCaller({ baseUrl }), idempotencyKey)
  return { ...v1Client(call), ...organizationClient(call) }
}

/**
 * A failed change is told from a failed read, because a change may have been stored although no response arrived. A record that is edited twice needs no
 * key: with the key of an edit that may have been stored, the service would refuse the next one.
 */
function callerOf(open: Caller, idempotencyKey?: string): Caller {
  const call = <Output>(...[method, path, input, options]: Parameters<Caller>) => {
    if (method === 'GET') return open<Output>(method, path, input, options)
    const key = options?.idempotencyKey ?? (method === 'PATCH' ? undefined : idempotencyKey)
    // Options are not copied: they may be an AbortController, and a copy of one has no signal.
    return recordOutcome(open<Output>(method, path, input, { signal: options?.signal, idempotencyKey: key }))
  }
  return Object.assign(call, { lines: open.lines, addressOf: open.addressOf })
}
