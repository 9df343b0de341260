/** A function of the server fits on one screen, or this file states why it does not. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '#server/bundle.ts'
import { longFunctions } from './long-functions.ts'

const MAX_LINES = 40
/** Longer functions, each with the reason why it is not divided. There are at most ten. */
const LONG_FUNCTIONS: Record<string, string> = {
  'server/src/console/implementations.ts: consoleImplementations':
    'a table: one line for each operation, whose types are checked together',
  'server/src/database.ts: openPools': 'composition: the settings of every pool, side by side',
  'server/src/http/perform.ts: performer': 'the two paths of a call, which share the same dependencies',
  'server/src/open-console.ts: openConsole': 'composition: the parts of the console in the order in which they open',
  'server/src/sign-in/users-database.ts: openUsersDatabase':
    'one pool, and the failures that its methods record for the call they belong to',
  'server/src/start.ts: openServices': 'composition: the parts of the pipeline, and what closes them',
  'server/src/webhooks/exchange.ts: exchange':
    'one answer as it arrives: the callbacks of a connection share what has arrived',
}

test(`no function of the server is longer than ${MAX_LINES} lines, except those with a stated reason`, () => {
  const files = globSync('server/src/**/*.ts', { cwd: ROOT })
  const long = files.flatMap(file => longFunctions(file, readFileSync(join(ROOT, file), 'utf8'), MAX_LINES))
  assert.deepEqual(long.sort(), Object.keys(LONG_FUNCTIONS).sort())
  assert.ok(long.length <= 10)
})

const LINES = '\n  work()'.repeat(5)

test('a planted function over the limit is found, however it is written', () => {
  const text = [
    `export function declared() {${LINES}\n}`,
    `const arrow = async () => {${LINES}\n}`,
    `class Owned {\n  #kept = 1\n  method() {${LINES}\n  }\n}`,
    `const table = { entry: () => {${LINES}\n} }`,
    `function outer() {\n  return () => {${LINES}\n  }\n}`,
    `export const short = () => {\n  work()\n}`,
    `const text = \`${LINES}\``,
  ].join('\n')
  assert.deepEqual(longFunctions('planted.ts', text, 6), [
    'planted.ts: declared',
    'planted.ts: arrow',
    'planted.ts: method',
    'planted.ts: entry',
    'planted.ts: outer',
    'planted.ts: a function without a name',
  ])
})
