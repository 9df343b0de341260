/** What is read for an export or a rent roll is collected while it is young, because collecting the whole heap delays the calls of others. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { useWorld } from './world.ts'

const PROGRAM = new URL('./collected-rows.ts', import.meta.url).pathname
/** Those of bin/gatehouse. */
const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=25', '--no-parallel-scavenge']

const world = useWorld({ organizations: 1, unitsEach: 1 })

test('rows that nobody holds anymore are collected while they are young', async () => {
  const connection = JSON.stringify(world.connection)
  const args = [...FLAGS, PROGRAM, connection, world.organizations[0] as string]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  assert.ok(Number(stdout) < 10, `of about 100 MB, ${stdout.trim()} grew old`)
})
