/**
 * The hashes of every key ever issued, in memory, so that a customer can be distinguished from someone who guesses from the same address without a
 * query to the database for each guess. Nothing is loaded until an address goes over its limit.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '#server/db/tenant.ts'
import { listSecretsSince } from './queries.ts'

export type KnownSecrets = { has(hash: Buffer): Promise<boolean> }

/** Refreshes are shared and this far apart, no matter how many guesses wait for one. */
const REFRESH_EVERY_MS = 250
/** A key becomes visible when its transaction commits, at most 30 s after its created_at. */
const OVERLAP_MS = 60_000

export function openKnownSecrets({ platform }: { platform: Platform }): KnownSecrets {
  const known = new Set<string>()
  /** When the newest of them was created, by the clock of the database, which may differ from ours. */
  let newestMs = 0
  let next: Promise<void> | undefined

  async function has(hash: Buffer): Promise<boolean> {
    const name = hash.toString('base64')
    if (known.has(name)) return true
    // A refresh that began before this key was issued would miss it, so this waits for one that begins afterward.
    next ??= refreshSoon()
    await next
    return known.has(name)
  }

  async function refreshSoon(): Promise<void> {
    await pause(REFRESH_EVERY_MS)
    next = undefined
    const since = new Date(Math.max(0, newestMs - OVERLAP_MS))
    for (const { secret_sha256, created_at } of await platform.query(listSecretsSince, [since])) {
      known.add(secret_sha256.toString('base64'))
      newestMs = Math.max(newestMs, Date.parse(created_at))
    }
  }

  return { has }
}
