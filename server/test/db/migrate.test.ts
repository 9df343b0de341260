/** Migrations: applied in order, once and completely, and never continued if anything is in doubt. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import { until } from '../service/processes.ts'
import { startThrowawayPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts'

let server: ThrowawayPostgres
let admin: pg.Client
let connection: ThrowawayPostgres['connection']
let folder: string
let logged: string[]
let databases = 0

before(async () => {
  server = await startThrowawayPostgres()
  admin = new pg.Client(server.connection)
  await admin.connect()
})
after(async () => {
  await admin.end()
  await server.stop()
})
beforeEach(async () => {
  const database = `migrate_${++databases}`
  await admin.query(`create database ${database}`)
  connection = { ...server.connection, database }
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-migrations-'))
  logged = []
  await write('0001-owners.sql', 'create table owner (id int); insert into owner values (1);')
  await write('0002-owner-names.sql', 'alter table owner add name text; create index on owner (name);')
})
afterEach(() => rm(folder, { recursive: true }))

test('migrations run in order, once, and are recorded', async () => {
  await write('0010-later.sql', `update owner set name = 'Ada'`)
  assert.deepEqual(
    await pendingMigrations({ connection, folder }),
    names('0001-owners', '0002-owner-names', '0010-later'),
  )
  assert.deepEqual(await run(), names('0001-owners', '0002-owner-names', '0010-later'))
  assert.deepEqual(logged, [
    'applying migration 0001-owners.sql',
    'applying migration 0002-owner-names.sql',
    'applying migration 0010-later.sql',
  ])
  assert.deepEqual(await query('select name from owner'), [{ name: 'Ada' }])
  assert.deepEqual(await query('select version, length(sha256) as length from schema_migrations order by version'), [
    { version: 1, length: 64 },
    { version: 2, length: 64 },
    { version: 10, length: 64 },
  ])
  assert.deepEqual(await run(), [])
  assert.deepEqual(await pendingMigrations({ connection, folder }), [])
})

test('a migration that waits for a table lets readers of the table pass, and goes on once the lock is free', async () => {
  await run()
  const [holder, reader] = [
    new pg.Client({ ...connection, application_name: 'dump at night' }),
    new pg.Client({ ...connection, statement_timeout: 180_000 }),
  ]
  await holder.connect()
  await reader.connect()
  try {
    await holder.query('begin; select from owner')
    await write('0003-owner-phones.sql', 'alter table owner add phone text')
    logged = []
    const migrated = run()
    await until(() => logged.some(line => line.includes('0003-owner-phones.sql waits for a lock')))
    for (let read = 0; read < 3; read++) await reader.query('select from owner')
    await holder.query('commit')
    assert.deepEqual(await migrated, names('0003-owner-phones'))
    assert.equal(logged.length, 2, 'it says once that it waits')
    const { rows } = await holder.query('select pg_backend_pid() as pid')
    assert.match(
      logged[1] ?? '',
      new RegExp(
        `, for up to 60 s\\. The oldest transaction with locks now: process ${rows[0].pid}, user \\S+, program dump at night, which began \\d+ s ago$`,
      ),
    )
  } finally {
    await holder.end()
    await reader.end()
  }
})

test('a migration in batches keeps finished batches, and continues where it was interrupted', async () => {
  await write(
    '0003-in-batches.sql',
    `-- In batches: adds a row each, and stumbles over the third as long as somebody is called Ada.
     do $$ begin
       if current_setting('gatehouse.progress') = '2' and exists (select from owner where name = 'Ada') then
         raise exception 'Ada is in the way';
       end if;
     end $$;
     insert into owner (id) values (10 + (0 || current_setting('gatehouse.progress'))::int);
     select nullif((0 || current_setting('gatehouse.progress'))::int + 1, 4)::text as progress`,
  )
  await write('0004-fourth.sql', `insert into owner (id) values (99)`)
  await write('0002-owner-names.sql', `alter table owner add name text; update owner set name = 'Ada'`)
  await assert.rejects(run(), /0003-in-batches\.sql failed: Ada is in the way/)
  assert.deepEqual(await query('select id from owner order by id'), [{ id: 1 }, { id: 10 }, { id: 11 }])
  assert.deepEqual(await pendingMigrations({ connection, folder }), names('0003-in-batches', '0004-fourth'))
  await query('update owner set name = null')
  assert.deepEqual(await run(), names('0003-in-batches', '0004-fourth'))
  assert.deepEqual(
    await query('select id from owner order by id'),
    [1, 10, 11, 12, 13, 99].map(id => ({ id })),
  )
  assert.deepEqual(await query('select * from schema_migrations_under_way'), [])
})

test('a file changed after it was applied is refused by its name', async () => {
  await run()
  await write('0001-owners.sql', 'create table owner (id bigint)')
  await assert.rejects(run(), /0001-owners\.sql was changed after it was applied/)
  await assert.rejects(pendingMigrations({ connection, folder }), /0001-owners\.sql was changed/)
})

test('a database that the next version has expanded works with this version, until the contraction removes what this version uses', async () => {
  const contracts = (number: string) => `-- Contracts: code before migration ${number} uses what this drops.\nselect 1`
  const next = { '0003-future.sql': 'select 1', '0004-unused.sql': contracts('0002') }
  const afterNext = { ...next, '0005-gone.sql': contracts('0003') }
  const runWith = async (files: Record<string, string>) => {
    for (const [name, sql] of Object.entries(files)) await write(name, sql)
    await run()
    for (const name of Object.keys(files)) await rm(join(folder, name))
  }
  await runWith(next)
  assert.deepEqual(await run(), [])
  assert.deepEqual(await pendingMigrations({ connection, folder }), [])
  await runWith(afterNext)
  await assert.rejects(
    run(),
    /too new for this program: after migration 0005-gone\.sql, only a program that has migration 3 may use it/,
  )
  await assert.rejects(pendingMigrations({ connection, folder }), /too new/)
})

test('a file that is missing, late or badly named is refused', async () => {
  await write('0004-fourth.sql', 'select 1')
  await run()
  await write('0003-late.sql', 'select 1')
  await assert.rejects(run(), /0003-late\.sql comes before migrations that have already been applied/)
  await rm(join(folder, '0003-late.sql'))
  await rm(join(folder, '0002-owner-names.sql'))
  await assert.rejects(run(), /0002-owner-names\.sql was applied, but its file is missing/)
  await write('0002-a.sql', '')
  await write('0002-b.sql', '')
  await assert.rejects(run(), /0002-a\.sql shares its number with 0002-b\.sql/)
  await write('5-five.sql', '')
  await assert.rejects(run(), /5-five\.sql is not a name for a migration/)
})

test('a migration that fails leaves nothing, keeps the earlier ones, and can be fixed', async () => {
  await write('0003-broken.sql', 'create table vendor (id int); select 1 / 0;')
  await assert.rejects(run(), /0003-broken\.sql failed: division by zero/)
  assert.deepEqual(await query(`select to_regclass('vendor') as vendor, to_regclass('owner') is not null as owner`), [
    { vendor: null, owner: true },
  ])
  assert.deepEqual(await pendingMigrations({ connection, folder }), names('0003-broken'))
  await write('0003-broken.sql', 'create table vendor (id int)')
  assert.deepEqual(await run(), names('0003-broken'))
})

test('a migration that ends its own transaction is not recorded', async () => {
  await write('0003-commits.sql', 'create table vendor (id int); commit;')
  await assert.rejects(run(), /0003-commits\.sql failed: it ends its own transaction/)
  assert.deepEqual(await query('select max(version) as newest from schema_migrations'), [{ newest: 2 }])
})

test('each file is applied by exactly one of several concurrent migrators', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, run))
  assert.deepEqual(applied.flat(), names('0001-owners', '0002-owner-names'))
  assert.deepEqual(await query('select count(*)::int as count from owner'), [{ count: 1 }])
})

function run(): Promise<string[]> {
  return migrate({ connection, folder, log: message => logged.push(message) })
}

function write(name: string, sql: string): Promise<void> {
  return writeFile(join(folder, name), sql)
}

function names(...bare: string[]): string[] {
  return bare.map(name => `${name}.sql`)
}

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}
