/** The doctor's checks of uploaded files: whether they can be kept where the settings say, and whether a sample of those that records name is there. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { asError } from '../../base/as-error.ts'
import { closestExisting } from '../../base/make-folder.ts'
import type { Config } from '../../config.ts'
import type { DatabaseConnection } from '../../db/session.ts'
import { type FilesPlace, openStorage } from '../../platform/files/open-storage.ts'
import { asReader } from './database.ts'
import { type Finding, ok, problem, skipped } from './finding.ts'

const LIMIT_MS = 5_000
/** More than a file system keeps within its own records, so that it needs room. */
const BYTES_TRIED = 65_536
/** How many organizations, chosen each time, and how many of the newest files of each are looked for. */
const SAMPLE = { organizations: 20, files: 5 }

/** Whether this account can read and write where uploaded files are kept. A folder is created when the first file is stored. */
export async function checkUploads({ files: { place } }: Config): Promise<Finding[]> {
  try {
    if (place.kind === 'bucket') await tryBucket(place)
    else if (existsSync(place.path)) await tryFolder(place.path)
    else {
      await tryParent(place.path)
      return [ok('uploads', `${place.path} will be created when the first file is uploaded.`)]
    }
    return [ok('uploads', `Uploaded files can be read and written in ${nameOf(place)}.`)]
  } catch (error) {
    const { message, cause } = asError(error)
    // A fetch that fails says why in its cause.
    const reason = [message, asError(cause).cause]
      .map(one => (one instanceof Error ? one.message : one))
      .filter(Boolean)
    return [
      problem(
        'uploads',
        `Uploaded files cannot be kept in ${nameOf(place)}: ${reason.join(': ')}.`,
        place.kind === 'bucket'
          ? 'Correct the settings that begin with S3_, and let the access key read, write and delete objects of the bucket.'
          : 'Correct FILES_DIR, or GATEHOUSE_DATA_DIR if FILES_DIR is not set, or let the account that the service runs as write to the folder.',
      ),
    ]
  }
}

/** Stores one byte, reads it and removes it: a key that may not, a bucket that does not exist and a clock that is wrong refuse one of these. */
async function tryBucket(place: FilesPlace): Promise<void> {
  const storage = openStorage(place)
  const key = randomBytes(16).toString('hex')
  await storage.put(key, Readable.from([Buffer.from('x')]), 1, AbortSignal.timeout(LIMIT_MS))
  const stored = await storage.get(key)
  await storage.remove(key)
  if (stored === undefined) throw new Error('what was just stored is not there')
  stored.destroy()
}

/** Checks that this account can write to the temporary folder, where uploaded import files are kept until they have been read. */
export async function checkTemporaryFolder(): Promise<Finding[]> {
  try {
    await tryFolder(tmpdir())
    return []
  } catch (error) {
    return [
      problem(
        'uploads',
        `Uploaded import files cannot be written to the temporary folder, ${tmpdir()}: ${asError(error).message}.`,
        'Create the folder, let the account of the service write to it, or correct TMPDIR.',
      ),
    ]
  }
}

/** Throws unless this account may list the folder and store a file in it, which a quota of the account may prevent. */
async function tryFolder(path: string): Promise<void> {
  if (!(await stat(path)).isDirectory()) throw new Error('it is not a folder')
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
  const folder = await mkdtemp(join(path, '.doctor-'))
  try {
    await writeFile(join(folder, 'file'), randomBytes(BYTES_TRIED))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Throws unless the folder could be created: its closest parent that exists must be a folder that can be written. */
async function tryParent(path: string): Promise<void> {
  const parent = closestExisting(dirname(path))
  try {
    await tryFolder(parent)
  } catch (error) {
    throw new Error(`it cannot be created in ${parent}: ${asError(error).message}`)
  }
}

/** Whether the newest uploaded files of some organizations are where they were stored. A folder that was moved, or not restored, lacks them. */
export async function checkStoredFiles(
  { files: { place } }: Config,
  connection: DatabaseConnection,
): Promise<Finding[]> {
  const keys = await newestKeys(connection)
  if (keys.length === 0) return [skipped('stored files', 'No file has been uploaded.')]
  const storage = openStorage(place)
  let missing = 0
  try {
    for (const key of keys) {
      const bytes = await storage.get(key)
      if (bytes === undefined) missing += 1
      bytes?.destroy()
    }
  } catch {
    return [skipped('stored files', `Not checked, because files in ${nameOf(place)} cannot be read.`)]
  }
  const looked = `${keys.length} uploaded ${keys.length === 1 ? 'file was' : 'files were'} looked for in ${nameOf(place)}`
  return missing === 0
    ? [ok('stored files', `${looked}, and none is missing.`)]
    : [
        problem(
          'stored files',
          `${looked}, and ${missing} of them ${missing === 1 ? 'is' : 'are'} missing.`,
          'Put the files back from your backup, or correct the setting that says where they are: FILES_DIR, GATEHOUSE_DATA_DIR or S3_BUCKET.',
        ),
      ]
}

async function newestKeys(connection: DatabaseConnection): Promise<string[]> {
  const { rows: organizations } = await asReader(connection, 'gatehouse_platform', client =>
    client.query<{ id: string }>('select id from organizations order by random() limit $1', [SAMPLE.organizations]),
  )
  return asReader(connection, 'gatehouse_app', async client => {
    const keys: string[] = []
    for (const { id } of organizations) {
      await client.query(`select set_config('app.org', $1, false)`, [id])
      const { rows } = await client.query<{ storage_key: string }>(
        `select storage_key from files where organization_id = $1 and stored_at is not null and deleted_at is null
          order by created_at desc limit $2`,
        [id, SAMPLE.files],
      )
      keys.push(...rows.map(row => row.storage_key))
    }
    return keys
  })
}

function nameOf(place: FilesPlace): string {
  return place.kind === 'bucket' ? `the bucket ${place.bucket}` : place.path
}
