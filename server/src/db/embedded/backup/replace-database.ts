/** Replaces the embedded database with another one, which is built next to it, started once to see that it works, and only then renamed. */
import { existsSync } from 'node:fs'
import { chown, mkdtemp, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { instantInFileName } from '#server/base/instants.ts'
import { makeFolder } from '#server/base/make-folder.ts'
import { Refusal } from '#server/base/refusal.ts'
import { type Account, chooseAccount } from '../account.ts'
import { findBinaries } from '../binaries.ts'
import { DATABASE, databaseFolderIn, hasDatabase, REPLACED, RESTORING, runSingleUser } from '../cluster.ts'
import { isHeldByOthers } from '../lifeline.ts'
import { findPostmaster } from '../postmaster.ts'
import { emptySocketDir, openSocketDir, removeSocketDir, startLockIn } from '../socket-dir.ts'
import { withLock } from '../unix-lock.ts'
import { writing } from './backup-file.ts'
import type { TarEntry } from './tar.ts'

const LOCK_LIMIT_MS = 10_000
type Options = {
  dataDir: string
  /** Whether an existing database may be replaced; it is kept under another name. */
  isForced: boolean
  nowMs: number
  /** Passes every file of the new database to `take`. */
  fill: (take: (entry: TarEntry) => Promise<void>) => Promise<void>
  /** Runs when only the last step can still fail, in which the new database takes the place of the old one. */
  beforeSwap: () => Promise<void>
  /** Ends the work with its reason when it is aborted, unless the last step has begun. */
  stopped?: AbortSignal
  /** Statements that run in the new database before it replaces the old one, each on one line. */
  statements: readonly string[]
  onNotice: (line: string) => void
}

/** Resolves with the folder in which the previous database is kept, if there was one. If anything fails, that database stays as it was. */
export async function replaceDatabase(options: Options): Promise<string | undefined> {
  await makeFolder(options.dataDir, 0o700).catch(cannotMake(options.dataDir))
  const dataDir = await realpath(options.dataDir)
  const final = databaseFolderIn(dataDir)
  // Refuses a folder that this account may not read.
  hasDatabase(dataDir)
  const account = await chooseAccount(final)
  const socketDir = await openSocketDir(dataDir, account)
  const check = () => refuseUnlessFree({ dataDir, final, socketDir, isForced: options.isForced })
  try {
    await check()
    return await withLock(join(socketDir, 'restore.lock'), LOCK_LIMIT_MS, async () => {
      await removeUnfinished(dataDir)
      const folder = await mkdtemp(join(dataDir, RESTORING)).catch(cannotMake(dataDir))
      try {
        if (account.isOther) await chown(folder, account.uid, account.gid)
        await options.fill(entry => store(folder, entry, account))
        await runOnce(folder, account, { ...options, dataDir })
        return await withLock(startLockIn(socketDir), LOCK_LIMIT_MS, async () => {
          await check()
          options.stopped?.throwIfAborted()
          await options.beforeSwap()
          return swap(folder, final, options.nowMs)
        })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  } finally {
    if (!(await isInUse(final, socketDir))) {
      await emptySocketDir(socketDir)
      await removeSocketDir(socketDir)
    }
  }
}

/** Removes what killed restores left behind. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(RESTORING)) await rm(join(dataDir, name), { recursive: true, force: true })
}

function cannotMake(dataDir: string): (error: NodeJS.ErrnoException) => never {
  return ({ code, message }) => {
    throw new Refusal(
      'unavailable',
      `Nothing can be created in ${dataDir} (${code ?? message}). Nothing was changed; set GATEHOUSE_DATA_DIR to a folder that this account may write.`,
    )
  }
}

async function refuseUnlessFree(place: {
  dataDir: string
  final: string
  socketDir: string
  isForced: boolean
}): Promise<void> {
  const { dataDir, final, socketDir, isForced } = place
  if (await isInUse(final, socketDir)) {
    throw new Refusal('conflict', `Gatehouse is running on ${dataDir}. Stop every process of it first.`)
  }
  if (existsSync(final) && !isForced) {
    const advice = 'Restore into another GATEHOUSE_DATA_DIR, or use --force to set it aside.'
    throw new Refusal('conflict', `There is already a database in ${dataDir}. ${advice}`)
  }
}

async function isInUse(final: string, socketDir: string): Promise<boolean> {
  if (!existsSync(socketDir)) return false
  return (await isHeldByOthers(socketDir)) || Boolean((await findPostmaster(final, socketDir))?.isRunning)
}

async function store(
  folder: string,
  { name, isFolder, bytes }: TarEntry,
  { isOther, uid, gid }: Account,
): Promise<void> {
  const path = join(folder, name)
  const written = <T>(step: Promise<T>): Promise<T> => writing(path, step)
  await written(makeFolder(isFolder ? path : dirname(path), 0o700))
  if (isOther) await written(chown(isFolder ? path : dirname(path), uid, gid))
  if (isFolder) return
  const file = await written(open(path, 'wx', 0o600))
  try {
    for await (const part of bytes) await written(file.write(part))
    if (isOther) await written(file.chown(uid, gid))
  } finally {
    await file.close()
  }
}

/** Starts the database without letting anybody connect: it recovers to the end of its backup, is written to the disk, and runs the statements. */
async function runOnce(folder: string, account: Account, options: Options): Promise<void> {
  const { dataDir, statements, onNotice } = options
  const binaries = await findBinaries({ account, dataDir, onNotice })
  const failure = await runSingleUser({ account, binaries, folder, database: DATABASE, statements })
  if (failure !== undefined) throw new Refusal('unavailable', `The restored database does not work: ${failure}`)
}

async function swap(folder: string, final: string, nowMs: number): Promise<string | undefined> {
  const aside = join(dirname(final), `${REPLACED}${instantInFileName(nowMs)}`)
  const isThere = existsSync(final)
  if (isThere) await rename(final, aside)
  try {
    await rename(folder, final)
  } catch (error) {
    if (isThere) await rename(aside, final)
    throw error
  }
  const parent = await open(dirname(final))
  await parent.sync().finally(() => parent.close())
  return isThere ? aside : undefined
}
