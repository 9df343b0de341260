/** Opens the storage of files that the settings name. */
import { type Bucket, bucketStorage } from './bucket.ts'
import { folderStorage } from './folder.ts'
import { type Storage, StorageFailed } from './storage.ts'

export type FilesPlace = { kind: 'folder'; path: string } | ({ kind: 'bucket' } & Bucket)

export function openStorage(place: FilesPlace): Storage {
  const { put, get, remove } = place.kind === 'folder' ? folderStorage(place.path) : bucketStorage(place)
  return {
    put: (...given) => asStorageFailure(put(...given)),
    get: key => asStorageFailure(get(key)),
    remove: key => asStorageFailure(remove(key)),
  }
}

/** Converts failures to StorageFailed: whatever the reason is (a full disk, a bucket that cannot be reached), nothing is wrong with the call. */
function asStorageFailure<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: Error) => {
    throw new StorageFailed(error.message, { cause: error })
  })
}
