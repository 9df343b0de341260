/** A backup of the embedded database under load, the refusal of damaged files, and a restored database compared record by record. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { folderStorage } from '#server/platform/files/folder.ts'
import { restoreFiles } from '#server/platform/files/folder-backup.ts'
import { makeDataDir, makeMigratedDataDir } from '../db/embedded-world.ts'
import { property, resident, store, unit } from '../records.ts'
import { repeats } from '../sizes.ts'
import { type Organization, openWorld, type World } from '../world.ts'
import { gatehouse, until } from './processes.ts'

const FAST = { fsync: 'off' }
const WRITERS = repeats(4, 16)
const WRITES_BEFORE = repeats(20, 500)
const ROOT_KEY = 'local:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='

let dataDir: string
let world: World
let organization: Organization
const cleanups: (() => unknown)[] = []
const t = { after: (work: () => unknown) => void cleanups.push(work) }

before(async () => {
  dataDir = await makeMigratedDataDir(t)
  await writeFile(join(dataDir, 'root-key'), ROOT_KEY, { mode: 0o600 })
  world = await openWorld({ database: await openDatabase(dataDir) })
  organization = await world.organization()
  const storage = folderStorage(join(dataDir, 'files'))
  for (const [key, bytes] of UPLOADED) {
    await storage.put(key, Readable.from([bytes]), bytes.length, AbortSignal.timeout(600_000))
  }
})
after(async () => {
  await world?.close()
  for (const cleanUp of cleanups.reverse()) await cleanUp()
})

/** Uploaded files by their keys, of no byte, a few and many. */
const UPLOADED = new Map([0, 5, 3_000_000].map(size => [randomBytes(16).toString('hex'), randomBytes(size)]))
const pathOf = (folder: string, key: string) => join(folder, 'files', key.slice(0, 2), key)

const file = (name: string) => join(dirname(dataDir), name)

test('a backup under load is from one point in time and contains every answered write, and a quiet one is restored record for record', async () => {
  const home = property()
  const flat = unit(home)
  const numbers: number[] = []
  let isOver = false
  await store(organization, { properties: [home], units: [flat], residents: [resident(flat)] })
  const write = async () => {
    while (!isOver) numbers.push(await createWorkOrder(flat.id))
  }
  const writers = Array.from({ length: WRITERS }, write)
  await until(() => numbers.length >= WRITES_BEFORE)
  const answered = [...numbers]
  const busy = await gatehouse(['backup', '--json', file('busy.tar.gz')], settings())
  isOver = true
  await Promise.all(writers)
  assert.equal(busy.code, 0, busy.stderr)
  assert.ok(numbers.length > answered.length, 'writes continued in the meantime')
  assert.equal((await stat(file('busy.tar.gz'))).mode & 0o777, 0o600)

  const feed = await world.call('/changes?limit=1', { key: organization.key })
  await world.service.stop()
  const quiet = await gatehouse(['backup', '--with-root-key', file('quiet.tar.gz')], settings())
  assert.equal(quiet.code, 0, quiet.stderr)
  assert.match(quiet.stdout, /holds the root key/)
  const stored = await allRows(dataDir)
  await refusesWhileRunning()
  await world.close()

  await damage(dataDir)
  const refused = await gatehouse(['restore', file('quiet.tar.gz')], settings())
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /There is already a database in /)
  await refusesDamaged()
  await writeFile(join(dataDir, 'root-key'), 'another key')
  const [empty, short, long] = [...UPLOADED.keys()] as [string, string, string]
  await rm(pathOf(dataDir, empty))
  await writeFile(pathOf(dataDir, short), 'other')
  await truncate(pathOf(dataDir, long), 1_000)
  const killed = join(dataDir, 'restore.killed')
  await mkdir(join(killed, 'base'), { recursive: true })
  const restored = await gatehouse(['restore', '--force', '--json', file('quiet.tar.gz')], settings())
  assert.equal(restored.code, 0, restored.stderr)
  assert.equal(existsSync(killed), false, 'what a killed restore left is removed by the next one')
  assert.equal(await readFile(join(dataDir, 'root-key'), 'utf8'), ROOT_KEY)
  const { replaced, files } = JSON.parse(restored.stdout)
  assert.equal(await readFile(replaced.replace('postgres.', 'root-key.'), 'utf8'), 'another key')
  assert.equal(files, UPLOADED.size)
  await holdsFiles(dataDir)
  assert.ok((await stat(replaced)).isDirectory())
  assert.deepEqual(await allRows(dataDir), stored)
  await continues(feed.body.next_cursor as string)

  const other = await makeDataDir(t)
  const elsewhere = await gatehouse(['restore', file('busy.tar.gz')], settings(other))
  assert.equal(elsewhere.code, 0, elsewhere.stderr)
  assert.match(elsewhere.stdout, /holds no root key/)
  await holdsEvery(answered, other)
  await holdsFiles(other)
  assert.match(elsewhere.stdout, /3 uploaded files are back in /)
})

test('the file is a tar that other programs can read, and ends with its checksum', () => {
  const names = execFileSync('tar', ['tzf', file('quiet.tar.gz')], { encoding: 'utf8' })
    .trim()
    .split('\n')
  assert.equal(names[0], 'gatehouse/backup.json')
  assert.ok(names.includes('backup_label') && names.includes('backup_manifest') && names.includes('gatehouse/root-key'))
  assert.equal(names.at(-1), 'gatehouse/sha256')
})

test('a backup or restore that is not possible is refused with a sentence', async () => {
  const own = { ...settings(), DATABASE_URL: 'postgres://u@127.0.0.1:1/x' }
  const refusals: [string[], Record<string, string>, RegExp][] = [
    [['backup', file('quiet.tar.gz')], settings(), /exists\. Name another file/],
    [['backup', file('new.tar.gz')], settings(file('nothing')), /There is no database in/],
    [['backup', file('new.tar.gz')], own, /docs\/backup\.md/],
    [['restore', file('quiet.tar.gz')], own, /docs\/backup\.md/],
    [['restore', file('none.tar.gz')], settings(file('nothing')), /cannot be read \(ENOENT\)/],
    [
      ['backup', file('nowhere/new.tar.gz')],
      settings(),
      /cannot be written \(ENOENT\)\. There is no backup; name a file in/,
    ],
    [['backup', file('quiet.tar.gz/new.tar.gz')], settings(), /cannot be written \(ENOTDIR\)/],
    [
      ['backup', file('killed.tar.gz')],
      settings(),
      /killed\.tar\.gz\.unfinished exists\. .* delete it and run the command again/,
    ],
    [
      ['restore', file('quiet.tar.gz')],
      settings(file('quiet.tar.gz/data')),
      /Nothing can be created in .* \(ENOTDIR\)/,
    ],
  ]
  await writeFile(file('killed.tar.gz.unfinished'), 'what a backup leaves that is killed')
  for (const [words, environment, says] of refusals) {
    const { code, stderr } = await gatehouse(words, environment)
    assert.equal(code, 1, words.join(' '))
    assert.match(stderr, says)
    assert.doesNotMatch(stderr, /\n +at /)
  }
  await rm(file('killed.tar.gz.unfinished'))
  assert.deepEqual(
    (await readdir(dirname(dataDir))).filter(name => name.includes('unfinished') || name === 'new.tar.gz'),
    [],
  )
})

test('a restore that fails in its first file leaves nothing in the folder of files', async () => {
  const folder = await makeDataDir(t)
  const restoring = restoreFiles(folder)
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('the file ends early')
  }
  await assert.rejects(restoring.take(randomBytes(16).toString('hex'), broken()), /ends early/)
  await restoring.abandon()
  assert.deepEqual(await readdir(folder), [])
})

async function holdsFiles(folder: string): Promise<void> {
  for (const [key, bytes] of UPLOADED) assert.ok(bytes.equals(await readFile(pathOf(folder, key))), key)
  const parts = await readdir(join(folder, 'files'))
  assert.deepEqual(parts.sort(), [...new Set([...UPLOADED.keys()].map(key => key.slice(0, 2)))].sort())
}

/** Checks that a file that is cut short or has one changed byte is refused, and that the attempt leaves nothing behind. */
async function refusesDamaged(): Promise<void> {
  const { size } = await stat(file('quiet.tar.gz'))
  const names = async () => [...(await readdir(dataDir)), ...(await readdir(join(dataDir, 'files')))].sort()
  const before = await names()
  const damages: ((path: string) => Promise<unknown>)[] = [
    path => truncate(path, Math.floor(size / 2)),
    path => truncate(path, size - 600),
    path => flipByte(path, Math.floor(size / 3)),
    path => flipByte(path, size - 40),
    path => writeFile(path, 'no backup'),
  ]
  for (const [index, harm] of damages.entries()) {
    const path = file(`damaged-${index}.tar.gz`)
    await copyFile(file('quiet.tar.gz'), path)
    await harm(path)
    // Both read the file by one function, so in the short size one kind of damage is also checked without restoring: reading takes a second each time.
    const isChecked = index % repeats(damages.length, 1) === 0
    for (const words of [...(isChecked ? [['restore', '--check', path]] : []), ['restore', '--force', path]]) {
      const { code, stderr } = await gatehouse(words, settings())
      assert.equal(code, 1, `${index}: ${words.join(' ')}`)
      assert.match(stderr, /is damaged or not a backup: .*Nothing was changed/)
    }
    assert.deepEqual(await names(), before)
  }
}

async function refusesWhileRunning(): Promise<void> {
  const { code, stderr } = await gatehouse(['restore', '--force', file('quiet.tar.gz')], settings())
  assert.equal(code, 1)
  assert.match(stderr, /Gatehouse is running on/)
}

async function flipByte(path: string, at: number): Promise<void> {
  const handle = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await handle.read(byte, 0, 1, at)
  await handle.write(Buffer.from([(byte[0] as number) ^ 0x55]), 0, 1, at)
  await handle.close()
}

/** Overwrites the beginning of the file that states where everything is. */
async function damage(folder: string): Promise<void> {
  await writeFile(join(folder, 'postgres/global/pg_control'), Buffer.alloc(8192, 0x55))
}

/** Checks that the restored service continues: its histories are right, numbering continues, and earlier cursors are refused. */
async function continues(cursor: string): Promise<void> {
  const restored = await openWorld({ database: await openDatabase(dataDir) })
  try {
    const gone = await restored.call(`/changes?after=${cursor}`, { key: organization.key })
    assert.equal(gone.status, 410, gone.text)
    assert.equal((await restored.call('/work-orders?limit=1', { key: organization.key })).status, 200)
  } finally {
    await restored.close()
  }
  const checked = await gatehouse(['recompute', '--check'], settings())
  assert.equal(checked.code, 0, checked.stdout)
}

async function holdsEvery(answered: readonly number[], folder: string): Promise<void> {
  const rows = await inDatabase(folder, client =>
    client.query<{ number: number }>('select number from work_orders order by number'),
  )
  const found = rows.rows.map(({ number }) => number)
  assert.deepEqual(
    found,
    found.map((_, index) => index + 1),
    'one point in time: no number is missing',
  )
  assert.ok(found.length >= Math.max(...answered))
}

async function createWorkOrder(unitId: string): Promise<number> {
  const body = JSON.stringify({ unit_id: unitId, title: 'Leaking tap', description: 'It drips.', priority: 'LOW' })
  const reply = await world.call('/work-orders', { key: organization.key, method: 'POST', body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.number as number
}

/** Every row of every table, apart from the one that a restore changes. */
async function allRows(folder: string): Promise<Record<string, string>> {
  return inDatabase(folder, async client => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
        where relkind = 'r' and relnamespace in ('public'::regnamespace, 'audit'::regnamespace, 'console'::regnamespace)
          and relname <> 'database_identity' order by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as sum from ${name} t`,
      )
      found[name] = rows[0].sum
    }
    return found
  })
}

async function inDatabase<T>(folder: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const database = await openEmbedded({ dataDir: folder, settings: FAST })
  const client = new pg.Client({ ...database.connection, ssl: false })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
    await database.stop()
  }
}

async function openDatabase(folder: string) {
  const { connection, stop } = await openEmbedded({ dataDir: folder, settings: FAST })
  return { connection, drop: stop }
}

function settings(folder = dataDir): Record<string, string> {
  return { GATEHOUSE_DATA_DIR: folder, GATEHOUSE_ROOT_KEY: '' }
}
