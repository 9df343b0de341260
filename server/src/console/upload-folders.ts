/**
 * The folders in which uploaded files wait while they are imported. Each is deleted after its import, and those of a process that was killed when
 * another one starts: residents' names and balances must not stay in a temporary folder.
 */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '#server/base/is-alive.ts'

/** The beginning of every name. Host and process follow, because containers may share a folder but do not see each other's processes. */
export const UPLOAD_FOLDER = 'gatehouse-upload-'
const OF_THIS_HOST = `${UPLOAD_FOLDER}${encodeURIComponent(hostname())}-`

/** Runs `work` with a new folder, which is deleted afterward. */
export async function inUploadFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `${OF_THIS_HOST}${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Deletes the folders of processes of this host that no longer run. What cannot be deleted, such as a folder of another account, stays: the doctor
 * reports it after a day.
 */
export async function deleteLeftUploads(parent = tmpdir()): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  for (const name of names) {
    const pid = name.startsWith(OF_THIS_HOST) ? /^(\d+)-[^-]+$/.exec(name.slice(OF_THIS_HOST.length))?.[1] : undefined
    if (pid === undefined) continue
    const path = join(parent, name)
    if (await isLeft(Number(pid), path).catch(() => false)) {
      await rm(path, { recursive: true, force: true }).catch(() => {})
    }
  }
}

/** In a container, the process after a restart often has the number of the one before it, whose folders are older than itself. */
async function isLeft(pid: number, path: string): Promise<boolean> {
  if (pid !== process.pid) return !isAlive(pid)
  return (await stat(path)).mtimeMs < performance.timeOrigin
}
