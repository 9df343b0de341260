/** The generated client with the session of this page: for the signed-in member, and within each organization. */
import { openCaller } from '#client/call.ts'
import { organizationClient, userClient } from '#client/console.ts'
import { v1Client } from '#client/v1.ts'

const BASE_URL = '/console/api'

export const asUser = userClient(openCaller({ baseUrl: BASE_URL }))

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
  return makeClient(organizationId, { 'Idempotency-Key': idempotencyKey })
}

function makeClient(organizationId: string, headers: Record<string, string> = {}) {
  const call = openCaller({ baseUrl: `${BASE_URL}/organizations/${encodeURIComponent(organizationId)}`, headers })
  return { ...v1Client(call), ...organizationClient(call) }
}
