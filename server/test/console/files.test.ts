/**
 * Uploaded photos and documents: what is kept, who can read it, how it is served, and what a failed upload leaves behind.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { keysOf } from '#server/base/keys-of.ts'
import { removeDeletedFiles } from '#server/domain/files/removal.ts'
import { typeOf } from '#server/platform/files/content.ts'
import { openStorage } from '#server/platform/files/open-storage.ts'
import { assertNames, assertRefused } from '../contract/promises.ts'
import { storeHome } from '../leasing.ts'
import { until } from '../service/processes.ts'
import { openWorld, type World } from '../world.ts'
import { type ObjectStore, openObjectStore } from './object-store.ts'
import { openOffice } from './office.ts'
import { type MemberVisitor, signedIn } from './visitor.ts'

const HEADS = {
  'image/jpeg': 'ffd8ffe000104a464946',
  'image/png': '89504e470d0a1a0a0000000d49484452',
  'image/webp': '52494646240000005745425056503820',
  'image/heic': '0000001c667479706865696300000000',
  'application/pdf': '255044462d312e37',
}
const bytesOf = (type: keyof typeof HEADS, size = 2_000) =>
  Buffer.concat([Buffer.from(HEADS[type], 'hex'), Buffer.alloc(size, 7)])
const JPEG = bytesOf('image/jpeg')
const MIB = 1024 * 1024

let world: World
let store: ObjectStore
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-files-'))
before(async () => {
  store = await openObjectStore()
  world = await openWorld({ config: { files: { place: { kind: 'folder', path: folder }, limitBytes: 4 * MIB } } })
})
after(async () => {
  await world?.close()
  await store?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

async function openFiles() {
  const office = await openOffice(world)
  const { only } = await storeHome(office.org)
  const upload = (bytes: Uint8Array, name = 'leak.jpg', record = only.id, by: MemberVisitor = office.admin) =>
    by.call(by.inside(`/files?${new URLSearchParams({ record_id: record, name })}`), { method: 'POST', body: bytes })
  const kept = async (...given: Parameters<typeof upload>) => {
    const reply = await upload(...given)
    assert.equal(reply.status, 201, reply.text)
    return reply.body as unknown as { file_id: string; name: string; content_type: string; size_bytes: number }
  }
  const list = () => office.rows(`/files?record_id=${only.id}`)
  return { ...office, unitId: only.id, upload, kept, list }
}

/** The bytes of a reply, which `fetchReply` reads as text. */
async function contentOf(by: MemberVisitor, fileId: string): Promise<{ headers: Headers; bytes: Buffer }> {
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const reply = await fetch(`${world.service.url}/console/api${by.inside(`/files/${fileId}/content`)}`, {
    headers: { cookie },
  })
  assert.equal(reply.status, 200)
  return { headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}

const stored = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path => statSync(join(folder, path)).isFile())

test('a file of each type is kept byte for byte, listed, served with its type, and deleted permanently', async () => {
  const { admin, kept, list, call, logged } = await openFiles()
  for (const type of keysOf(HEADS)) {
    const bytes = bytesOf(type, 300_000)
    const made = await kept(bytes, 'Küche 1.bin')
    assert.equal(made.content_type, type)
    assert.equal(made.size_bytes, bytes.length)
    const { headers, bytes: served } = await contentOf(admin, made.file_id)
    assert.ok(served.equals(bytes))
    assert.equal(headers.get('content-type'), type)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox")
    assert.equal(headers.get('cache-control'), 'no-store')
    const isInline = ['image/jpeg', 'image/png', 'image/webp'].includes(type)
    assert.match(
      headers.get('content-disposition') ?? '',
      new RegExp(`^${isInline ? 'inline' : 'attachment'}; filename="K_che 1\\.`),
    )
  }
  const files = await list()
  assert.deepEqual(
    files.map(({ name }) => name),
    ['Küche 1.jpg', 'Küche 1.png', 'Küche 1.webp', 'Küche 1.heic', 'Küche 1.pdf'],
  )
  const [first] = files as { file_id: string }[]
  const before = stored().length
  assert.equal((await call('DELETE', `/files/${first?.file_id}`)).status, 200)
  assertRefused(await call('GET', `/files/${first?.file_id}/content`), 'not_found')
  assertRefused(await call('DELETE', `/files/${first?.file_id}`), 'not_found')
  assert.equal((await list()).length, 4)
  const removal = { platformWrites: world.pools.platformWrites, storage: openStorage(world.config.files.place) }
  assert.equal(await removeDeletedFiles(removal, world.clock.now()), 1)
  assert.equal(stored().length, before - 1)
  assert.deepEqual(await world.sql('select from files where deleted_at is not null'), [])
  assert.deepEqual(await logged(String(first?.file_id)), ['file.upload', 'file.delete'])
})

test('neither the name of a file nor the sender’s statements are trusted: a script, an SVG, a page and an archive are refused', async () => {
  const { upload, list } = await openFiles()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const [name, content] of [
    ['photo.jpg', 'alert(document.cookie)'],
    ['photo.jpg', '#!/bin/sh\nrm -rf /\n'],
    ['drawing.svg', svg],
    ['photo.png', svg],
    ['photo.jpg', `<!doctype html><script>alert(1)</script>`],
    ['letter.docx', 'PK\x03\x04'],
    ['table.csv', 'a,b\n=1+1,2\n'],
    ['photo.gif', 'GIF89a'],
    ['photo.jpg', '\xff\xd8'],
  ] as const) {
    const reply = await upload(Buffer.from(content, 'latin1'), name)
    assertRefused(reply, 'invalid_request')
    assert.match(String(reply.body.message), /not a photo \(JPEG, PNG, WebP or HEIC\) or a PDF/)
  }
  assertRefused(await upload(Buffer.alloc(0)), 'invalid_request')
  assert.deepEqual(await list(), [])
  assert.deepEqual(await world.sql(`select from files where stored_at is null and deleted_at is null`), [])
  assert.equal(typeOf(Buffer.from('....ftypmp42....')), undefined)
})

test('a picture that is also a valid page is served as a picture, under a name that no program opens as a page', async () => {
  const { admin, kept } = await openFiles()
  const both = Buffer.concat([JPEG, Buffer.from('<script>alert(1)</script>')])
  const made = await kept(both, 'evil.html')
  assert.equal(made.name, 'evil.jpg')
  const { headers } = await contentOf(admin, made.file_id)
  assert.equal(headers.get('content-type'), 'image/jpeg')
  assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox")
})

test('no file name becomes part of a path or begins a header', async () => {
  const { admin, kept } = await openFiles()
  for (const [given, expected] of [
    ['../../../etc/passwd', 'passwd.jpg'],
    ['..\\..\\windows\\system.ini', 'system.jpg'],
    ['/etc/cron.d/job.jpg', 'job.jpg'],
    ['.htaccess', 'htaccess.jpg'],
    ['..', 'file.jpg'],
    ['a\r\nSet-Cookie: x=1; b".jpg', 'aSet-Cookie x=1; b.jpg'],
    ['x'.repeat(255), `${'x'.repeat(196)}.jpg`],
    ['con\u202egpj.exe', 'congpj.jpg'],
    ['🏠'.repeat(120), undefined],
  ] as const) {
    const made = await kept(JPEG, given)
    if (expected) assert.equal(made.name, expected)
    const { headers, bytes } = await contentOf(admin, made.file_id)
    assert.ok(bytes.equals(JPEG))
    assert.equal(headers.get('set-cookie'), null)
  }
  for (const path of stored()) assert.match(path, /^([0-9a-f]{2})\/\1[0-9a-f]{30}$/)
})

test('a file of another organization can be neither read, listed nor deleted, and none can be added to its records', async () => {
  const [mine, theirs] = [await openFiles(), await openFiles()]
  const { file_id } = await theirs.kept(JPEG)
  const unknown = await mine.call('GET', '/files/file_01kh3zr6nvb4k8q2r7c9e1d5wm/content')
  for (const [method, path] of [
    ['GET', `/files/${file_id}/content`],
    ['DELETE', `/files/${file_id}`],
  ] as const) {
    assertRefused(await mine.call(method, path), 'not_found')
  }
  assertRefused(unknown, 'not_found')
  const inside = theirs.admin.inside(`/files/${file_id}/content`)
  assertRefused(await mine.admin.call(inside), 'not_found')
  assert.deepEqual(await mine.rows(`/files?record_id=${theirs.unitId}`), [])
  assertNames(await mine.upload(JPEG, 'a.jpg', theirs.unitId), 'record_id')
  assertNames(await mine.upload(JPEG, 'a.jpg', 'nonsense'), 'record_id')
  const viewer = await signedIn(world, mine.org, 'VIEWER')
  assertRefused(await mine.upload(JPEG, 'a.jpg', mine.unitId, viewer), 'forbidden')
  assert.equal((await theirs.list()).length, 1)
})

test('a page of another site cannot upload, and a body of another type is refused', async () => {
  const { admin, unitId } = await openFiles()
  const path = admin.inside(`/files?record_id=${unitId}&name=a.jpg`)
  const send = (headers: Record<string, string>) => admin.call(path, { method: 'POST', body: JPEG, headers })
  assertRefused(await send({ origin: 'https://evil.example' }), 'forbidden')
  assertRefused(await send({ 'content-type': 'text/plain' }), 'forbidden')
  assertRefused(await send({ 'content-type': 'application/json' }), 'unsupported_media_type')
})

test('30 MB are refused before they are stored, and so are files beyond the organization’s storage limit', async () => {
  const { upload, kept, list } = await openFiles()
  const before = stored().length
  const reply = await upload(bytesOf('image/jpeg', 30_000_000))
  assertRefused(reply, 'payload_too_large')
  assert.match(String(reply.body.message), /larger than 20 MiB/)
  assert.equal(stored().length, before)
  await kept(bytesOf('image/jpeg', 2 * MIB))
  const refused = await upload(bytesOf('image/jpeg', 2 * MIB))
  assertRefused(refused, 'conflict')
  assert.match(String(refused.body.message), /use 2\.1 MB of the 4\.2 MB .* this file of 2\.1 MB/)
  assert.equal(refused.headers.get('connection'), 'keep-alive', 'the rest was read, and the request did not time out')
  const racing = await Promise.all([1, 2, 3].map(() => upload(bytesOf('image/png', MIB))))
  assert.deepEqual(racing.map(({ status }) => status).sort(), [201, 409, 409])
  assert.equal((await list()).length, 2)
})

test('a record has at most 50 files', async () => {
  const { kept, upload, list } = await openFiles()
  for (let count = 0; count < 50; count++) await kept(JPEG)
  assertRefused(await upload(JPEG), 'conflict')
  assert.equal((await list()).length, 50)
})

test('an interrupted upload leaves no file, no bytes and no used quota', async () => {
  const { admin, unitId, list, kept } = await openFiles()
  const before = stored().length
  const { port } = new URL(world.service.url as string)
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const path = `/console/api${admin.inside(`/files?record_id=${unitId}&name=a.jpg`)}`
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: ${world.service.url}\r\ncookie: ${cookie}\r\n` +
      `content-type: application/octet-stream\r\ncontent-length: ${3 * MIB}\r\n\r\n`,
  )
  socket.write(bytesOf('image/jpeg', MIB))
  const rowsOf = () =>
    world.sql<{ deleted: boolean }>('select deleted_at is not null as deleted from files where unit_id = $1', [unitId])
  await until(async () => (await rowsOf()).length === 1)
  socket.destroy()
  await until(async () => (await rowsOf()).every(({ deleted }) => deleted))
  assert.deepEqual(await list(), [])
  await until(async () => stored().length === before)
  await kept(bytesOf('image/jpeg', 3 * MIB))
})

describe('in a bucket', () => {
  test('files are stored, served and removed by signed requests, and a store that fails leaves nothing', async () => {
    const place = { kind: 'bucket' as const, ...store.settings }
    const other = await world.another({ files: { place, limitBytes: 4 * MIB } })
    const { admin, unitId, list } = await openFiles()
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const at = (path: string) => `${other.url}/console/api${admin.inside(path)}`
    const upload = async (bytes: Buffer) =>
      fetch(at(`/files?record_id=${unitId}&name=a.jpg`), {
        method: 'POST',
        headers: { cookie, origin: other.url as string, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(bytes),
      })
    const bytes = bytesOf('image/jpeg', MIB)
    const reply = await upload(bytes)
    assert.equal(reply.status, 201, await reply.clone().text())
    const { file_id } = (await reply.json()) as { file_id: string }
    assert.equal(store.refused, 0)
    const [[path, object] = []] = store.objects
    assert.match(String(path), /^\/photos\/files\/[0-9a-f]{32}$/)
    assert.ok(object?.equals(bytes))
    const served = await fetch(at(`/files/${file_id}/content`), { headers: { cookie } })
    assert.ok(Buffer.from(await served.arrayBuffer()).equals(bytes))

    store.failsWith = 500
    assert.equal((await upload(bytes)).status, 503)
    const unread = await fetch(at(`/files/${file_id}/content`), { headers: { cookie } })
    assert.deepEqual([unread.status, unread.headers.get('retry-after')], [503, '30'])
    store.failsWith = undefined
    assert.equal((await list()).length, 1)

    await admin.call(admin.inside(`/files/${file_id}`), { method: 'DELETE' })
    const storage = openStorage(place)
    await removeDeletedFiles({ platformWrites: world.pools.platformWrites, storage }, world.clock.now())
    assert.equal(store.objects.size, 0)
    const wrong = openStorage({ ...place, secretAccessKey: 'another' })
    await assert.rejects(wrong.get('0'.repeat(32)), /answered 403/)
    assert.equal(await storage.get('0'.repeat(32)), undefined)
  })
})
