/** Handles folders that may not exist yet: creates one with its parents, or finds the disk on which it would be created. */
import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { asError } from './as-error.ts'

/**
 * Creates a folder with its parents, and resolves with the topmost folder that was created; undefined if the folder existed. Node's own recursive `mkdir`
 * tries forever where nothing can be created although the parent exists, as in /proc.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<string | undefined> {
  try {
    return await makeOne(path, mode)
  } catch (error) {
    const parent = dirname(path)
    if (asError(error).code !== 'ENOENT' || parent === path) throw error
    const top = await makeFolder(parent, mode)
    const made = await makeOne(path, mode)
    return top ?? made
  }
}

async function makeOne(path: string, mode: number): Promise<string | undefined> {
  try {
    await mkdir(path, { mode })
    return path
  } catch (error) {
    const isThere = await stat(path).then(
      found => found.isDirectory(),
      () => false,
    )
    if (isThere) return undefined
    throw error
  }
}

/** Returns the path itself if it exists, and otherwise its closest parent that does, which is on the disk where the folder would be created. */
export function closestExisting(path: string): string {
  let closest = path
  while (!existsSync(closest)) closest = dirname(closest)
  return closest
}
