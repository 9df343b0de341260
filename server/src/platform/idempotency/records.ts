/** SQL of idempotency records. `$1` is the organization; `$2` to `$5` are the key family, method, path and key. */
import { statement } from '#server/db/statement.ts'

/** How long a reply can be replayed: 24 hours, as the specification says. */
export const KEPT_MS = 24 * 3_600_000

/** Locks `$1` until the transaction ends. Returns false immediately if another transaction holds the lock. */
export const tryLock = statement<{ locked: boolean }>(
  'try_idempotency_lock',
  'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
)

/**
 * Finds a record. Those created at or before `$6` have expired. That is a column and no condition, because a condition can be looked up in the index
 * by age as well: PostgreSQL prefers that one while the table is empty, and each lookup then reads every record that is stored until the table is
 * analyzed again.
 */
export const findRecord = statement<{ body_sha256: Buffer; status: number; reply: string; is_expired: boolean }>(
  'find_idempotency_record',
  `select body_sha256, status, reply, created_at <= $6 as is_expired from idempotency_records
    where organization_id = $1 and key_family = $2 and method = $3 and path = $4 and key = $5`,
)

/** Stores a record, replacing an expired one if there is one. It fails if a valid one exists, since a reply is never null. */
export const storeRecord = statement<never>(
  'store_idempotency_record',
  `insert into idempotency_records (organization_id, key_family, method, path, key, body_sha256, status, reply, created_at)
   values ($1, $2, $3, $4, $5, $7, $8, $9, $10)
   on conflict (organization_id, key_family, method, path, key) do update
     set body_sha256 = excluded.body_sha256, status = excluded.status, created_at = excluded.created_at,
         reply = case when idempotency_records.created_at <= $6 then excluded.reply end`,
)

/**
 * Deletes up to `$2` records that were created by `$1`, in all organizations. The age is checked twice, because a record may be stored again in
 * between.
 */
export const deleteExpired = statement<{ count: number }>(
  'delete_expired_idempotency_records',
  `with gone as (
     delete from idempotency_records
      where created_at <= $1
        and (organization_id, key_family, method, path, key) in (
          select organization_id, key_family, method, path, key from idempotency_records
           where created_at <= $1 order by created_at limit $2
        )
     returning 1
   )
   select count(*)::int as count from gone`,
)
