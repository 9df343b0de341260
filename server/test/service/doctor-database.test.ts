/** `doctor` finds what is wrong with a PostgreSQL that answers: its limits for one login or database, its encoding, its locale, and whether it takes writes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { checkQueues } from '#server/commands/doctor/leftovers.ts'
import { checkRoles } from '#server/commands/doctor/roles.ts'
import { checkServerState } from '#server/commands/doctor/server-state.ts'
import { type Config, readConfig } from '#server/config.ts'
import { clientConfig } from '#server/db/session.ts'
import { hostileSettingsOf } from '../db/hostile-settings.ts'
import { useWorld } from '../world.ts'
import { connectionString, gatehouse } from './processes.ts'

const world = useWorld({ own: true })
const LOGIN = `doctor_${process.pid}`
const DATABASE = `doctor_${process.pid}`

type Planted = {
  what: string
  plant: string[]
  database?: string
  check: string
  level?: string
  says: RegExp
  /** What the same check says besides, because the login that is planted is not the owner. */
  besides?: RegExp
}

const PLANTED: Planted[] = [
  {
    what: 'a login that does not own the schema',
    plant: [],
    check: 'roles',
    says: /^The user of DATABASE_URL does not own the schema, so migrations and upkeep fail\. Its owner is \S+\.$/,
  },
  {
    what: 'tables that belong to somebody else',
    plant: [`grant pg_read_all_data to ${LOGIN}`],
    check: 'rights',
    says: /^\d\d of the tables belong to somebody else, such as \S+ to \S+, so migrations and upkeep of them fail\.$/,
  },
  {
    what: 'a login with too few connections',
    plant: [`alter role ${LOGIN} connection limit 12`],
    check: 'connections',
    says: /^Up to 45 connections are needed, and the login of DATABASE_URL may have 12\.$/,
  },
  {
    what: 'a database with too few connections',
    plant: [`create database ${DATABASE} connection limit 12 encoding UTF8 locale 'C.UTF-8' template template0`],
    database: DATABASE,
    check: 'connections',
    says: /^Up to 45 connections are needed, and the database may have 12\.$/,
  },
  {
    what: 'a login whose transactions are read-only',
    plant: [`alter role ${LOGIN} set default_transaction_read_only = on`],
    check: 'postgresql',
    says: /read-only by default, so migrations and upkeep fail\.$/,
  },
  {
    what: 'a login for which no trigger is in effect',
    plant: [`alter role ${LOGIN} set session_replication_role = replica`],
    check: 'postgresql',
    says: /^session_replication_role is replica for this login, so no trigger and no foreign key is in effect\.$/,
  },
  {
    what: 'a setting that hides damage',
    plant: [`alter role ${LOGIN} set zero_damaged_pages = on`],
    check: 'server',
    says: /^zero_damaged_pages is on, which is for the repair of a damaged database/,
  },
  {
    what: 'a login that is a member of a role and may not assume it',
    plant: [`grant gatehouse_app to ${LOGIN} with set false`],
    check: 'roles',
    says: /^The service cannot assume the role gatehouse_app\.$/,
    besides: /^The user of DATABASE_URL does not own the schema/,
  },
  {
    what: 'a password that is about to end',
    plant: [`alter role ${LOGIN} valid until '2001-02-03 04:05:06Z'`],
    check: 'postgresql',
    level: 'warning',
    says: /^The password of the user of DATABASE_URL is valid until 2001-02-03 \(VALID UNTIL\)\./,
  },
  {
    what: 'an empty database, without naming every migration',
    plant: [`create database ${DATABASE} encoding UTF8 locale 'C.UTF-8' template template0`],
    database: DATABASE,
    check: 'migrations',
    says: /^The database lacks 0001-spine\.sql and the \d+ migrations after it\.$/,
  },
  {
    what: 'a database without an encoding',
    plant: [`create database ${DATABASE} encoding SQL_ASCII locale_provider libc locale 'C' template template0`],
    database: DATABASE,
    check: 'postgresql',
    says: /^The database is encoded in SQL_ASCII\.$/,
  },
  {
    what: 'a locale that knows no letters beyond A to Z',
    plant: [`create database ${DATABASE} encoding UTF8 locale_provider libc locale 'C' template template0`],
    database: DATABASE,
    check: 'postgresql',
    level: 'warning',
    says: /do not find José as JOSÉ\.$/,
  },
]

for (const { what, plant, database, check, level = 'problem', says, besides } of PLANTED) {
  test(`doctor finds ${what}`, async t => {
    await world.sql(`create role ${LOGIN} login in role gatehouse_app, gatehouse_platform, gatehouse_console`)
    t.after(() => world.sql(`drop role ${LOGIN}`))
    for (const statement of plant) await world.sql(statement)
    if (database) t.after(() => world.sql(`drop database ${database} with (force)`))
    const url = connectionString(world.database.connection)
    const { code, stdout } = await gatehouse(['doctor', '--json'], {
      DATABASE_URL: url.replace(/\/\/[^@]+@/, `//${LOGIN}@`).replace(/\/[^/?]+\?/, database ? `/${database}?` : '$&'),
    })
    const findings: { check: string; level: string; message: string; action: string | null }[] =
      JSON.parse(stdout).findings
    const found = findings.filter(finding => finding.check === check && !besides?.test(finding.message))
    assert.equal(found.length, 1, stdout)
    const [finding] = found
    assert.deepEqual([finding?.level, code], [level, code === 0 ? 0 : 1])
    assert.match(finding?.message ?? '', says)
    assert.ok(finding?.action, 'it says what to do')
  })
}

test('doctor counts the connections of every login, of which a login sees little', async t => {
  await world.sql(`create role ${LOGIN} login in role gatehouse_app, gatehouse_platform, gatehouse_console`)
  t.after(() => world.sql(`drop role ${LOGIN}`))
  const others = Array.from({ length: 9 }, () => new pg.Client(clientConfig(world.database.connection)))
  await Promise.all(others.map(client => client.connect()))
  t.after(() => Promise.all(others.map(client => client.end())))
  const url = connectionString(world.database.connection).replace(/\/\/[^@]+@/, `//${LOGIN}@`)
  const { stdout } = await gatehouse(['doctor', '--json'], { DATABASE_URL: url })
  const findings: { check: string; message: string }[] = JSON.parse(stdout).findings
  const message = findings.find(({ check }) => check === 'connections')?.message ?? ''
  assert.ok(Number(/^\d+/.exec(message)?.[0]) > others.length, message)
})

test('doctor finds rights that the roles of the service need not have', async t => {
  const client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  t.after(() => client.end())
  // The roles are those of every database of the server, so this is never committed.
  await client.query('begin')
  await client.query('alter role gatehouse_app login createrole')
  await client.query('grant pg_write_all_data, gatehouse_console to gatehouse_app')
  await client.query('alter table leads set (autovacuum_enabled = false)')
  const config: Config = { ...readConfig({}), environment: 'production' }
  const roles = (await checkRoles(client, config)).filter(({ message }) => message.includes('gatehouse_app'))
  assert.deepEqual(
    roles.map(({ message }) => message.replace(/ log in with .*/, '')),
    [
      'The role gatehouse_app has every right of gatehouse_console, which the migrations did not grant.',
      'The role gatehouse_app has every right of pg_write_all_data, which the migrations did not grant.',
      'The role gatehouse_app has CREATEROLE, which it does not need.',
      'Anyone with a password of the role gatehouse_app can',
    ],
  )
  const state = (await checkServerState(client, config)).map(({ message }) => message)
  assert.ok(
    state.some(message => message.startsWith('autovacuum is off for leads, so')),
    state.join('\n'),
  )
  await client.query('rollback')
})

test('doctor finds that PostgreSQL logs statements with what people wrote', async t => {
  await world.sql(`create role ${LOGIN} login`)
  t.after(() => world.sql(`drop role ${LOGIN}`))
  const config: Config = { ...readConfig({}), environment: 'production' }
  const found = async () => {
    const url = connectionString(world.database.connection).replace(/\/\/[^@]+@/, `//${LOGIN}@`)
    const client = new pg.Client(clientConfig(url))
    await client.connect()
    const messages = (await checkServerState(client, config)).map(({ message }) => message)
    await client.end()
    return messages.filter(message => message.startsWith('PostgreSQL logs '))
  }
  assert.deepEqual(await found(), [])
  await world.sql(`alter role ${LOGIN} set log_min_duration_statement = 200`)
  assert.match((await found()).join(), /\(log_min_duration_statement\)/)
  await world.sql(`alter role ${LOGIN} set log_parameter_max_length = 0`)
  assert.deepEqual(await found(), [])
  await world.sql(`alter role ${LOGIN} set log_min_messages = warning`)
  assert.match(
    (await found()).join(),
    /^PostgreSQL logs the values of rows that it refuses, such as a duplicate [^;]*\.$/,
  )
  await world.sql(`alter role ${LOGIN} set log_error_verbosity = terse`)
  assert.deepEqual(await found(), [])
})

test('doctor finds a transaction that holds back the change feed, whoever left it open', async t => {
  const { id } = await world.organization()
  const client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  t.after(() => client.end())
  const heldBack = async () => {
    const found = await checkQueues(world.database.connection, world.clock.now())
    return found.filter(({ message }) =>
      /^Copies of an organization have lacked changes for more than 10 minutes/.test(message),
    )
  }
  const store = (changed: string) =>
    world.sql(
      `insert into record_changes (organization_id, type, id, changed_at) values ($1, 'lead', 'lead_' || gen_random_uuid(), $2::timestamptz - interval '${changed}')`,
      [id, new Date(world.clock.now())],
    )
  await store('1 hour')
  assert.deepEqual(await heldBack(), [], 'nothing is open')
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  await store('9 minutes')
  assert.deepEqual(await heldBack(), [], 'it has not been long')
  await store('11 minutes')
  const [found] = await heldBack()
  assert.deepEqual([found?.level, /gatehouse-change-feed-behind\.md/.test(found?.action ?? '')], ['problem', true])
  await client.query('rollback')
  assert.deepEqual(await heldBack(), [])
})

test('migrate refuses a database without an encoding before it changes anything', async t => {
  await world.sql(`create database ${DATABASE} encoding SQL_ASCII locale_provider libc locale 'C' template template0`)
  t.after(() => world.sql(`drop database ${DATABASE} with (force)`))
  const { code, stdout, stderr } = await gatehouse(['migrate'], {
    DATABASE_URL: connectionString(world.database.connection).replace(/\/[^/?]+\?/, `/${DATABASE}?`),
  })
  assert.deepEqual([code, stdout], [1, ''])
  assert.equal(stderr, 'gatehouse: The database is encoded in SQL_ASCII. Create the database with encoding UTF8.\n')
})

test('a database that was migrated and never served has its partitions, whatever is set for it', async t => {
  await world.sql(`create database ${DATABASE} encoding UTF8 locale 'C.UTF-8' template template0`)
  t.after(() => world.sql(`drop database ${DATABASE} with (force)`))
  for (const statement of hostileSettingsOf(`database ${DATABASE}`)) await world.sql(statement)
  const settings = {
    DATABASE_URL: connectionString(world.database.connection).replace(/\/[^/?]+\?/, `/${DATABASE}?`),
  }
  const migrated = await gatehouse(['migrate'], settings)
  assert.equal(migrated.code, 0, migrated.stderr)
  assert.match(migrated.stdout, /^Applied 0001-spine\.sql and the \d+ migrations after it\.\n$/)
  const { stdout } = await gatehouse(['doctor', '--json'], settings)
  const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string }[] }
  assert.deepEqual(
    findings.filter(({ check }) => check === 'partitions').map(({ level }) => level),
    ['ok'],
  )
})

test('doctor finds a time zone that PostgreSQL no longer knows', async t => {
  const { id } = await world.organization()
  const [known] = await world.sql<{ rule: string }>(
    `select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'time_zone_is_known'`,
  )
  await world.sql('alter table organizations drop constraint time_zone_is_known')
  await world.sql(`update organizations set time_zone = 'US/Gone' where id = $1`, [id])
  t.after(async () => {
    await world.sql(`update organizations set time_zone = 'America/Chicago' where time_zone = 'US/Gone'`)
    await world.sql(`alter table organizations add constraint time_zone_is_known ${known?.rule}`)
  })
  const { code, stdout } = await gatehouse(['doctor', '--json'], {
    DATABASE_URL: connectionString(world.database.connection),
  })
  const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string; message: string }[] }
  const [found] = findings.filter(({ check }) => check === 'time zones')
  assert.deepEqual([code, found?.level], [1, 'problem'])
  assert.match(found?.message ?? '', /^PostgreSQL does not know US\/Gone, the time zone of an organization,/)
})

test('doctor finds an organization of which no worker has ever recorded a day', async t => {
  const { id } = await world.organization()
  const now = world.clock.now()
  await world.sql('update organizations set created_at = $2 where id = $1', [id, new Date(now - 9 * 86_400_000)])
  t.after(() => world.sql('update organizations set created_at = now() where id = $1', [id]))
  const found = await checkQueues(world.database.connection, now)
  assert.match(found.map(({ message }) => message).join('\n'), /^1 organization lacks yesterday’s calendar changes/m)
})
