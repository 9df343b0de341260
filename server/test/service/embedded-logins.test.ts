/**
 * The logins of the embedded database: the one that serves can neither be nor become a superuser, and data folders older than the logins get them
 * too.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { MIGRATIONS } from '#server/database.ts'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { socketDirFor } from '#server/db/embedded/socket-dir.ts'
import { migrate } from '#server/db/migrate.ts'
import { clientConfig } from '#server/db/session.ts'
import { createTestDatabase } from '../cluster.ts'
import { makeDataDir } from '../db/embedded-world.ts'
import { connectionString, gatehouse, serve } from './processes.ts'

/** Connects as `user`, from the account that owns the data folder: the private folder of sockets admits it under any name. */
async function connectAs(t: TestContext, dataDir: string, user: string): Promise<pg.Client> {
  const client = new pg.Client({ host: await socketDirFor(dataDir), port: 5432, user, database: 'gatehouse' })
  client.on('error', () => {})
  await client.connect()
  t.after(() => client.end().catch(() => {}))
  return client
}

const DENIED = { code: '42501' }

test('no connection of a running service belongs to a superuser or can become one', async t => {
  const dataDir = await makeDataDir(t)
  await using server = await serve({ GATEHOUSE_DATA_DIR: dataDir })
  const { api_key, organization_id } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const reply = await fetch(`${server.url}/api/v1/listings`, { headers: { 'x-api-key': api_key } })
  assert.equal(reply.status, 200)
  const admin = await connectAs(t, dataDir, 'postgres')
  const { rows: logins } = await admin.query<{ usename: string; usesuper: boolean; count: number }>(
    `select u.usename, u.usesuper, count(*)::int as count
       from pg_stat_activity a join pg_user u using (usename)
      where a.datname = 'gatehouse' and a.pid <> pg_backend_pid() group by 1, 2`,
  )
  assert.deepEqual(
    logins.map(({ usename, usesuper }) => [usename, usesuper]),
    [['gatehouse_service', false]],
  )
  assert.ok((logins[0]?.count ?? 0) > 3)

  const service = await connectAs(t, dataDir, 'gatehouse_service')
  await service.query('set role gatehouse_app')
  await service.query('reset role')
  const { rows } = await service.query(
    'select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
  )
  assert.deepEqual(rows, [
    { rolname: 'gatehouse_service', rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false },
  ])
  for (const forbidden of [
    'set role postgres',
    'set role gatehouse_owner',
    'set session authorization postgres',
    'select from properties',
    'select from console.users',
    'select from pg_authid',
    'create table mine ()',
    'create role mine',
    `copy (select 1) to program 'true'`,
    `select pg_read_file('postgresql.conf')`,
    'alter table properties no force row level security',
  ]) {
    await assert.rejects(service.query(forbidden), DENIED, forbidden)
  }

  await t.test('commands work while a service is running', async () => {
    const ran = await gatehouse(['key', 'list', '--org', organization_id, '--json'], { GATEHOUSE_DATA_DIR: dataDir })
    assert.equal(ran.code, 0, ran.stderr)
    const seeded = ['seed', '--org', organization_id, '--units', '2', '--months', '1', '--json']
    assert.equal((await gatehouse(seeded, { GATEHOUSE_DATA_DIR: dataDir })).code, 0)
  })

  await t.test('the schema belongs to an owner who is not a superuser', async () => {
    assert.deepEqual(await foreignObjects(admin), [])
  })
})

test('an older data folder gets the logins at its next start, while an older service still runs on it', async t => {
  const dataDir = await makeDataDir(t)
  const before = await openEmbedded({ dataDir })
  t.after(() => before.stop())
  await migrate({ connection: before.connection, folder: MIGRATIONS, log: () => {} })
  const old = await connectAs(t, dataDir, 'postgres')
  await old.query('set role gatehouse_platform')
  const made = await gatehouse(['org', 'create', '--name', 'Maple', '--plan', 'PRO', '--json'], {
    GATEHOUSE_DATA_DIR: dataDir,
  })
  assert.equal(made.code, 0, made.stderr)
  assert.equal((await old.query('select from organizations')).rowCount, 1)
  await old.query('reset role')
  // Anything that an older release adds in the meantime, such as the partition of a month, gets the right owner at the next start.
  await old.query('create table left_over (id int generated always as identity primary key)')
  const listed = await gatehouse(['org', 'list', '--json'], { GATEHOUSE_DATA_DIR: dataDir })
  assert.equal(JSON.parse(listed.stdout).organizations.length, 1, listed.stderr)
  assert.deepEqual(await foreignObjects(old), [])
  const { rows } = await old.query(
    `select pg_get_userbyid(relowner) as owner from pg_class where oid = 'audit.calls'::regclass`,
  )
  assert.deepEqual(rows, [{ owner: 'gatehouse_platform' }])
})

test('an operator is told when the user of DATABASE_URL is a superuser', async t => {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  const settings = { GATEHOUSE_ENV: 'production', DATABASE_URL: connectionString(database.connection) }
  await using server = await serve(settings)
  assert.match(server.stderr(), /the user of DATABASE_URL is a superuser/)
})

test('an operator is told at the start that row-level security is off, and that a newer version has migrated the database', async t => {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  const admin = new pg.Client(clientConfig(database.connection))
  const settings = { GATEHOUSE_ENV: 'production', DATABASE_URL: connectionString(database.connection) }
  {
    await using server = await serve(settings)
    assert.doesNotMatch(server.stderr(), /Row-level security|newer version/)
  }
  await admin.connect()
  await admin.query('alter table payments disable row level security')
  await admin.query(`insert into schema_migrations (version, name, sha256) values (9999, '9999-later.sql', '')`)
  await admin.end()
  await using server = await serve(settings)
  assert.match(server.stderr(), /^Row-level security is off for payments, so PostgreSQL does not keep organizations/m)
  assert.match(server.stderr(), /^A newer version of Gatehouse has migrated this database, up to 9999-later\.sql\./m)
})

/** The objects of the schema that belong to a superuser, apart from extensions. */
async function foreignObjects(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(`
    with owned as (
      select oid, 'pg_class'::regclass as class, relname::text as name, relowner as owner, relnamespace as schema from pg_class
      union all select oid, 'pg_proc'::regclass, proname::text, proowner, pronamespace from pg_proc
      union all select oid, 'pg_type'::regclass, typname::text, typowner, typnamespace from pg_type
    )
    select o.name from owned o join pg_roles r on r.oid = o.owner and r.rolsuper
     where o.schema in ('public'::regnamespace, 'audit'::regnamespace, 'console'::regnamespace)
       and not exists (select from pg_depend d where d.classid = o.class and d.objid = o.oid and d.deptype = 'e')
    union all
    select n.nspname from pg_namespace n join pg_roles r on r.oid = n.nspowner and r.rolsuper where n.nspname in ('audit', 'console')
    union all
    select d.datname from pg_database d join pg_roles r on r.oid = d.datdba and r.rolsuper where d.datname = current_database()
    order by 1`)
  return rows.map(({ name }) => name)
}
