/**
 * The hashes of every key ever issued, in memory, so that an address that guesses too much can be told apart from a customer behind
 * the same address without asking the database for each guess. Nothing is loaded until an address goes over its limit.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '#server/db/tenant.ts'
import { listSecretsSince } from './queries.ts'

export type KnownSecrets = { has(hash: Buffer): Promise<boolean> }

/** Refreshes are shared and this far apart, however many guesses wait for one. */
const REFRESH_EVERY_MS = 250
/** A key becomes visible when its transaction commits, at most 30 s after its created_at. */
const OVERLAP_MS = 60_000

export function openKnownSecrets({ platform }: { platform: Platform }): KnownSecrets {
  const known = new Set<string>()
  /** When the newest of them was made, on the clock of the database, which may not agree with ours. */
  let newestMs = 0
  let next: Promise<void> | undefined

  async function has(hash: Buffer): Promise<boolean> {
    const name = hash.toString('base64')
    if (known.has(name)) return true
    // A refresh that began before this key was made would miss it: wait for one that begins after.
    next ??= refreshSoon()
    await next
    return known.has(name)
  }

  async function refreshSoon(): Promise<void> {
    await pause(REFRESH_EVERY_MS)
    next = undefined
    const since = new Date(Math.max(0, newestMs - OVERLAP_MS)).toISOString()
    for (const { secret_sha256, created_at } of await platform.query(listSecretsSince, [since])) {
      known.add(secret_sha256.toString('base64'))
      newestMs = Math.max(newestMs, Date.parse(created_at))
    }
  }

  return { has }
}
