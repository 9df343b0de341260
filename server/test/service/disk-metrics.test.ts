/** The metric of the room on disks names each folder that grows with use, and none that is elsewhere. */
import assert from 'node:assert/strict'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { readConfig } from '#server/config.ts'
import { watchDisks } from '#server/observe/disk.ts'

const BUCKET = {
  S3_BUCKET: 'maple-files',
  S3_ENDPOINT: 'https://s3.us-east-1.amazonaws.com',
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
}
/** How long the file system of a busy machine may take to answer. */
const WAIT_MS = 60_000
const OWN = { GATEHOUSE_DATA_DIR: tmpdir(), DATABASE_URL: 'postgres://a@localhost/b' }

test('the room on the disks of the embedded database and of uploaded files is a metric', async () => {
  const found = await roomOf({ GATEHOUSE_DATA_DIR: tmpdir(), FILES_DIR: '/proc' })
  const { blocks, bsize } = await statfs(tmpdir())
  assert.deepEqual([...found.keys()], ['database', 'files'])
  assert.ok(Number(found.get('database')) > 0 && Number(found.get('database')) <= blocks * bsize)
  assert.equal(found.get('files'), 0)
})

test('a PostgreSQL of one’s own has none, and a bucket has none', async () => {
  assert.deepEqual([...(await roomOf({ ...OWN, FILES_DIR: tmpdir() })).keys()], ['files'])
  assert.deepEqual([...(await roomOf({ ...OWN, ...BUCKET })).keys()], [])
})

test('before the first file is stored, the metric is about the disk where its folder will be created', async () => {
  assert.equal((await roomOf({ ...OWN, FILES_DIR: '/proc/files/of/gatehouse' })).get('files'), 0)
  assert.ok(Number((await roomOf({ ...OWN, FILES_DIR: join(tmpdir(), 'nonexistent', 'files') })).get('files')) > 0)
})

async function roomOf(settings: Record<string, string>): Promise<Map<unknown, number>> {
  const registry = new Registry()
  watchDisks(registry, readConfig(settings), WAIT_MS)
  const { values } = (await registry.getSingleMetric('gatehouse_disk_free_bytes')?.get()) ?? { values: [] }
  return new Map(values.map(({ labels, value }) => [labels.what, value]))
}
