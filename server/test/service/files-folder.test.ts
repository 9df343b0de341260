/** A service that cannot store uploaded files says so when it starts. */
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { openWorld } from '../world.ts'

/** A folder below a file, in which root cannot write either. */
const BELOW_A_FILE = `${fileURLToPath(import.meta.url)}/uploads`

async function warningsWith(path: string): Promise<unknown[]> {
  const logged: string[] = []
  const logger = pino({ level: 'warn' }, { write: line => void logged.push(line) })
  const world = await openWorld({ logger, config: { files: { place: { kind: 'folder', path }, limitBytes: 1024 } } })
  await world.close()
  return logged
    .map(line => JSON.parse(line))
    .filter(({ msg }) => /^uploaded files cannot be stored: correct FILES_DIR/.test(msg))
}

test('a service that cannot write to the folder of uploaded files says so when it starts', async () => {
  const [warning, ...others] = (await warningsWith(BELOW_A_FILE)) as { folder: string; reason: string }[]
  assert.deepEqual([warning?.folder, warning?.reason, others], [fileURLToPath(import.meta.url), 'ENOTDIR', []])
  // This account may write and run the file, as it would have to with a folder.
  const [ofProgram] = (await warningsWith(fileURLToPath(new URL('../../../bin/gatehouse', import.meta.url)))) as {
    reason: string
  }[]
  assert.equal(ofProgram?.reason, 'ENOTDIR')
  assert.deepEqual(await warningsWith(`${tmpdir()}/not-there-yet/uploads`), [])
})
