/** What a command says if PostgreSQL cannot be reached or refuses it: one sentence with what to do, exit status 1, and no stack. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { MIGRATIONS } from '#server/database.ts'
import { explain, isLost } from '#server/db/explain.ts'
import { ConnectionLost } from '#server/db/failure.ts'
import { migrate } from '#server/db/migrate.ts'
import { startThrowawayPostgres, type ThrowawayPostgres } from '../db/throwaway-postgres.ts'
import { gatehouse, gatehouseProcess, serve, until } from './processes.ts'

let server: ThrowawayPostgres
let admin: pg.Client

before(async () => {
  server = await startThrowawayPostgres()
  admin = new pg.Client(server.connection)
  await admin.connect()
  await admin.query(`create role owner login createrole password 'hunter2'`)
  await admin.query('create role stranger login in role pg_read_all_data')
  await admin.query('create database gatehouse owner owner')
  await migrate({
    connection: { ...server.connection, user: 'owner', database: 'gatehouse' },
    folder: MIGRATIONS,
    log: () => {},
  })
})
after(async () => {
  await admin.end()
  await server.stop()
})

type Failure = { what: string; url?: () => string; plant?: string; undo?: string; says: RegExp }

const FAILURES: Failure[] = [
  {
    what: 'no database of that name',
    url: () => urlOf('owner', 'nothing'),
    says: /^gatehouse: The database cannot be reached: database "nothing" does not exist\. Create it with deploy\//,
  },
  {
    what: 'nobody at the address',
    url: () => 'postgres://owner@127.0.0.1:1/gatehouse',
    says: /cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1\. Start PostgreSQL, or correct the host and port/,
  },
  {
    what: 'no socket in the folder',
    url: () => 'postgres://owner@/gatehouse?host=/nonexistent',
    says: /cannot be reached: connect ENOENT .* correct the folder of its socket/,
  },
  {
    what: 'a certificate of authority that is not there',
    url: () => 'postgres://owner@127.0.0.1:1/gatehouse?sslmode=verify-full&sslrootcert=/nonexistent',
    says: /cannot be reached: ENOENT: .* Correct the file that DATABASE_URL names/,
  },
  {
    what: 'a login that does not exist',
    url: () => urlOf('nobody', 'gatehouse'),
    says: /cannot be reached: role "nobody" does not exist\. Correct the user and the password/,
  },
  {
    what: 'a login that may not log in',
    plant: 'alter role owner nologin',
    undo: 'alter role owner login',
    says: /not permitted to log in\. Run ALTER ROLE … LOGIN\.$/,
  },
  {
    what: 'a login without a connection left',
    plant: 'alter role owner connection limit 0',
    undo: 'alter role owner connection limit -1',
    says: /too many connections for role "owner"\. Close other connections, or raise max_connections/,
  },
  {
    what: 'a database that accepts nobody',
    plant: 'alter database gatehouse allow_connections false',
    undo: 'alter database gatehouse allow_connections true',
    says: /not currently accepting connections\. Run ALTER DATABASE … ALLOW_CONNECTIONS true\.$/,
  },
  {
    what: 'a login that may only read',
    url: () => urlOf('stranger', 'gatehouse'),
    says: /^gatehouse: PostgreSQL reports: permission denied for schema public\. DATABASE_URL must name the login that owns/,
  },
  {
    what: 'transactions that are read-only',
    plant: 'alter role owner set default_transaction_read_only = on',
    undo: 'alter role owner reset default_transaction_read_only',
    says: /reports: cannot execute CREATE TABLE in a read-only transaction\. DATABASE_URL must lead to the primary/,
  },
]

for (const { what, url = () => urlOf('owner', 'gatehouse'), plant, undo, says } of FAILURES) {
  test(`each command explains ${what}`, async t => {
    if (plant) await admin.query(plant)
    t.after(() => undo && admin.query(undo))
    for (const words of [['migrate'], ['serve'], ['org', 'list'], ['recompute']]) {
      const { code, stdout, stderr } = await gatehouse(words, { DATABASE_URL: url() })
      assert.deepEqual([code, stdout], [1, ''], words.join(' '))
      assert.match(stderr.trim(), says)
      assert.match(stderr, /^[^\n]+\n$/)
    }
    const { code, stdout } = await gatehouse(['doctor'], { DATABASE_URL: url() })
    assert.equal(code, 1)
    assert.match(stdout, /PROBLEM +(postgresql|roles|time-outs|connections) [^\n]+\n +→ /)
    assert.doesNotMatch(stdout, /\n +at |hunter2/)
  })
}

const REFUSED = [
  {
    what: 'a role that it may not assume',
    plant: 'revoke gatehouse_app from owner cascade',
    undo: 'grant gatehouse_app to owner with admin option',
    says: /"msg":"PostgreSQL reports: permission denied to set role \\"gatehouse_app\\"\. Run GRANT /,
  },
  {
    what: 'a limit of its login that leaves calls no connection',
    plant: 'alter role owner connection limit 2',
    undo: 'alter role owner connection limit -1',
    says: /"msg":"The database cannot be reached: too many connections for role \\"owner\\"\. Close other connections, or raise /,
  },
]

for (const { what, plant, undo, says } of REFUSED) {
  test(`a service is not ready because of ${what}, and logs what to do`, async t => {
    await admin.query(plant)
    t.after(() => admin.query(undo))
    await using service = await serve({ DATABASE_URL: urlOf('owner', 'gatehouse'), PORT: '0' })
    const ready = async () => {
      const reply = await fetch(`${service.url}/readyz`)
      return [reply.status, ((await reply.json()) as { message?: string }).message]
    }
    assert.deepEqual(await ready(), [503, 'PostgreSQL refuses a connection that calls need. The log says why.'])
    assert.match(service.stderr(), says)
    assert.doesNotMatch(service.stderr(), /database connection lost/)
    await admin.query(undo)
    await until(async () => (await ready())[0] === 200)
  })
}

test('a command ends after it explains a password that is missing or wrong', async t => {
  const file = join(server.connection.host, 'data/pg_hba.conf')
  const rules = await readFile(file, 'utf8')
  const use = async (text: string) => {
    await writeFile(file, text)
    await admin.query('select pg_reload_conf()')
  }
  t.after(() => use(rules))
  await use(`local all owner scram-sha-256\n${rules}`)
  const missing = await gatehouseProcess(['migrate'], { DATABASE_URL: urlOf('owner', 'gatehouse') })
  assert.equal(missing.code, 1)
  assert.match(missing.stderr, /Add the password to DATABASE_URL: [^\n]+\n$/)
  const wrong = await gatehouse(['migrate'], { DATABASE_URL: urlOf('owner:hunter3', 'gatehouse') })
  assert.match(wrong.stderr, /password authentication failed for user "owner"\. Correct the user and the password/)
  const right = await gatehouse(['migrate'], { DATABASE_URL: urlOf('owner:hunter2', 'gatehouse') })
  assert.match(right.stderr + right.stdout, /up to date/)
})

test('a migration that the disk, a lock or a time limit stops is named together with what to do', () => {
  const failed = (code: string, message: string) => {
    const cause = Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })
    return explain(new Error(`Migration 0001-spine.sql failed: ${message}`, { cause }))
  }
  assert.deepEqual(failed('53100', 'could not extend file: No space left on device'), {
    message: 'Migration 0001-spine.sql failed: could not extend file: No space left on device.',
    action: 'Free up space on the disk of PostgreSQL, and run the command again.',
  })
  assert.match(failed('53100', 'could not resize shared memory segment')?.action ?? '', /^Give \/dev\/shm/)
  assert.match(failed('55P03', 'canceling statement due to lock timeout')?.action ?? '', /holds a lock/)
  assert.match(failed('57014', 'canceling statement due to statement timeout')?.action ?? '', /RESET statement_timeout/)
  assert.match(failed('XX001', 'invalid page in block 0')?.action ?? '', /restore a backup/)
  for (const [code, message] of [
    ['0A000', 'extension "btree_gist" is not available'],
    ['58P01', 'could not open extension control file "/usr/share/btree_gist.control": No such file or directory'],
    ['42501', 'permission denied to create extension "btree_gist"'],
  ] as const)
    assert.match(failed(code, message)?.action ?? '', /^Install it where PostgreSQL runs .* or run CREATE EXTENSION/)
  assert.match(failed('42501', 'must be owner of table units')?.action ?? '', /the login that owns the database/)
  assert.equal(failed('42601', 'syntax error'), undefined, 'a fault of the program keeps its stack')
})

test('a statement that ends with the server is lost, with or without a last answer of the server', () => {
  const ended = (code: string) => {
    const cause = Object.assign(new pg.DatabaseError('terminating connection', 0, 'error'), { code })
    return isLost(new Error('Migration 0003-accounting.sql failed: terminating connection', { cause }))
  }
  assert.deepEqual(['57P01', '57P02', '57P03', '57P05'].map(ended), [true, true, true, true])
  assert.deepEqual(['57014', '42601', '28P01', '25P04'].map(ended), [false, false, false, false])
  assert.equal(isLost(new Error('Migration failed', { cause: new ConnectionLost('read ECONNRESET') })), true)
})

test('a certificate of PostgreSQL that is not accepted is explained', () => {
  const cases: [string, string, RegExp][] = [
    ['CERT_HAS_EXPIRED', 'certificate has expired', /^Renew the certificate/],
    ['CERT_NOT_YET_VALID', 'certificate is not yet valid', /^Set the clock/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname does not match', /^Use a host name/],
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'self-signed certificate; if the root CA is installed locally, try',
      /sslrootcert=/,
    ],
    ['', 'The server does not support SSL connections', /^Turn on ssl/],
    ['ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:5432', /firewall/],
  ]
  for (const [code, message, says] of cases) {
    const explained = explain(new ConnectionLost(message, { cause: Object.assign(new Error(message), { code }) }))
    assert.match(explained?.action ?? '', says)
    assert.doesNotMatch(explained?.message ?? '', /root CA/)
  }
})

function urlOf(login: string, database: string): string {
  return `postgres://${login}@/${database}?${new URLSearchParams({ host: server.connection.host })}`
}
