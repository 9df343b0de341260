/** The private folder of sockets of one data folder: the same for every process, and with a path short enough for a socket. */
import { hash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readdir, realpath, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asError } from '#server/base/as-error.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Account } from './account.ts'

/** The parent folder. `os.tmpdir()` would not work: TMPDIR differs between shells and services, but all of them must find the same folder. */
const BASE = '/tmp'

const ATTEMPTS = 10

/** Creates the folder in `base` with mode 0700 and owned by the account; refuses one that somebody else put there. */
export async function openSocketDir(dataDir: string, account: Account, base = BASE): Promise<string> {
  const path = await socketDirFor(dataDir, base)
  for (let attempt = 1; ; attempt++) {
    try {
      await makeOurs(path, dataDir, account)
      return path
    } catch (error) {
      // The last process to leave deleted it between two of our checks.
      if (asError(error).code !== 'ENOENT' || attempt === ATTEMPTS) throw error
    }
  }
}

async function makeOurs(path: string, dataDir: string, account: Account): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch(error => {
    if (CANNOT_CREATE.has(error.code)) throw cannotCreate(path, error.code)
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(path)
  if (!found.isDirectory())
    throw new Refusal(
      'unavailable',
      `${path} should be a folder of user ${account.uid} for the sockets of ${dataDir}, and is not. Remove it.`,
    )
  if (![account.uid, process.geteuid?.()].includes(found.uid))
    throw new Refusal(
      'unavailable',
      `User ${found.uid} uses or has used ${dataDir}: ${path} belongs to that user and not to user ${account.uid}. Run the command as that user or as root. If no process uses the data folder anymore, remove ${path} and start again.`,
    )
  if (found.uid !== account.uid) await chown(path, account.uid, account.gid)
  if ((found.mode & 0o077) !== 0) await chmod(path, 0o700)
}

const CANNOT_CREATE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'])

/** The refusal where no folder can be created, such as in a container with a read-only root: the operator has not named this place, and cannot name another one. */
function cannotCreate(path: string, code: string): Refusal {
  const base = dirname(path)
  return new Refusal(
    'unavailable',
    `The embedded PostgreSQL needs a folder in ${base} for its sockets, and none can be created there (${code}). Give ${base} mode 1777, mount it for writing or free up space on it, or set DATABASE_URL to a PostgreSQL server.`,
  )
}

const START_LOCK = 'start.lock'

/** The lock under which a database is started, replaced, or left by its last process. */
export function startLockIn(socketDir: string): string {
  return join(socketDir, START_LOCK)
}

/** Removes everything except the start lock, which others may be waiting for. */
export async function emptySocketDir(path: string): Promise<void> {
  for (const name of await readdir(path)) {
    if (name !== START_LOCK) await rm(join(path, name), { recursive: true, force: true })
  }
}

/** Removes the folder, unless another process has started to use it in the meantime or has deleted it first. */
export async function removeSocketDir(path: string): Promise<void> {
  await rmdir(path).catch(() => {})
}

/** The folder's path. A Unix socket's path may have 107 bytes (103 on macOS), so the data folder's own path may be too long. */
export async function socketDirFor(dataDir: string, base = BASE): Promise<string> {
  const digest = hash('sha256', await realpath(dataDir), 'hex').slice(0, 16)
  return join(base, `gatehouse-${digest}`)
}
