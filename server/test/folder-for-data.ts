/**
 * Where a test run keeps its databases: in memory if there is room, because nothing of them outlives the run. A database has 650 files, and copying
 * them for a test file costs 25 ms of processor time there, but 100 to 350 ms on a busy disk.
 */
import { existsSync, statfsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Several times what a run of everything needs. A container often has 64 MB there. */
const ROOM_BYTES = 4 * 1024 ** 3
const NAME = 'gatehouse-tests-'

/** Creates a folder, which the run deletes at its end. */
export async function makeFolderForData(): Promise<string> {
  if (!existsSync(MEMORY)) return mkdtemp(join(tmpdir(), NAME))
  await deleteLeftovers()
  return mkdtemp(join(hasRoomInMemory() ? MEMORY : tmpdir(), `${NAME}${process.pid}-`))
}

export function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM_BYTES
}

/**
 * Deletes what killed runs have left in memory: the folders that are named after a process that no longer exists. The server of a run that was
 * killed a moment ago may still write to its folder, which is then left to a later run.
 */
async function deleteLeftovers(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const pid = name.startsWith(NAME) && Number.parseInt(name.slice(NAME.length), 10)
    if (!pid || existsSync(`/proc/${pid}`)) continue
    await rm(join(MEMORY, name), { recursive: true, force: true }).catch(() => {})
  }
}
