/** The document states the address of the service, so that a client generated from it can call it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiDocument } from '#contract/openapi.ts'
import { readConfig } from '#server/config.ts'
import type { Service } from '#server/start.ts'
import { useWorld, type World } from '../world.ts'

const world = useWorld({ own: true })
test('the served document states the address that PUBLIC_URL names', async () => {
  await using service = await another({ publicUrl: 'https://gatehouse.example.com' })
  assert.equal(await serverOf(service), 'https://gatehouse.example.com')
})

test('without PUBLIC_URL, a service on this machine alone states the address it listens on', async () => {
  assert.equal(await serverOf(world.service), world.service.url)
})

test('without PUBLIC_URL, a service that others reach has the document refer to the address it was loaded from', async () => {
  await using service = await another({ host: '0.0.0.0' })
  assert.equal(await serverOf(service), '/')
  await using behindProxy = await another({ environment: 'production' })
  assert.equal(await serverOf(behindProxy), '/')
})

test('the first call of the introduction is to the address that the document states', async () => {
  assert.match(await introductionOf(world.service), new RegExp(`^BASE=${world.service.url}$`, 'm'))
  await using behindProxy = await another({ environment: 'production' })
  assert.match(await introductionOf(behindProxy), /^BASE=https:\/\/… +# the address of this service$/m)
})

test('the committed document states the address that `npm start` listens on', () => {
  const { host, port } = readConfig({})
  assert.deepEqual(
    (openApiDocument().servers as { url: string }[]).map(({ url }) => url),
    [`http://${host}:${port}`],
  )
})

test('the document is sent compressed if that is accepted, and not at all to a caller who has it', async () => {
  const ask = (headers: Record<string, string>) => fetch(`${world.service.url}/api/v1/openapi.json`, { headers })
  const [plain, compressed] = [await ask({ 'accept-encoding': 'identity' }), await ask({ 'accept-encoding': 'gzip' })]
  assert.deepEqual(
    [plain, compressed].map(({ headers }) => headers.get('content-encoding')),
    [null, 'gzip'],
  )
  assert.equal(await compressed.text(), await plain.text())
  const etag = plain.headers.get('etag') ?? ''
  assert.match(etag, /^W\/"/)
  for (const tag of [etag, etag.slice(2), `"other", ${etag}`]) {
    const unchanged = await ask({ 'if-none-match': tag })
    assert.deepEqual([unchanged.status, await unchanged.text()], [304, ''])
  }
  assert.equal((await ask({ 'if-none-match': '"other"' })).status, 200)
})

async function another(config: Parameters<World['another']>[0]): Promise<Service & AsyncDisposable> {
  const service = await world.another(config)
  return { ...service, [Symbol.asyncDispose]: () => service.stop() }
}

async function introductionOf({ url }: Service): Promise<string> {
  const reply = await fetch(`${url}/api/v1/openapi.json`)
  return ((await reply.json()) as { info: { description: string } }).info.description
}

async function serverOf({ url }: Service): Promise<string> {
  const reply = await fetch(`${url}/api/v1/openapi.json`)
  const { servers } = (await reply.json()) as { servers: { url: string }[] }
  assert.equal(servers.length, 1)
  return servers[0]?.url as string
}
