/**
 * What a source file imports and exports, read from its text, and the rules that follow: no circles, no other noun's SQL, nothing that only tests
 * use.
 */
import { join } from 'node:path'

/** Path from the root of the repository → text. */
type Texts = ReadonlyMap<string, string>
type Edges = ReadonlyMap<string, readonly string[]>

/** Every file of ours that each file names in quotes, whether in an import or as the path of a program to start. */
export function importsOf(texts: Texts): Map<string, string[]> {
  const quoted = /['"]((?:\.{1,2}|#client|#contract|#server)\/[^'"\n]+\.tsx?)['"]/g
  return new Map(
    [...texts].map(([file, text]) => [file, [...text.matchAll(quoted)].map(([, name = '']) => resolve(file, name))]),
  )
}

function resolve(file: string, name: string): string {
  if (/^#(client|contract)\//.test(name)) return name.slice(1)
  return name.startsWith('#server/') ? name.replace('#server/', 'server/src/') : join(file, '..', name)
}

/** The first circle of imports, as the path from a node back to itself, or undefined. */
export function findCircle(edges: Edges): string[] | undefined {
  const done = new Set<string>()
  const visit = (node: string, path: string[]): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return undefined
    for (const next of edges.get(node) ?? []) {
      const circle = visit(next, [...path, node])
      if (circle) return circle
    }
    done.add(node)
    return undefined
  }
  for (const node of edges.keys()) {
    const circle = visit(node, [])
    if (circle) return circle
  }
  return undefined
}

/** Folder → the folders it imports from. A folder and one inside it count as one, because an index next to a folder names its contents. */
export function foldersOf(edges: Edges): Map<string, string[]> {
  const folders = new Map<string, Set<string>>()
  for (const [from, files] of edges) {
    const folder = folderOf(from)
    const seen = folders.get(folder) ?? new Set()
    for (const to of files) if (!isNested(folder, folderOf(to))) seen.add(folderOf(to))
    folders.set(folder, seen)
  }
  return new Map([...folders].map(([folder, others]) => [folder, [...others].sort()]))
}

function isNested(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/'))
}

/** `importer: names from file`, for SQL of a noun that another noun or another layer imports, whatever the file is called. */
export function findForeignSql(texts: Texts): string[] {
  const noun = (file: string) => /^server\/src\/domain\/([^/]+)\//.exec(file)?.[1]
  return namedImports(texts)
    .filter(({ from, to }) => noun(to) !== undefined && noun(from) !== noun(to))
    .flatMap(({ from, to, names }) => {
      const statements = new Set(statementsOf(texts.get(to) ?? ''))
      const isWhole = names.includes('*') && statements.size > 0
      const strange = /(^|-)queries\.ts$/.test(to) || isWhole ? names : names.filter(name => statements.has(name))
      return strange.length > 0 ? [`${from}: ${strange.join(', ')} from ${to}`] : []
    })
}

/** The statements and lists that a file exports. */
function statementsOf(text: string): string[] {
  const declared = /^export const (\w+)(?:: ListDefinition<| = (?:statement|listStatement)\b)/gm
  return [...text.matchAll(declared)].map(([, name = '']) => name)
}

/** Files with `export … from`, which would hide where a name comes from. */
export function reexports(texts: Texts): string[] {
  return [...texts].filter(([, text]) => /^export\b[^;=(]*?\bfrom ['"]/m.test(text)).map(([file]) => file)
}

/**
 * `file: name` for every export of `sources` that nobody imports, or that only tests import although its own file does not use it. A statement may be
 * exported for the test that explains all of them.
 */
export function idleExports(texts: Texts, sources: readonly string[]): string[] {
  const [used, tested] = [new Set<string>(), new Set<string>()]
  for (const { from, to, names } of namedImports(texts)) {
    for (const name of names) (isTest(from) ? tested : used).add(`${to}: ${name}`)
  }
  return sources.flatMap(file => {
    const text = texts.get(file) ?? ''
    const exported = /^export (?:async )?(?:function\*?|class|const|type|interface) (\w+)/gm
    const statements = statementsOf(text)
    const isIdle = (name: string) => {
      if (used.has(`${file}: ${name}`) || used.has(`${file}: *`)) return false
      const usesItself = (text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1
      return !usesItself || !(tested.has(`${file}: ${name}`) || statements.includes(name))
    }
    return [...text.matchAll(exported)]
      .map(([, name = '']) => name)
      .filter(isIdle)
      .map(name => `${file}: ${name}`)
  })
}

function isTest(file: string): boolean {
  return file.startsWith('server/test/')
}

type Import = { from: string; to: string; names: string[] }

/** Every import with the names it takes, by their names in the file they come from; `*` for a namespace or a dynamic import. */
function namedImports(texts: Texts): Import[] {
  const found: Import[] = []
  for (const [from, text] of texts) {
    const statements = /^(?:import|export) (?:type )?([^'"=(]+?) from ['"]((?:\.|#)[^'"]+)['"]/gm
    for (const [, clause = '', name = ''] of text.matchAll(statements)) {
      const names = clause.includes('* as')
        ? ['*']
        : clause
            .replace(/[{}\n]/g, ' ')
            .split(',')
            .map(part =>
              part
                .trim()
                .replace(/^type /, '')
                .replace(/ as .*$/, ''),
            )
            .filter(part => part !== '')
      found.push({ from, to: resolve(from, name), names })
    }
    for (const [, name = ''] of text.matchAll(/\bimport\(['"]((?:\.|#)[^'"]+)['"]\)/g)) {
      found.push({ from, to: resolve(from, name), names: ['*'] })
    }
  }
  return found
}
