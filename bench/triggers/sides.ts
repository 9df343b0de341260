/**
 * The sides that are compared: copies of one database in one PostgreSQL, each with a service. Triggers are dropped, because a trigger that is
 * disabled still makes PostgreSQL keep the rows that it would read.
 */
import pg from 'pg'
import { pino } from 'pino'
import { type Session, sessionOf } from '#server/commands/session.ts'
import { readConfig } from '#server/config.ts'
import { openPools } from '#server/database.ts'
import { clientConfig, type DatabaseConnection } from '#server/db/session.ts'
import type { OrganizationRecord } from '#server/platform/organizations/queries.ts'
import { startService } from '#server/start.ts'
import { addSeeded, asOwner, issueKeys, openDatabase, settle } from '../measure/database.ts'
import { exactMs } from '../measure/processor.ts'

export type Side = {
  name: string
  url: string
  session: Session
  /** The processor time that the server processes of its connections have taken so far. */
  postgresMs(): Promise<number>
  close(): Promise<void>
}

export type Setup = {
  sides: Side[]
  organization: OrganizationRecord
  key: string
  today: string
  /** Rows that all sides have. */
  rows: (query: string) => Promise<Record<string, string>[]>
  close(): Promise<void>
}

const PORTFOLIO = { units: 400, months: 3, seed: 'triggers' }
/** Autovacuum and checkpoints would come in some turns and not in others; waiting for the disk takes long, but no processor time. */
const QUIET = {
  ...{ autovacuum: 'off', checkpoint_timeout: '1h', max_wal_size: '16GB', synchronous_commit: 'off' },
  max_connections: '300',
}

/** Opens one side for each of the statements, which are run on its copy of the database. */
export async function openSetup(statements: Record<string, string>): Promise<Setup> {
  const database = await openDatabase(QUIET)
  const { session, connection } = database
  const organization = await addSeeded(session, 'Triggers', PORTFOLIO)
  const [key = ''] = await issueKeys(session, organization, 1)
  await session.pools.close()
  await asOwner(connection, settle)
  const maintenance = new pg.Client(clientConfig(toDatabase(connection, 'postgres')))
  await maintenance.connect()
  const sides: Side[] = []
  for (const [name, statement] of Object.entries(statements)) {
    sides.push(await openSide(maintenance, toDatabase(connection, `side_${sides.length}`), name, statement))
  }
  return {
    ...{ sides, organization, today: organization.today, key },
    rows: query =>
      asOwner(
        toDatabase(connection, 'side_0'),
        async owner => (await owner.query<Record<string, string>>(query, [organization.id])).rows,
      ),
    async close() {
      for (const side of sides) await side.close()
      await maintenance.end()
      await database.close()
    },
  }
}

/** The statement that drops the triggers whose names begin with `prefix`. */
export function dropTriggers(prefix: string): string {
  return `do $$
    declare dropped record;
    begin
      for dropped in select tgname as name, tgrelid::regclass as of from pg_trigger where not tgisinternal and starts_with(tgname, '${prefix}') loop
        execute format('drop trigger %I on %s', dropped.name, dropped.of);
      end loop;
    end $$`
}

const SERVER_PROCESSES = 'select pid from pg_stat_activity where datname = $1'

/** The embedded PostgreSQL is reached by the parts of a connection, not by a string. */
type Parts = Exclude<DatabaseConnection, string>

function toDatabase(connection: DatabaseConnection, database: string): Parts {
  return { ...(connection as Parts), database }
}

async function openSide(maintenance: pg.Client, connection: Parts, name: string, statement: string): Promise<Side> {
  const { database } = connection
  await maintenance.query(`create database ${database} template gatehouse strategy file_copy`)
  await asOwner(connection, owner => owner.query(statement))
  const pools = openPools(connection, () => {})
  const service = await startService({
    config: { ...readConfig({}), port: 0 },
    connection,
    logger: pino({ level: 'silent' }),
    role: 'api',
  })
  return {
    name,
    url: service.url!,
    session: await sessionOf(pools, { connection, owner: connection, socketDir: undefined, stop: async () => {} }),
    async postgresMs() {
      const { rows } = await maintenance.query<{ pid: number }>(SERVER_PROCESSES, [database])
      return rows.reduce((sum, { pid }) => sum + (exactMs(pid) ?? Number.NaN), 0)
    },
    async close() {
      await service.stop()
      await pools.close()
    },
  }
}
