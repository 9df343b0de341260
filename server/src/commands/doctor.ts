/** `doctor`: checks everything that the service depends on, and says what to do about what it finds. */
import { asError } from '../base/as-error.ts'
import { systemClock } from '../base/clock.ts'
import { Refusal } from '../base/refusal.ts'
import { counted } from '../base/text.ts'
import { typed } from '../base/typed-command.ts'
import { type Config, refuseWrong } from '../config.ts'
import { type Database, FEW_READERS, openDatabase, openPools } from '../database.ts'
import { timeOf } from '../db/database-clock.ts'
import { describeMissing, hasDatabase } from '../db/embedded/cluster.ts'
import { explain } from '../db/explain.ts'
import { explainFile } from './about-files.ts'
import type { Call, Command, Outcome } from './command.ts'
import { checkPublicUrl, checkTraces } from './doctor/addresses.ts'
import { checkCallers } from './doctor/callers.ts'
import {
  asReader,
  checkClock,
  checkConnections,
  checkCreating,
  checkMigrations,
  checkPages,
  checkPartitions,
  checkServer,
  checkTimeouts,
  checkTimeZones,
} from './doctor/database.ts'
import { checkDerived } from './doctor/derived.ts'
import { examine, explainRefusal, type Finding, type Level, problem, skipped } from './doctor/finding.ts'
import { checkLeftovers, checkQueues } from './doctor/leftovers.ts'
import { checkDisk, checkFiles, checkSettings, checkVersions } from './doctor/machine.ts'
import { checkOutbound } from './doctor/outbound.ts'
import { checkMail, checkRedis, checkRootKeys, checkTwilio } from './doctor/parts.ts'
import { checkRoles } from './doctor/roles.ts'
import { checkSchema, repairingStatements } from './doctor/schema.ts'
import { checkServerState } from './doctor/server-state.ts'
import { checkStoredFiles, checkTemporaryFolder, checkUploads } from './doctor/uploads.ts'
import { refuseMissing, sessionOf } from './session.ts'

const MIN_FREE_GIGABYTES = 2

export const doctorCommand: Command = {
  words: 'doctor',
  about:
    'Check settings, machine, database and everything else the service depends on; exit status 1 if a problem is found.',
  options: {
    sql: { about: 'Print only the SQL statements that create what the schema lacks.' },
    all: { about: 'Check all derived data, and not only a sample.' },
    processes: { value: 'N', about: 'How many processes of the service must be able to connect. Defaults to 1.' },
    'free-gb': {
      value: 'N',
      about: `Gigabytes that must be free on the disk. Defaults to ${MIN_FREE_GIGABYTES}.`,
    },
  },
  reportsSettings: true,
  async run(call) {
    const { config, wrongSettings } = call
    if (call.isSet('sql')) return printRepair(call)
    /** Runs a check, unless a setting on which it depends is wrong, because its findings would then be about something else. */
    const unlessWrong = async (check: string, ofThese: RegExp, look: () => Promise<Finding[]>) => {
      const wrong = wrongSettings.find(({ name }) => ofThese.test(name))
      return wrong ? [skipped(check, `Not checked, because ${wrong.name} is not valid.`)] : examine(check, look)
    }
    const minFree = call.count('free-gb', { min: 0, max: 1_000_000 }) ?? MIN_FREE_GIGABYTES
    const processes = call.count('processes', { min: 1, max: 1_000 }) ?? 1
    const findings = [
      await examine('settings', async () => checkSettings(config, wrongSettings)),
      await examine('versions', async () => checkVersions()),
      await examine('files', () => checkFiles(config)),
      await examine('disk', () => checkDisk(config, minFree)),
      await unlessWrong('uploads', /^(?:FILES|S3)_/, () => checkUploads(config)),
      await examine('uploads', checkTemporaryFolder),
      await unlessWrong('redis', /^REDIS_/, () => checkRedis(config)),
      await unlessWrong('mail', /^(?:SMTP|MAIL)_/, () => checkMail(config)),
      await unlessWrong('sms', /^TWILIO_/, () => checkTwilio(config)),
      await unlessWrong('public url', /^PUBLIC_URL/, () => checkPublicUrl(config, systemClock.now())),
      await unlessWrong('traces', /^OTEL_/, () => checkTraces(config)),
      await unlessWrong('postgresql', /^DATABASE_/, () => checkDatabase(call, processes)),
    ]
    return outcomeOf(findings.flat())
  },
}

/** Prints the statements that repair the schema, for `psql`; nothing is run. */
async function printRepair({ config, wrongSettings, terminal }: Call): Promise<Outcome> {
  refuseWrong(wrongSettings)
  refuseMissing(config)
  const database = await openDatabase(config, terminal.notice)
  try {
    const unusable = (await checkMigrations(database)).find(({ level }) => level !== 'ok')
    if (unusable) throw new Refusal('conflict', `${unusable.message} ${unusable.action}`)
    const statements = await repairingStatements(database)
    return { json: { statements }, lines: statements.length > 0 ? statements : ['-- The schema lacks nothing.'] }
  } finally {
    await database.stop()
  }
}

async function checkDatabase(call: Call, processes: number): Promise<Finding[]> {
  const { config, terminal } = call
  let database: Database | undefined
  try {
    if (config.databaseUrl === undefined && !hasDatabase(config.dataDir)) {
      const missing = describeMissing(config.dataDir)
      if (missing) return [problem('postgresql', missing.message, missing.action)]
      const message = `There is no database in ${config.dataDir}.`
      return [problem('postgresql', message, `Run ${typed('migrate')}, or set DATABASE_URL or GATEHOUSE_DATA_DIR.`)]
    }
    database = await openDatabase(config, terminal.notice)
    return await checkOpened(call, database, processes)
  } catch (error) {
    const { message, action } = explain(error) ??
      explainRefusal(error) ??
      explainFile(error) ?? {
        message: `PostgreSQL cannot be used: ${asError(error).message}`,
        action: 'Correct what the message names.',
      }
    return [problem('postgresql', message, `${action} Checks that need the database were skipped.`)]
  } finally {
    await database?.stop()
  }
}

async function checkOpened(call: Call, database: Database, processes: number): Promise<Finding[]> {
  const { config } = call
  const { connection } = database
  const onServer = await asReader(connection, 'none', async client => [
    ...(await examine('postgresql', () => checkServer(client, systemClock.now()))),
    ...(await examine('server', () => checkServerState(client, config))),
    ...(await examine('roles', () => checkRoles(client, config))),
    ...(await examine('time-outs', () => checkTimeouts(client))),
    ...(await examine('clock', () => checkClock(client, systemClock.now))),
    ...(await examine('connections', () => checkConnections(client, processes))),
    ...(await examine('pages', () => checkPages(client))),
  ])
  const migrations = await examine('migrations', () => checkMigrations(database))
  const schema = isPassed(migrations)
    ? await examine('schema', () => checkSchema(database))
    : [skipped('schema', 'Not checked, because of the migrations.')]
  const isUsable = [...onServer, ...migrations, ...schema].every(
    ({ check, level }) => level !== 'problem' || !NEEDED.has(check),
  )
  const rest = isUsable
    ? await checkRecords(call, database, config)
    : [skipped('records', 'Records were not checked: repair the database first.')]
  return [...onServer, ...migrations, ...schema, ...rest]
}

const isPassed = (findings: readonly Finding[]) => findings.every(({ level }) => level === 'ok')

/** The checks that must pass before any record can be checked. */
const NEEDED = new Set(['postgresql', 'roles', 'migrations', 'rights'])

async function checkRecords(call: Call, database: Database, config: Config): Promise<Finding[]> {
  const { connection } = database
  // The service uses the clock of the database. By the clock of this machine, if it is ahead, deliveries would seem late that are not.
  const now = await timeOf(connection)
  const found = [
    await examine('partitions', async () => [
      ...(await asReader(database.owner, 'none', client => checkPartitions(client, now))),
      ...(await checkCreating(database.owner)),
    ]),
    await examine('time zones', () => asReader(connection, 'gatehouse_platform', checkTimeZones)),
    await examine('root keys', () => checkRootKeys(config, connection, now)),
    await examine('callers', () => checkCallers(config, connection, now)),
    await examine('outbound', () => checkOutbound(config, connection)),
    await examine('stored files', () => checkStoredFiles(config, connection)),
    await examine('queues', () => checkQueues(connection, now)),
    await examine('leftovers', () => checkLeftovers(config, connection, now)),
  ]
  const pools = openPools(connection, () => {}, FEW_READERS)
  try {
    found.push(
      await examine('derived data', async () =>
        checkDerived(await sessionOf(pools, database), call.isSet('all'), Math.random),
      ),
    )
  } finally {
    await pools.close()
  }
  return found.flat()
}

const MARKS: Record<Level, string> = { ok: 'ok', warning: 'WARNING', problem: 'PROBLEM', skipped: '-' }

function outcomeOf(findings: readonly Finding[]): Outcome {
  const count = (level: Level) => findings.filter(finding => finding.level === level).length
  const [problems, warnings] = [count('problem'), count('warning')]
  const lines = findings.flatMap(({ check, level, message, action }) => [
    `${MARKS[level].padEnd(8)} ${check.padEnd(13)} ${message}`,
    ...(action === null ? [] : [`${' '.repeat(23)}→ ${action}`]),
  ])
  return {
    json: { healthy: problems === 0, problems, warnings, findings },
    lines: [...lines, `${counted(problems, 'problem')}, ${counted(warnings, 'warning')}.`],
    refused: problems > 0,
  }
}
