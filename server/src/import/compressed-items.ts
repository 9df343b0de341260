/**
 * The records that were read from a file, compressed in memory until they are written. A file is read once, before the transaction begins, because
 * others wait for the locks of the transaction. Reading a workbook of 15,000 units takes 2.2 s of processor time. Records repeat themselves: those of
 * 15,000 similar units are 8 MB of JSON, and 0.3 MB compressed.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import { Refusal } from '#server/base/refusal.ts'
import type { RentRollItem } from './read/records.ts'

const BATCH = 500
const MAX_BYTES = 128 * 1024 * 1024

export function compressedItems() {
  let recent: RentRollItem[] = []
  const packed: Buffer[] = []
  let bytes = 0

  return {
    keep(item: RentRollItem): void {
      recent.push(item)
      if (recent.length < BATCH) return
      const pack = gzipSync(JSON.stringify(recent), { level: 1 })
      recent = []
      bytes += pack.length
      if (bytes > MAX_BYTES) throw tooLarge()
      packed.push(pack)
    },
    /** Yields the items in the order in which they were added. A transaction that runs again reads them again. */
    *all(): Generator<RentRollItem> {
      for (const pack of packed) yield* JSON.parse(gunzipSync(pack).toString()) as RentRollItem[]
      yield* recent
    },
  }
}

function tooLarge(): Refusal {
  return new Refusal(
    'invalid_request',
    'The rows of the file need more than 128 MiB of memory even when they are compressed. Split the file, by property for example.',
  )
}
