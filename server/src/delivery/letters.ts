/** What a claimed delivery needs to be sent: its target, its secrets and its body, read as the organization whose they are. */
import type { ReadPool } from '#server/db/read-pool.ts'
import { deriveChecked } from '#server/domain/webhooks/secret.ts'
import type { RootKeys } from '#server/platform/root-keys.ts'
import { bodyOf } from './message.ts'
import { type Claimed, listEventsToSend, listTargets, type StoredEvent, type Target } from './queries.ts'

export type Letter = {
  claimed: Claimed
  /** Undefined when there is none any more. */
  target: Target | undefined
  event: StoredEvent | undefined
  body: string
  /** Those in force, the newest first; throws when a root key is missing or wrong. */
  secrets(rootKeys: RootKeys, nowMs: number): string[]
}

/** Two statements an organization, however many deliveries. */
export async function prepareLetters(reads: ReadPool, claimed: readonly Claimed[]): Promise<Letter[]> {
  const byOrganization = Map.groupBy(claimed, ({ organizationId }) => organizationId)
  const prepared = await Promise.all(
    [...byOrganization].map(([organizationId, deliveries]) => ofOrganization(reads, organizationId, deliveries)),
  )
  return prepared.flat()
}

async function ofOrganization(reads: ReadPool, organizationId: string, claimed: readonly Claimed[]): Promise<Letter[]> {
  const db = reads.for(organizationId)
  const distinct = (name: 'subscriptionId' | 'eventId') => [...new Set(claimed.map(delivery => delivery[name]))]
  const [targets, events] = await Promise.all([
    db.query(listTargets, [organizationId, distinct('subscriptionId')]),
    db.query(listEventsToSend, [organizationId, distinct('eventId')]),
  ])
  const targetOf = new Map(targets.map(target => [target.id, target]))
  const eventOf = new Map(events.map(event => [event.id, { event, body: bodyOf(organizationId, event) }]))
  return claimed.map(delivery => {
    const target = targetOf.get(delivery.subscriptionId)
    const { event, body = '' } = eventOf.get(delivery.eventId) ?? {}
    return {
      claimed: delivery,
      target,
      event,
      body,
      secrets: (rootKeys, nowMs) => (target ? secretsOf(rootKeys, organizationId, target, nowMs) : []),
    }
  })
}

function secretsOf(rootKeys: RootKeys, organizationId: string, target: Target, nowMs: number): string[] {
  const place = { organizationId, subscriptionId: target.id }
  const { rootKeyId, epoch, secretSha256, previousRootKeyId, previousEpoch, previousSecretSha256, previousUntil } =
    target
  const current = deriveChecked(rootKeys, { ...place, rootKeyId, epoch }, secretSha256)
  if (previousRootKeyId === null || previousEpoch === null || !previousSecretSha256 || previousUntil === null)
    return [current]
  if (Date.parse(previousUntil) <= nowMs) return [current]
  const previous = { ...place, rootKeyId: previousRootKeyId, epoch: previousEpoch }
  return [current, deriveChecked(rootKeys, previous, previousSecretSha256)]
}
