/** Reads what a claimed delivery needs to be sent (target, secrets and body) as the organization that owns it. */
import type { KeyObject } from 'node:crypto'
import { idFromUuid } from '#server/base/ids.ts'
import type { ReadPool } from '#server/db/read-pool.ts'
import { deriveChecked } from '#server/domain/webhooks/secret.ts'
import type { RootKeys } from '#server/platform/root-keys.ts'
import { type Content, contentOf, signingKey } from './message.ts'
import { type Claimed, listEventsToSend, listTargets, type Target } from './queries.ts'

/** Where deliveries of a subscription are sent and how they are signed. */
export type Addressee = {
  /** Undefined if the subscription no longer exists. */
  target: Target | undefined
  /** The keys in force, newest first. Throws if a root key is missing or wrong. */
  keys(rootKeys: RootKeys, nowMs: number): KeyObject[]
}

export type Prepared = {
  claimed: Claimed
  /** The addressee as it was at most `FRESH_MS` before `nowMs`. */
  addressee(nowMs: number): Addressee | Promise<Addressee>
  /** Undefined if its event is no longer kept. */
  content: Content | undefined
}

/**
 * How old an addressee may be when a delivery is sent to it. Deliveries wait in a worker for up to 45 s, in which their subscription may be paused,
 * deleted or sent to another target.
 */
const FRESH_MS = 1_000

/** Prepares deliveries with two statements per organization, however many deliveries were claimed. */
export async function prepareDeliveries(
  reads: ReadPool,
  claimed: readonly Claimed[],
  nowMs: number,
): Promise<Prepared[]> {
  const byOrganization = Map.groupBy(claimed, ({ organizationId }) => organizationId)
  const prepared = await Promise.all(
    [...byOrganization].map(([organizationId, deliveries]) => ofOrganization(reads, organizationId, deliveries, nowMs)),
  )
  return prepared.flat()
}

async function ofOrganization(
  reads: ReadPool,
  organizationId: string,
  claimed: readonly Claimed[],
  nowMs: number,
): Promise<Prepared[]> {
  const db = reads.for(organizationId)
  const distinct = (name: 'subscriptionId' | 'eventId') => [...new Set(claimed.map(delivery => delivery[name]))]
  const subscriptionIds = distinct('subscriptionId')
  const readTargets = (ids: string[]) => db.query(listTargets, [organizationId, ids])
  const [targets, events] = await Promise.all([
    readTargets(subscriptionIds),
    db.query(listEventsToSend, [organizationId, distinct('eventId')]),
  ])
  const targetOf = new Map(targets.map(target => [target.id, target]))
  const addresseeOf = new Map(
    subscriptionIds.map(id => {
      const read = async () => addressee(organizationId, (await readTargets([id]))[0])
      return [id, keptFresh(addressee(organizationId, targetOf.get(id)), nowMs, read)]
    }),
  )
  const organization = idFromUuid('organization', organizationId)
  const contentOfEvent = new Map(events.map(event => [event.id, contentOf(organization, event)]))
  return claimed.map(delivery => ({
    claimed: delivery,
    addressee: addresseeOf.get(delivery.subscriptionId)!,
    content: contentOfEvent.get(delivery.eventId),
  }))
}

function addressee(organizationId: string, target: Target | undefined): Addressee {
  return { target, keys: target ? keysOfTarget(organizationId, target) : () => [] }
}

/** Reads the addressee again once it is too old: once for all deliveries that wait for it. */
function keptFresh(first: Addressee, readAt: number, read: () => Promise<Addressee>): Prepared['addressee'] {
  let latest = { addressee: first, readAt }
  let reading: Promise<Addressee> | undefined
  return nowMs => {
    if (nowMs - latest.readAt <= FRESH_MS) return latest.addressee
    reading ??= read()
      .then(addressee => {
        latest = { addressee, readAt: nowMs }
        return addressee
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }
}

/** Derives each key once for all deliveries that it signs. At 40 µs per derivation, it would otherwise be a quarter of a delivery's cost. */
function keysOfTarget(organizationId: string, target: Target): Addressee['keys'] {
  const place = { organizationId, subscriptionId: target.id }
  const { rootKeyId, epoch, secretSha256, previousRootKeyId, previousEpoch, previousSecretSha256, previousUntil } =
    target
  const made = new Map<number, KeyObject>()
  const keyOf = (rootKeys: RootKeys, rootKeyId: string, epoch: number, sha256: Buffer): KeyObject => {
    const key = made.get(epoch) ?? signingKey(deriveChecked(rootKeys, { ...place, rootKeyId, epoch }, sha256))
    made.set(epoch, key)
    return key
  }
  return (rootKeys, nowMs) => {
    const current = keyOf(rootKeys, rootKeyId, epoch, secretSha256)
    if (previousRootKeyId === null || previousEpoch === null || !previousSecretSha256 || previousUntil === null)
      return [current]
    if (Date.parse(previousUntil) <= nowMs) return [current]
    return [current, keyOf(rootKeys, previousRootKeyId, previousEpoch, previousSecretSha256)]
  }
}
