/** `backup` and `restore`: writing the embedded database to one file while it runs, and restoring it. */
import { existsSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'
import { systemClock } from '../base/clock.ts'
import { instantInFileName } from '../base/instants.ts'
import { Refusal } from '../base/refusal.ts'
import { typed } from '../base/typed-command.ts'
import type { Config } from '../config.ts'
import { type AboutBackup, FORMAT, readBackup, writeBackup } from '../db/embedded/backup/backup-file.ts'
import { damaged, takeBaseBackup } from '../db/embedded/backup/base-backup.ts'
import { replaceDatabase } from '../db/embedded/backup/replace-database.ts'
import { openEmbedded } from '../db/embedded/open-embedded.ts'
import { giveToOwner } from '../db/embedded/owner.ts'
import type { Connection } from '../db/embedded/postmaster.ts'
import { describeLostPages } from '../db/lost-pages.ts'
import { restoreFiles, storedFiles } from '../platform/files/folder-backup.ts'
import { rootKeyFileIn } from '../platform/root-keys.ts'
import { version } from '../version.ts'
import type { Command } from './command.ts'
import { refuseMissing } from './session.ts'
import { untilStopped } from './stop-signals.ts'

const MEGABYTE = 1_000_000

export const backupCommand: Command = {
  words: 'backup',
  about: 'Write the embedded database and uploaded files to one file. The service may keep running.',
  operands: ['[FILE]'],
  options: {
    'with-root-key': {
      about: 'Include the data folder’s root key: anyone who can read the file can then sign as you do.',
    },
    'without-files': { about: 'Leave out uploaded photos and documents. Copy their folder yourself.' },
  },
  async run({ config, terminal, operands, isSet }) {
    const folder = folderOfFiles(config)
    refuseOwnDatabase(config, 'Back it up with its own tools')
    const now = systemClock.now()
    const file = resolve(operands[0] ?? `gatehouse-${instantInFileName(now)}.tar.gz`)
    if (existsSync(file)) throw new Refusal('conflict', `${file} exists. Name another file.`)
    refuseMissing(config)
    const rootKeyFile = rootKeyFileIn(config.dataDir)
    const hasRootKey = existsSync(rootKeyFile)
    const rootKey = isSet('with-root-key') && hasRootKey ? await readFile(rootKeyFile, 'utf8') : undefined
    const uploaded = folder === undefined || isSet('without-files') ? noFiles() : storedFiles(folder)
    const database = await openEmbedded({ dataDir: config.dataDir, onNotice: terminal.notice })
    try {
      const about = await describe(database.connection, new Date(now).toISOString())
      const bytes = await untilStopped(`the backup was interrupted, and ${file} was not written.`, stopped => {
        const pieces = takeBaseBackup(database.connection, stopped)
        return writeBackup(file, { about, pieces, rootKey, uploaded }, stopped)
      })
      const size = `${(bytes / MEGABYTE).toFixed(1)} MB`
      return {
        json: { file, bytes, includes_root_key: rootKey !== undefined, ...about },
        lines: [`Wrote ${file} (${size}).`, ...adviceOn(rootKey !== undefined, config, hasRootKey)],
      }
    } finally {
      await database.stop()
    }
  },
}

/** The folder of uploaded files; undefined if they are in a bucket, which keeps them by itself. */
function folderOfFiles({ files: { place } }: Config): string | undefined {
  return place.kind === 'folder' ? place.path : undefined
}

async function* noFiles(): AsyncGenerator<never, void> {}

/** What to keep elsewhere: the keys of GATEHOUSE_ROOT_KEY if it is set, otherwise the key in the data folder. */
function adviceOn(isIncluded: boolean, { rootKey }: Config, hasRootKey: boolean): string[] {
  const included = isIncluded ? ['It holds the root key: keep it as secret as the key itself.'] : []
  if (rootKey !== undefined) {
    return [
      ...included,
      'The keys of GATEHOUSE_ROOT_KEY are not in it. Keep them elsewhere: webhook secrets cannot be derived without them.',
    ]
  }
  if (isIncluded) return included
  return hasRootKey
    ? [
        'The root key is not in it. Keep a copy of the data folder’s root-key elsewhere: webhook secrets cannot be derived without it.',
      ]
    : ['There is no root key yet: the first start makes one in the data folder, unless GATEHOUSE_ROOT_KEY is set.']
}

async function describe(connection: Connection, madeAt: string): Promise<AboutBackup> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select current_setting('server_version') as postgresql,
              (select name from schema_migrations order by version desc limit 1) as migration`,
    )
    const lost = await describeLostPages(client)
    if (lost !== undefined) throw damaged(lost)
    return { format: FORMAT, version: version(), made_at: madeAt, architecture: process.arch, ...rows[0] }
  } finally {
    await client.end()
  }
}

/**
 * Statements that run in the restored database. Its transactions may reuse numbers that earlier cursors contain, so it gets another identity
 * (decisions/0017). An SMS is sent at most once (decisions/0006), and those that were waiting may have been sent since.
 */
const AS_ANOTHER_DATABASE = [
  'update database_identity set id = gen_random_uuid()',
  `update messages set status = 'FAILED', failure_reason = 'The database was restored from a backup, so it is not known whether the message was sent.', next_attempt_at = null, claimed_until = null, is_underway = false where status = 'QUEUED' and channel = 'SMS'`,
]

export const restoreCommand: Command = {
  words: 'restore',
  about: 'Replace the embedded database, which must not be running, with a backup.',
  operands: ['FILE'],
  options: {
    force: { about: 'Replace the existing database, which is kept in the data folder under another name.' },
    check: { about: 'Only check that the file is complete and unchanged.' },
  },
  async run({ config, terminal, operands, isSet }) {
    const path = resolve(operands[0] as string)
    if (isSet('check')) {
      const { about } = await readBackup(path)
      return { json: { file: path, ...about }, lines: [`${path} is complete and unchanged. ${inWords(about)}`] }
    }
    refuseOwnDatabase(config, 'Restore it with its own tools')
    const folder = folderOfFiles(config)
    const nowMs = systemClock.now()
    const { replaced, files, ...restored } = await untilStopped(LEFT_BY_RESTORE, stopped =>
      replaceBy(path, { config, folder, nowMs, isForced: isSet('force'), onNotice: terminal.notice, stopped }),
    )
    const { about } = restored
    const keyLine = await restoreRootKey(config, restored.rootKey, nowMs)
    return {
      json: { file: path, data_dir: config.dataDir, replaced: replaced ?? null, files, ...about },
      lines: [
        `Restored ${config.dataDir}. ${inWords(about)}`,
        ...(replaced === undefined
          ? []
          : [`The previous database is in ${replaced}. Delete it when it is no longer needed.`]),
        filesLine(files, folder),
        keyLine,
        `Copies that are kept with GET /changes must start again with an export. Run ${typed('doctor')} next.`,
      ],
    }
  },
}

const LEFT_BY_RESTORE = 'the restore was interrupted. Nothing was changed; run it again.'

/** Replaces the database and the uploaded files of the data folder with those of the backup. */
async function replaceBy(
  path: string,
  options: {
    config: Config
    folder: string | undefined
    nowMs: number
    isForced: boolean
    onNotice: (line: string) => void
    stopped: AbortSignal
  },
) {
  const { config, folder, nowMs, isForced, onNotice, stopped } = options
  const restoring = folder === undefined ? undefined : restoreFiles(folder)
  let restored: Awaited<ReturnType<typeof readBackup>> | undefined
  let files = 0
  const replaced = await replaceDatabase({
    dataDir: config.dataDir,
    isForced,
    nowMs,
    statements: AS_ANOTHER_DATABASE,
    onNotice,
    stopped,
    async fill(take) {
      restored = await readBackup(path, { take, takeUploaded: restoring?.take, stopped })
      refuseOther(restored.about)
    },
    // Before the records that name them: a restore that is killed in between must not leave records without their files.
    async beforeSwap() {
      files = (await restoring?.finish()) ?? 0
    },
  }).catch(async error => {
    await restoring?.abandon()
    throw error
  })
  return { ...(restored as NonNullable<typeof restored>), replaced, files }
}

function filesLine(files: number, folder: string | undefined): string {
  if (folder === undefined) return 'Uploaded files are in your bucket; those in the backup, if any, were not restored.'
  if (files === 0) return `The backup holds no uploaded files; ${folder} is as it was.`
  return `${files} uploaded ${files === 1 ? 'file is' : 'files are'} back in ${folder}.`
}

function refuseOwnDatabase({ databaseUrl }: Config, advice: string): void {
  if (databaseUrl === undefined) return
  throw new Refusal('conflict', `DATABASE_URL names a PostgreSQL of your own. ${advice}: docs/backup.md says how.`)
}

function refuseOther({ format, architecture }: AboutBackup): void {
  if (format !== FORMAT)
    throw new Refusal('conflict', `The backup has format ${format}, which this version cannot read.`)
  if (architecture !== process.arch) {
    throw new Refusal('conflict', `The backup is from a machine with ${architecture}; this one has ${process.arch}.`)
  }
}

/**
 * Puts the key of the backup into the data folder. If there is a different one, it is kept under another name, as its database is. That name contains
 * the time, because several restores may follow one another.
 */
async function restoreRootKey(config: Config, rootKey: string | undefined, nowMs: number): Promise<string> {
  const file = rootKeyFileIn(config.dataDir)
  const present = await readFile(file, 'utf8').catch(() => undefined)
  if (rootKey === undefined) {
    return config.rootKey !== undefined || present !== undefined
      ? 'The root keys stay as they are; the doctor shows whether they are the right ones.'
      : 'The backup holds no root key. Before you start the service, put your copy of root-key into the data folder, or set GATEHOUSE_ROOT_KEY.'
  }
  if (present === rootKey)
    return `The root key in the data folder is the one in the backup.${unusedKey(config, rootKey)}`
  const aside = `${file}.replaced-${instantInFileName(nowMs)}`
  if (present !== undefined) await rename(file, aside)
  const handle = await open(file, 'wx', 0o600)
  await handle.writeFile(rootKey)
  await giveToOwner(file)
  await handle.sync()
  await handle.close()
  const restored =
    present === undefined ? 'The root key was restored.' : `The root key was restored; the other one is in ${aside}.`
  return restored + unusedKey(config, rootKey)
}

/** GATEHOUSE_ROOT_KEY takes the place of the key in the data folder, which may be the only one from which stored secrets were derived. */
function unusedKey({ rootKey: set }: Config, rootKey: string): string {
  if (set === undefined || set.split(',').some(key => key.trim() === rootKey.trim())) return ''
  return ' The service does not use it, because GATEHOUSE_ROOT_KEY is set and lacks it: add it there, behind the key that is there now.'
}

function inWords({ made_at: madeAt, version: by, migration }: AboutBackup): string {
  return `The backup was made at ${madeAt} by Gatehouse ${by}, at migration ${migration}.`
}
