/**
 * `npm test`: format and lint, types, then every test file, all against one real PostgreSQL that lives as long as the run.
 * `npm test -- PATTERN…` runs the files whose path contains one of the patterns, and nothing else.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { batchesOf } from './batches.ts'
import { openTestCluster } from './cluster.ts'
import { type Ended, openReport, type Report } from './report.ts'
import { openRunFolders } from './run-folders.ts'

const { values: options, positionals: patterns } = parseArgs({
  allowPositionals: true,
  options: {
    /** Runs the tests at full size; see sizes.ts. */
    long: { type: 'boolean', default: false },
    /** Runs only the test with this name. */
    name: { type: 'string' },
    /** How many of the slowest files the report names. */
    slowest: { type: 'string', default: '10' },
    /**
     * How many processes run at a time: two per core, because a process waits a third of the time, and at most eight, because they share the
     * connections of the one PostgreSQL. Three per core took 590 s and 1,015 s of processor time, two 543 and 939, one run after the other.
     */
    'test-concurrency': { type: 'string', default: String(Math.min(8, 2 * availableParallelism())) },
  },
})
const BATCH = fileURLToPath(new URL('./batch.ts', import.meta.url))
/** What a run of everything checks along with its first tests. */
const CHECKS: readonly Preparation[] = [
  { name: 'biome', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  { name: 'types', args: checkTypes('.', 'types') },
  { name: 'types of the console', args: checkTypes('console', 'types-console') },
]
/** The compiler collects its garbage less often: it takes 1,080 MB instead of 980, and 9 s of processor time instead of 12. */
const COMPILER_ENVIRONMENT = { GOGC: '400' }
/**
 * A process of several files collects its garbage less often, because the buffers of backups and exports made it collect old objects again and again.
 * Two files about backups and the doctor, and one of the console, took 19.8 s of processor time instead of 22.7 with a heap of 1 GB. A file that runs
 * alone may be about memory, and keeps the settings of Node.
 */
const HEAP_OPTIONS = ['--initial-heap-size=512', '--min-semi-space-size=16', '--max-semi-space-size=32']
/** Tests have their own limits; this one ends a process that none of those could end. */
const BATCH_LIMIT_MS = options.long ? 43_200_000 : 3_600_000

/**
 * Several checkers would each check the types that files share: four of them, the default, take 21 s of processor time, and one takes 12. For files that
 * have not changed, and that use none that has, the compiler keeps its results of the previous run, errors included: it then takes 2 s.
 */
function checkTypes(project: string, kept: string): string[] {
  const results = `node_modules/.cache/${kept}.tsbuildinfo`
  const tsc = ['node_modules/typescript/bin/tsc', '-p', project, '--checkers', '1']
  return [...tsc, '--incremental', '--tsBuildInfoFile', results]
}

/** Aborted when the run is told to end: what it has started would go on for minutes. */
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
const began = performance.now()
const print = (line: string) => void process.stdout.write(`${line}\n`)
const files = globSync('server/test/**/*.test.ts').sort()
const chosen = patterns.length === 0 ? files : files.filter(file => patterns.some(pattern => file.includes(pattern)))
if (options.long) process.env.GATEHOUSE_TEST_SIZE = 'long'
process.exitCode = (await runAll()) ? 0 : 1

/** Resolves with whether everything that was chosen has passed. */
async function runAll(): Promise<boolean> {
  if (chosen.length === 0) {
    print(`npm test: no test file has ${patterns.join(' or ')} in its path`)
    return false
  }
  const folders = await openRunFolders()
  const built = Promise.all(builds().map(prepare))
  const cluster = await openTestCluster(folders.dataDir)
  try {
    if ((await built).includes(false)) return false
    const report = openReport(print, Number(options.slowest))
    if (!(await runBatches(batchesOf(chosen), report))) return false
    return report.end(performance.now() - began)
  } finally {
    await cluster.stop()
    await rm(cluster.connection.host, { recursive: true, force: true })
    await folders.remove()
  }
}

type Preparation = { name: string; args: string[] }

/** What the tests run. A run of everything starts about 70 processes from the bundle; a few are started from the sources sooner than it is built. */
function builds(): Preparation[] {
  const console = { name: 'build of the console', args: ['console/build.ts'] }
  return patterns.length > 0 ? [console] : [console, { name: 'build of the server', args: ['server/build.ts'] }]
}

/** Runs a program to its end; resolves with whether it succeeded. */
async function prepare({ name, args }: Preparation): Promise<boolean> {
  const env = { ...process.env, ...COMPILER_ENVIRONMENT }
  const child = spawn(process.execPath, args, { stdio: 'inherit', env, signal: ending.signal })
  // The error that it was ended on purpose.
  child.on('error', () => {})
  const [status] = await once(child, 'close')
  if (status !== 0 && !ending.signal.aborted) print(`npm test: ${name} failed`)
  return status === 0
}

/** Runs the checks and the batches; resolves with false once a check has failed, after which no further batch begins. */
async function runBatches(batches: string[][], report: Report): Promise<boolean> {
  const failed: string[] = []
  const check = async (one: Preparation) => {
    if (await prepare(one)) return
    failed.push(one.name)
    tasks.length = 0
  }
  const checks = patterns.length > 0 || options.name ? [] : CHECKS
  const tasks = [...checks.map(each => () => check(each)), ...batches.map(batch => () => runBatch(batch, report))]
  const workers = Array.from({ length: Number(options['test-concurrency']) }, async () => {
    for (let task = tasks.shift(); task && !ending.signal.aborted; task = tasks.shift()) await task()
  })
  await Promise.all(workers)
  if (failed.length > 0) print(`npm test: no further test was begun, because of what failed: ${failed.join(', ')}`)
  if (ending.signal.aborted) print('npm test: it was told to end before it was complete')
  return failed.length === 0 && !ending.signal.aborted
}

/** Runs one process. A file that has reported nothing by the end has failed, and so has a process that fails without a failing file. */
async function runBatch(batch: string[], report: Report): Promise<void> {
  const unheard = new Set(batch)
  let failures = 0
  const events = run({
    files: [BATCH],
    argv: batch,
    execArgv: batch.length > 1 ? HEAP_OPTIONS : [],
    concurrency: 1,
    timeout: BATCH_LIMIT_MS,
    signal: ending.signal,
    ...(options.name && { testNamePatterns: [`^${RegExp.escape(options.name)}$`] }),
  })
  for await (const { type, data } of events) {
    if (ending.signal.aborted) continue
    if (type === 'test:stdout' || type === 'test:stderr') process.stderr.write(data.message)
    // An error that nobody caught ends the process with a failure.
    if (type === 'test:diagnostic' && data.message.startsWith('Error:'))
      print(`✖ ${batch.join(' ')}\n  ${data.message}`)
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const test = data as Ended
    const isProcess = test.name === BATCH
    if (isProcess && (type === 'test:pass' || failures > 0)) continue
    unheard.delete(test.name)
    if (type === 'test:pass') report.passed(test)
    else report.failed(isProcess ? { ...test, name: batch.join(' ') } : test)
    if (type === 'test:fail') failures += 1
  }
  if (!options.name && !ending.signal.aborted) for (const file of unheard) report.lost(file)
}
