/** The folder of uploaded files, for backups: lists the files to back up, and restores files into it. */
import { existsSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writing } from '#server/db/embedded/backup/backup-file.ts'
import { giveToOwner, makeOwnedFolder } from '#server/db/embedded/owner.ts'
import { checkKey } from './storage.ts'

type StoredFile = { key: string; path: string }

const KEY = /^[0-9a-f]{32}$/
/** Restored files are kept here, in the same file system, until all of them have been read. */
const STAGING = 'restore.new'

/** Every file that is stored completely, in no particular order; none if there is no folder. */
export async function* storedFiles(folder: string): AsyncGenerator<StoredFile, void> {
  if (!existsSync(folder)) return
  for (const part of await readdir(folder)) {
    if (!/^[0-9a-f]{2}$/.test(part)) continue
    for (const key of await readdir(join(folder, part))) if (KEY.test(key)) yield { key, path: join(folder, part, key) }
  }
}

type Restoring = {
  /** Writes one file to the staging folder. */
  take(key: string, bytes: AsyncIterable<Buffer>): Promise<void>
  /** Moves every restored file into place, replacing a file of the same name, and resolves with their number. */
  finish(): Promise<number>
  /** Removes the files that were not moved into place, as far as possible. Never rejects. */
  abandon(): Promise<void>
}

export function restoreFiles(folder: string): Restoring {
  const staging = join(folder, STAGING)
  const taken: string[] = []
  return {
    async take(key, bytes) {
      checkKey(key)
      const path = join(staging, key)
      if (taken.length === 0) {
        await writing(staging, rm(staging, { recursive: true, force: true }))
        await writing(staging, makeOwnedFolder(staging))
      }
      const file = await writing(path, open(path, 'wx', 0o600))
      try {
        for await (const part of bytes) await writing(path, file.writeFile(part))
        await writing(path, giveToOwner(path))
        await writing(path, file.sync())
      } finally {
        await file.close()
      }
      taken.push(key)
    },
    async finish() {
      for (const key of taken) {
        const home = join(folder, key.slice(0, 2))
        await makeOwnedFolder(home)
        await rename(join(staging, key), join(home, key))
      }
      if (taken.length > 0) await rm(staging, { recursive: true, force: true })
      return taken.length
    },
    async abandon() {
      // This runs even if no file was written completely, because the first one may be incomplete. Its own failure is ignored, because the reason why
      // the restore failed matters more.
      await rm(staging, { recursive: true, force: true }).catch(() => {})
    },
  }
}
