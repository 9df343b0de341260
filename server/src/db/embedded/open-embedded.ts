/**
 * A real PostgreSQL that needs no installed server: it starts with the first process that opens it and stops with the last.
 *
 * The database is `<dataDir>/postgres`, its log `<dataDir>/postgres.log`, its sockets in a private folder under /tmp that the last process removes.
 * If this process is root, the database runs under another account (see account.ts), which need not be able to enter `dataDir`. The installed
 * programs are copied to /var/lib/gatehouse only if that account cannot use them where they are.
 */
import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { asError } from '#server/base/as-error.ts'
import { makeFolder } from '#server/base/make-folder.ts'
import { Refusal } from '#server/base/refusal.ts'
import { type Account, chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import {
  createCluster,
  DATABASE,
  databaseFolderIn,
  describeMissing,
  hasDatabase,
  PORT,
  type Settings,
  SUPERUSER,
  startCommand,
} from './cluster.ts'
import { isHeldByOthers, joinLifeline, type Lifeline, stoppingMark } from './lifeline.ts'
import {
  acceptsConnections,
  type Connection,
  findPostmaster,
  isPostmaster,
  OF_NO_SHELL,
  supervise,
} from './postmaster.ts'
import { emptySocketDir, openSocketDir, removeSocketDir, startLockIn } from './socket-dir.ts'
import { withLock } from './unix-lock.ts'
import { whyNotStarted } from './why-not-started.ts'

type EmbeddedPostgres = {
  /** Logs in as superuser. */
  connection: Connection
  /** Leaves the database. The last process to leave waits up to 30 seconds until it has stopped. */
  stop(): Promise<void>
}

type Place = {
  account: Account
  dataDir: string
  databaseFolder: string
  socketDir: string
  logFile: string
  connection: Connection
  settings: Settings
  onNotice: (line: string) => void
}

// Recovery after a crash can take a minute or two, and a second process waits for the first one.
const START_LIMIT_MS = 180_000
/** Longer than the time after which the supervisor makes PostgreSQL stop at once, which takes up to 5 seconds. */
const STOP_LIMIT_MS = 30_000
const SETTLE_LIMIT_MS = 60_000
const CLEAR_LIMIT_MS = 2_000
const POLL_MS = 10
const ATTEMPTS = 5
const PAUSE_MS = 300

/** Joins the PostgreSQL of this data folder, or starts it. `settings` apply when it starts; a running one keeps its own. */
export async function openEmbedded(options: {
  dataDir: string
  settings?: Settings
  onNotice?: (line: string) => void
}): Promise<EmbeddedPostgres> {
  const place = await findPlace(options)
  const deadline = performance.now() + START_LIMIT_MS
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await pause(PAUSE_MS)
    await openSocketDir(place.dataDir, place.account)
    const lifeline = await enter(place)
    if (lifeline && (await waitUntilAccepting(place, lifeline, deadline)))
      return { connection: place.connection, stop: () => leave(place, lifeline) }
  }
  await clearAway(place)
  throw await whyNotStarted(place.logFile, place.databaseFolder)
}

async function findPlace(options: Parameters<typeof openEmbedded>[0]): Promise<Place> {
  const dataDir = await makeDataDir(options.dataDir)
  const databaseFolder = databaseFolderIn(dataDir)
  // Refuses a folder that this account may not read, before anything is looked up or created for it.
  hasDatabase(dataDir)
  const account = await chooseAccount(databaseFolder)
  const socketDir = await openSocketDir(dataDir, account)
  return {
    account,
    dataDir,
    databaseFolder,
    socketDir,
    logFile: join(dataDir, 'postgres.log'),
    connection: { ...OF_NO_SHELL, host: socketDir, port: PORT, user: SUPERUSER, database: DATABASE },
    settings: options.settings ?? {},
    onNotice: options.onNotice ?? (() => {}),
  }
}

async function makeDataDir(path: string): Promise<string> {
  try {
    await makeFolder(path, 0o700)
    return await realpath(path)
  } catch (error) {
    const { code = '' } = asError(error)
    const [
      why,
      action = 'Set DATABASE_URL to a PostgreSQL server, or GATEHOUSE_DATA_DIR to a folder that this account may use.',
    ] = UNUSABLE[code] ?? []
    const reason = why === undefined ? '' : `, because ${why}`
    throw new Refusal(
      'unavailable',
      `The data folder ${path} cannot be opened or created${reason} (${code}). ${action}`,
    )
  }
}

/** Why a data folder cannot be used, by the code of the error, and what to do if another setting is not the answer. */
const UNUSABLE: Record<string, [why: string, action?: string]> = {
  EEXIST: ['it is a file'],
  ENOTDIR: ['a part of its path is a file'],
  EACCES: ['this account may not'],
  EROFS: ['its file system is read-only'],
  ENOSPC: ['its disk is full', 'Free up space there and run the command again.'],
  ENAMETOOLONG: ['its path, or a name in it, is too long'],
}

/** Joins the lifeline. If it has no reader, one process at a time starts one. Undefined if the caller has to try again. */
async function enter(place: Place): Promise<Lifeline | undefined> {
  const { socketDir } = place
  try {
    return (
      (await joinLifeline(socketDir)) ??
      (await withLock(
        startLockIn(socketDir),
        START_LIMIT_MS,
        async () => (await joinLifeline(socketDir)) ?? start(place),
      ))
    )
  } catch (error) {
    // While we waited for our turn, the last process to leave deleted the folder.
    if (existsSync(socketDir)) throw error
    return undefined
  }
}

async function start(place: Place): Promise<Lifeline | undefined> {
  const { account, dataDir, databaseFolder, onNotice } = place
  const binaries = await findBinaries({ account, dataDir, onNotice })
  if (!hasDatabase(dataDir)) {
    const missing = describeMissing(dataDir)
    if (missing) throw new Refusal('conflict', `${missing.message} ${missing.action}`)
    onNotice(`Creating the database in ${databaseFolder}.`)
    await createCluster({ ...place, binaries })
  }
  return supervise({ ...place, ...(await settle(place)), command: startCommand({ ...place, binaries }) })
}

/** Handles a PostgreSQL without a supervisor: waits for it if it is stopping, and adopts it if its supervisor was killed. */
async function settle(place: Place): Promise<{ adopt?: number; killed?: number }> {
  const { connection, databaseFolder, socketDir } = place
  const deadline = performance.now() + SETTLE_LIMIT_MS
  for (;;) {
    const found = await findPostmaster(databaseFolder, socketDir)
    if (!found) return {}
    if (!found.isRunning) return { killed: found.pid }
    const isStopping = existsSync(stoppingMark(socketDir))
    if (!isStopping && (await acceptsConnections(connection)) === 'yes') return { adopt: found.pid }
    if (performance.now() > deadline)
      throw new Refusal(
        'unavailable',
        `PostgreSQL runs on ${databaseFolder} as process ${found.pid}, but accepts no connection in ${socketDir}. ` +
          `Stop it (kill -INT ${found.pid}) and start again.`,
      )
    await pause(POLL_MS)
  }
}

/** Waits until the server accepts connections. Returns false, after leaving the lifeline, if it stops in the meantime or takes too long. */
async function waitUntilAccepting(place: Place, lifeline: Lifeline, deadline: number): Promise<boolean> {
  let isUp = false
  try {
    while (!isUp && lifeline.isRead() && performance.now() < deadline) {
      isUp = (await acceptsConnections(place.connection)) === 'yes'
      if (!isUp) await pause(POLL_MS)
    }
    return isUp
  } finally {
    if (!isUp) await lifeline.release()
  }
}

async function leave(place: Place, lifeline: Lifeline): Promise<void> {
  const { databaseFolder, socketDir, logFile, onNotice } = place
  const found = await findPostmaster(databaseFolder, socketDir)
  await lifeline.release()
  if (!found?.isRunning) return
  const deadline = performance.now() + STOP_LIMIT_MS
  while (await isPostmaster(found.pid, socketDir)) {
    if (await isHeldByOthers(socketDir)) return
    if (performance.now() > deadline) return onNotice(`PostgreSQL is still stopping; ${logFile} says why.`)
    await pause(POLL_MS)
  }
  await clearAway(place)
}

/**
 * Deletes the folder of sockets with the last process. A process that starts takes turns with this, and creates the folder again if it came too
 * late.
 */
async function clearAway({ databaseFolder, socketDir }: Place): Promise<void> {
  const clear = async () => {
    const isInUse = (await isHeldByOthers(socketDir)) || (await findPostmaster(databaseFolder, socketDir))?.isRunning
    if (!isInUse) await emptySocketDir(socketDir)
  }
  // The process that holds the lock is starting, and will clear the folder when it leaves.
  await withLock(startLockIn(socketDir), CLEAR_LIMIT_MS, clear).catch(() => {})
  await removeSocketDir(socketDir)
}
