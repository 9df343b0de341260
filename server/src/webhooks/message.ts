/** The request of a delivery: a body with the same bytes at every attempt, and new signatures (Standard Webhooks) for each. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { idFromUuid } from '#server/base/ids.ts'
import type { StoredEvent } from './queries.ts'

/** The body that every attempt of a delivery sends. */
export type Content = { webhookId: string; body: string }

/** Builds the body. `organization_id` is the organization's `org_` ID. */
export function contentOf(organization_id: string, { id, type, occurredAt, data, isTest }: StoredEvent): Content {
  const webhookId = idFromUuid('event', id)
  const head = JSON.stringify({
    id: webhookId,
    type,
    timestamp: occurredAt,
    api_version: 'v1',
    organization_id,
    ...(isTest && { test: true }),
  })
  return { webhookId, body: `${head.slice(0, -1)},"data":${data}}` }
}

/** The key of a `whsec_` secret; created once for many messages, because creating it costs four times as much as signing. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(secret.replace(/^whsec_/, ''), 'base64')
}

/** The headers of one attempt. `keys` are the keys in force, newest first; there are two while a rotation overlaps. */
export function headersOf(
  { webhookId, body }: Content,
  keys: readonly KeyObject[],
  nowMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000))
  return {
    'content-type': 'application/json',
    'user-agent': 'Gatehouse-Webhooks/1.0',
    'webhook-id': webhookId,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map(key => `v1,${sign(key, `${webhookId}.${timestamp}.${body}`)}`).join(' '),
  }
}

function sign(key: KeyObject, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64')
}
