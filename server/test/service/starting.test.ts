/** Starting the service: on an empty folder, again, alongside another process, after a kill -9, and on an operator's own database. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import { createTestDatabase } from '../cluster.ts'
import { log, makeDataDir, makeMigratedDataDir, postmasters } from '../db/embedded-world.ts'
import { connectionString, gatehouse, gatehouseProcess, type Settings, serve, start, until } from './processes.ts'

const STOPPED = /database system is shut down\s*$/

test('a data folder that cannot be created is explained', async t => {
  const file = join(await makeDataDir(t), 'file')
  await writeFile(file, '')
  const { code, stderr } = await gatehouse(['migrate'], { GATEHOUSE_DATA_DIR: join(file, 'data') })
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^gatehouse: The data folder \S+ cannot be opened or created, because a part of its path is a file \(ENOTDIR\)\. Set DATABASE_URL .*\n$/,
  )
})

test('a data folder where nothing can be created is refused, and not tried forever', {
  skip: process.platform === 'linux' ? false : 'needs /proc',
}, async () => {
  const { code, stderr } = await gatehouse(['migrate'], { GATEHOUSE_DATA_DIR: '/proc/gatehouse/data' })
  assert.equal(code, 1)
  assert.match(stderr, /^gatehouse: The data folder \/proc\/gatehouse\/data cannot be opened or created \(ENOENT\)\. /)
})

test('variables of the shell for other PostgreSQL servers do not reach the embedded one', async t => {
  const dataDir = await makeDataDir(t)
  const settings: Settings = {
    GATEHOUSE_DATA_DIR: dataDir,
    PGOPTIONS: '-c statement_timeout=1',
    PGSSLMODE: 'verify-full',
    PGSSLNEGOTIATION: 'direct',
    PGREPLICATION: 'database',
    PGAPPNAME: 'elsewhere',
    PGHOST: 'db.example.com',
    PGPORT: '6543',
    PGUSER: 'somebody',
    PGDATABASE: 'elsewhere',
    PGPASSWORD: 'secret',
  }
  const backup = join(dataDir, 'backup.tar.gz')
  const commands = [
    ['migrate'],
    ['org', 'create', '--name', 'Maple', '--plan', 'PRO'],
    ['backup', '--without-files', backup],
    ['restore', '--force', backup],
    ['org', 'list'],
  ]
  for (const command of commands) {
    const { code, stderr, stdout } = await gatehouseProcess(command, settings)
    assert.equal(code, 0, stderr)
    if (command.join(' ') === 'org list') assert.match(stdout, /Maple/)
  }
})

test('a data folder works from its first start to its last', async t => {
  const dataDir = await makeDataDir(t)
  const settings = { GATEHOUSE_DATA_DIR: dataDir }
  const demo = async () => JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const call = async (base: string, key: string) =>
    (await fetch(`${base}/api/v1/properties`, { headers: { 'x-api-key': key } })).status

  await t.test('a command before the first start creates no database, and says where it looked', async () => {
    const early = await gatehouse(['org', 'create', '--name', 'Maple', '--plan', 'PRO', '--json'], settings)
    assert.equal(early.code, 1)
    const { error, message } = JSON.parse(early.stdout)
    assert.equal(error, 'unavailable')
    assert.ok(message.startsWith(`There is no database in ${dataDir}.`), message)
    assert.deepEqual(await readdir(dataDir), [])
  })

  await t.test(
    'the first start creates a demo, and writes instructions for calling it that only its owner can read',
    async t => {
      await using first = await serve(settings)
      const { base_url, api_key, organization_id, console: signIn } = await demo()
      assert.equal(base_url, first.url)
      assert.match(organization_id, /^org_/)
      assert.equal(await call(base_url, api_key), 200)
      assert.equal((await stat(join(dataDir, 'demo.json'))).mode & 0o777, 0o600)
      assert.ok(first.stdout().includes(api_key))
      assert.ok(first.stdout().includes(signIn.password))
      const signedIn = await fetch(`${base_url}/console/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { origin: base_url, 'content-type': 'application/json' },
        body: JSON.stringify(signIn),
      })
      assert.equal(signedIn.status, 200)

      await t.test('a second serve says that one is running and where, and does not disturb it', async () => {
        const second = await gatehouse(['serve'], settings)
        assert.equal(second.code, 1)
        assert.ok(second.stderr.includes(first.url), second.stderr)
        assert.match(second.stderr, new RegExp(`process ${first.pid}\\b`))
        assert.doesNotMatch(second.stderr, / at .*\.ts:\d+/, 'a sentence, not a stack')
        assert.equal(await call(first.url, api_key), 200)
      })

      await t.test('the command line joins the running database', async () => {
        const listed = await gatehouse(['org', 'list', '--json'], settings)
        assert.equal(listed.code, 0, listed.stderr)
        assert.equal(JSON.parse(listed.stdout).organizations[0].organization_id, organization_id)
        assert.equal(await call(first.url, api_key), 200)
      })

      await t.test('a worker on the same folder does not change the demo’s instructions', async () => {
        await using worker = await serve({ ...settings, PORT: '4711' }, ['--role', 'worker'])
        assert.equal((await demo()).base_url, first.url)
        worker.signal('SIGTERM')
        assert.equal((await worker.ended).code, 0)
        assert.equal(await call(first.url, api_key), 200)
      })

      first.signal('SIGTERM')
      assert.equal((await first.ended).code, 0)
      assert.match(await log(dataDir), STOPPED)
      assert.deepEqual(await postmasters(dataDir), [])
    },
  )

  await t.test('the command line works without a server, and leaves nothing running', async () => {
    const listed = await gatehouse(['key', 'list', '--org', (await demo()).organization_id, '--json'], settings)
    assert.equal(listed.code, 0, listed.stderr)
    assert.equal(JSON.parse(listed.stdout).keys.length, 1)
    assert.deepEqual(await postmasters(dataDir), [])
  })

  await t.test('the next start keeps the demo and states its new address', async () => {
    await using next = await serve(settings)
    assert.equal((await demo()).base_url, next.url)
    assert.equal(await call(next.url, (await demo()).api_key), 200)

    next.signal('SIGKILL')
    await next.ended
  })

  await t.test('after a kill -9 it starts again at once', async () => {
    await using again = await serve(settings, ['--json'])
    const answer = JSON.parse(again.stdout())
    assert.equal(answer.pid, again.pid)
    assert.equal(await call(answer.base_url, (await demo()).api_key), 200)
    again.signal('SIGINT')
    assert.equal((await again.ended).code, 0)
    assert.match(await log(dataDir), STOPPED)
  })
})

test('root keys that cannot be read are refused before a database is created', async t => {
  const dataDir = await makeDataDir(t)
  const { code, stderr } = await gatehouse(['serve'], { GATEHOUSE_DATA_DIR: dataDir, GATEHOUSE_ROOT_KEY: '2026:abc' })
  assert.equal(code, 1)
  assert.match(stderr, /^gatehouse: GATEHOUSE_ROOT_KEY must be id:key/)
  assert.deepEqual(await readdir(dataDir), [])
})

test('the demo of a first start that was killed is completed by the next start', async t => {
  const dataDir = await makeMigratedDataDir(t)
  const settings = { GATEHOUSE_DATA_DIR: dataDir }
  const file = (name: string) => join(dataDir, name)
  for (const sign of ['demo-begun.json', 'demo.json']) {
    await using early = start(['serve'], settings)
    await until(() => existsSync(file(sign)))
    early.signal('SIGKILL')
    await early.ended
  }
  await using next = await serve(settings)
  const { base_url, api_key, organization_id, console: signIn } = JSON.parse(await readFile(file('demo.json'), 'utf8'))
  assert.equal(base_url, next.url)
  const reply = await fetch(`${next.url}/api/v1/units?limit=1`, { headers: { 'x-api-key': api_key } })
  const { pagination } = (await reply.json()) as { pagination: { total: number } }
  assert.deepEqual([reply.status, pagination.total], [200, 120])
  const signedIn = await fetch(`${next.url}/console/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: next.url, 'content-type': 'application/json' },
    body: JSON.stringify(signIn),
  })
  assert.equal(signedIn.status, 200)
  const { organizations } = JSON.parse((await gatehouse(['org', 'list', '--json'], settings)).stdout)
  assert.deepEqual(
    organizations.map((one: { organization_id: string }) => one.organization_id),
    [organization_id],
  )
  assert.equal(existsSync(file('demo-begun.json')), false)
})

test('a signal received during the start takes effect once it has started', async t => {
  const dataDir = await makeDataDir(t)
  // In production no demo is created, which takes longer than the migrations.
  await using early = start(['serve'], { GATEHOUSE_DATA_DIR: dataDir, GATEHOUSE_ENV: 'production' })
  await until(() => early.stderr().includes('applying migration'))
  early.signal('SIGTERM')
  assert.equal((await early.ended).code, 0)
  assert.match(await log(dataDir), STOPPED)
})

test('an operator’s database is migrated on request, and served after that', async t => {
  const neighbor = await createTestDatabase()
  const { connection } = neighbor
  assert.ok(typeof connection === 'object')
  const admin = new pg.Client(clientConfig(connection))
  await admin.connect()
  const name = `${connection.database}_own`
  await admin.query(`create database ${name}`)
  t.after(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    await neighbor.drop()
  })
  const production: Settings = {
    DATABASE_URL: connectionString({ ...connection, database: name }),
    GATEHOUSE_ENV: 'production',
  }

  await t.test('production refuses a database that is not up to date, and says what to run', async () => {
    for (const refused of await Promise.all([
      gatehouse(['serve'], production),
      gatehouse(['org', 'list'], production),
    ])) {
      assert.equal(refused.code, 1)
      assert.match(refused.stderr, /`gatehouse migrate`/)
      assert.equal(refused.stdout, '')
    }
    const { rows } = await admin.query('select from pg_stat_activity where datname = $1', [name])
    assert.equal(rows.length, 0)
  })

  await t.test('migrate brings it up to date, once', async () => {
    const first = await gatehouse(['migrate', '--json'], production)
    assert.equal(first.code, 0, first.stderr)
    assert.match(JSON.parse(first.stdout).applied[0], /^0001-/)
    const second = await gatehouse(['migrate', '--json'], production)
    assert.deepEqual(JSON.parse(second.stdout), { applied: [] })
  })

  await t.test('then production serves it, without a demo', async () => {
    await using server = await serve(production)
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
    assert.doesNotMatch(server.stdout(), /pm_live_/)
    assert.deepEqual(JSON.parse((await gatehouse(['org', 'list', '--json'], production)).stdout), { organizations: [] })
  })

  await t.test('a port in use, or a HOST that this machine does not have, is reported in a sentence', async () => {
    await using server = await serve(production)
    const { port } = new URL(server.url)
    const refused = await gatehouse(['serve'], { ...production, PORT: port })
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is in use\\. .* set PORT to`))
    assert.doesNotMatch(refused.stderr, / at .*\.ts:\d+/)
    assert.match(
      refused.stderr,
      /^\{"level":40,.*"the user of DATABASE_URL is a superuser: .*"\}$/m,
      'its log is not printed elsewhere',
    )
    const worker = await gatehouse(['serve', '--role', 'worker'], { ...production, METRICS_PORT: port })
    assert.match(worker.stderr, new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is in use\\. .* set METRICS_PORT to`))
    const elsewhere = await gatehouse(['serve'], { ...production, HOST: 'nowhere.invalid' })
    assert.match(
      elsewhere.stderr,
      /gatehouse: Cannot listen on nowhere\.invalid, because no address .* \(\w+\)\. Set HOST to [^\n]+\n$/,
    )
  })
})

test('an unreachable database is reported in a sentence, without the password', async () => {
  const attempts = [
    { words: ['serve'], host: '127.0.0.1:1' },
    { words: ['org', 'list', '--json'], host: 'localhost:1' },
    { words: ['migrate'], host: 'nowhere.invalid' },
  ]
  await Promise.all(
    attempts.map(async ({ words, host }) => {
      const refused = await gatehouse(words, { DATABASE_URL: `postgres://u:hunter2@${host}/x` })
      assert.equal(refused.code, 1)
      assert.match(refused.stderr, /database cannot be reached: .*(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)/)
      assert.doesNotMatch(refused.stderr + refused.stdout, /hunter2| at .*\.ts:\d+/)
    }),
  )
})

test('an address open to others is refused until GATEHOUSE_ENV is stated', async () => {
  const refused = await gatehouse(['serve', '--json'], { HOST: '0.0.0.0' })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /GATEHOUSE_ENV=production/)
  assert.deepEqual(Object.keys(JSON.parse(refused.stdout)), ['error', 'message'])
})
