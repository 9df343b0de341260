/** Files of units, work orders and leases: listing, starting, completing and deleting them. The bytes are stored elsewhere (platform/files). */
import { randomBytes } from 'node:crypto'
import { type FileType, MAX_FILES_PER_RECORD } from '#contract/console/files.ts'
import { newId } from '#server/base/ids.ts'
import { Refusal, requireOne, unknownReference } from '#server/base/refusal.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import {
  countFiles,
  type FileRow,
  findFile,
  findFileRecord,
  insertFile,
  listFilesOf,
  lockFiles,
  markDeleted,
  markStored,
  type StoredFile,
} from './queries.ts'

type Changing = Pick<Context, 'db' | 'actor' | 'now'>

export const listFiles: ConsoleOperations['listFiles'] = async ({ db }, { record_id }) => ({
  data: await db.query(listFilesOf, [db.organizationId, record_id]),
})

export const deleteFile: ConsoleOperations['deleteFile'] = async (context, { file_id }) => {
  const { db, now } = context
  const before = await readFile(context, file_id)
  const deleted = requireOne(await db.query(markDeleted, [db.organizationId, file_id, new Date(now)]), 'file')
  await logAdministration(context, 'file.delete', file_id, { before: described(before) })
  return deleted
}

/** Finds a file whose bytes can be read. */
export async function readFile({ db }: Pick<Context, 'db'>, id: string): Promise<StoredFile> {
  return requireOne(await db.query(findFile, [db.organizationId, id]), 'file')
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`
}

type NewFile = { recordId: string; name: string; type: FileType; length: number }

/** Reserves space for a file whose bytes are about to arrive; `limitBytes` is what the organization may have in total. */
export async function beginFile(
  { db, actor, now }: Changing,
  { recordId, name, type, length }: NewFile,
  limitBytes: number,
): Promise<{ fileId: string; key: string }> {
  const [record] = await db.query(findFileRecord, [db.organizationId, recordId])
  if (!record) throw unknownReference('record_id', 'a unit, a work order or a lease')
  await db.query(lockFiles, [db.organizationId])
  const { of_record, bytes } = onlyRow(await db.query(countFiles, [db.organizationId, recordId]))
  if (of_record >= MAX_FILES_PER_RECORD) {
    throw new Refusal('conflict', `A record can have at most ${MAX_FILES_PER_RECORD} files. Delete one first.`)
  }
  if (bytes + length > limitBytes) {
    throw new Refusal(
      'conflict',
      `The files of the organization use ${inMegabytes(bytes)} of the ${inMegabytes(limitBytes)} allowed, which leaves no room for this file of ${inMegabytes(length)}. Delete files that are no longer needed.`,
    )
  }
  const [fileId, key] = [newId('file', now), randomBytes(16).toString('hex')]
  const about = [name, type, length, key, actor, new Date(now)]
  await db.query(insertFile, [db.organizationId, fileId, record.kind, recordId, ...about])
  return { fileId, key }
}

/** Makes a file readable once its bytes are stored. */
export async function completeFile(context: Changing, fileId: string): Promise<FileRow> {
  const { db, now } = context
  const stored = requireOne(await db.query(markStored, [db.organizationId, fileId, new Date(now)]), 'file')
  await logAdministration(context, 'file.upload', fileId, { after: described(stored) })
  return stored
}

/** Gives up a file whose bytes did not arrive. */
export async function abandonFile({ db, now }: Changing, fileId: string): Promise<void> {
  await db.query(markDeleted, [db.organizationId, fileId, new Date(now)])
}

function described({ record_id, name, content_type, size_bytes }: FileRow): Record<string, unknown> {
  return { record_id, name, content_type, size_bytes }
}
