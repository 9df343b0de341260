/**
 * Finds the caller behind a key: its organization, scopes and quota. Entries are cached for less than a second, counted from before their lookup,
 * so that a revocation or a plan change takes effect within one second in every process; NOTIFY only shortens that time.
 */
import { LRUCache } from 'lru-cache'
import { type Plan, type Scope, TIERS, tierOf } from '#contract/scopes.ts'
import { type AddressRange, includesAddress, parseRanges } from '#server/base/addresses.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Platform } from '#server/db/tenant.ts'
import type { GuessLimit } from '../guess-limit.ts'
import type { KnownSecrets } from './known-secrets.ts'
import { findKeyBySecret, type KeyRow } from './queries.ts'
import { hashSecret, isWellFormed } from './secret.ts'

export type Caller = {
  /** The organization's uuid. */
  organizationId: string
  /** The uuid of the organization whose limits the calls count toward: the live organization, also for its sandbox. */
  customerId: string
  keyId: string
  /** The name in the logs: the key's ID. */
  actor: string
  /** The ID that stays the same when a key is rotated; idempotency records belong to it. */
  familyId: string
  /** The key's own scopes, whatever the tier includes. */
  scopes: readonly Scope[]
  plan: Plan
  hasPartnerAgreement: boolean
  requestsPerMinute: number
  timeZone: string
  isSandbox: boolean
}

/** A key that we issued but that may not be used; `reason` is for the audit log, never for the caller. */
export type RecognizedKey = {
  organizationId: string
  keyId: string
  reason: 'revoked' | 'expired' | 'address_not_allowed'
}

/** `since` is when the key was looked up, in milliseconds since the epoch. */
export type Authentication = { caller: Caller; since: number } | { recognized: RecognizedKey } | { unknown: true }

type Entry = { caller: Caller; allowed: AddressRange[]; expiresAt: number; revoked: boolean; since: number }
/** `found` is set once the lookup is done, so that the calls after it need not wait. */
type Cached = { lookUp: Promise<Entry | undefined>; found?: Entry | undefined; since: number }

const FRESH_MS = 800
const MAX_CACHED = 20_000
const UNKNOWN: Authentication = { unknown: true }

type KeyDirectoryOptions = { platform: Platform; clock: Clock; guesses: GuessLimit; known: KnownSecrets }

export class KeyDirectory {
  readonly #platform: Platform
  readonly #clock: Clock
  readonly #guesses: GuessLimit
  readonly #known: KnownSecrets
  readonly #cache = new LRUCache<string, Cached>({ max: MAX_CACHED })

  constructor({ platform, clock, guesses, known }: KeyDirectoryOptions) {
    this.#platform = platform
    this.#clock = clock
    this.#guesses = guesses
    this.#known = known
  }

  /** The caller behind a key; a promise of it only if the key has to be looked up. */
  authenticate(secret: string | string[] | undefined, address: string): Authentication | Promise<Authentication> {
    if (typeof secret !== 'string' || !isWellFormed(secret)) return UNKNOWN
    const hash = hashSecret(secret)
    const name = hash.toString('base64')
    const cached = this.#cache.get(name)
    const isKnown = cached !== undefined && isFresh(cached, this.#clock.now())
    if (isKnown && cached.found) return judge(cached.found, address, this.#clock.now())
    const entry = isKnown ? cached.lookUp : this.#lookUp(hash, name, address)
    return entry.then(found => (found ? judge(found, address, this.#clock.now()) : UNKNOWN))
  }

  /** Forgets every cached entry; called when the database announces a change. */
  forget(): void {
    this.#cache.clear()
  }

  async #lookUp(hash: Buffer, name: string, address: string): Promise<Entry | undefined> {
    // An address over its limit gets no lookup for a key that was never issued. Calls with a key that was issued are never refused for this reason.
    const counted = this.#guesses.allow(address)
    if (!counted && !(await this.#known.has(hash))) return undefined
    const since = this.#clock.now()
    const cached: Cached = { lookUp: this.#load(hash, since), since }
    this.#cache.set(name, cached)
    try {
      const entry = await cached.lookUp
      cached.found = entry
      if (!entry) this.#drop(name, cached)
      else if (counted) this.#guesses.forgive(address)
      return entry
    } catch (error) {
      this.#drop(name, cached)
      if (counted) this.#guesses.forgive(address)
      throw error
    }
  }

  async #load(hash: Buffer, since: number): Promise<Entry | undefined> {
    const [row] = await this.#platform.query(findKeyBySecret, [hash])
    return row && entryOf(row, since)
  }

  #drop(name: string, cached: Cached): void {
    if (this.#cache.peek(name) === cached) this.#cache.delete(name)
  }
}

/**
 * Whether an entry may still be used. If the clock was set back after the lookup, an entry would otherwise be kept for as long as it was set back.
 */
function isFresh({ since }: Cached, now: number): boolean {
  return now >= since && now < since + FRESH_MS
}

function entryOf(row: KeyRow, since: number): Entry {
  const { plan, has_partner_agreement: hasPartnerAgreement } = row
  return {
    caller: {
      organizationId: row.organization_id,
      customerId: row.customer_id,
      keyId: row.id,
      actor: row.id,
      familyId: row.family_id,
      scopes: row.scopes,
      plan,
      hasPartnerAgreement,
      requestsPerMinute: requestsPerMinute(row.requests_per_minute, plan, hasPartnerAgreement),
      timeZone: row.time_zone,
      isSandbox: row.is_sandbox,
    },
    allowed: parseRanges(row.allowed_cidrs),
    expiresAt: row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at),
    revoked: row.revoked_at !== null,
    since,
  }
}

/** The quota of a key, in calls per minute: the key's own figure if it has one, otherwise that of its tier. */
function requestsPerMinute(own: number | null, plan: Plan, hasPartnerAgreement: boolean): number {
  return own ?? TIERS[tierOf(plan, hasPartnerAgreement) ?? 'CORE'].requestsPerMinute
}

function judge({ caller, allowed, expiresAt, revoked, since }: Entry, address: string, now: number): Authentication {
  const refuse = (reason: RecognizedKey['reason']): Authentication => ({
    recognized: { organizationId: caller.organizationId, keyId: caller.keyId, reason },
  })
  if (revoked) return refuse('revoked')
  if (expiresAt <= now) return refuse('expired')
  if (allowed.length > 0 && !includesAddress(allowed, address)) return refuse('address_not_allowed')
  return { caller, since }
}
