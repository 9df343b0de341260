/** Files in a folder: `ab/abcdef…`. Each is first written under another name and renamed once it is complete and on the disk. */
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '#server/base/make-folder.ts'
import { checkKey, type Storage } from './storage.ts'

export function folderStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, checkKey(key).slice(0, 2), key)
  return {
    async put(key, bytes, length, signal) {
      const path = pathOf(key)
      const part = `${path}.part`
      await makeFolder(dirname(path), 0o700)
      try {
        const written = await write(bytes, part, signal)
        if (written !== length) throw new Error(`a file has ${written} bytes in place of ${length}`)
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async get(key) {
      const stream = createReadStream(pathOf(key))
      return new Promise((resolve, reject) => {
        stream.once('open', () => resolve(stream))
        stream.once('error', (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') resolve(undefined)
          else reject(error)
        })
      })
    },
    async remove(key) {
      const path = pathOf(key)
      await Promise.all([rm(path, { force: true }), rm(`${path}.part`, { force: true })])
    },
  }
}

async function write(bytes: Readable, path: string, signal: AbortSignal): Promise<number> {
  const file = await open(path, 'w', 0o600)
  try {
    const stream = file.createWriteStream({ flush: true })
    await pipeline(bytes, stream, { signal })
    return stream.bytesWritten
  } finally {
    await file.close().catch(() => {})
  }
}
