/** Where the bytes of files are: a folder, or a bucket of an object store that speaks S3. Every process must reach the same one. */
import type { Readable } from 'node:stream'

/** Every method rejects with StorageFailed. */
export type Storage = {
  /** Stores `length` bytes under a key that is not in use; all of them or, if it rejects, none that anybody could read. */
  put(key: string, bytes: Readable, length: number, signal: AbortSignal): Promise<void>
  /** The bytes; undefined if there are none. */
  get(key: string): Promise<Readable | undefined>
  /** Removes the bytes; succeeds if there are none. */
  remove(key: string): Promise<void>
}

/** The place where files are kept cannot be reached, or has no room left. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed'
}

/** 32 hexadecimal digits, which the database checks too; nothing of a caller's is ever part of a path. */
export function checkKey(key: string): string {
  if (!/^[0-9a-f]{32}$/.test(key)) throw new Error('not the key of a file')
  return key
}
