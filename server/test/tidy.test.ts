/** The rules of the house that a machine can check: where imports point, how long files are, what they are called and open with. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { SETTINGS } from '#server/config.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What a file may import stands in front of it; what stands beside it may not be imported. */
const LAYERS = [
  ['contract'],
  ['base'],
  ['db'],
  ['platform'],
  ['domain'],
  ['http', 'import', 'seed', 'sending', 'delivery', 'sign-in'],
  ['console'],
  ['config.ts'],
  ['database.ts', 'outside.ts'],
  ['open-console.ts', 'open-quota.ts'],
  ['start.ts'],
  ['commands'],
  ['main.ts'],
]

const MAX_LINES = 300
/** Longer ones, each with the reason why it is one thing. */
const LONG_FILES: Record<string, string> = {
  'server/migrations/0001-spine.sql': 'the first schema: a migration is one file, and its tables are read side by side',
}

const NO_NAMES = ['utils', 'util', 'helpers', 'helper', 'common', 'lib', 'manager', 'service']

const sources = find('{contract,server/src}/**/*.ts')
const code = [...sources, ...find('{server/test,bench}/**/*.ts')]
const texts = new Map([...code, ...find('server/migrations/*.sql')].map(file => [file, read(file)]))
const imports = new Map(code.map(file => [file, importsOf(file)]))

test('imports point one way', () => {
  assert.deepEqual(
    edges().filter(([from, to]) => place(from) !== place(to) && rank(to) >= rank(from)),
    [],
  )
})

test('every folder has its place among the layers', () => {
  assert.deepEqual(
    sources.filter(file => rank(file) === -1),
    [],
  )
})

test('no file imports itself by way of others', () => {
  assert.deepEqual(findCycle(sources), undefined)
})

test('the queries of a noun are used by that noun alone', () => {
  const noun = (file: string) => /^server\/src\/domain\/([^/]+)\//.exec(file)?.[1]
  assert.deepEqual(
    edges().filter(([from, to]) => noun(to) && basename(to) === 'queries.ts' && noun(from) !== noun(to)),
    [],
  )
})

test('every import names a file that is there', () => {
  assert.deepEqual(
    [...imports.values()].flat().filter(file => !existsSync(join(ROOT, file))),
    [],
  )
})

test('every file is reached from the program, a test or a benchmark', () => {
  const entries = code.filter(file =>
    /^server\/src\/main\.ts$|\.test\.ts$|^server\/test\/(run|generate)\.ts$|^bench\//.test(file),
  )
  const reached = reachedFrom(entries)
  assert.deepEqual(
    code.filter(file => !reached.has(file)),
    [],
  )
})

test('only config.ts reads the environment', () => {
  assert.deepEqual(
    sources.filter(file => file !== 'server/src/config.ts' && /\bprocess\s*\.\s*env\b/.test(text(file))),
    [],
  )
})

test(`no file is longer than ${MAX_LINES} lines, but those that say why`, () => {
  const long = [...texts].filter(([, text]) => text.split('\n').length - 1 > MAX_LINES).map(([file]) => file)
  assert.deepEqual(long.sort(), Object.keys(LONG_FILES).sort())
})

test('every file opens with what it is for', () => {
  const opens = (file: string) =>
    (file.endsWith('.sql') ? /^-- \S/ : /^\/\*\*\s[^/]*?[a-z][\s\S]*?\*\/\n/).test(text(file))
  assert.deepEqual(
    [...texts.keys()].filter(file => !opens(file)),
    [],
  )
})

test('no file has a name that could be any file’s', () => {
  const words = (file: string) => basename(file).split(/[.-]/)
  assert.deepEqual(
    code.filter(file => words(file).some(word => NO_NAMES.includes(word))),
    [],
  )
})

test('nothing is left for later', () => {
  const later = /\bTO[D]O\b|\bFIX[M]E\b/
  const files = [...texts.keys(), ...find('{*,docs/*,decisions/*,bin/*}').filter(file => /\.md$|^bin\//.test(file))]
  assert.deepEqual(
    files.filter(file => later.test(text(file))),
    [],
  )
})

test('the README explains every setting there is, in the same words', () => {
  const [, table = ''] = /<!-- settings -->(.*)<!-- \/settings -->/s.exec(text('README.md')) ?? []
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, name, meaning]) => [name, meaning])
  assert.deepEqual(Object.fromEntries(rows), SETTINGS)
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

/** Every file of ours that `file` names in quotes, whether in an import or as the path of a program to start. */
function importsOf(file: string): string[] {
  return [...text(file).matchAll(/'((?:\.{1,2}|#contract|#server)\/[^'\n]+\.ts)'/g)].map(([, name = '']) => {
    if (name.startsWith('#contract/')) return name.slice(1)
    if (name.startsWith('#server/')) return name.replace('#server/', 'server/src/')
    return join(file, '..', name)
  })
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

function findCycle(files: string[]): string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of imports.get(file) ?? []) {
      const cycle = visit(next, [...path, file])
      if (cycle) return cycle
    }
    done.add(file)
    return undefined
  }
  for (const file of files) {
    const cycle = visit(file, [])
    if (cycle) return cycle
  }
  return undefined
}
