/** Every fault of mutants.ts can still be planted. Whether the tests notice them is for `npm run test:mutants` to show. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import test from 'node:test'
import { planted } from './mutant.ts'
import { MUTANTS } from './mutants.ts'

test('every fault changes the one place that it names, and names tests that exist', () => {
  for (const mutant of MUTANTS) {
    const text = readFileSync(mutant.file, 'utf8')
    assert.notEqual(planted(mutant, text), text, mutant.fault)
    for (const file of mutant.tests) assert.ok(existsSync(`server/test/${file}`), `${mutant.fault}: ${file}`)
  }
})

test('a fault whose place has changed is refused', () => {
  const mutant = { fault: 'a limit is off by one', file: 'a.ts', find: 'one < two', replace: 'one <= two', tests: [] }
  for (const text of ['one > two', 'one < two || one < two']) assert.throws(() => planted(mutant, text), /off by one/)
})
