/** The storage of files: a folder, or a bucket of an object store with the API of S3. Every process must use the same one. */
import type { Readable } from 'node:stream'

/** Every method rejects with StorageFailed. */
export type Storage = {
  /** Stores `length` bytes under a key that is not in use. If it rejects, nobody can read any of them. */
  put(key: string, bytes: Readable, length: number, signal: AbortSignal): Promise<void>
  /** The bytes; undefined if there are none. */
  get(key: string): Promise<Readable | undefined>
  /** Removes the bytes; succeeds if there are none. */
  remove(key: string): Promise<void>
}

/** The storage of files cannot be reached or is full. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed'
}

/** Throws unless the key is 32 hexadecimal digits, which the database also checks, so that no text of a caller is ever part of a path. */
export function checkKey(key: string): string {
  if (!/^[0-9a-f]{32}$/.test(key)) throw new Error('not the key of a file')
  return key
}
