/**
 * The secret of a subscription, in the form of Standard Webhooks: `whsec_` and 32 bytes in base64. It is derived whenever it is needed
 * and stored nowhere: whoever steals the database cannot sign.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { RootKeys } from '#server/platform/root-keys.ts'

/** Which of a subscription's secrets: the root key it comes from, and how often it was rotated, from 1. */
export type SecretPlace = { organizationId: string; subscriptionId: string; rootKeyId: string; epoch: number }

export type StoredSecret = { sha256: Buffer; hint: string }

export function deriveSecret(rootKeys: RootKeys, place: SecretPlace): string {
  const { organizationId, subscriptionId, rootKeyId, epoch } = place
  const bytes = rootKeys.derive(rootKeyId, 'webhook-signing/v1', [organizationId, subscriptionId, String(epoch)])
  return `whsec_${bytes.toString('base64')}`
}

/** One that nothing is derived from and that lives as long as its process. */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** What is kept of a secret: its hash and a mask. */
export function storedFormOf(secret: string): StoredSecret {
  return { sha256: sha256(secret), hint: `whsec_…${secret.slice(-5, -1)}` }
}

/** Derives the secret and makes sure it is the one that was shown: a wrong root key must fail loudly, not sign wrongly. */
export function deriveChecked(rootKeys: RootKeys, place: SecretPlace, expected: Uint8Array): string {
  const secret = deriveSecret(rootKeys, place)
  if (timingSafeEqual(sha256(secret), expected)) return secret
  throw new Error(
    `The root key ${place.rootKeyId} of GATEHOUSE_ROOT_KEY is not the one with which the secret of ${place.subscriptionId} was made: ` +
      'nothing is signed with it. Give the right key that id again, and a new key an id of its own.',
  )
}

function sha256(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
