/** The two folders of a test run, which it deletes at its end: one for its databases, one for all other temporary files. */
import { existsSync, statfsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Several times what a run of everything needs. A container often has 64 MB there. */
const ROOM_BYTES = 4 * 1024 ** 3
const NAME = 'gatehouse-tests-'

/**
 * Creates the folders, and makes them those of this process and of all that it starts. The databases are kept in memory if there is room, because
 * nothing of them outlives the run: a database has 650 files, and copying them for a test file costs 25 ms of processor time there, but 100 to 350 ms
 * on a busy disk.
 */
export async function openRunFolders(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  await deleteLeftovers()
  const dataDir = await makeFolder(hasRoomInMemory() ? MEMORY : tmpdir())
  const temporary = await makeFolder(tmpdir())
  // As open as the folder it stands in for: PostgreSQL does not run as root, and reads files there as another account.
  await chmod(temporary, 0o1777)
  process.env.GATEHOUSE_TEST_DATA_DIR = dataDir
  process.env.TMPDIR = temporary
  return {
    dataDir,
    async remove() {
      for (const folder of [dataDir, temporary]) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM_BYTES
}

function makeFolder(parent: string): Promise<string> {
  return mkdtemp(join(parent, `${NAME}${process.pid}-`))
}

/**
 * Deletes what killed runs have left: the folders that are named after a process that no longer exists. The server of a run that was killed a moment
 * ago may still write to its folder, which is then left to a later run.
 */
async function deleteLeftovers(): Promise<void> {
  if (!existsSync('/proc/self')) return
  for (const parent of [MEMORY, tmpdir()].filter(existsSync)) {
    for (const name of await readdir(parent)) {
      const pid = name.startsWith(NAME) && Number.parseInt(name.slice(NAME.length), 10)
      if (!pid || existsSync(`/proc/${pid}`)) continue
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => {})
    }
  }
}
