/** The owner of what a command creates in the folders of the service. The service may run under another account than the root who restores a backup. */
import { existsSync } from 'node:fs'
import { chown, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Gives what root has created to the owner of the folder that it is in. Nobody else may do so, or needs to. */
export async function giveToOwner(path: string): Promise<void> {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = await stat(dirname(path))
  await chown(path, uid, gid)
}

/** Creates a folder that only its owner can enter, and those above it that do not exist. */
export async function makeOwnedFolder(path: string): Promise<void> {
  if (existsSync(path)) return
  await makeOwnedFolder(dirname(path))
  await mkdir(path, { mode: 0o700 })
  await giveToOwner(path)
}
