/** The folder of uploaded files as a backup sees it: what is stored there, and how files come back into it. */
import { existsSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { taking } from '#server/db/embedded/backup/backup-file.ts'
import { giveToOwner, makeOwnedFolder } from '#server/db/embedded/owner.ts'
import { checkKey } from './storage.ts'

type StoredFile = { key: string; path: string }

const KEY = /^[0-9a-f]{32}$/
/** Files wait here, in the same file system, until all of them have been read. */
const WAITING = 'restore.new'

/** Every file that is stored completely, in no particular order; none if there is no folder. */
export async function* storedFiles(folder: string): AsyncGenerator<StoredFile, void> {
  if (!existsSync(folder)) return
  for (const part of await readdir(folder)) {
    if (!/^[0-9a-f]{2}$/.test(part)) continue
    for (const key of await readdir(join(folder, part))) if (KEY.test(key)) yield { key, path: join(folder, part, key) }
  }
}

type Returning = {
  /** Writes one file next to the ones already in the folder. */
  take(key: string, bytes: AsyncIterable<Buffer>): Promise<void>
  /** Puts every file that was taken into its place, over one that is there; resolves with how many they are. */
  finish(): Promise<number>
  /** Removes what was taken and not put into its place, as far as it can; never rejects. */
  abandon(): Promise<void>
}

export function returnFiles(folder: string): Returning {
  const waiting = join(folder, WAITING)
  const taken: string[] = []
  return {
    async take(key, bytes) {
      checkKey(key)
      const path = join(waiting, key)
      if (taken.length === 0) {
        await taking(waiting, rm(waiting, { recursive: true, force: true }))
        await taking(waiting, makeOwnedFolder(waiting))
      }
      const file = await taking(path, open(path, 'wx', 0o600))
      try {
        for await (const part of bytes) await taking(path, file.writeFile(part))
        await taking(path, giveToOwner(path))
        await taking(path, file.sync())
      } finally {
        await file.close()
      }
      taken.push(key)
    },
    async finish() {
      for (const key of taken) {
        const home = join(folder, key.slice(0, 2))
        await makeOwnedFolder(home)
        await rename(join(waiting, key), join(home, key))
      }
      if (taken.length > 0) await rm(waiting, { recursive: true, force: true })
      return taken.length
    },
    async abandon() {
      // Even if no file was taken completely: the first one may have broken off.
      // Why the restore failed matters more than why this could not be removed.
      await rm(waiting, { recursive: true, force: true }).catch(() => {})
    },
  }
}
