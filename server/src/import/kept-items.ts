/**
 * What was read from a file, kept compressed in memory until it is written. A file is read once, before the transaction begins: reading a workbook
 * of 15,000 units takes as long as planning and writing them, and while the transaction lasts, others wait for its locks. Records repeat
 * themselves, so 1,000 units take some 15 KB.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import { Refusal } from '#server/base/refusal.ts'
import type { RentRollItem } from './read/records.ts'

const AT_A_TIME = 500
const MAX_BYTES = 128 * 1024 * 1024

export function keptItems() {
  let recent: RentRollItem[] = []
  const packed: Buffer[] = []
  let bytes = 0

  return {
    keep(item: RentRollItem): void {
      recent.push(item)
      if (recent.length < AT_A_TIME) return
      const pack = gzipSync(JSON.stringify(recent), { level: 1 })
      recent = []
      bytes += pack.length
      if (bytes > MAX_BYTES) throw tooLarge()
      packed.push(pack)
    },
    /** Yields the items in the order in which they were kept. A transaction that runs again reads them again. */
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
