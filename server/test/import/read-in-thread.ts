/** The thread of a test: it reads a rent roll and reports the most memory that the process took. */
import { parentPort, workerData } from 'node:worker_threads'
import { readRentRoll } from '#server/import/read/rent-roll.ts'

let rows = 0
let checks = 0
let resident = 0
for await (const item of readRentRoll(workerData as string)) {
  if (item.kind === 'end') checks = item.end.blocks.length
  if (item.kind === 'row') rows++
  if (rows % 1_000 === 0) resident = Math.max(resident, process.memoryUsage().rss / 1e6)
}
parentPort?.postMessage({ rows, checks, resident })
