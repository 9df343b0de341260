/** A backup and a restore that a signal ends, a start after a restore that was killed, and a database that lacks pages or has damaged ones. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { makeDataDir, makeMigratedDataDir } from '../db/embedded-world.ts'
import { gatehouse, start, until } from './processes.ts'

const cleanups: (() => unknown)[] = []
const t = { after: (work: () => unknown) => void cleanups.push(work) }
const settings = (folder: string) => ({ GATEHOUSE_DATA_DIR: folder })
/** A hole, so that it takes no room, and takes far longer to read than a signal to arrive. */
const UPLOADED_BYTES = 64 * 1024 ** 3
const PAGE_BYTES = 8192

let dataDir: string
before(async () => {
  dataDir = await makeMigratedDataDir(t)
})
after(async () => {
  for (const cleanUp of cleanups.reverse()) await cleanUp()
})

test('a backup that is told to stop says so and leaves no file', async () => {
  const uploaded = join(dataDir, 'files/ab', 'ab'.repeat(16))
  await mkdir(dirname(uploaded), { recursive: true })
  await writeFile(uploaded, '')
  await truncate(uploaded, UPLOADED_BYTES)
  const folder = dirname(dataDir)
  const file = join(folder, 'stopped.tar.gz')
  const backup = start(['backup', file], settings(dataDir))
  await until(async () => (await readdir(folder)).includes('stopped.tar.gz.unfinished'))
  backup.signal('SIGTERM')
  const { code, stderr } = await backup.ended
  assert.deepEqual(
    [code, stderr],
    [1, `gatehouse: SIGTERM: the backup was interrupted, and ${file} was not written.\n`],
  )
  assert.deepEqual(await readdir(folder), ['data'])
  await rm(uploaded)
})

test('a restore that is told to stop says so and leaves the data folder as it was', async () => {
  const file = join(dirname(dataDir), 'whole.tar.gz')
  assert.equal((await gatehouse(['backup', file], settings(dataDir))).code, 0)
  const folder = await makeDataDir(t)
  const restore = start(['restore', file], settings(folder))
  await until(async () => (await readdir(folder)).length > 0)
  restore.signal('SIGINT')
  const { code, stderr } = await restore.ended
  assert.deepEqual(
    [code, stderr],
    [1, 'gatehouse: SIGINT: the restore was interrupted. Nothing was changed; run it again.\n'],
  )
  assert.deepEqual(await readdir(folder), [])
})

test('no empty database is created next to what a killed restore left, and every command says what to do about it', async () => {
  const folder = await makeDataDir(t)
  await mkdir(join(folder, 'postgres.replaced-20260301T120000'))
  await mkdir(join(folder, 'restore.Ab12Cd'))
  for (const words of [['migrate'], ['org', 'list'], ['backup', join(folder, 'backup')], ['doctor', '--json']]) {
    const { code, stdout, stderr } = await gatehouse(words, settings(folder))
    assert.equal(code, 1)
    assert.match(
      stdout + stderr,
      /A restore into \S+ is running or was interrupted, so no empty database is created there/,
    )
    assert.match(
      stdout + stderr,
      /Run `gatehouse restore` again, rename \S+postgres\.replaced-20260301T120000 to postgres for the database before it, or delete postgres\.replaced-20260301T120000 and restore\.Ab12Cd there/,
    )
  }
  assert.deepEqual(
    (await readdir(folder)).filter(name => name.startsWith('postgres')),
    ['postgres.replaced-20260301T120000'],
  )
})

test('no empty database is created where one was lost, and what the refusal says to do works', async () => {
  const folder = await makeDataDir(t)
  const run = (words: string[]) => gatehouse(words, settings(folder))
  const file = join(dirname(folder), 'lost.tar.gz')
  for (const words of [['migrate'], ['org', 'create', '--name', 'Maple', '--plan', 'PRO'], ['backup', file]])
    assert.equal((await run(words)).code, 0)
  await rm(join(folder, 'postgres'), { recursive: true })
  for (const words of [['migrate'], ['serve'], ['org', 'list'], ['doctor', '--json']]) {
    const { code, stdout, stderr } = await run(words)
    assert.equal(code, 1)
    assert.match(
      stdout + stderr,
      /The database of \S+ is missing\. It left postgres\.log there, so no empty database is created\./,
    )
    assert.match(stdout + stderr, /Run `gatehouse restore` with a backup, or put the folder \S+\/postgres back\./)
  }
  assert.equal(existsSync(join(folder, 'postgres')), false)
  assert.equal((await run(['restore', file])).code, 0)
  assert.match((await run(['org', 'list'])).stdout, /Maple/)
})

test('a database is created next to a root key, and next to what others left once that is moved away', async () => {
  const folder = await makeDataDir(t)
  const migrate = () => gatehouse(['migrate'], settings(folder))
  await writeFile(join(folder, 'root-key'), `2026:${'A'.repeat(43)}=\n`, { mode: 0o600 })
  await mkdir(join(folder, 'files'))
  for (const name of ['demo.json', 'demo-begun.json', 'files/photo']) {
    await writeFile(join(folder, name), '{}')
    const { code, stderr } = await migrate()
    assert.equal(code, 1)
    assert.ok(stderr.includes(` is missing. It left ${name.split('/')[0]} there, `), stderr)
    await rm(join(folder, name))
  }
  assert.equal((await migrate()).code, 0)
})

test('a database with a damaged page is not backed up, even if the page looks newer than the backup', async () => {
  const path = await pathOf('pg_description')
  const onDisk = join(dataDir, 'postgres', path)
  const sound = await readFile(onDisk)
  const backUp = () => gatehouse(['backup', join(dirname(dataDir), 'damaged.tar.gz')], settings(dataDir))
  const overwritten = Buffer.from(sound).fill(0xa5, PAGE_BYTES, 2 * PAGE_BYTES)
  const changed = Buffer.from(sound)
  changed[2 * PAGE_BYTES - 1] = (changed[2 * PAGE_BYTES - 1] as number) ^ 0x01
  const cases: [bytes: Buffer, says: string][] = [
    [
      overwritten,
      `gatehouse: The database is damaged at page 1 of ${path}. There is no backup of such a database: keep`,
    ],
    [changed, 'gatehouse: PostgreSQL reports: checksum verification failure during base backup. '],
  ]
  for (const [bytes, says] of cases) {
    await writeFile(onDisk, bytes)
    const { code, stderr } = await backUp()
    assert.equal(code, 1)
    assert.ok(stderr.startsWith(says), stderr)
  }
  await writeFile(onDisk, sound)
  assert.ok(!(await readdir(dirname(dataDir))).some(name => name.startsWith('damaged')))
  const again = await backUp()
  assert.equal(again.code, 0, again.stderr)
  await rm(join(dirname(dataDir), 'damaged.tar.gz'))
})

test('a database that lacks pages is a problem for the doctor, and is not backed up', async () => {
  const pagesIn = async () => {
    const { code, stdout } = await gatehouse(['doctor', '--json'], settings(dataDir))
    const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string; message: string }[] }
    const found = findings.filter(({ check }) => check === 'pages').map(({ level, message }) => [level, message])
    return { code, found }
  }
  assert.deepEqual((await pagesIn()).found, [
    ['ok', 'No table or index lacks the pages that PostgreSQL counted in it.'],
  ])
  // No statement of ours reads it, so nothing else fails.
  const path = await pathOf('pg_description')
  await truncate(join(dataDir, 'postgres', path))
  const lost = /^Pages of the database are missing on the disk: pg_description \(0 of \d+\)\./
  const { code, found } = await pagesIn()
  assert.equal(code, 1)
  assert.equal(found[0]?.[0], 'problem')
  assert.match(found[0]?.[1] ?? '', lost)
  const file = join(dirname(dataDir), 'damaged.tar.gz')
  const backup = await gatehouse(['backup', file], settings(dataDir))
  assert.equal(backup.code, 1)
  assert.match(backup.stderr.replace('gatehouse: ', ''), lost)
  assert.ok(!(await readdir(dirname(dataDir))).some(name => name.startsWith('damaged')))
})

/** The file of a table, within the folder of the database. */
async function pathOf(table: string): Promise<string> {
  const database = await openEmbedded({ dataDir })
  const client = new pg.Client({ ...database.connection, ssl: false })
  await client.connect()
  const { rows } = await client.query<{ path: string }>('select pg_relation_filepath($1) as path', [table])
  await client.end()
  await database.stop()
  return rows[0]?.path as string
}
