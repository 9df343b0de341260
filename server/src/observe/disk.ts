/** A gauge of the room on the disks that fill up with use: those of the embedded database and of uploaded files. */
import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import { closestExisting } from '#server/base/make-folder.ts'
import { startTimeLimit, unlessAborted } from '#server/base/time-limit.ts'
import type { Config } from '../config.ts'

/** How long a scrape waits for the file system, which may be on another machine. */
const WAIT_MS = 1_000

type Growing = { what: 'database' | 'files'; folder: string }

/** The folders that grow with use. An external PostgreSQL and a bucket are elsewhere. */
export function growingFolders({ databaseUrl, dataDir, files: { place } }: Config): Growing[] {
  return [
    ...(databaseUrl === undefined ? [{ what: 'database' as const, folder: dataDir }] : []),
    ...(place.kind === 'folder' ? [{ what: 'files' as const, folder: place.path }] : []),
  ]
}

/** `waitMs` is how long a scrape waits for all of them; a disk that has not answered by then has no value. */
export function watchDisks(registry: Registry, config: Config, waitMs = WAIT_MS): void {
  const looks = new Map<string, Promise<number>>()
  /** Asks about a folder once at a time, because each question that a file system does not answer blocks a thread of the process. */
  const look = (folder: string) => {
    const running =
      looks.get(folder) ??
      statfs(folder)
        .then(({ bavail, bsize }) => bavail * bsize)
        .finally(() => looks.delete(folder))
    looks.set(folder, running)
    return running
  }
  new Gauge({
    name: 'gatehouse_disk_free_bytes',
    help: 'Room on the disk of the embedded database and of uploaded files.',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      this.reset()
      const limit = startTimeLimit(waitMs)
      for (const { what, folder } of growingFolders(config)) {
        // The folder of files does not exist until the first one is stored, but its disk may already be full.
        const free = await unlessAborted(limit.signal, look(closestExisting(folder))).catch(() => undefined)
        if (free !== undefined) this.set({ what }, free)
      }
      limit.end()
    },
  })
}
