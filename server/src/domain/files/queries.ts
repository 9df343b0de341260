/** SQL of files. `$1` is the organization, except where upkeep looks across all of them. */
import type { Static } from 'typebox'
import type { File } from '#contract/console/files.ts'
import { statement } from '#server/db/statement.ts'

export type FileRow = Static<typeof File>
export type StoredFile = FileRow & { storage_key: string }

const COLUMNS = 'f.id as file_id, f.record_id, f.name, f.content_type, f.size_bytes, f.uploaded_by, f.created_at'
const READABLE = 'f.organization_id = $1 and f.stored_at is not null and f.deleted_at is null'

export const listFilesOf = statement<FileRow>(
  'list_files_of',
  `select ${COLUMNS} from files f where ${READABLE} and f.record_id = $2 order by f.created_at, f.id limit 50`,
)

export const findFile = statement<StoredFile>(
  'find_file',
  `select ${COLUMNS}, f.storage_key from files f where ${READABLE} and f.id = $2`,
)

/** Locks the files of an organization, so that only one transaction at a time adds up and changes what counts toward its limits. */
export const lockFiles = statement<never>(
  'lock_files',
  `select pg_advisory_xact_lock(hashtextextended('files ' || $1::uuid, 0))`,
)

/** What the organization and the record `$2` have, including uploads that are under way. */
export const countFiles = statement<{ of_record: number; bytes: number }>(
  'count_files',
  `select count(*) filter (where record_id = $2)::int as of_record, coalesce(sum(size_bytes), 0)::bigint as bytes
     from files where organization_id = $1 and deleted_at is null`,
)

/** The kind of the record `$2`; no row if there is none. */
export const findFileRecord = statement<{ kind: 'unit' | 'work_order' | 'lease' }>(
  'find_file_record',
  `select 'unit' as kind from units where organization_id = $1 and id = $2
    union all
   select 'work_order' from work_orders where organization_id = $1 and id = $2
    union all
   select 'lease' from leases where organization_id = $1 and id = $2`,
)

/** Stores a file; `$3` is the kind of its record and `$4` the record's ID. */
export const insertFile = statement<never>(
  'insert_file',
  `insert into files (
     organization_id, id, unit_id, work_order_id, lease_id, name, content_type, size_bytes, storage_key, uploaded_by, created_at
   ) values (
     $1, $2, case when $3 = 'unit' then $4 end, case when $3 = 'work_order' then $4 end, case when $3 = 'lease' then $4 end,
     $5, $6, $7, $8, $9, $10
   )`,
)

export const markStored = statement<FileRow>(
  'mark_file_stored',
  `update files f set stored_at = $3 where f.organization_id = $1 and f.id = $2 and f.deleted_at is null returning ${COLUMNS}`,
)

export const markDeleted = statement<FileRow>(
  'mark_file_deleted',
  `update files f set deleted_at = $3 where f.organization_id = $1 and f.id = $2 and f.deleted_at is null returning ${COLUMNS}`,
)

/** At most `$2` files whose bytes nobody needs: they were deleted, or begun before `$1` and never completed. */
export const listFilesToRemove = statement<{ organization_id: string; id: string; storage_key: string }>(
  'list_files_to_remove',
  `select organization_id, id, storage_key
     from files
    where deleted_at is not null or (stored_at is null and created_at < $1)
    limit $2::int`,
)

export const deleteFileRow = statement<never>('delete_file', 'delete from files where organization_id = $1 and id = $2')
