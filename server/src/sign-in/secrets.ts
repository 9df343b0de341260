/** The secrets better-auth signs and encrypts with: derived from the root keys, stored nowhere. */
import { createHash } from 'node:crypto'
import type { RootKeys } from '#server/platform/root-keys.ts'

const PURPOSE = 'console-sign-in/v1'

/**
 * One for each root key, the current one first: it signs cookies, so that a new one signs everybody out; what was encrypted by the
 * others can still be read.
 */
export function secretsOf(rootKeys: RootKeys): { version: number; value: string }[] {
  return rootKeys.ids.map(id => ({
    version: versionOf(id),
    value: rootKeys.derive(id, PURPOSE, []).toString('base64'),
  }))
}

/** better-auth numbers its secrets, where our root keys have names. */
function versionOf(id: string): number {
  return createHash('sha256').update(id).digest().readUInt32BE() >>> 1
}
