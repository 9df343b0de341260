/** `serve`: runs the service until it receives a signal to stop. */
import { relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { asError } from '../base/as-error.ts'
import { lowerHelpersPriority } from '../base/priority.ts'
import { Refusal } from '../base/refusal.ts'
import type { Config } from '../config.ts'
import { type Database, FEW_READERS, MIGRATIONS, openDatabase, openPools, prepareSchema } from '../database.ts'
import { aboutSchema } from '../db/about-schema.ts'
import { type Claim, claimServer } from '../db/embedded/claim.ts'
import { type Role, type Service, startService } from '../start.ts'
import { addressOf } from './address.ts'
import type { Call, Command } from './command.ts'
import { buildConsole } from './console-build.ts'
import { type Demo, demoFile, makeDemo, refreshDemo } from './demo.ts'
import { sessionOf } from './session.ts'
import { listenForStop } from './stop-signals.ts'
import type { Terminal } from './terminal.ts'

const ROLES = ['api', 'worker', 'all'] as const satisfies readonly Role[]

export const serveCommand: Command = {
  words: 'serve',
  about: 'Run the service until SIGTERM or Ctrl-C.',
  options: {
    role: {
      value: 'api|worker|all',
      oneOf: ROLES,
      about:
        'api answers calls; worker delivers webhooks, sends messages and does upkeep; all does both. Defaults to all.',
    },
  },
  async run(call) {
    const role = (call.text('role') ?? 'all') as Role
    const stop = listenForStop()
    lowerHelpersPriority()
    let running: Begun | undefined
    void stop.first.then(name => {
      if (running) return
      stop.forget()
      call.terminal.notice(`${name}: stopping once the start is complete. Another ${name} ends it at once.`)
    })
    try {
      running = await begin(call, role)
      // While the database is unavailable, nothing else keeps the process of a worker alive.
      const alive = setInterval(() => {}, 3_600_000)
      call.terminal.notice(`${await stop.first}: finishing calls in progress.`)
      clearInterval(alive)
      await running.drain((call.config.drainSeconds ?? 0) * 1_000, stop.again)
      stop.forget()
      await running.stop()
    } finally {
      stop.forget()
    }
    return undefined
  },
}

type Begun = {
  /** Lets proxies notice for a while that this process is about to stop; `again` ends the wait. */
  drain(ms: number, again: Promise<void>): Promise<void>
  stop(): Promise<void>
}

async function begin(call: Call, role: Role): Promise<Begun> {
  const { config, terminal } = call
  // This runs while the database starts, which takes longer.
  const built = role === 'worker' ? undefined : buildConsole(terminal.notice)
  const database = await openDatabase(config, terminal.notice)
  let claim: Claim | undefined
  let service: Service | undefined
  const stop = async () => {
    await service?.stop()
    if (claim?.claimed) claim.release()
    await database.stop()
  }
  try {
    const info = { pid: process.pid, url: addressOf(config) }
    if (role !== 'worker') claim = await claimFolder(database, info)
    await prepareSchema(database, config, terminal.notice)
    for (const line of await aboutSchema(database.owner, MIGRATIONS)) terminal.notice(line)
    const demo = claim && (await offerDemo(config, database, info.url, terminal))
    const { connection, owner } = database
    service = await startService({ config, connection, owner, logger: openLogger(config, terminal), role })
    if (service.url !== undefined) info.url = service.url
    await built
    // With PORT=0, the port is known only now.
    if (claim) await refreshDemo(config.dataDir, info.url)
    if (call.isSet('json')) terminal.print(JSON.stringify({ role, pid: process.pid, base_url: service.url ?? null }))
    else announce(service, config, demo, terminal)
    const drain = async (ms: number, again: Promise<void>) => {
      if (ms === 0) return
      service?.drain()
      await Promise.race([pause(ms), again])
    }
    return { drain, stop }
  } catch (error) {
    await stop()
    throw inWords(error, config, role)
  }
}

/** Allows one server per data folder. A second one fails with a message that says where the first one is. */
async function claimFolder({ socketDir }: Database, info: { pid: number; url: string }): Promise<Claim | undefined> {
  if (socketDir === undefined) return undefined
  const claim = await claimServer(socketDir, info)
  if (claim.claimed) return claim
  throw new Refusal(
    'conflict',
    `Gatehouse is already running on this data folder: process ${claim.info.pid}, ${claim.info.url}. ` +
      'Stop it first, or set GATEHOUSE_DATA_DIR and PORT for a second one.',
  )
}

async function offerDemo(
  config: Config,
  database: Database,
  url: string,
  terminal: Terminal,
): Promise<Demo | undefined> {
  if (database.socketDir === undefined || config.environment === 'production') return undefined
  const pools = openPools(database.connection, () => {}, FEW_READERS)
  try {
    const session = await sessionOf(pools, database)
    const demo = await makeDemo(session, config.dataDir, url)
    if (demo) {
      await session.refreshStatistics()
      terminal.notice('First start: created the demo organization.')
    }
    return demo
  } finally {
    await pools.close()
  }
}

function announce(service: Service, config: Config, demo: Demo | undefined, terminal: Terminal): void {
  if (service.url === undefined) {
    terminal.print('Gatehouse worker is running.')
    return
  }
  terminal.print(`Gatehouse is ready at ${service.url}`)
  terminal.print(`  API reference   ${service.url}/docs`)
  terminal.print(`  Console         ${service.url}/console`)
  if (!demo) return
  if (demo.console) terminal.print(`  Demo sign-in    ${demo.console.email}  ${demo.console.password}`)
  terminal.print(`  Demo key        ${demo.api_key}`)
  const path = relative(process.cwd(), demoFile(config.dataDir))
  terminal.print(`                  (also in ${path.startsWith('..') ? demoFile(config.dataDir) : path})`)
  terminal.print('')
  terminal.print(`  curl -H "X-Api-Key: ${demo.api_key}" "${service.url}/api/v1/listings?limit=2"`)
}

/** What is kept of lines that cannot be written, until they can. */
const UNWRITTEN_BYTES = 1_000_000

/**
 * Logs JSON lines to stderr. Requests are in the audit log instead, and headers are in neither. A log that cannot be written, perhaps because its disk
 * is full, must not end the service.
 */
function openLogger({ environment }: Config, { stderr: given }: Terminal) {
  const options = { level: environment === 'production' ? 'info' : 'warn', base: { pid: process.pid } }
  if (given !== process.stderr) return pino(options, { write: line => void given.write(line) })
  const stderr = pino.destination({ dest: 2, maxLength: UNWRITTEN_BYTES })
  stderr.on('error', () => {
    // At the end of the process it would try for as long as the disk is full.
    stderr.flushSync = () => {}
  })
  return pino(options, stderr)
}

function inWords(error: unknown, { port, metricsPort, host }: Config, role: Role): unknown {
  const { code, syscall, hostname }: NodeJS.ErrnoException & { hostname?: string } = asError(error)
  if (syscall === 'getaddrinfo' && hostname === host) {
    return new Refusal(
      'conflict',
      `Cannot listen on ${host}, because no address of that name can be found (${code}). Set HOST to an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.`,
    )
  }
  if (syscall !== 'listen') return error
  const [name, taken] = role === 'worker' ? ['METRICS_PORT', metricsPort] : ['PORT', port]
  if (code === 'EADDRINUSE') {
    return new Refusal(
      'conflict',
      `Port ${taken} on ${host} is in use. Stop the process that uses it, or set ${name} to another port.`,
    )
  }
  return new Refusal(
    'conflict',
    code === 'EADDRNOTAVAIL'
      ? `Cannot listen on ${host}, because this machine does not have that address (${code}). Set HOST to one of its own, or to 0.0.0.0 for all of them.`
      : `Cannot listen on ${host} port ${taken} (${code}). Set HOST and ${name} to values this machine allows.`,
  )
}
