/** The queue of invitations: each is mailed with a link whose token is derived as it is sent. */
import { onOneLine } from '#server/base/text.ts'
import type { ReadPool } from '#server/db/read-pool.ts'
import type { Outcome } from '#server/domain/messages/delivery.ts'
import {
  type ClaimedInvitation,
  claimInvitation,
  listDueInvitations,
  storeInvitationOutcome,
} from '#server/platform/members/invitation-queries.ts'
import { deriveToken, hashOf } from '#server/platform/members/invitations.ts'
import type { RootKeys } from '#server/platform/root-keys.ts'
import { MailQueue, type MailQueueOptions } from './mail-queue.ts'
import type { Mail, MailChannel } from './smtp.ts'

export type ServiceMailOptions = {
  mail: MailChannel
  memberReads: ReadPool
} & Pick<MailQueueOptions<{ attempts: number }>, 'memberWrites' | 'clock' | 'random' | 'logger'>

export function invitationQueue({
  mail,
  memberReads,
  rootKeys,
  ...rest
}: ServiceMailOptions & { rootKeys: RootKeys }): MailQueue<ClaimedInvitation> {
  return new MailQueue<ClaimedInvitation>({
    ...rest,
    kind: 'INVITATION',
    find: (now, limit) => memberReads.for(null).query(listDueInvitations, [now, limit]),
    claim: async (db, id, now, until) => (await db.query(claimInvitation, [db.organizationId, id, now, until]))[0],
    send: (organizationId, claimed, cutOff) => send(mail, rootKeys, organizationId, claimed, cutOff),
    store: (db, _, id, until, { sentAt, nextAt, reason }) =>
      db.query(storeInvitationOutcome, [db.organizationId, id, until, sentAt, nextAt, reason]),
  })
}

async function send(
  mail: MailChannel,
  rootKeys: RootKeys,
  organizationId: string,
  claimed: ClaimedInvitation,
  cutOff: AbortSignal,
): Promise<Outcome> {
  const { root_key_id: rootKeyId, token_sha256: hash, id } = claimed
  if (!rootKeys.ids.includes(rootKeyId)) return { kind: 'postponed', reason: `GATEHOUSE_ROOT_KEY lacks ${rootKeyId}.` }
  const token = deriveToken(rootKeys, rootKeyId, organizationId, id)
  // A link that does not work must not be sent.
  if (!hashOf(token).equals(hash)) return { kind: 'postponed', reason: 'GATEHOUSE_ROOT_KEY contains a different key.' }
  return mail.send(mailFor(claimed, token, mail.idFor(id)), cutOff)
}

function mailFor(claimed: ClaimedInvitation, token: string, providerId: string | null): Mail {
  const { email, invited_by, link_origin: origin, created_at } = claimed
  // Line breaks in a name would let an organization add paragraphs of its own to an e-mail of the service.
  const organization = onOneLine(claimed.organization_name)
  const url = `${origin}/console/accept-invitation#token=${token}`
  return {
    providerId,
    writtenAt: new Date(created_at),
    senderName: 'Gatehouse',
    recipient: email,
    recipientName: email,
    subject: `Join ${organization} on Gatehouse`,
    body: `${invited_by} has invited you to join ${organization} on Gatehouse.\n\nTo accept, open this link within seven days:\n${url}\n\nIf you did not expect this invitation, you can ignore this e-mail.\n`,
  }
}
