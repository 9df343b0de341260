/** One subscription. Version 1 has no call for it. An organization has at most 100, which fit on a page. */
import type { CallOptions } from '#client/call.ts'
import type { Webhook } from '#client/v1.ts'
import type { OrganizationClient } from '../session/clients.ts'

/** Resolves with null if there is no such subscription. */
export async function readWebhook(
  client: OrganizationClient,
  webhookId: string,
  call?: CallOptions,
): Promise<Webhook | null> {
  for await (const webhook of client.eachWebhook({}, call)) {
    if (webhook.id === webhookId) return webhook
  }
  return null
}
