/** What a backup says about root keys, and to whom the files of a restore belong. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { restoreFiles } from '#server/platform/files/folder-backup.ts'
import { makeDataDir, makeMigratedDataDir } from '../db/embedded-world.ts'
import { gatehouse } from './processes.ts'

const ROOT_KEY = 'local:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const settings = (folder: string) => ({ GATEHOUSE_DATA_DIR: folder, GATEHOUSE_ROOT_KEY: '' })

test('files that root restores belong to the owner of the folder in which they are', {
  skip: process.geteuid?.() === 0 ? false : 'only root may give files away',
}, async t => {
  const home = await makeDataDir(t)
  await chown(home, 1234, 2345)
  const key = randomBytes(16).toString('hex')
  const path = (key: string) => join(home, 'files', key.slice(0, 2), key)
  const restoring = restoreFiles(join(home, 'files'))
  await restoring.take(key, Readable.from([Buffer.from('x')]))
  await restoring.finish()
  for (const made of [path(key), dirname(path(key)), join(home, 'files')]) {
    const { uid, gid } = await stat(made)
    assert.deepEqual([uid, gid], [1234, 2345], made)
  }
})

test('a backup says which root key to keep', async t => {
  const folder = await makeMigratedDataDir(t)
  const says = async (name: string, more: Record<string, string> = {}, ...words: string[]) =>
    (await gatehouse(['backup', '--without-files', ...words, join(folder, name)], { ...settings(folder), ...more }))
      .stdout
  assert.match(await says('keyless.tar.gz'), /There is no root key yet/)
  await writeFile(join(folder, 'root-key'), ROOT_KEY, { mode: 0o600 })
  assert.match(await says('folder.tar.gz'), /Keep a copy of the data folder’s root-key elsewhere/)
  const set = { GATEHOUSE_ROOT_KEY: ROOT_KEY }
  const both = await says('setting.tar.gz', set, '--with-root-key')
  assert.match(both, /It holds the root key: .*\nThe keys of GATEHOUSE_ROOT_KEY are not in it/)
})

test('a restore says that the key it puts back is not used while GATEHOUSE_ROOT_KEY lacks it', async t => {
  const folder = await makeMigratedDataDir(t)
  await writeFile(join(folder, 'root-key'), ROOT_KEY, { mode: 0o600 })
  const file = join(folder, 'keyed.tar.gz')
  assert.equal((await gatehouse(['backup', '--with-root-key', file], settings(folder))).code, 0)
  const other = `2026:${randomBytes(32).toString('base64')}`
  const says = async (dataDir: string, rootKey: string) => {
    const set = { GATEHOUSE_DATA_DIR: dataDir, GATEHOUSE_ROOT_KEY: rootKey }
    return (await gatehouse(['restore', '--force', file], set)).stdout
  }
  const moved = await makeDataDir(t)
  const unused = /The service does not use it, because GATEHOUSE_ROOT_KEY is set and lacks it: add it there/
  assert.match(await says(moved, other), unused)
  assert.match(await says(moved, other), unused, 'also where the key is already in the data folder')
  assert.doesNotMatch(await says(moved, `${other},${ROOT_KEY}`), /does not use it/)
  assert.doesNotMatch(await says(moved, ''), /does not use it/)
})

test('what root creates in the data folder of another account can be used by that account', {
  skip: process.geteuid?.() === 0 ? false : 'only root may give files away',
}, async t => {
  const folder = await makeDataDir(t)
  const [owner, group] = ['-u', '-g'].map(of => Number(execFileSync('id', [of, 'nobody'], { encoding: 'utf8' })))
  await chown(folder, owner as number, group as number)
  assert.equal((await gatehouse(['migrate'], settings(folder))).code, 0)
  for (const name of await readdir(folder)) {
    const { uid, gid } = await stat(join(folder, name))
    assert.deepEqual([uid, gid], [owner, group], name)
  }
})
