/**
 * The secret of a subscription, in the form of Standard Webhooks: `whsec_` and 32 bytes in base64. It is derived whenever it is needed and never
 * stored, so that stealing the database is not enough to sign.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { RootKeys } from '#server/platform/root-keys.ts'

/** Identifies one of a subscription's secrets: by the root key it is derived from, and by how often it was rotated, counted from 1. */
type SecretPlace = { organizationId: string; subscriptionId: string; rootKeyId: string; epoch: number }

type StoredSecret = { sha256: Buffer; hint: string }

/** The secret, `whsec_…`. Throws if the service does not have the root key. */
export function deriveSecret(rootKeys: RootKeys, place: SecretPlace): string {
  const { organizationId, subscriptionId, rootKeyId, epoch } = place
  const bytes = rootKeys.derive(rootKeyId, 'webhook-signing/v1', [organizationId, subscriptionId, String(epoch)])
  return `whsec_${bytes.toString('base64')}`
}

/** A random secret that is not derived and lasts as long as its process. */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** What is stored of a secret: its hash and a mask. */
export function storedFormOf(secret: string): StoredSecret {
  return { sha256: sha256(secret), hint: `whsec_…${secret.slice(-5, -1)}` }
}

/** Derives the secret and makes sure that it is the one that was shown: a wrong root key must fail loudly and not sign wrongly. */
export function deriveChecked(rootKeys: RootKeys, place: SecretPlace, expected: Uint8Array): string {
  const secret = deriveSecret(rootKeys, place)
  if (timingSafeEqual(sha256(secret), expected)) return secret
  throw new Error(
    `The root key ${place.rootKeyId} of GATEHOUSE_ROOT_KEY is not the one from which the secret of ${place.subscriptionId} was derived, so ` +
      'nothing is signed with it. Give the right key its ID back, and give the new key another ID.',
  )
}

function sha256(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
