/** `makeFolder`: what it creates, what it leaves, and that it ends where nothing can be created. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from '#server/base/make-folder.ts'

test('a folder is created with its parents, by several callers at once, and left alone if it exists', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-folders-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const deep = join(folder, 'a/b/c')
  assert.equal(await makeFolder(deep, 0o700), join(folder, 'a'))
  for (const path of ['a', 'a/b', 'a/b/c']) assert.equal((await stat(join(folder, path))).mode & 0o777, 0o700)
  assert.equal(await makeFolder(deep), undefined)
  await Promise.all(Array.from({ length: 20 }, () => makeFolder(join(folder, 'x/y/z'))))
  await writeFile(join(folder, 'file'), '')
  await assert.rejects(makeFolder(join(folder, 'file')), { code: 'EEXIST' })
  await assert.rejects(makeFolder(join(folder, 'file/below')), { code: 'ENOTDIR' })
})

test('where nothing can be created, it fails instead of trying forever', {
  skip: process.platform === 'linux' ? false : 'needs /proc',
}, async () => {
  await assert.rejects(makeFolder('/proc/gatehouse/a/b'), { code: 'ENOENT' })
})
