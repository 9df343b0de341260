/** What a process loads before it serves: nothing that only some processes need and that takes long to load. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

const SCRIPT = `
  await import(process.argv[1])
  const { createRequire } = await import('node:module')
  const packages = Object.keys(createRequire(process.argv[1]).cache)
  console.log(JSON.stringify([...process.moduleLoadList, ...packages].filter(name => name.includes('undici'))))
`

test('neither Node’s fetch nor undici is loaded with the service', () => {
  const start = new URL('../../src/start.ts', import.meta.url)
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT, '--', start.href], {
    encoding: 'utf8',
  })
  assert.deepEqual(JSON.parse(printed), [])
})
