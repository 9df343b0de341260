/** Issuing, rotating and revoking API keys; every change goes to the administrative log. */
import type { Scope } from '#contract/scopes.ts'
import { readRange } from '#server/base/addresses.ts'
import { readName } from '#server/base/field-errors.ts'
import { newId } from '#server/base/ids.ts'
import { readInstant } from '#server/base/instants.ts'
import { fieldError, Refusal, requireOne } from '#server/base/refusal.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { logAdministration } from '../administrative-log.ts'
import type { Context } from '../context.ts'
import { endKeyAt, findKey, insertKey, type KeyRecord, listKeys, revokeKey } from './queries.ts'
import { hashSecret, makeSecret, maskSecret } from './secret.ts'

type NewKey = {
  name: string
  scopes: readonly Scope[]
  /** Overrides the tier's quota, in calls per minute. */
  requestsPerMinute?: number | undefined
  /** RFC 3339; absent for a key that never expires. */
  expiresAt?: string | undefined
  allowedCidrs?: readonly string[] | undefined
}

/** A key as it is shown; `apiKey` is its text, present only in the response that issues it. */
export type IssuedKey = { key: KeyRecord; apiKey: string }

/** The longest time, in hours, for which a rotated key may stay valid. */
export const MAX_OVERLAP_HOURS = 30 * 24

export async function createKey(context: Context, input: NewKey): Promise<IssuedKey> {
  const id = newId('apiKey', context.now)
  return issue(context, { id, familyId: id, ...checked(context, input) })
}

/** Issues a second key with the same family, scopes and limits. The old key stays valid for `overlapHours` (0 to 30 days, default 24 h). */
export async function rotateKey(context: Context, keyId: string, overlapHours = 24): Promise<IssuedKey> {
  if (!(overlapHours >= 0 && overlapHours <= MAX_OVERLAP_HOURS)) {
    throw new Refusal('invalid_request', `The overlap must be between 0 and ${MAX_OVERLAP_HOURS} hours.`)
  }
  const old = await existing(context, keyId)
  await refuseEnded(context, old)
  const endsAt = new Date(context.now + overlapHours * 3_600_000)
  const ending = onlyRow(await context.db.query(endKeyAt, [context.db.organizationId, keyId, endsAt]))
  await logAdministration(context, 'key.rotate', keyId, {
    before: describe(old),
    after: describe(ending),
  })
  return issue(context, {
    id: newId('apiKey', context.now),
    familyId: old.family_id,
    name: old.name,
    scopes: old.scopes,
    requestsPerMinute: old.requests_per_minute,
    expiresAt: old.expires_at,
    allowedCidrs: old.allowed_cidrs,
  })
}

/**
 * Refuses a key that is revoked, expired or already rotated. A rotated key is about to expire, and a second successor would inherit that
 * expiration.
 */
async function refuseEnded(context: Context, { id, family_id, revoked_at, expires_at }: KeyRecord): Promise<void> {
  if (revoked_at !== null)
    throw new Refusal('conflict', `This key was revoked at ${revoked_at}. Create a new key instead.`)
  if (expires_at !== null && Date.parse(expires_at) <= context.now) {
    throw new Refusal('conflict', `This key expired at ${expires_at}. Create a new key instead.`)
  }
  const newest = (await allKeys(context)).find(key => key.family_id === family_id)
  if (newest && newest.id !== id) {
    throw new Refusal('conflict', `This key has already been rotated. Rotate its successor instead: ${newest.id}.`)
  }
}

export async function revokeKeyNow(context: Context, keyId: string): Promise<KeyRecord> {
  const before = await existing(context, keyId)
  if (before.revoked_at !== null) return before
  const revokedAt = new Date(context.now)
  const after = onlyRow(await context.db.query(revokeKey, [context.db.organizationId, keyId, revokedAt]))
  await logAdministration(context, 'key.revoke', keyId, {
    before: describe(before),
    after: describe(after),
  })
  return after
}

export async function allKeys(context: Context): Promise<KeyRecord[]> {
  return context.db.query(listKeys, [context.db.organizationId])
}

type CheckedKey = {
  id: string
  familyId: string
  name: string
  scopes: readonly Scope[]
  requestsPerMinute: number | null
  expiresAt: string | null
  allowedCidrs: readonly string[]
}

async function issue(context: Context, key: CheckedKey): Promise<IssuedKey> {
  const apiKey = makeSecret(context.isSandbox)
  const record = onlyRow(
    await context.db.query(insertKey, [
      context.db.organizationId,
      key.id,
      key.familyId,
      key.name,
      hashSecret(apiKey),
      maskSecret(apiKey),
      key.scopes,
      key.requestsPerMinute,
      key.allowedCidrs,
      context.actor,
      key.expiresAt,
    ]),
  )
  await logAdministration(context, 'key.create', key.id, {
    after: describe(record),
  })
  return { key: record, apiKey }
}

async function existing(context: Context, keyId: string): Promise<KeyRecord> {
  return requireOne(await context.db.query(findKey, [context.db.organizationId, keyId]), 'key')
}

function checked(context: Context, input: NewKey): Omit<CheckedKey, 'id' | 'familyId'> {
  const name = readName(input.name)
  const { requestsPerMinute = null } = input
  if (
    requestsPerMinute !== null &&
    !(Number.isInteger(requestsPerMinute) && requestsPerMinute >= 1 && requestsPerMinute <= 100_000)
  ) {
    throw new Refusal('invalid_request', 'The calls per minute of a key must be a whole number from 1 to 100,000.')
  }
  const expiresAt = typeof input.expiresAt === 'string' ? readInstant(input.expiresAt) : null
  if (expiresAt === undefined || (expiresAt !== null && Date.parse(expiresAt) <= context.now)) {
    throw fieldError('expires_at', 'must be a date and time in the future, such as 2027-01-31T00:00:00Z')
  }
  const allowedCidrs = (input.allowedCidrs ?? []).map((text, index) => {
    const range = readRange(text)
    if (!range) throw fieldError(`allowed_cidrs[${index}]`, 'must be an address range such as 203.0.113.0/24')
    return range
  })
  return {
    name,
    scopes: [...new Set(input.scopes)],
    requestsPerMinute,
    expiresAt,
    allowedCidrs,
  }
}

/** The fields of a key that are written to the administrative log. */
function describe(key: KeyRecord): Record<string, unknown> {
  const { family_id, name, mask, scopes, requests_per_minute, allowed_cidrs, expires_at, revoked_at } = key
  return { family_id, name, mask, scopes, requests_per_minute, allowed_cidrs, expires_at, revoked_at }
}
