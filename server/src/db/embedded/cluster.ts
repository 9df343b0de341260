/** Creates the database on disk, and provides the command and settings with which PostgreSQL is started on it. */
import { readdirSync, statSync } from 'node:fs'
import { chown, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asError } from '#server/base/as-error.ts'
import { Refusal } from '#server/base/refusal.ts'
import { typed } from '#server/base/typed-command.ts'
import { aboutMachine } from './about-machine.ts'
import { type Account, namePathInside, runAs } from './account.ts'
import type { Binaries } from './binaries.ts'

export type Settings = Record<string, string>

export const PORT = 5432
export const SUPERUSER = 'postgres'
export const DATABASE = 'gatehouse'

const DEFAULTS: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '128MB',
  max_connections: '100',
  // The defaults for log files of 16 MB. For ours, which are smaller, the defaults would keep fewer files for use again, and checkpoint four times as often.
  min_wal_size: '80MB',
  max_wal_size: '1GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Logs starts, stops and crashes, but not refused statements: they contain records, and the service logs its own errors.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

export function databaseFolderIn(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/** Whether the data folder has a database. Throws a Refusal if this account may not read the folder, because it may contain one nevertheless. */
export function hasDatabase(dataDir: string): boolean {
  const folder = databaseFolderIn(dataDir)
  try {
    return statSync(folder, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    const { code } = asError(error)
    if (code === 'ENOTDIR') return false
    throw new Refusal(
      'unavailable',
      `This account may not read ${dataDir} (${code}). Run the command as the owner of that folder or as root.`,
    )
  }
}

/** The command that starts PostgreSQL; it must run inside the database's folder. */
export function startCommand(options: {
  account: Account
  binaries: Binaries
  databaseFolder: string
  socketDir: string
  settings: Settings
}): string[] {
  const { account, binaries, databaseFolder, socketDir, settings } = options
  const all = { ...DEFAULTS, ...settings, unix_socket_directories: socketDir, port: String(PORT) }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [binaries.postgres, '-D', namePathInside(databaseFolder, account), ...flags]
}

/** Creates the database in a temporary folder that gets its final name when it is complete, so that an interrupted start leaves nothing that looks finished. */
export async function createCluster(options: {
  account: Account
  binaries: Binaries
  dataDir: string
  settings: Settings
}): Promise<void> {
  const { account, binaries, dataDir, settings } = options
  const final = databaseFolderIn(dataDir)
  for (const name of await readdir(dataDir))
    if (name.startsWith('postgres.new-')) await rm(join(dataDir, name), { recursive: true, force: true })
  const folder = await mkdtemp(join(dataDir, 'postgres.new-')).catch(error => {
    throw error.code === 'EACCES' ? notWritable(dataDir) : error
  })
  if (account.isOther) await chown(folder, account.uid, account.gid)
  try {
    await runAs(account, initCommand(binaries, namePathInside(folder, account), settings), { cwd: folder })
    await createDatabase(account, binaries, folder)
    await rename(folder, final)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw notCreated(dataDir, asError(error))
  }
  // Without this, a power failure could undo the rename, and the next start would create the database again.
  const parent = await open(dataDir)
  await parent.sync().finally(() => parent.close())
}

/** The prefixes of the folders that a restore makes: the database that it builds, and the one that it sets aside. */
export const RESTORING = 'restore.'
export const REPLACED = 'postgres.replaced-'

/**
 * Why an empty database must not be created in a data folder that has none, and what to do about it; undefined if one may be. An empty one would look
 * like the loss of everything, or be worked in for a day before anybody notices.
 */
export function describeMissing(dataDir: string): { message: string; action: string } | undefined {
  return describeHalfRestored(dataDir) ?? describeLost(dataDir)
}

/** What an interrupted restore left in the place of a database. */
function describeHalfRestored(dataDir: string): { message: string; action: string } | undefined {
  const left = namesIn(dataDir)
    .filter(name => name.startsWith(RESTORING) || name.startsWith(REPLACED))
    .sort()
  if (left.length === 0) return undefined
  const aside = left.findLast(name => name.startsWith(REPLACED))
  const back = aside === undefined ? '' : `, rename ${join(dataDir, aside)} to postgres for the database before it`
  return {
    message: `A restore into ${dataDir} is running or was interrupted, so no empty database is created there.`,
    action: `Run ${typed('restore')} again${back}, or delete ${left.join(' and ')} there to begin with an empty database.`,
  }
}

/**
 * What only a service with a database leaves in its data folder. A root key shows nothing, because it may be put in place before the first start or be
 * that of a service whose database was elsewhere.
 */
function describeLost(dataDir: string): { message: string; action: string } | undefined {
  const left = [
    ...['postgres.log', 'demo.json', 'demo-begun.json'].filter(name => isFile(join(dataDir, name))),
    ...(namesIn(join(dataDir, 'files')).length > 0 ? ['files'] : []),
  ].join(' and ')
  if (left === '') return undefined
  return {
    message: `The database of ${dataDir} is missing. It left ${left} there, so no empty database is created.`,
    action: `Run ${typed('restore')} with a backup, or put the folder ${databaseFolderIn(dataDir)} back. To begin with an empty database, move ${left} away.`,
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // If it is not a folder that can be read, the code that needs the folder reports it.
    return []
  }
}

function notWritable(dataDir: string): Refusal {
  return new Refusal(
    'unavailable',
    `This account may not write to the data folder ${dataDir}. Let it (chmod u+rwx or chown), or set GATEHOUSE_DATA_DIR to another folder.`,
  )
}

function notCreated(dataDir: string, { message }: Error): Refusal {
  const advice = aboutMachine(message) ?? (/No space left/.test(message) ? 'Free up space there' : 'Correct the cause')
  const reason = message.replace(/\.$/, '')
  return new Refusal(
    'unavailable',
    `The database cannot be created in ${dataDir}: ${reason}. ${advice} and start again.`,
  )
}

/**
 * The size of the files of the write-ahead log, in MB. Where none is left to be used again, such as during an import into a new database, the commit that
 * needs the next file first fills it with zeros and waits for the disk, and all other commits wait as well. During a large transaction of another connection,
 * on a busy machine, the slowest of a hundred small commits took 399 and 478 ms with the usual 16 MB, 46 and 48 ms with 4 MB, and 76 and 84 ms with 1 MB, for
 * the same processor time in total.
 */
const LOG_FILE_MB = 4

/** The command that initializes the cluster. The private folder of sockets lets this account and root log in as any user, including the superuser. */
function initCommand(binaries: Binaries, path: string, { fsync }: Settings): string[] {
  return [
    binaries.initdb,
    `--pgdata=${path}`,
    `--username=${SUPERUSER}`,
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    `--wal-segsize=${LOG_FILE_MB}`,
    // If the database may lose data while it runs, it may also lose data while it is created.
    ...(fsync === 'off' ? ['--no-sync'] : []),
  ]
}

/** Creates the database in single-user mode, so that a cluster under its final name always has its database. */
async function createDatabase(account: Account, binaries: Binaries, folder: string): Promise<void> {
  // Without an explicit oid the database would get one that is reserved for the system's own objects.
  const statements = [`create database ${DATABASE} oid 16384`]
  const failure = await runSingleUser({ account, binaries, folder, database: 'postgres', statements })
  if (failure !== undefined) throw new Refusal('unavailable', `The database could not be created: ${failure}`)
}

/**
 * Runs statements, each on one line, in a database to which nobody can connect. Resolves with the first error that PostgreSQL reports, or undefined:
 * single-user mode exits with success even after an error.
 */
export async function runSingleUser(options: {
  account: Account
  binaries: Binaries
  folder: string
  database: string
  statements: readonly string[]
}): Promise<string | undefined> {
  const { account, binaries, folder, database, statements } = options
  const command = [binaries.postgres, '--single', '-D', namePathInside(folder, account), database]
  const output = await runAs(account, command, { cwd: folder, input: `${statements.join('\n')}\n` })
  return /^.*(?:ERROR|FATAL|PANIC): .*$/m.exec(output)?.[0]
}
