/** How the console's pages are served: one document for every address, files that are cached forever, and a policy without exceptions. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { serveConsolePages } from '#server/http/console-pages.ts'
import { samplePhotoUrl } from '#server/seed/listings.ts'
import { useWorld } from '../world.ts'

const DIST = fileURLToPath(new URL('../../../console/dist', import.meta.url))

const world = useWorld()
let origin: string

before(async () => {
  origin = world.service.url as string
})

test('every address below /console serves the same document, which no other page may frame and no cache keeps without asking', async () => {
  const pages = await Promise.all(
    ['/console', '/console/', '/console/sign-in?to=%2F', '/console/org_x/invoices', '/console/index.html'].map(path =>
      fetch(`${origin}${path}`),
    ),
  )
  const texts = await Promise.all(pages.map(page => page.text()))
  assert.equal(new Set(texts).size, 1)
  assert.doesNotMatch(texts[0] as string, /<style|<script>|style=| on\w+=/)
  for (const page of pages) {
    assert.equal(page.status, 200)
    assert.equal(
      page.headers.get('content-security-policy'),
      "default-src 'none';script-src 'self';style-src 'self';connect-src 'self';img-src 'self' https: data:;font-src 'self';frame-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none'",
    )
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
    assert.equal(page.headers.get('cache-control'), 'no-cache')
  }
  const tag = pages[0]!.headers.get('etag')!
  assert.match(tag, /^W\/"/)
  for (const held of [tag, tag.slice(2), `"other", ${tag}`]) {
    const again = await fetch(`${origin}/console`, { headers: { 'if-none-match': held } })
    assert.equal(again.status, 304, held)
  }
})

test('no page may be framed, and each asks browsers to come by https, but not for other hosts of the domain', async () => {
  for (const path of ['/', '/console', '/docs', '/docs/webhooks']) {
    const { headers } = await fetch(`${origin}${path}`, { redirect: 'manual' })
    assert.match(headers.get('content-security-policy') as string, /;frame-ancestors 'none'$/)
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  }
})

test('a file with a hash in its name may be cached forever, and is sent in the compression the browser accepts', async () => {
  const name = (await readdir(join(DIST, 'assets'))).find(file => /^index-.*\.js$/.test(file)) as string
  const load = async (encoding: string) => {
    const reply = await fetch(`${origin}/console/assets/${name}`, { headers: { 'accept-encoding': encoding } })
    const header = (name: string) => reply.headers.get(name)
    return {
      encoding: header('content-encoding'),
      cache: header('cache-control'),
      vary: header('vary'),
      text: await reply.text(),
    }
  }
  const plain = await load('identity')
  assert.equal(plain.encoding, null)
  assert.equal(plain.cache, 'public, max-age=31536000, immutable')
  assert.equal(plain.vary, 'accept-encoding')
  assert.equal((await load('gzip, deflate, br')).encoding, 'br')
  assert.equal((await load('br;q=0, gzip;q=0.5')).encoding, 'gzip')
  assert.equal((await load('br;q=0.1, gzip')).encoding, 'gzip')
  assert.equal((await load('gzip')).text, plain.text)
  assert.equal((await load('br')).text, plain.text)
})

test('the sample photos of a demo are shown to every page, because programs list the units of a demo too', async () => {
  const reply = await fetch(samplePhotoUrl(origin, 'kitchen-2'))
  assert.equal(reply.status, 200)
  assert.equal(reply.headers.get('content-type'), 'image/webp')
  assert.equal(reply.headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.match(Buffer.from(await reply.arrayBuffer()).toString('latin1', 0, 12), /^RIFF.{4}WEBP$/s)
  // A browser replaces the headers of the photo that it keeps with those of this reply.
  const again = await fetch(reply.url, { headers: { 'if-none-match': reply.headers.get('etag')! } })
  assert.deepEqual([again.status, again.headers.get('cross-origin-resource-policy')], [304, 'cross-origin'])
})

test('unknown files and calls are not found, including a file of an older build', async () => {
  for (const path of [
    '/console/assets/index-old.js',
    '/console/assets/../../package.json',
    '/console/api',
    '/console/api/nothing',
  ]) {
    const reply = await fetch(`${origin}${path}`, { headers: { accept: '*/*' } })
    assert.ok([401, 404].includes(reply.status), `${path}: ${reply.status}`)
    assert.match(reply.headers.get('content-type') as string, /^application\/json/)
  }
})

test('a build that cannot be read is logged once, and its files are served as soon as they can be read', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'gatehouse-dist-'))
  const logged: string[] = []
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } } })
  try {
    await app.register(serveConsolePages, { dist })
    await writeFile(join(dist, 'index.html'), '<!doctype html><title>Built</title>')
    await mkdir(join(dist, 'page.js'))
    for (let requests = 0; requests < 2; requests++) assert.equal((await app.inject('/console')).statusCode, 503)
    assert.equal(logged.length, 1)
    assert.match(
      String(logged[0]),
      /The files of the console cannot be read.*EISDIR|EISDIR.*The files of the console cannot be read/,
    )
    await rm(join(dist, 'page.js'), { recursive: true })
    assert.match((await app.inject('/console')).body, /Built/)
  } finally {
    await app.close()
    await rm(dist, { recursive: true })
  }
})

test('until the console is built the page says what to do, and once it is built it is served without a restart', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'gatehouse-dist-'))
  const app = Fastify()
  try {
    await app.register(serveConsolePages, { dist })
    const before = await app.inject('/console/sign-in')
    assert.equal(before.statusCode, 503)
    assert.match(before.body, /npm run build/)
    await writeFile(join(dist, 'index.html'), '<!doctype html><title>Built</title>')
    assert.match((await app.inject('/console/sign-in')).body, /Built/)
  } finally {
    await app.close()
    await rm(dist, { recursive: true })
  }
})
