/** Root keys, from which webhook secrets and sign-in secrets are derived. They come from the environment or a file in the data folder, never from the database. */
import { hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Refusal } from '#server/base/refusal.ts'

export type RootKeys = {
  /** The ID of the key from which new secrets are derived. */
  readonly current: string
  /** The IDs of all known keys, the current one first. */
  readonly ids: readonly string[]
  /** 32 bytes derived from the key named `id`, for one purpose and context; throws if no such key is known. */
  derive(id: string, purpose: string, context: readonly string[]): Buffer
}

/** The file of the data folder's own root key, which is used unless the setting has keys. */
export function rootKeyFileIn(dataDir: string): string {
  return join(dataDir, ROOT_KEY_FILE)
}

export const ROOT_KEY_FILE = 'root-key'
const KEY_BYTES = 32
const FORM = /^([A-Za-z0-9._-]{1,64}):([A-Za-z0-9+/]{43}=)$/

/**
 * Reads `id:base64[,id:base64…]`, 32 bytes each. The first key is current, and the others are kept for secrets that were derived from them. A refusal
 * names `source`: the setting, or the file that the text is from.
 */
export function readRootKeys(text: string, source = 'GATEHOUSE_ROOT_KEY'): RootKeys {
  const keys = new Map<string, Buffer>()
  for (const part of text.split(',').map(each => each.trim())) {
    const [, id, base64] = FORM.exec(part) ?? []
    // The message does not repeat an invalid key.
    if (id === undefined || base64 === undefined) {
      throw new Refusal(
        'invalid_request',
        `${source} must be id:key[,id:key…], each key 32 bytes in base64; \`openssl rand -base64 32\` makes one.`,
      )
    }
    if (keys.has(id)) throw new Refusal('invalid_request', `${source} names ${id} twice.`)
    keys.set(id, Buffer.from(base64, 'base64'))
  }
  const ids = [...keys.keys()]
  return {
    current: ids[0]!,
    ids,
    derive(id, purpose, context) {
      const key = keys.get(id)
      if (!key)
        throw new Error(`GATEHOUSE_ROOT_KEY lacks ${id}, from which a secret is derived. Add it after the current one.`)
      return Buffer.from(hkdfSync('sha256', key, '', lengthPrefixed([purpose, ...context]), KEY_BYTES))
    },
  }
}

/** A new key in the form that readRootKeys reads. */
export function makeRootKey(id: string): string {
  return `${id}:${randomBytes(KEY_BYTES).toString('base64')}`
}

/** Encodes a list of strings so that no two lists result in the same bytes. */
function lengthPrefixed(texts: readonly string[]): Buffer {
  const parts = texts.flatMap(text => {
    const bytes = Buffer.from(text)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    return [length, bytes]
  })
  return Buffer.concat(parts)
}
