/** Creates the database on disk, and says with which command and settings PostgreSQL is started on it. */
import { chown, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
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
  timezone: 'UTC',
  log_timezone: 'UTC',
  // What starts, stops and crashes, not every refused statement: those hold records, and the service logs its own errors.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

export const databaseFolderIn = (dataDir: string): string => join(dataDir, 'postgres')

/** Runs inside the database's folder. */
export const startCommand = (options: {
  account: Account
  binaries: Binaries
  databaseFolder: string
  socketDir: string
  settings: Settings
}): string[] => {
  const { account, binaries, databaseFolder, socketDir, settings } = options
  const all = { ...DEFAULTS, ...settings, unix_socket_directories: socketDir, port: String(PORT) }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [binaries.postgres, '-D', namePathInside(databaseFolder, account), ...flags]
}

/** Works in a folder of its own that takes the final name when it is whole: a start cut short leaves nothing that looks done. */
export const createCluster = async (options: {
  account: Account
  binaries: Binaries
  dataDir: string
  settings: Settings
}): Promise<void> => {
  const { account, binaries, dataDir, settings } = options
  const final = databaseFolderIn(dataDir)
  for (const name of await readdir(dataDir))
    if (name.startsWith('postgres.new-')) await rm(join(dataDir, name), { recursive: true, force: true })
  const folder = await mkdtemp(join(dataDir, 'postgres.new-'))
  if (account.isOther) await chown(folder, account.uid, account.gid)
  const path = namePathInside(folder, account)
  await runAs(account, initCommand(binaries, path, settings), { cwd: folder })
  await createDatabase(account, binaries, folder, path)
  await rename(folder, final)
  // Without this a power cut could undo the rename, and the next start would begin anew.
  const parent = await open(dataDir)
  await parent.sync().finally(() => parent.close())
}

/** The private folder of sockets lets this account and root log in as any user, the superuser included. */
const initCommand = (binaries: Binaries, path: string, { fsync }: Settings): string[] => [
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
  // A database that may be lost while it runs may be lost while it is made.
  ...(fsync === 'off' ? ['--no-sync'] : []),
]

/** Runs in single-user mode, so that a cluster under its final name always has its database. */
const createDatabase = async (account: Account, binaries: Binaries, folder: string, path: string): Promise<void> => {
  // Without an oid it would take one that is reserved for the system's own objects.
  const output = await runAs(account, [binaries.postgres, '--single', '-D', path, 'postgres'], {
    cwd: folder,
    input: `create database ${DATABASE} oid 16384\n`,
  })
  // Single-user mode ends well also after an error.
  if (/^.*(ERROR|FATAL|PANIC): /m.test(output)) throw new Error(`The database could not be created: ${output.trim()}`)
}
