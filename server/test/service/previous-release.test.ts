/** The code of the previous release works on the schema of this one: its own tests run with the current migrations. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isLongRun } from '../sizes.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(ROOT, 'server/released.json'), 'utf8'))
/** The previous release, or a commit that stands in for it when this test is tried out. */
const wanted: string | undefined = process.env.TEST_PREVIOUS_RELEASE ?? (version === null ? undefined : `v${version}`)

/** Tests that write and read through every operation. In the long size, all tests that do not compare the schema. */
const SUITE = isLongRun
  ? ['server/test/contract', 'server/test/domain', 'server/test/webhooks', 'server/test/messaging']
  : ['server/test/contract/coverage']

test('the previous release passes its tests on the current schema', { skip: whyNot() }, t => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-previous-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  execFileSync('sh', ['-c', 'git archive "$1" | tar x -C "$2"', 'sh', wanted as string, folder], { cwd: ROOT })
  rmSync(join(folder, 'server/migrations'), { recursive: true })
  cpSync(join(ROOT, 'server/migrations'), join(folder, 'server/migrations'), { recursive: true })
  const isSame =
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8') === readFileSync(join(folder, 'package-lock.json'), 'utf8')
  // If the packages differ, bin/node installs those of that release.
  if (isSame) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const { GATEHOUSE_TEST_DATA_DIR: _, NODE_TEST_CONTEXT: __, ...environment } = process.env
  const { status, stdout, stderr } = spawnSync(
    join(folder, 'bin/node'),
    ['server/test/run.ts', '--test-concurrency', '1', ...SUITE],
    {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
    },
  )
  assert.equal(status, 0, `${stdout}\n${stderr}`)
  assert.match(stdout, /[1-9]\d* passed, 0 failed/)
})

function whyNot(): string | false {
  if (wanted === undefined) return 'nothing has been released yet'
  if (!existsSync(join(ROOT, '.git'))) return 'this is no checkout of git'
  const { status } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${wanted}^{commit}`], { cwd: ROOT })
  return status === 0 ? false : `this checkout does not have ${wanted}`
}
