/** The code of the previous release works on the schema of this one: its own tests run with the current migrations. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ROOT } from '#server/bundle.ts'
import { commitOf, findRelease } from '../find-release.ts'
import { isLongRun } from '../sizes.ts'

/** A commit that stands in for the previous release when this test is tried out. */
const { TEST_PREVIOUS_RELEASE: standIn } = process.env
const previous = standIn === undefined ? findRelease(ROOT) : findStandIn(standIn)

/**
 * All tests of the previous release that run its operations, in a long run, except those of plans, which compare what PostgreSQL does with the indexes
 * of one version. They have their short size even then: in the long one, they repeat for hours what the previous release has proven, and one
 * process after another runs into its limit. At the short size, 2,748 tests of 102 files take 36 minutes on a busy machine of 2 cores.
 */
const SUITE = 'server/test/{contract,domain,webhooks,messaging}/**/*.test.ts'
const OF_ONE_SCHEMA = /plans\.test\.ts$/
/**
 * In a short run, the tests that call every operation of the previous release once and with each of its parameters. What it refuses before it reads
 * anything does not depend on the schema.
 */
const OF_EVERY_STATEMENT = {
  file: 'server/test/contract/coverage.test.ts',
  names: 'answers in the shape of its schema$|within its bounds|is an empty list$',
}

test('the previous release passes its tests on the current schema', {
  skip: 'reason' in previous && previous.reason,
}, t => {
  const { commit } = previous as { commit: string }
  const folder = folderFor(t)
  execFileSync('sh', ['-c', 'git archive "$1" | tar x -C "$2"', 'sh', commit, folder], { cwd: ROOT })
  rmSync(join(folder, 'server/migrations'), { recursive: true })
  cpSync(join(ROOT, 'server/migrations'), join(folder, 'server/migrations'), { recursive: true })
  chooseHistories(folder)
  const isSame =
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8') === readFileSync(join(folder, 'package-lock.json'), 'utf8')
  // If the packages differ, bin/node installs those of that release.
  if (isSame) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const { GATEHOUSE_TEST_DATA_DIR: _, NODE_TEST_CONTEXT: __, GATEHOUSE_TEST_SIZE: ___, ...environment } = process.env
  const { status, stdout, stderr } = spawnSync(join(folder, 'bin/node'), wordsOf(folder), {
    cwd: folder,
    env: { ...environment, GATEHOUSE_TEST_DATA_DIR: folderFor(t, process.env.GATEHOUSE_TEST_DATA_DIR) },
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  })
  assert.equal(status, 0, `${stdout}\n${stderr}`)
  assert.match(stdout, isLongRun ? /[1-9]\d* passed, 0 failed/ : /^ℹ pass [1-9]\d*$/m)
})

/**
 * Gives the random histories of the release a seed with which they pass on its own schema. In 0.1.0, the model with which they compare the ledger withholds
 * a deposit for charges of later days as well, so that some seeds, such as 1010924556, fail on any schema.
 */
function chooseHistories(folder: string): void {
  const path = join(folder, 'server/test/domain/ledger-histories.test.ts')
  writeFileSync(path, readFileSync(path, 'utf8').replace('{ numRuns: HISTORIES', '{ seed: 1, numRuns: HISTORIES'))
}

/** The words that run the tests of the release in the folder. Its whole run would build the console as well, which these tests do not open. */
function wordsOf(folder: string): string[] {
  if (!isLongRun)
    return [`--test-name-pattern=${OF_EVERY_STATEMENT.names}`, 'server/test/batch.ts', OF_EVERY_STATEMENT.file]
  const files = globSync(SUITE, { cwd: folder }).filter(file => !OF_ONE_SCHEMA.test(file))
  return ['server/test/run.ts', '--test-concurrency', '1', ...files]
}

const CHECKOUTS: [what: string, make: (origin: string, folder: string) => void, found: 'release' | RegExp][] = [
  [
    'a clone without tags shows the last release by its commit',
    (origin, folder) => git(origin, 'clone', '--no-tags', `file://${origin}`, folder),
    'release',
  ],
  [
    'a shallow clone shows the last release by its tag',
    (origin, folder) => {
      git(origin, 'clone', '--depth=1', `file://${origin}`, folder)
      git(folder, 'fetch', '--depth=1', 'origin', 'tag', 'v0.1.0')
    },
    'release',
  ],
  [
    'a shallow clone without tags says why the last release cannot be found',
    (origin, folder) => git(origin, 'clone', '--depth=1', '--no-tags', `file://${origin}`, folder),
    /^this clone is shallow and has neither the commit of release 0\.1\.0 nor its tag/,
  ],
  [
    'a shallow clone does not take its oldest commit for the last release',
    (origin, folder) => git(origin, 'clone', '--depth=2', '--no-tags', `file://${origin}`, folder),
    /^this clone is shallow/,
  ],
  [
    'a release of another history is not found',
    (origin, folder) => {
      git(origin, 'clone', '--no-tags', `file://${origin}`, folder)
      writeReleased(folder, '0.2.0', 3)
    },
    /^the commit that released 0\.2\.0 is not in the history/,
  ],
  [
    'a folder without git says so',
    (origin, folder) => cpSync(join(origin, 'server'), join(folder, 'server'), { recursive: true }),
    /^this is not a checkout of git$/,
  ],
]

for (const [what, make, found] of CHECKOUTS) {
  test(what, t => {
    const [origin, folder] = [folderFor(t), folderFor(t)]
    const release = makeHistory(origin)
    make(origin, folder)
    const answer = findRelease(folder)
    if (found === 'release') assert.deepEqual(answer, { commit: release })
    else assert.match('reason' in answer ? answer.reason : answer.commit, found)
  })
}

test('before the first release there is none to find', t => {
  const folder = folderFor(t)
  writeReleased(folder, null, 0)
  assert.deepEqual(findRelease(folder), { reason: 'nothing has been released yet' })
})

/** Makes a repository with a release, a commit that formats what it recorded, and a later one; returns the commit of the release. */
function makeHistory(folder: string): string {
  git(folder, 'init', '--quiet')
  const commit = (subject: string) => {
    git(folder, 'add', '--all')
    git(folder, '-c', 'user.name=Dana', '-c', 'user.email=dana@example.com', 'commit', '--quiet', '-m', subject)
  }
  writeReleased(folder, null, 0)
  commit('before the release')
  writeReleased(folder, '0.1.0', 2)
  commit('0.1.0')
  git(folder, 'tag', 'v0.1.0')
  writeReleased(folder, '0.1.0', 2, '')
  commit('formatted')
  writeFileSync(join(folder, 'later'), '')
  commit('later')
  return commitOf(folder, 'v0.1.0') as string
}

function writeReleased(folder: string, version: string | null, migration: number, indent = '  '): void {
  mkdirSync(join(folder, 'server'), { recursive: true })
  writeFileSync(join(folder, 'server/released.json'), JSON.stringify({ version, migration }, null, indent))
}

function git(folder: string, ...words: string[]): void {
  execFileSync('git', words, { cwd: folder, stdio: 'pipe' })
}

function folderFor(t: TestContext, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'gatehouse-previous-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function findStandIn(name: string): ReturnType<typeof findRelease> {
  const commit = commitOf(ROOT, name)
  return commit === undefined ? { reason: `this checkout does not have ${name}` } : { commit }
}
