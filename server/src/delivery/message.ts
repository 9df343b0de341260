/** What is sent: the body, the same bytes on every attempt, and the signatures of Standard Webhooks, made anew for each. */
import { createHmac } from 'node:crypto'
import { idFromUuid } from '#server/base/ids.ts'

export type EventToSend = {
  /** uuid */
  id: string
  type: string
  /** RFC 3339 */
  occurredAt: string
  /** JSON, sent as it is stored. */
  data: string
  isTest: boolean
}

/** `organizationId` is the organization's uuid. */
export function bodyOf(organizationId: string, { id, type, occurredAt, data, isTest }: EventToSend): string {
  const head = JSON.stringify({
    id: idFromUuid('event', id),
    type,
    timestamp: occurredAt,
    api_version: 'v1',
    organization_id: idFromUuid('organization', organizationId),
    ...(isTest && { test: true }),
  })
  return `${head.slice(0, -1)},"data":${data}}`
}

/** `secrets` are those in force, the newest first: two while a rotation overlaps. */
export function headersOf(
  eventId: string,
  body: string,
  secrets: readonly string[],
  nowMs: number,
): Record<string, string> {
  const id = idFromUuid('event', eventId)
  const timestamp = String(Math.floor(nowMs / 1000))
  return {
    'content-type': 'application/json',
    'user-agent': 'Gatehouse-Webhooks/1.0',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(secret => `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`).join(' '),
  }
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return createHmac('sha256', key).update(content).digest('base64')
}
