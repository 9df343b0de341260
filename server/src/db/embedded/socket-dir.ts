/** The private folder of sockets that belongs to one data folder: the same for every process, and short enough for a socket. */
import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'

/** Not `os.tmpdir()`: TMPDIR differs between shells and services, and all of them must find the same folder. */
const BASE = '/tmp'

/** Makes the folder, mode 0700 and owned by the account; refuses one that somebody else put there. */
export const openSocketDir = async (dataDir: string, account: Account): Promise<string> => {
  const path = await socketDirFor(dataDir)
  await mkdir(path, { mode: 0o700 }).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(path)
  const ours = [account.uid, process.geteuid?.()]
  if (!found.isDirectory() || !ours.includes(found.uid))
    throw new Error(
      `${path} should be a folder of user ${account.uid} for the sockets of ${dataDir}, and is not. Remove it.`,
    )
  if (found.uid !== account.uid) await chown(path, account.uid, account.gid)
  if ((found.mode & 0o077) !== 0) await chmod(path, 0o700)
  return path
}

/** A Unix socket's path may have 107 bytes (103 on macOS), so the data folder's own path will not do. */
export const socketDirFor = async (dataDir: string): Promise<string> => {
  const hash = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 16)
  return join(BASE, `gatehouse-${hash}`)
}
