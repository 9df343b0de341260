/** The queue of alerts: each administrator of an organization is mailed about a webhook subscription that fails. */
import { hash } from 'node:crypto'
import { idFromUuid } from '#server/base/ids.ts'
import { onOneLine } from '#server/base/text.ts'
import {
  type ClaimedAlert,
  claimAlert,
  listDueAlerts,
  storeAlertOutcome,
} from '#server/platform/members/alert-queries.ts'
import type { ServiceMailOptions } from './invitation-sender.ts'
import { MailQueue, type Result } from './mail-queue.ts'
import type { Mail } from './smtp.ts'

/** The queue. `origin` is that of the console; if it is undefined because it is not configured, the e-mail has no link. */
export function alertQueue({
  mail,
  memberReads,
  origin,
  ...rest
}: ServiceMailOptions & { origin: string | undefined }): MailQueue<ClaimedAlert> {
  return new MailQueue<ClaimedAlert>({
    ...rest,
    kind: 'WEBHOOK_ALERT',
    find: (now, limit) => memberReads.for(null).query(listDueAlerts, [now, limit]),
    claim: async (db, id, now, until) => (await db.query(claimAlert, [db.organizationId, id, now, until]))[0],
    send: async (organizationId, claimed, cutOff) =>
      claimed.recipient
        ? mail.send(mailFor(organizationId, claimed, claimed.recipient, origin, mail.idFor), cutOff)
        : { kind: 'sent', providerId: null },
    store: (db, claimed, id, until, result) =>
      db.query(storeAlertOutcome, [db.organizationId, id, until, ...nextOf(claimed, result)]),
  })
}

/** The instant at which the next e-mail of an alert is due, and who need no longer be mailed. */
function nextOf({ recipient, raised_at }: ClaimedAlert, { nextAt }: Result): [string | null, string | null] {
  if (!recipient) return [null, null]
  return nextAt === null ? [raised_at, recipient.user_id] : [nextAt, null]
}

function mailFor(
  organizationId: string,
  alert: ClaimedAlert,
  { user_id: userId, email, name }: NonNullable<ClaimedAlert['recipient']>,
  origin: string | undefined,
  idFor: (id: string) => string | null,
): Mail {
  const { webhook_id: webhook, event, target_host: host, raised_at: raisedAt } = alert
  const organization = onOneLine(alert.organization_name)
  const { threshold_pct: threshold, failed, attempted } = alert
  const id = hash('sha256', `${webhook} ${raisedAt} ${threshold} ${userId}`, 'hex').slice(0, 32)
  const path = `/console/${idFromUuid('organization', organizationId)}/developers/webhooks/${webhook}`
  const where = origin === undefined ? ' in the console, under Developers, Webhooks.' : `:\n${origin}${path}`
  return {
    providerId: idFor(id),
    writtenAt: new Date(raisedAt),
    senderName: 'Gatehouse',
    recipient: email,
    recipientName: name,
    subject: `${organization}: at least ${threshold}% of webhook attempts are failing`,
    body: `${failed} of the last ${attempted} attempts to send ${event} to ${host} failed.

Review the errors, and then correct the target or pause the subscription${where}

Gatehouse sends each failed event again at increasing intervals, up to a last attempt. It pauses a subscription once all of its attempts have failed for five days.

Once the target responds again, use “Recover missed events” on the page of the subscription to send what it missed.

You are receiving this e-mail because you are an administrator of ${organization}.
`,
  }
}
