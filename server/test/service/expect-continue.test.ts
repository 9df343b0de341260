/** A caller that asks before it sends its body (Expect: 100-continue) is told to send it only if the call is not refused by its head. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { useOrganization, useWorld } from '../world.ts'
import { openSocket, until } from './processes.ts'

const world = useWorld()
const org = useOrganization(world)

const BODY = JSON.stringify({ event: 'payment.received', target_url: 'http://127.0.0.1:9/asked' })

type Asked = { method?: string; path?: string; key?: string | undefined; length?: number; headers?: string }

/** Sends a head that asks first, and the body only once the service has asked for it; resolves with all that arrived until the connection closed. */
async function ask({ method = 'POST', path = '/api/v1/webhooks', key = org.key, length, headers = '' }: Asked) {
  const socket = await openSocket(world.service.url as string)
  let received = ''
  socket.setEncoding('latin1').on('data', text => {
    received += text
  })
  const closed = once(socket, 'close')
  socket.write(
    `${method} ${path} HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `x-api-key: ${key}\r\ncontent-length: ${length ?? BODY.length}\r\n${headers}\r\n`,
  )
  await until(() => received.includes('\r\n\r\n'))
  if (received.startsWith('HTTP/1.1 100 Continue\r\n\r\n')) socket.write(BODY)
  await closed
  return received
}

test('a body that is wanted is asked for, and its call is answered', async () => {
  const received = await ask({})
  assert.match(received, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
  assert.equal(received.match(/HTTP\/1\.1/g)?.length, 2)
})

test('the pages of the console ask for bodies as well', async () => {
  const received = await ask({ path: '/console/api/auth/sign-in/email', headers: 'origin: http://x\r\n' })
  assert.match(received, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /)
})

test('a caller that does not wait for the answer has its body read', async () => {
  const socket = await openSocket(world.service.url as string)
  const closed = once(socket, 'close')
  let received = ''
  socket.setEncoding('latin1').on('data', text => {
    received += text
  })
  socket.write(
    `POST /api/v1/webhooks HTTP/1.1\r\nhost: x\r\nexpect: 100-Continue\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `x-api-key: ${org.key}\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
  )
  await closed
  assert.match(received, /HTTP\/1\.1 201 /)
})

const REFUSED: [what: string, call: () => Asked | Promise<Asked>, status: number][] = [
  ['without a valid key', () => ({ key: 'nonsense' }), 401],
  ['over the quota', async () => ({ key: await spent() }), 429],
  ['without the scope', async () => ({ key: (await org.issueKey({ scopes: ['properties:read'] })).key }), 403],
  ['of an unknown path', () => ({ path: '/api/v1/nothing' }), 404],
  ['of a path outside the API', () => ({ path: '/nothing' }), 404],
  ['with another method', () => ({ method: 'PUT' }), 405],
  ['with a malformed Idempotency-Key', () => ({ headers: 'idempotency-key: short\r\n' }), 400],
  ['with two hosts', () => ({ headers: 'host: y\r\n' }), 400],
  ['with a body that is too long', () => ({ length: 2 ** 20 + 1 }), 413],
  ['with a body in another form', () => ({ headers: 'content-encoding: gzip\r\n' }), 415],
  ['of the console from another site', () => ({ path: '/console/api/auth/sign-in/email' }), 403],
]

/** A key that may make one call per minute, and has made it. */
async function spent(): Promise<string> {
  const { key } = await org.issueKey({ requestsPerMinute: 1 })
  assert.equal((await world.call('/listings', { key })).status, 200)
  return key
}

for (const [what, call, status] of REFUSED) {
  test(`a call ${what} is refused with ${status} before its body is sent`, async () => {
    const received = await ask(await call())
    assert.match(received, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.equal(received.match(/HTTP\/1\.1/g)?.length, 1)
    assert.match(received, /^connection: close$/im)
  })
}
