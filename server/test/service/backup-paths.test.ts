/** Paths that a backup or a restore cannot use, and what it says about them. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { writing } from '#server/db/embedded/backup/backup-file.ts'
import { restoreFiles } from '#server/platform/files/folder-backup.ts'
import { makeDataDir, makeMigratedDataDir } from '../db/embedded-world.ts'
import { gatehouse } from './processes.ts'

test('a path that cannot be written or read is named, and a backup that cannot be read is not called damaged', async t => {
  const folder = await makeMigratedDataDir(t)
  const settings = { GATEHOUSE_DATA_DIR: folder, GATEHOUSE_ROOT_KEY: '' }
  const file = join(folder, 'file')
  await writeFile(file, 'no folder')
  const long = join(folder, 'long'.repeat(80))
  for (const [words, says] of [
    [['backup', long], /cannot be written \(ENAMETOOLONG\)\. There is no backup/],
    [['restore', '--check', long], /cannot be read \(ENAMETOOLONG\)/],
    [['restore', '--check', join(file, 'backup')], /cannot be read \(ENOTDIR\)/],
    [['restore', '--check', folder], /cannot be read \(EISDIR\)\. Name a backup that exists/],
    [['restore', '--check', file], /is damaged or not a backup/],
  ] as const) {
    const { code, stderr } = await gatehouse([...words], settings)
    assert.equal(code, 1)
    assert.match(stderr, says)
    assert.doesNotMatch(stderr, /\n +at /)
  }
})

test('uploaded files that cannot be put back are not blamed on the backup', async t => {
  const file = join(await makeDataDir(t), 'file')
  await writeFile(file, 'no folder')
  const taken = restoreFiles(join(file, 'files')).take('0'.repeat(32), Readable.from([Buffer.from('x')]))
  await assert.rejects(taken, { name: 'WriteFailed', message: /restore\.new could not be written \(ENOTDIR\)$/ })
})

test('what a restore cannot write is answered with what to do: room on a full disk, or the right to write', async () => {
  const told: [code: string, says: RegExp][] = [
    ['ENOSPC', /^Free up space on its disk, .* and run it again\.$/],
    ['EDQUOT', /^Free up space on its disk, /],
    ['EACCES', /^Let this account write there, and run it again\.$/],
  ]
  for (const [code, says] of told) {
    const step = Promise.reject(Object.assign(new Error(code), { code }))
    await assert.rejects(writing('/data/file', step), ({ action }: { action: string }) => says.test(action))
  }
})
