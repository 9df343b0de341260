/** Compressed replies, and replies that are not sent again, over a connection that does no decoding of its own. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { before, test } from 'node:test'
import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from 'node:zlib'
import { uuidFromId } from '#server/base/ids.ts'
import { compressText, preferredEncoding } from '#server/http/encoding.ts'
import { collectGarbage, collectYoung } from '../memory.ts'
import { property, store, unit } from '../records.ts'
import { repeats } from '../sizes.ts'
import { useOrganization, useWorld } from '../world.ts'

const world = useWorld()
const org = useOrganization(world)
let ids: string[]
before(async () => {
  const properties = Array.from({ length: 30 }, (_, index) => property({ name: `Court ${100 + index}` }))
  ids = properties.map(({ id }) => id)
  const units = properties.flatMap(home => Array.from({ length: 40 }, () => unit(home)))
  await store(org, { properties, units })
})

type Raw = { status: number; headers: IncomingHttpHeaders; body: Buffer }

async function raw(path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<Raw> {
  const url = `${world.service.url}/api/v1${path}`
  const sent = httpRequest(url, { method, agent: false, headers: { 'x-api-key': org.key, ...headers } })
  sent.end(body)
  const [reply] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of reply) chunks.push(chunk)
  return { status: reply.statusCode, headers: reply.headers, body: Buffer.concat(chunks) }
}

const plainOf = ({ headers, body }: Raw) => {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body).toString()
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()
}

test('a list, a rent roll and an export are compressed as the caller prefers, with the same content', async () => {
  for (const path of ['/properties?limit=30', '/rent-roll?scope_id=portfolio&as_of_date=2026-03-01', '/export']) {
    const plain = await raw(path)
    assert.equal(plain.headers['content-encoding'], undefined)
    for (const encoding of ['br', 'gzip']) {
      const reply = await raw(path, { 'accept-encoding': encoding })
      assert.deepEqual([reply.status, reply.headers['content-encoding']], [200, encoding], path)
      assert.equal(reply.headers.vary, 'Accept-Encoding')
      assert.ok(reply.body.length < plain.body.length / 2, `${path}: ${reply.body.length} of ${plain.body.length}`)
      const lines = (text: string) => text.replaceAll(/"(cursor|generated_at)":"[^"]*"/g, '')
      assert.equal(lines(plainOf(reply)), lines(plain.body.toString()))
    }
    assert.equal(plain.headers.vary, 'Accept-Encoding')
  }
})

test('short replies, errors, and replies to writes, which may contain a secret, are not compressed', async () => {
  const accept = { 'accept-encoding': 'br, gzip' }
  assert.equal((await raw('/organization', accept)).headers['content-encoding'], undefined)
  assert.equal((await raw(`/properties?${'x'.repeat(2_000)}=1`, accept)).headers['content-encoding'], undefined)
  const target_url = `http://127.0.0.1:9/${'x'.repeat(1_500)}`
  const body = JSON.stringify({ event: 'lead.created', target_url })
  const created = await raw('/webhooks', { ...accept, 'content-type': 'application/json' }, 'POST', body)
  assert.equal(created.status, 201, created.body.toString())
  assert.match(created.body.toString(), /"secret":"whsec_/)
  assert.equal(created.headers['content-encoding'], undefined)
})

test('a part of a compressed stream arrives before the next one is read', async () => {
  const url = `${world.service.url}/api/v1/export`
  const headers = { 'x-api-key': org.key, 'accept-encoding': 'br' }
  const [reply] = await once(get(url, { agent: false, headers }), 'response')
  const decoded = reply.pipe(createBrotliDecompress())
  const [first] = (await once(decoded, 'data')) as [Buffer]
  assert.match(first.toString(), /^\{"cursor":/)
  reply.destroy()
})

test('compressing a page leaves no buffer behind that only a full garbage collection would free', async () => {
  const page = JSON.stringify(Array.from({ length: 200 }, (_, index) => ({ id: randomUUID(), label: `Unit ${index}` })))
  const calls = repeats(100, 5_000)
  for (const encoding of ['br', 'gzip'] as const) {
    collectGarbage()
    const before = process.memoryUsage().arrayBuffers
    for (let call = 0; call < calls; call++) {
      await compressText(page, encoding)
      if (call % 20 === 0) collectYoung()
    }
    for (let turn = 0; turn < 3; turn++) collectYoung()
    const left = (process.memoryUsage().arrayBuffers - before) / calls
    assert.ok(left < 4_000, `${left.toFixed(0)} bytes per page of ${page.length} in ${encoding}`)
  }
})

test('Accept-Encoding is interpreted as the standard defines it', () => {
  const cases: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['deflate, zstd', undefined],
    ['br;q=nonsense', undefined],
  ]
  for (const [header, wanted] of cases) assert.equal(preferredEncoding(header), wanted, String(header))
  assert.equal(preferredEncoding('gzip;q=0.5, br', ['gzip']), 'gzip')
  assert.equal(preferredEncoding('gzip;q=0, br', ['gzip']), undefined)
})

test('a reply that the caller already holds is 304 without a body, in every encoding, and is counted and logged', async () => {
  const { key } = await org.issueKey({ requestsPerMinute: 10 })
  for (const path of ['/properties?limit=30', `/properties/${ids[0]}`]) {
    const first = await raw(path, { 'x-api-key': key })
    const tag = String(first.headers.etag)
    assert.match(tag, /^W\/"[\w-]{27}"$/)
    assert.equal((await raw(path, { 'x-api-key': key, 'accept-encoding': 'br' })).headers.etag, tag)
    for (const given of [tag, `"another", ${tag.slice(2)}`]) {
      const again = await raw(path, { 'x-api-key': key, 'if-none-match': given, 'accept-encoding': 'gzip' })
      assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, tag])
      assert.equal(again.headers['content-type'], undefined)
      assert.ok(Number(again.headers['x-ratelimit-remaining']) < 10)
      const [line] = await world.sql<{ status: number }>('select status from audit.calls where id = $1', [
        uuidFromId('request', String(again.headers['x-request-id'])),
      ])
      assert.equal(line?.status, 304)
    }
    const head = await raw(path, { 'x-api-key': org.key, 'if-none-match': tag }, 'HEAD')
    assert.deepEqual([head.status, head.body.length, head.headers.etag], [304, 0, tag])
  }
  assert.equal((await raw('/properties', { 'x-api-key': key })).headers['x-ratelimit-remaining'], '1')
})

test('a poll for changes is 304 as long as nothing changes in the organization, whatever else the database stores', async () => {
  const other = await world.organization()
  const poll = async (cursor: string, tag?: string) => {
    const held = tag === undefined ? {} : { 'if-none-match': tag }
    return raw(`/changes?after=${cursor}`, { 'x-api-key': other.key, ...held })
  }
  const cursorOf = ({ body }: Raw) => (JSON.parse(body.toString()) as { next_cursor: string }).next_cursor
  const cursor = cursorOf(await raw('/changes?limit=100', { 'x-api-key': other.key }))
  const idle = await poll(cursor)
  await store(org, { properties: [property()] })
  assert.equal((await poll(cursor, String(idle.headers.etag))).status, 304)
  assert.equal(cursorOf(idle), cursor)
  await store(other, { properties: [property()] })
  const changed = await poll(cursor, String(idle.headers.etag))
  assert.equal(changed.status, 200)
  assert.notEqual(cursorOf(changed), cursor)
})

test('a reply that has changed is sent in full, even if only the scopes of the key changed', async () => {
  const other = await world.organization()
  const path = '/work-orders'
  const court = property()
  await store(other, { properties: [court] })
  const headers = { 'x-api-key': other.key }
  const tag = String((await raw(path, headers)).headers.etag)
  const body = JSON.stringify({ title: 'Tap', property_id: court.id })
  await raw(path, { ...headers, 'content-type': 'application/json' }, 'POST', body)
  const fresh = await raw(path, { ...headers, 'if-none-match': tag })
  assert.equal(fresh.status, 200)
  assert.equal(JSON.parse(fresh.body.toString()).pagination.total, 1)
  const { key } = await other.issueKey({ scopes: ['accounting:read'] })
  const refused = await raw(path, { 'x-api-key': key, 'if-none-match': '*' })
  assert.deepEqual([refused.status, refused.headers.etag], [403, undefined])
})
