/**
 * The stage on which a round of faults takes place: API, workers, PostgreSQL and Redis as real processes, a receiver and a mail server, and proxies
 * in between.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { EVENT_TYPES } from '#contract/events.ts'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { type ConsoleSample, storeConsoleSample } from '../contract/console-exercises.ts'
import { copyMigrated, killAll, makeDataDir, postmasters, query, supervisors } from '../db/embedded-world.ts'
import { MAIL_FROM, type MailServer, openMailServer } from '../messaging/mail-server.ts'
import { ownRedis, type RedisServer, withoutRedisServer } from '../platform/quota/redis-server.ts'
import { property, store } from '../records.ts'
import { slowDownCommits } from '../service/audit-lines.ts'
import {
  connectionString,
  gatehouse,
  type Running,
  type Settings,
  serve,
  toRealTime,
  until,
} from '../service/processes.ts'
import { repeats } from '../sizes.ts'
import { openReceiver, type Receiver } from '../webhooks/receiver.ts'
import { fetchReply, type Organization, openWorld, type World } from '../world.ts'
import { openProxy, type TcpProxy } from './proxy.ts'

const WORKERS = repeats(1, 2)
/** The limit after which anything that was disturbed must have recovered, however slow the machine. */
export const LIMIT_MS = 600_000
/** Anything that waits for that ends by then, so that a round that hangs reports why. */
export const END_LIMIT_MS = 2 * LIMIT_MS
/** The name of a property of which nothing is written but what a member uploads. */
export const TOWER = 'Tower'
/** The size of the file system of a stage whose disk can be filled. */
const DISK = '1g'
const CLOCK = fileURLToPath(new URL('./shifted-clock.ts', import.meta.url))

type Role = 'api' | 'worker'
type Proxies = { postgres: TcpProxy; receiver: TcpProxy; redis: TcpProxy | undefined }

export type Stage = {
  dataDir: string
  /** A service in this process, connected to PostgreSQL directly, that arranges records. */
  world: World
  org: Organization
  sample: ConsoleSample
  /** The settings of a command, which connects to PostgreSQL through the proxy as the service does. */
  settings: Settings
  receiver: Receiver
  /** The target of the subscriptions. */
  receiverUrl: string
  /** The secret of the subscription to each type of event. */
  secrets: Map<string, string>
  mail: MailServer
  redis: RedisServer | undefined
  proxies: Proxies
  /** Resolves with the address of the API once one is running. */
  apiUrl(): Promise<string>
  startAll(): Promise<void>
  /** The processes of the service: which of them ended by themselves, and the end of what each has written to stderr. */
  describe(): string
  kill(role: Role): Promise<void>
  killPostgres(): Promise<void>
  /** Sets the clocks of all processes of a role ahead of the real time by that much, or behind it if negative. */
  setClock(role: Role, offsetMs: number): void
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>
  command(...words: string[]): Promise<Record<string, unknown>>
}

type Cleanups = { after(work: () => unknown): void }

/** Opens a stage. `hasOwnDisk` gives it a separate small file system, which only root can mount. */
export async function openStage(test: Cleanups, { hasOwnDisk = false } = {}): Promise<Stage> {
  const t = backwards(test)
  const dataDir = await makeDataDir(t)
  if (hasOwnDisk) mountSmallDisk(t, dataDir)
  await copyMigrated(dataDir)
  await mkdir(join(dataDir, 'files'), { recursive: true })
  // A proxy keeps the far end of a half-open connection open, as a network may do for a minute, so there are more connections than the usual 100.
  const settings = { max_wal_size: '128MB', min_wal_size: '32MB', max_connections: '400' }
  const cluster = await openEmbedded({ dataDir, settings })
  t.after(() => cluster.stop())
  const { connection } = cluster
  const direct: Settings = { DATABASE_URL: connectionString(connection) }
  const [receiver, mail] = await Promise.all([openReceiver(), openMailServer()])
  let requests = 0
  receiver.answer = response => void response.writeHead(++requests % 5 === 0 ? 500 : 204).end()
  const redis = withoutRedisServer ? undefined : await ownRedis()
  const proxies = await openProxies(connection, receiver, redis)
  const world = await openWorld({ database: { connection, drop: async () => {} } })
  const processes = openProcesses(dataDir, mail, proxies, connection)
  t.after(async () => {
    await processes.end()
    await world.close().catch(() => {})
    for (const opened of [...Object.values(proxies), receiver, mail, redis]) await opened?.[Symbol.asyncDispose]()
  })
  const org = await world.organization({ plan: 'ENTERPRISE' })
  const sample = await storeConsoleSample(world, org)
  await store(org, { properties: [property({ name: TOWER, address_line: '1 Tower St' })] })
  toRealTime(world)
  // Slow commits make it likely that a kill hits calls between their work and their audit line.
  await slowDownCommits(world, 4)
  const receiverUrl = `http://127.0.0.1:${proxies.receiver.port}/hooks`
  const stage: Stage = {
    ...processes,
    dataDir,
    world,
    org,
    sample,
    receiver,
    receiverUrl,
    secrets: new Map(),
    mail,
    redis,
    proxies,
    killPostgres: async () => killAll(await postmasters(dataDir)),
    sql: async (text, values) => (await query(connection, text, values)) as never[],
    async command(...words) {
      const ran = await gatehouse([...words, '--json'], direct)
      if (ran.code !== 0) throw new Error(`${words.join(' ')}: ${ran.stdout} ${ran.stderr}`)
      return JSON.parse(ran.stdout)
    },
  }
  await stage.startAll()
  await subscribe(stage)
  return stage
}

/** Closes everything, in the reverse order of opening. */
function backwards(t: Cleanups): Cleanups {
  const works: (() => unknown)[] = []
  t.after(async () => {
    for (const work of works.reverse()) await work()
  })
  return { after: work => void works.push(work) }
}

/** A reason why no small file system can be mounted, or false. */
export function withoutOwnDisk(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can mount a small disk'
  const { status, stderr } = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp'], { encoding: 'utf8' })
  return status === 0 ? false : `no small disk can be mounted: ${stderr.trim()}`
}

function mountSmallDisk(t: Cleanups, folder: string): void {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0755`, 'tmpfs', folder])
  if (mounted.status !== 0) throw new Error(`mount: ${mounted.stderr}`)
  t.after(async () => {
    await killAll([...(await supervisors(folder)), ...(await postmasters(folder))])
    spawnSync('umount', ['--lazy', folder])
  })
}

async function openProxies(connection: pg.ClientConfig, receiver: Receiver, redis?: RedisServer): Promise<Proxies> {
  const portOf = (url: string) => ({ host: '127.0.0.1', port: Number(new URL(url).port) })
  return {
    postgres: await openProxy({ path: `${connection.host}/.s.PGSQL.${connection.port}` }),
    receiver: await openProxy(portOf(receiver.url)),
    redis: redis && (await openProxy(portOf(redis.url))),
  }
}

type Processes = Pick<Stage, 'settings' | 'apiUrl' | 'startAll' | 'describe' | 'kill' | 'setClock'> & {
  end(): Promise<void>
}

function openProcesses(
  dataDir: string,
  mail: MailServer,
  { postgres, redis }: Proxies,
  { user, database }: pg.ClientConfig,
): Processes {
  const running: Record<Role, Running[]> = { api: [], worker: [] }
  const clockOf = (role: Role) => join(dataDir, '..', `clock-${role}`)
  const wanted = { api: 1, worker: WORKERS }
  const settings: Settings = {
    DATABASE_URL: `postgres://${user}@127.0.0.1:${postgres.port}/${database}`,
    FILES_DIR: join(dataDir, 'files'),
    IMPORT_SECONDS: '55',
    // A receiver that was unreachable is called again every second for a few minutes.
    WEBHOOK_RETRY_SCHEDULE: `0s,${'1s,'.repeat(300)}1s`,
    SMTP_URL: mail.url,
    MAIL_FROM,
    ...(redis && { REDIS_URL: `redis://127.0.0.1:${redis.port}` }),
  }
  const setClock: Stage['setClock'] = (role, offsetMs) => {
    writeFileSync(clockOf(role), String(offsetMs))
    for (const one of running[role]) one.signal('SIGUSR2')
  }
  setClock('api', 0)
  setClock('worker', 0)

  async function kill(role: Role): Promise<void> {
    const victim = running[role].shift()
    await victim?.[Symbol.asyncDispose]()
  }

  return {
    settings,
    setClock,
    kill,
    async apiUrl() {
      await until(() => running.api.length > 0, LIMIT_MS)
      return running.api[0]?.url as string
    },
    describe: () =>
      Object.entries(running)
        .flatMap(([role, all]) =>
          all.map(({ pid, stderr }) => `${role} ${pid}, ${stateOf(pid)}: ${stderr().slice(-2_000)}`),
        )
        .join('\n'),
    async startAll() {
      for (const role of ['api', 'worker'] as const) {
        while (running[role].length < wanted[role]) {
          const clock = { GATEHOUSE_TEST_CLOCK: clockOf(role), NODE_OPTIONS: `--import=${CLOCK}` }
          running[role].push(await serve({ ...settings, ...clock }, ['--role', role]))
        }
      }
    },
    async end() {
      for (const role of ['api', 'worker'] as const) while (running[role].length > 0) await kill(role)
    },
  }
}

function stateOf(pid: number): string {
  try {
    process.kill(pid, 0)
    return 'running'
  } catch {
    return 'ended by itself'
  }
}

/** Creates one subscription to each type of event, which nobody pauses or deletes. */
async function subscribe(stage: Stage): Promise<void> {
  for (const event of EVENT_TYPES) {
    const reply = await fetchReply(`${await stage.apiUrl()}/api/v1/webhooks`, {
      key: stage.org.key,
      method: 'POST',
      body: JSON.stringify({ event, target_url: `${stage.receiverUrl}/main/${event}` }),
    })
    if (reply.status !== 201) throw new Error(reply.text)
    stage.secrets.set(event, String(reply.body.secret))
  }
}
