/**
 * The doctor's check of the schema: whether the database still has everything that the migrations made. A restore without privileges, a repair by hand,
 * an index that failed halfway or a switch that somebody left off changes no version of the schema, and shows only when a call fails or is slow.
 */
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { typed } from '../../base/typed-command.ts'
import { type Database, MIGRATIONS, SCHEMA } from '../../database.ts'
import { readMigrations } from '../../db/migration-files.ts'
import { onlyRow } from '../../db/only-row.ts'
import {
  excessOnWrites,
  excessPolicies,
  excessRights,
  type Kind,
  missingParts,
  repairing,
  type SchemaPart,
} from '../../db/schema-parts.ts'
import { schemaText } from '../../db/schema-text.ts'
import { asReader } from './database.ts'
import { type Finding, ok, problem, skipped, warning } from './finding.ts'

/** The newest version of PostgreSQL whose words for a schema are known to be those of the file. */
const NEWEST_COMPARED = 18
/** How many parts of one kind a finding names. */
const NAMED = 3

export async function checkSchema({ owner }: Database): Promise<Finding[]> {
  return asReader(owner, 'none', async client => {
    const { rows } = await client.query<{ major: number; newest: number }>(
      `select current_setting('server_version_num')::int / 10000 as major, (select max(version) from schema_migrations) as newest`,
    )
    const { major, newest } = onlyRow(rows)
    const ours = (await readMigrations(MIGRATIONS)).at(-1)?.version ?? 0
    if (newest > ours)
      return [skipped('schema', 'A newer version has migrated the database; its own doctor checks the schema.')]
    const found = [
      ...(await findOtherOwners(client)),
      ...(await findSwitchedOff(client)),
      ...(await findLostIdentity(client)),
      ...(await findOldProgress(client)),
    ]
    if (major <= NEWEST_COMPARED) {
      const [wanted, there] = [await readFile(SCHEMA, 'utf8'), await schemaText(client)]
      found.push(
        ...describeMissing(missingParts(wanted, there)),
        ...describeExcess(excessRights(wanted, there)),
        ...describePolicies(excessPolicies(wanted, there)),
        ...describeOnWrites(excessOnWrites(wanted, there)),
      )
    }
    return found.length > 0
      ? found
      : [ok('schema', 'Tables, indexes, triggers, policies and rights are as the migrations made them.')]
  })
}

/** The only row that a migration inserts and nothing inserts again. */
async function findLostIdentity(client: pg.Client): Promise<Finding[]> {
  const { rowCount } = await client.query('select from database_identity')
  if (rowCount !== 0) return []
  return [
    problem(
      'schema',
      'The table database_identity is empty, as after a restore that left out data, so GET /changes and GET /export are answered with 500.',
      'Run insert into database_identity default values as the owner of that table. Copies that are kept with GET /changes then start again with an export.',
    ),
  ]
}

/** Finds recorded progress of migrations that have been applied. If such a migration were applied again, it would continue there and skip earlier rows. */
async function findOldProgress(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; version: number }>(
    'select name, version from schema_migrations join schema_migrations_under_way using (version) order by version',
  )
  return rows.map(({ name, version }) =>
    warning(
      'schema',
      `The table schema_migrations_under_way says that ${name} is not finished, but schema_migrations says that it has been applied. A repair by hand can cause this.`,
      `If the rest of the schema is right, run DELETE FROM schema_migrations_under_way WHERE version = ${version} as the owner of that table.`,
    ),
  )
}

/** Tables that the login does not own, and partitions that upkeep does not own as it owns the rest of their table. */
async function findOtherOwners(client: pg.Client): Promise<Finding[]> {
  // Membership, and not inheritance, because the login may take the roles of the service and need not inherit their rights.
  const { rows: tables } = await client.query<{ name: string; owner: string }>(
    `select c.oid::regclass::text as name, c.relowner::regrole::text as owner from pg_class c
      where c.relkind in ('r', 'p') and c.relrowsecurity and c.relnamespace::regnamespace::text in ('public', 'audit', 'console')
        and not pg_has_role(session_user, c.relowner, 'member') order by 1`,
  )
  const { rows: months } = await client.query<{ name: string; owner: string }>(
    `select c.oid::regclass::text as name, p.relowner::regrole::text as owner
       from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where p.relkind = 'p' and c.relowner <> p.relowner order by 1`,
  )
  const found = months.map(({ name, owner }) =>
    problem(
      'rights',
      `The partition ${name} does not belong to ${owner}, so upkeep cannot drop it.`,
      `Run ALTER TABLE ${name} OWNER TO ${owner} as a superuser.`,
    ),
  )
  const [first] = tables
  if (first) {
    found.push(
      problem(
        'rights',
        `${tables.length} of the tables belong to somebody else, such as ${first.name} to ${first.owner}, so migrations and upkeep of them fail.`,
        `Run ALTER TABLE … OWNER TO the user of DATABASE_URL as a superuser, or as ${first.owner}. \\dt in psql lists the owners.`,
      ),
    )
  }
  return found
}

/** What is there and has no effect: triggers, also those of foreign keys, indexes that a failed `create index concurrently` left, and tables that are not logged. */
async function findSwitchedOff(client: pg.Client): Promise<Finding[]> {
  const { rows: triggers } = await client.query<{ name: string }>(
    `select distinct t.tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgenabled not in ('O', 'A') and c.relnamespace::regnamespace::text in ('public', 'audit', 'console') order by 1`,
  )
  const { rows: indexes } = await client.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
      where not (i.indisvalid and i.indisready) and c.relnamespace::regnamespace::text in ('public', 'audit', 'console') order by 1`,
  )
  const { rows: unlogged } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relpersistence = 'u' and c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'audit', 'console') order by 1`,
  )
  return [
    ...unlogged.map(({ name }) =>
      problem(
        'schema',
        `The table ${name} is UNLOGGED, so PostgreSQL empties it after a crash, and no base backup or standby has its rows.`,
        `Run ALTER TABLE ${name} SET LOGGED as its owner.`,
      ),
    ),
    ...triggers.map(({ name }) =>
      problem(
        'schema',
        `Triggers of ${name} are off, so what they store and check is not stored or checked.`,
        `Run ALTER TABLE ${name} ENABLE TRIGGER ALL as a superuser (ENABLE TRIGGER USER as the owner, unless those of foreign keys are off), and then ${typed('recompute')}.`,
      ),
    ),
    ...indexes.map(({ name }) =>
      problem(
        'schema',
        `The index ${name} is not valid, and no statement uses it.`,
        `Run REINDEX INDEX CONCURRENTLY ${name}; or DROP INDEX ${name}, if it is one of your own.`,
      ),
    ),
  ]
}

/** The statements that create what the schema lacks, in an order in which they can be run; of a newer version of the schema, none. */
export async function repairingStatements({ owner }: Database): Promise<string[]> {
  return asReader(owner, 'none', async client =>
    repairing(missingParts(await readFile(SCHEMA, 'utf8'), await schemaText(client))),
  )
}

const RIGHTS = { check: 'rights', who: 'a superuser, or as the owner of the schema if there is none' }
const STATEMENTS = { check: 'schema', who: 'the owner of the schema' }

/** What each kind of part is called, and who may create it. Without rights, calls fail, and so would the checks of records. */
const MISSING: Record<Kind, { check: string; who: string; one: string; several: string }> = {
  right: { ...RIGHTS, one: 'right of a role of the service', several: 'rights of the roles of the service' },
  owner: { ...RIGHTS, one: 'owner that is a role of the service', several: 'owners that are roles of the service' },
  'row security': { ...STATEMENTS, one: 'rule of row-level security', several: 'rules of row-level security' },
  index: { ...STATEMENTS, one: 'index', several: 'indexes' },
  trigger: { ...STATEMENTS, one: 'trigger', several: 'triggers' },
  function: {
    ...STATEMENTS,
    one: 'function, or has another one of that name',
    several: 'functions, or has others of these names',
  },
  table: { ...STATEMENTS, one: 'table, column or constraint', several: 'tables, columns or constraints' },
  other: { ...STATEMENTS, one: 'part', several: 'parts' },
}

function describeMissing(parts: readonly SchemaPart[]): Finding[] {
  return [...Map.groupBy(parts, ({ kind }) => kind)].map(([kind, missing]) => {
    const { check, who, one, several } = MISSING[kind]
    const what = missing.length === 1 ? `one ${one}` : `${missing.length} ${several}`
    const action = `Run what ${typed('doctor --sql')} prints, in psql as ${who}.`
    return problem(check, `The schema lacks ${what}: ${namesOf(missing)}.`, action)
  })
}

function describeExcess(rights: readonly SchemaPart[]): Finding[] {
  if (rights.length === 0) return []
  const what = rights.length === 1 ? 'a right' : `${rights.length} rights`
  const message = `The roles of the service have ${what} that the migrations did not grant: ${namesOf(rights)}.`
  return [warning('schema', message, 'Revoke them: they would let a fault of the service change what it must not.')]
}

function describePolicies(policies: readonly SchemaPart[]): Finding[] {
  if (policies.length === 0) return []
  const what = policies.length === 1 ? 'a rule' : `${policies.length} rules`
  return [
    problem(
      'schema',
      `Row-level security has ${what} that the migrations did not make: ${namesOf(policies)}.`,
      'Run DROP POLICY … ON … for each as the owner of the schema: it may show the records of one organization to another. A rule for a role of your own names that role.',
    ),
  ]
}

function describeOnWrites(parts: readonly SchemaPart[]): Finding[] {
  if (parts.length === 0) return []
  const what = parts.length === 1 ? 'a part' : `${parts.length} parts`
  return [
    warning(
      'schema',
      `Tables of the service have ${what} that the migrations did not make, by which PostgreSQL may change or refuse what is stored: ${namesOf(parts)}.`,
      'Drop what is not needed. A call fails with 500 if such a part refuses what it stores, and what one changes shows in no log.',
    ),
  ]
}

function namesOf(parts: readonly SchemaPart[]): string {
  const named = parts.slice(0, NAMED).map(({ sql }) => sql.split('\n')[0]?.replace(/;$/, ''))
  const more = parts.length - named.length
  return `${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}
