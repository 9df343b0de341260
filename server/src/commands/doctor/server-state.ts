/** The doctor's check of a PostgreSQL that still answers, but would lose answered writes, stop accepting writes, or fill its disk. */
import type pg from 'pg'
import { counted } from '../../base/text.ts'
import type { Config } from '../../config.ts'
import { onlyRow } from '../../db/only-row.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** What the server says about itself. */
export type ServerState = {
  /** Settings without which a power failure loses answered writes or damages the database, and that are off. */
  unsafe: string[]
  /** Settings for the repair of a damaged database that are still on. */
  repairing: string[]
  /** The setting by which statements are logged with their values; null if none is. */
  valuesLogged: string | null
  /** Whether PostgreSQL logs the details of an error, which quote the row. */
  detailsLogged: boolean
  /** How many standbys must have a write before it is confirmed, and how many of those that may count are connected. */
  confirming: { needed: number; connected: number }
  isVacuuming: boolean
  /** Tables that autovacuum leaves out. */
  unvacuumed: string[]
  /** The segment of the log that could not be archived when this was last tried; empty if nothing says how to, and null if all is well. */
  unarchived: string | null
  /** Whether each page has a checksum, without which a page that the disk has damaged is read, and copied into backups, as if it were sound. */
  hasChecksums: boolean
  /** Transactions since the oldest row that is not frozen. At about 2.1 billion, PostgreSQL accepts no writes. */
  transactionAge: number
  /** Replication slots that nobody uses, and how many bytes of the log each keeps on the disk. */
  slots: { name: string; kept: number }[]
  /** Prepared transactions that have waited for an hour. */
  prepared: string[]
  /** The versions of the collation with which the database was created, and of the one that the system has today; null if it has none. */
  collation: { created: string | null; today: string | null }
  /** Indexes that depend on that collation. */
  sorted: number
}

const GIGABYTE = 1_000_000_000
const MAX_KEPT_GIGABYTES = 2
/** Autovacuum begins to freeze at 200 million. */
const OLD_AGE = 1_000_000_000
const NAMED = 3

/** Collations of `C`, and of locales whose order is that of code points, have no version that could change. */
const FIND_STATE = `
  select array(select name from pg_settings
                where name in ('fsync', 'full_page_writes', 'synchronous_commit') and reset_val = 'off' order by name) as unsafe,
         array(select name from pg_settings
                where name in ('zero_damaged_pages', 'ignore_checksum_failure', 'ignore_system_indexes') and reset_val = 'on' order by name) as repairing,
         (select min(name) from pg_settings
           where (name = 'log_statement' and reset_val in ('mod', 'all') or name in ('log_min_duration_statement', 'log_min_duration_sample') and reset_val <> '-1')
             and (select reset_val from pg_settings where name = 'log_parameter_max_length') <> '0') as "valuesLogged",
         (select bool_and(case name when 'log_error_verbosity' then reset_val <> 'terse' else reset_val not in ('log', 'fatal', 'panic') end)
            from pg_settings where name in ('log_error_verbosity', 'log_min_messages')) as "detailsLogged",
         (select json_build_object(
             'needed', case when names.list = '' or names.is_local then 0 else coalesce(substring(names.list from '(?i)^ *(?:first|any)? *([0-9]+) *[(]')::int, 1) end,
             'connected', (select count(*) from pg_stat_replication where coalesce(sync_state, 'sync') in ('sync', 'quorum')))
            from (select current_setting('synchronous_standby_names') as list,
                         (select reset_val in ('off', 'local') from pg_settings where name = 'synchronous_commit') as is_local) names) as confirming,
         current_setting('autovacuum') = 'on' and current_setting('track_counts') = 'on' as "isVacuuming",
         array(select c.oid::regclass::text from pg_class c, unnest(c.reloptions) setting
                where setting ~* '^autovacuum_enabled=(f|off|no|0)' and c.relnamespace::regnamespace::text in ('public', 'audit', 'console') order by 1) as unvacuumed,
         (select case when current_setting('archive_command') = '' and coalesce(current_setting('archive_library', true), '') = '' then ''
                      when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_wal end
            from pg_stat_archiver where current_setting('archive_mode') <> 'off') as unarchived,
         current_setting('data_checksums') = 'on' as "hasChecksums",
         greatest(age(d.datfrozenxid), mxid_age(d.datminmxid))::float8 as "transactionAge",
         coalesce((select json_agg(json_build_object('name', s.slot_name, 'kept', pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, s.restart_lsn)) order by s.slot_name)
            from pg_replication_slots s where not s.active and s.restart_lsn is not null), '[]') as slots,
         array(select gid from pg_prepared_xacts where database = current_database() and prepared < now() - interval '1 hour' order by gid) as prepared,
         json_build_object('created', d.datcollversion, 'today', pg_database_collation_actual_version(d.oid)) as collation,
         (select count(distinct i.indexrelid)::int from pg_index i join pg_class c on c.oid = i.indrelid, unnest(i.indcollation::oid[]) sorted
           where sorted = 'pg_catalog."default"'::regcollation and c.relnamespace::regnamespace::text in ('public', 'audit', 'console')) as sorted
    from pg_database d where d.datname = current_database()`

export async function checkServerState(client: pg.Client, { environment }: Config): Promise<Finding[]> {
  const { rows } = await client.query<ServerState>(FIND_STATE)
  const found = describeState(onlyRow(rows), environment)
  return found.length > 0
    ? found
    : [ok('server', 'PostgreSQL keeps what it has written, and nothing holds up its cleaning.')]
}

/** What is wrong in this state. For development, a server may be fast instead of safe. */
export function describeState(state: ServerState, environment: Config['environment']): Finding[] {
  return [
    ...(environment === 'production' ? [...unsafeSettings(state), ...loggedValues(state)] : []),
    ...leftFromRepair(state),
    ...unarchivedLog(state),
    ...missingStandbys(state),
    ...oldRows(state),
    ...largeSlots(state),
    ...forgottenTransactions(state),
    ...changedOrder(state),
  ]
}

function loggedValues({ valuesLogged, detailsLogged }: ServerState): Finding[] {
  const found = detailsLogged ? [LOGGED_ROWS] : []
  if (valuesLogged === null) return found
  return [
    ...found,
    warning(
      'server',
      `PostgreSQL logs statements with their values (${valuesLogged}), such as names, e-mail addresses and sessions.`,
      'Run ALTER ROLE … SET log_parameter_max_length = 0 as a superuser, for the user of DATABASE_URL. Statements are then logged without their values.',
    ),
  ]
}

const LOGGED_ROWS = warning(
  'server',
  'PostgreSQL logs the values of rows that it refuses, such as a duplicate e-mail address.',
  'Run ALTER ROLE … SET log_error_verbosity = terse as a superuser, for the user of DATABASE_URL. The log then states the error without the row.',
)

function leftFromRepair({ repairing }: ServerState): Finding[] {
  return repairing.map(name =>
    problem(
      'server',
      `${name} is on, which is for the repair of a damaged database: records on a damaged page are lost or changed without an error.`,
      `Set ${name} to off, for the server, the login and the database.`,
    ),
  )
}

function unarchivedLog({ unarchived }: ServerState): Finding[] {
  if (unarchived === null) return []
  if (unarchived === '') {
    return [
      problem(
        'server',
        'archive_mode is on and archive_command is empty, so PostgreSQL keeps every segment of its write-ahead log, which fills its disk.',
        'Set archive_command (docs/backup.md), or set archive_mode to off.',
      ),
    ]
  }
  return [
    problem(
      'server',
      `PostgreSQL could not archive ${unarchived}, a segment of its write-ahead log. It keeps every segment until it can, which fills its disk, and no later moment can be restored.`,
      'Its log says why: correct archive_command, or the folder to which it writes (docs/backup.md).',
    ),
  ]
}

function missingStandbys({ confirming: { needed, connected } }: ServerState): Finding[] {
  if (connected >= needed) return []
  const standbys = needed === 1 ? 'a standby has' : `${needed} standbys have`
  return [
    problem(
      'server',
      `PostgreSQL confirms a write only when ${standbys} it (synchronous_standby_names), and ${connected === 0 ? 'none is' : `only ${connected} ${connected === 1 ? 'is' : 'are'}`} connected, so writes wait until they fail.`,
      "Start the standbys. Until they are back, run ALTER SYSTEM SET synchronous_standby_names = '' and SELECT pg_reload_conf() as a superuser.",
    ),
  ]
}

function oldRows({ transactionAge }: ServerState): Finding[] {
  if (transactionAge <= OLD_AGE) return []
  return [
    problem(
      'server',
      `Rows have not been frozen for ${Math.round(transactionAge / 1e6)} million transactions. At 2,100 million, PostgreSQL accepts no more writes.`,
      'End old transactions, prepared transactions and replication slots that nobody uses, and run VACUUM (FREEZE) in the database as a superuser.',
    ),
  ]
}

function largeSlots({ slots }: ServerState): Finding[] {
  return slots
    .filter(({ kept }) => kept > MAX_KEPT_GIGABYTES * GIGABYTE)
    .map(({ name, kept }) =>
      warning(
        'server',
        `Nobody reads the replication slot ${name}, which keeps ${Math.round(kept / GIGABYTE)} GB of the write-ahead log on the disk, and more with each write.`,
        `Start what reads it, or run SELECT pg_drop_replication_slot('${name}').`,
      ),
    )
}

function forgottenTransactions({ prepared }: ServerState): Finding[] {
  if (prepared.length === 0) return []
  return [
    warning(
      'server',
      `Prepared transactions have held their locks for more than an hour: ${prepared.slice(0, NAMED).join(', ')}.`,
      'Run COMMIT PREPARED or ROLLBACK PREPARED with the name of each.',
    ),
  ]
}

function changedOrder({ collation: { created, today }, sorted }: ServerState): Finding[] {
  if (created === null || today === null || created === today || sorted === 0) return []
  return [
    problem(
      'server',
      `The system’s sort order of text (its collation) has changed from version ${created} to ${today}, so ${counted(sorted, 'index', 'indexes')} may miss rows.`,
      'Run REINDEX DATABASE, and then ALTER DATABASE … REFRESH COLLATION VERSION, as the owner of the database.',
    ),
  ]
}

function unsafeSettings({ unsafe, isVacuuming, unvacuumed, hasChecksums }: ServerState): Finding[] {
  const found = unsafe.map(name =>
    warning(
      'server',
      `${name} is off, so a power failure loses writes that were answered${name === 'synchronous_commit' ? '' : ', or damages the database'}.`,
      `Set ${name} to on, for the server, the login and the database.`,
    ),
  )
  if (!isVacuuming) {
    found.push(
      warning(
        'server',
        'autovacuum or track_counts is off, so tables grow and plans get worse until writes stop.',
        'Set autovacuum and track_counts to on.',
      ),
    )
  }
  if (unvacuumed.length > 0) {
    found.push(
      warning(
        'server',
        `autovacuum is off for ${unvacuumed.slice(0, NAMED).join(', ')}${unvacuumed.length > NAMED ? ` and ${unvacuumed.length - NAMED} more` : ''}, so what is stored there grows and its plans get worse.`,
        'Run ALTER TABLE … RESET (autovacuum_enabled).',
      ),
    )
  }
  if (!hasChecksums) {
    found.push(
      warning(
        'server',
        'Pages have no checksums, so one that the disk has damaged is read, and copied into backups, as if it were sound.',
        'Stop PostgreSQL, run pg_checksums --enable on its data directory as its account, and start it again.',
      ),
    )
  }
  return found
}
