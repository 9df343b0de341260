/** A caller that sends a whole request and closes its side, as `nc -N` does, still gets its reply. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { signedIn } from '../console/visitor.ts'
import { openBystanders } from '../db/bystanders.ts'
import { property, store } from '../records.ts'
import { prepare, useOrganization, useWorld } from '../world.ts'

const world = useWorld({ own: true })
const org = useOrganization(world)
const bystanders = prepare(async () => openBystanders(world))
after(() => bystanders.end())

/** Sends `bytes`, closes this side at once, and resolves with everything that arrives until the service closes its own. */
async function sendAndClose(bytes: string): Promise<string> {
  const { hostname, port } = new URL(world.service.url as string)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  let received = ''
  socket.setEncoding('latin1').on('data', text => {
    received += text
  })
  socket.end(bytes, 'latin1')
  await once(socket, 'close')
  return received
}

const get = (path: string, more = '', version = '1.1') =>
  `GET ${path} HTTP/${version}\r\nhost: x\r\nx-api-key: ${org.key}\r\n${more}\r\n`

const statuses = (received: string) => [...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))

const ORDER = JSON.stringify({ title: 'Sink leaks', property_id: 'prop_none' })

for (const [what, request, expected] of [
  ['a read', () => get('/api/v1/listings'), [200]],
  ['a read of HTTP/1.0', () => get('/api/v1/listings', '', '1.0'), [200]],
  ['a read that is refused', () => get('/api/v1/properties/none'), [404]],
  ['a streamed reply', () => get('/api/v1/rent-roll?scope_id=portfolio'), [200]],
  ['a pipeline of reads', () => get('/api/v1/listings') + get('/api/v1/organization') + get('/none'), [200, 200, 404]],
  ['a health check', () => 'GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n', [200]],
  [
    'a write',
    () =>
      `POST /api/v1/work-orders HTTP/1.1\r\nhost: x\r\nx-api-key: ${org.key}\r\ncontent-type: application/json\r\n` +
      `content-length: ${ORDER.length}\r\n\r\n${ORDER}`,
    [400],
  ],
] as const) {
  test(`${what} is answered completely although the caller has closed its side`, async () => {
    await store(org, { properties: [property()] })
    const received = await sendAndClose(request())
    assert.deepEqual(statuses(received), expected, received)
    assert.match(received, /[\]}]\s*$|\r\n0\r\n\r\n$/, 'the body is whole')
  })
}

for (const [who, path] of [
  ['a caller of the API', '/api/v1/leads'],
  ['a page of the console', '/leads'],
] as const) {
  test(`${who} that has closed its side does not keep a call waiting forever`, async () => {
    const visitor = await signedIn(world, org, 'OWNER')
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const target = path.startsWith('/api') ? path : `/console/api${visitor.inside(path)}`
    const unlock = await bystanders.begin('lock table leads in access exclusive mode', [])
    assert.equal(await sendAndClose(get(target, `cookie: ${cookie}\r\n`)), '', 'nobody may be there anymore')
    await unlock()
    assert.deepEqual(statuses(await sendAndClose(get('/api/v1/leads'))), [200])
  })
}
