/**
 * How far the changes of one organization can be read. Transactions commit in a different order than they begin, so a reader stops at the oldest one
 * that is still running and may write for the organization: every transaction before that horizon has ended.
 *
 * Each write transaction carries its organization in its `application_name`, from before it gets a number until it has ended, and row-level security
 * lets it write for no other. So a transaction that carries another organization is ignored, as is one of another database of the same server: the
 * import of one organization, which may take most of a minute, does not hold back the copies of the others. Whatever cannot be attributed counts as
 * this organization's: a transaction that ended since the snapshot, an operator's, or that of a process of an earlier version.
 */
import { statement } from './statement.ts'

const PREFIX = 'gatehouse '

/** Sets the organization of a write transaction and names the transaction after it, both until it ends. It is sent before any other statement. */
export const beginForOrganization = statement<never>(
  'begin_for_organization',
  `select where set_config('app.org', $1::uuid::text, true) is null
             or set_config('application_name', '${PREFIX}' || $1::uuid, true) is null`,
)

/** SQL of the number (`xid8`) of the oldest transaction that may still write for `organization`, which is SQL of a uuid or of null for any. */
export function horizonOf(organization: string): string {
  return `coalesce(
    (
      select min(running.xid)
        from pg_snapshot_xip(pg_current_snapshot()) as running (xid)
       where not exists (
         select from pg_stat_activity a
          where a.backend_xid = running.xid::xid
            and (
              a.datname <> current_database()
              or (a.application_name like '${PREFIX}________-%' and a.application_name <> '${PREFIX}' || ${organization})
            )
       )
    ),
    pg_snapshot_xmax(pg_current_snapshot())
  )`
}
