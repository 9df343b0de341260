/** Uploads that a killed process left behind are deleted by the next start, and those of a running process stay. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { deleteLeftUploads, inUploadFolder } from '#server/console/upload-folders.ts'

test('a start deletes the uploads of processes that no longer run, and no others', async context => {
  const parent = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  context.after(() => rmSync(parent, { recursive: true }))
  const ended = spawn('true')
  await once(ended, 'close')
  const host = encodeURIComponent(hostname())
  const put = (name: string) => {
    mkdirSync(join(parent, name))
    writeFileSync(join(parent, name, 'body.json'), '{}')
    return name
  }
  put(`gatehouse-upload-${host}-${ended.pid}-AbC123`)
  // A process in a container has the number of the one before it.
  utimesSync(join(parent, put(`gatehouse-upload-${host}-${process.pid}-older1`)), 0, 0)
  const kept = [
    put(`gatehouse-upload-${host}-${process.pid}-newer1`),
    put(`gatehouse-upload-${host}-${process.ppid}-AbC123`),
    put(`gatehouse-upload-elsewhere.example-${ended.pid}-AbC123`),
    put(`gatehouse-upload-${host}-notes`),
    put('gatehouse-test-AbC123'),
  ]
  await deleteLeftUploads(parent)
  assert.deepEqual(readdirSync(parent).toSorted(), kept.toSorted())
  await deleteLeftUploads(join(parent, 'nowhere'))
})

test('the folder of an upload names its process', async context => {
  const { TMPDIR } = process.env
  const parent = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  process.env.TMPDIR = parent
  context.after(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    rmSync(parent, { recursive: true })
  })
  await inUploadFolder(async folder => {
    assert.ok(folder.startsWith(join(parent, `gatehouse-upload-${encodeURIComponent(hostname())}-${process.pid}-`)))
    await deleteLeftUploads()
    assert.equal(readdirSync(parent).length, 1)
  })
  assert.deepEqual(readdirSync(parent), [])
})
