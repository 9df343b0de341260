/** The secrets that better-auth signs and encrypts with: they are derived from the root keys and stored nowhere. */
import { hash } from 'node:crypto'
import type { RootKeys } from '#server/platform/root-keys.ts'

const PURPOSE = 'console-sign-in/v1'

/**
 * One secret for each root key, the current one first. The first one signs cookies, so a new root key signs everybody out; what the others
 * encrypted can still be read.
 */
export function secretsOf(rootKeys: RootKeys): { version: number; value: string }[] {
  return rootKeys.ids.map(id => ({
    version: versionOf(id),
    value: rootKeys.derive(id, PURPOSE, []).toString('base64'),
  }))
}

/** How many of these values, which better-auth has encrypted, no root key decrypts. */
export async function countUnread(rootKeys: RootKeys, encrypted: readonly string[]): Promise<number> {
  if (encrypted.length === 0) return 0
  const { symmetricDecrypt } = await import('better-auth/crypto')
  const keys = new Map(secretsOf(rootKeys).map(({ version, value }) => [version, value]))
  const key = { keys, currentVersion: versionOf(rootKeys.current) }
  const read = await Promise.allSettled(encrypted.map(async data => symmetricDecrypt({ key, data })))
  return read.filter(({ status }) => status === 'rejected').length
}

/** A number for a root key's name, because better-auth numbers its secrets. */
function versionOf(id: string): number {
  return hash('sha256', id, 'buffer').readUInt32BE() >>> 1
}
