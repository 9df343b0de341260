/** A pooler between the service and PostgreSQL is refused if it switches sessions between transactions, and used otherwise. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { chooseAccount, spawnOptionsFor } from '#server/db/embedded/account.ts'
import { gatehouse, until } from '../service/processes.ts'
import { startThrowawayPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts'

const withoutPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0 ? false : 'no pgbouncer in PATH'
let server: ThrowawayPostgres

before(async () => {
  server = await startThrowawayPostgres()
})
after(() => server.stop())

for (const mode of ['transaction', 'statement'] as const) {
  test(`every command refuses a pooler in ${mode} mode before it changes anything`, {
    skip: withoutPgBouncer,
  }, async () => {
    await using pooler = await openPooler(mode)
    for (const words of [['migrate'], ['serve'], ['org', 'list'], ['doctor']]) {
      const { code, stdout, stderr } = await gatehouse(words, { DATABASE_URL: pooler.url })
      assert.equal(code, 1)
      assert.match(
        stdout + stderr,
        mode === 'transaction'
          ? /a pooler that switches sessions between transactions, [\s\S]* pool_mode = session/
          : /cannot|pooler/,
      )
      assert.doesNotMatch(stderr, /\n +at /)
    }
    const client = new pg.Client(server.connection)
    await client.connect()
    const { rows } = await client.query(`select to_regclass('schema_migrations') as made`)
    await client.end()
    assert.deepEqual(rows, [{ made: null }])
  })
}

test('a pooler in session mode is used', { skip: withoutPgBouncer }, async () => {
  await using pooler = await openPooler('session')
  const migrated = await gatehouse(['migrate'], { DATABASE_URL: pooler.url })
  assert.equal(migrated.code, 0, migrated.stderr)
  const made = await gatehouse(['org', 'create', '--name', 'Maple', '--plan', 'PRO'], { DATABASE_URL: pooler.url })
  assert.equal(made.code, 0, made.stderr)
})

test('a pooler without enough connections is explained, and the doctor still says what it found', {
  skip: withoutPgBouncer,
}, async () => {
  await using pooler = await openPooler('session', ['default_pool_size = 2', 'query_wait_timeout = 1'])
  const migrated = await gatehouse(['migrate'], { DATABASE_URL: pooler.url })
  assert.equal(migrated.code, 0, migrated.stderr)
  const { code, stdout } = await gatehouse(['doctor'], { DATABASE_URL: pooler.url })
  assert.equal(code, 1)
  assert.match(stdout, /\nok +clock /)
  assert.match(
    stdout,
    /PROBLEM +derived data +The database cannot be reached: query_wait_timeout\.\n +→ If .* pooler, make its pool larger/,
  )
})

async function openPooler(
  mode: string,
  sizes = ['default_pool_size = 40'],
): Promise<AsyncDisposable & { url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-pooler-'))
  const account = await chooseAccount(join(folder, 'none'))
  if (account.isOther) await chown(folder, account.uid, account.gid)
  const { host, port, user, database } = server.connection
  const settings = join(folder, 'pgbouncer.ini')
  const lines = [
    ...['[databases]', `${database} = host=${host} port=${port} user=${user}`],
    ...['[pgbouncer]', 'listen_addr =', `unix_socket_dir = ${folder}`, 'auth_type = any', `pool_mode = ${mode}`],
    ...[...sizes, 'unix_socket_mode = 0777'],
  ]
  await writeFile(settings, `${lines.join('\n')}\n`, { mode: 0o644 })
  const child = spawn('pgbouncer', [settings], { ...spawnOptionsFor(account), stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  await until(() => /process up/.test(said) || child.exitCode !== null)
  assert.equal(child.exitCode, null, said)
  return {
    url: `postgres://${user}@/${database}?${new URLSearchParams({ host: folder, port: '6432' })}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
