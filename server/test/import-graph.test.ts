/** Planted violations of the rules on imports: each is found, and nothing that is allowed is reported. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCircle, findForeignSql, foldersOf, idleExports, importsOf, reexports } from './import-graph.ts'

const LEDGER = 'server/src/domain/ledger/lease-ledger-queries.ts'

/** Planted files; ‹…› stands for quotes, or `tidy` would take what they import for imports of this file. */
const texts = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([file, text]) => [file, text.replace(/[‹›]/g, "'")]))

test('SQL of another noun is found, whatever its file is called', () => {
  const files = texts({
    [LEDGER]: `export const findLedger = statement('find_ledger', 'select 1')`,
    'server/src/domain/leases/steps.ts': `export const endLease = statement<{ id: string }>('end_lease', 'select 1')\nexport function end() {}`,
    'server/src/domain/units/list.ts': `export const unitList: ListDefinition<'a'> = {}`,
    'server/src/domain/payments/operations.ts': `import { findLedger as find } from ‹../ledger/lease-ledger-queries.ts›`,
    'server/src/domain/invoices/operations.ts': `import { end, endLease } from ‹../leases/steps.ts›`,
    'server/src/http/pages.ts': `import {\n  unitList,\n} from ‹#server/domain/units/list.ts›`,
    'server/src/domain/ledger/operations.ts': `import { findLedger } from ‹./lease-ledger-queries.ts›`,
    'server/src/domain/owners/operations.ts': `import { end } from ‹../leases/steps.ts›`,
    'server/src/domain/owners/whole.ts': `import * as ledger from ‹../ledger/lease-ledger-queries.ts›`,
  })
  assert.deepEqual(findForeignSql(files), [
    `server/src/domain/payments/operations.ts: findLedger from ${LEDGER}`,
    'server/src/domain/invoices/operations.ts: endLease from server/src/domain/leases/steps.ts',
    'server/src/http/pages.ts: unitList from server/src/domain/units/list.ts',
    `server/src/domain/owners/whole.ts: * from ${LEDGER}`,
  ])
})

test('`export … from` is found in every form', () => {
  const files = texts({
    'a.ts': `export { find } from ‹./queries.ts›`,
    'b.ts': `export * from ‹./queries.ts›`,
    'c.ts': `export type {\n  Found,\n  Lost,\n} from ‹./queries.ts›`,
    'd.ts': `export * as queries from ‹./queries.ts›`,
    'e.ts': `import { find } from ‹./queries.ts›\nexport const name = 'a from b'\nexport function from() {}`,
  })
  assert.deepEqual(reexports(files), ['a.ts', 'b.ts', 'c.ts', 'd.ts'])
})

test('a circle of files or of folders is found, and a folder and its index count as one', () => {
  const files = importsOf(
    texts({ 'a/one.ts': `import ‹../b/two.ts›`, 'b/two.ts': `import ‹../a/three.ts›`, 'a/three.ts': '' }),
  )
  assert.equal(findCircle(files), undefined)
  assert.deepEqual(findCircle(foldersOf(files)), ['a', 'b', 'a'])
  const long = importsOf(
    texts({
      'a/1.ts': `import ‹../b/2.ts›`,
      'b/2.ts': `import ‹../c/3.ts›`,
      'c/3.ts': `import ‹../a/4.ts›`,
      'a/4.ts': '',
    }),
  )
  assert.deepEqual(findCircle(foldersOf(long)), ['a', 'b', 'c', 'a'])
  const index = importsOf(
    texts({ 'a/all.ts': `import ‹./in/1.ts›`, 'a/in/1.ts': `import ‹../values.ts›`, 'a/values.ts': '' }),
  )
  assert.equal(findCircle(foldersOf(index)), undefined)
  assert.deepEqual(findCircle(importsOf(texts({ 'a.ts': `import ‹./b.ts›`, 'b.ts': `import ‹./a.ts›` }))), [
    'a.ts',
    'b.ts',
    'a.ts',
  ])
})

test('an export that nobody uses, or only tests, is found', () => {
  const files = texts({
    'server/src/a.ts': `export function used() {}\nexport async function tested() {}\nexport const kept = 1\nexport const own = 2\nown + 1\nexport type Own = typeof own\nexport type Asked = Own`,
    'server/src/b.ts': `import { used } from ‹./a.ts›\nexport class Alone {}`,
    'server/src/c.ts': `import * as all from ‹./b.ts›`,
    'server/src/d.ts': `export const nobody = 1\nexport const find = statement<never>('find', 'select 1')\nfind`,
    'server/src/e.ts': `export type { Asked } from ‹./a.ts›`,
    'bench/d.ts': `import { kept } from ‹../server/src/a.ts›`,
    'server/test/a.test.ts': `import { own, tested, used } from ‹#server/a.ts›`,
  })
  const sources = [...files.keys()].filter(file => file.startsWith('server/src'))
  assert.deepEqual(idleExports(files, sources), [
    'server/src/a.ts: tested',
    'server/src/a.ts: Own',
    'server/src/d.ts: nobody',
  ])
})
