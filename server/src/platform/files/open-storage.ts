/** Opens the storage of files that the settings name. */
import { type Bucket, bucketStorage } from './bucket.ts'
import { folderStorage } from './folder.ts'
import type { Storage } from './storage.ts'

export type FilesPlace = { kind: 'folder'; path: string } | ({ kind: 'bucket' } & Bucket)

export function openStorage(place: FilesPlace): Storage {
  return place.kind === 'folder' ? folderStorage(place.path) : bucketStorage(place)
}
