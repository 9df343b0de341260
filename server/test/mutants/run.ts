/**
 * `npm run test:mutants`: plants one fault after another in a copy of the checkout, and runs the tests that must notice it, against one real
 * PostgreSQL. `npm run test:mutants -- WORD…` plants those whose description contains one of the words. It ends with status 1 if a fault goes
 * unnoticed, or if a test fails without any.
 */
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { run } from 'node:test'
import { openTestCluster } from '../cluster.ts'
import { openRunFolders } from '../run-folders.ts'
import { type Mutant, planted } from './mutant.ts'
import { MUTANTS } from './mutants.ts'

/** A test that waits for what a fault prevents has failed. */
const LIMIT_MS = 300_000

const words = process.argv.slice(2)
const chosen = words.length === 0 ? MUTANTS : MUTANTS.filter(({ fault }) => words.some(word => fault.includes(word)))
const print = (line: string) => void process.stdout.write(`${line}\n`)
const root = process.cwd()
process.exitCode = (await runAll()) ? 0 : 1

/** Resolves with whether every chosen fault was noticed. */
async function runAll(): Promise<boolean> {
  if (chosen.length === 0) {
    print(`npm run test:mutants: no fault contains ${words.join(' or ')}`)
    return false
  }
  const folders = await openRunFolders()
  const copy = await copyCheckout()
  const cluster = await openTestCluster(folders.dataDir)
  try {
    const failed = await firstFailure(copy, [...new Set(chosen.flatMap(({ tests }) => tests))])
    if (failed !== undefined) {
      print(`✖ without any fault, a test fails: ${failed}`)
      return false
    }
    let unnoticed = 0
    for (const mutant of chosen) if (!(await plant(copy, mutant))) unnoticed++
    print(`${chosen.length - unnoticed} of ${chosen.length} faults were noticed`)
    return unnoticed === 0
  } finally {
    await cluster.stop()
    await rm(cluster.connection.host, { recursive: true, force: true })
    await folders.remove()
  }
}

/** A copy, so that a run that is ended halfway leaves no fault in the checkout. */
async function copyCheckout(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'gatehouse-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  for (const file of listed.split('\0').filter(name => name !== '')) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    // A file may have been deleted and not committed.
    await copyFile(join(root, file), join(copy, file)).catch(() => {})
  }
  await symlink(resolve('node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Plants a fault, runs its tests and takes it out again; resolves with whether a test failed. */
async function plant(copy: string, mutant: Mutant): Promise<boolean> {
  const place = join(copy, mutant.file)
  const text = await readFile(place, 'utf8')
  await writeFile(place, planted(mutant, text))
  try {
    const failed = await firstFailure(copy, mutant.tests)
    print(failed === undefined ? `✖ unnoticed: ${mutant.fault}` : `✔ ${mutant.fault}\n    noticed by: ${failed}`)
    return failed !== undefined
  } finally {
    await writeFile(place, text)
  }
}

/** Runs test files until the first test fails, and resolves with its name; undefined if all of them pass. */
async function firstFailure(copy: string, tests: readonly string[]): Promise<string | undefined> {
  const ended = new AbortController()
  const events = run({
    files: [join(copy, 'server/test/batch.ts')],
    argv: tests.map(file => join('server/test', file)),
    cwd: copy,
    concurrency: 1,
    timeout: LIMIT_MS,
    signal: ended.signal,
  })
  let first: string | undefined
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || first !== undefined) continue
    first = data.name
    ended.abort()
  }
  return first
}
