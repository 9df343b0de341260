/** The `archive_command` of docs/backup.md: a segment has its name in the archive only when it is complete, and none is ever replaced. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SEGMENT = '000000010000000000000001'

test('a copy that broke off is made again, the same segment may come twice, and another one of its name is refused', async t => {
  const guide = await readFile(fileURLToPath(new URL('../../../docs/backup.md', import.meta.url)), 'utf8')
  const command = /^archive_command = '(.+)'$/m.exec(guide)?.[1] as string
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-archive-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const archive = join(home, 'archive')
  for (const folder of ['archive', 'bin']) await mkdir(join(home, folder))
  await writeFile(join(home, SEGMENT), 'the whole segment')
  await writeFile(join(home, 'bin/cp'), '#!/bin/sh\nhead -c 5 "$1" >"$2"\nexit 1\n', { mode: 0o755 })
  const line = command.replaceAll('/backup/wal', archive).replaceAll('%p', SEGMENT).replaceAll('%f', SEGMENT)
  const run = (path = process.env.PATH) =>
    spawnSync('sh', ['-c', line], { cwd: home, env: { PATH: path }, encoding: 'utf8' }).status

  assert.notEqual(run(`${home}/bin:${process.env.PATH}`), 0)
  assert.ok(!(await readdir(archive)).includes(SEGMENT), 'half a segment has no name')
  assert.equal(run(), 0)
  assert.equal(await readFile(join(archive, SEGMENT), 'utf8'), 'the whole segment')
  assert.deepEqual(await readdir(archive), [SEGMENT])
  assert.equal(run(), 0, 'PostgreSQL may ask again after a crash')
  await writeFile(join(home, SEGMENT), 'of another history')
  assert.notEqual(run(), 0)
  assert.equal(await readFile(join(archive, SEGMENT), 'utf8'), 'the whole segment')
})
