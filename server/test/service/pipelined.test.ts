/** A caller that sends call after call without reading the replies delays nobody else, and can send again what was not answered. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { fetchReply, useOrganization, useWorld } from '../world.ts'

const world = useWorld({ own: true })
const org = useOrganization(world)

const call = (index: number, more = '') => `GET /none/${index} HTTP/1.1\r\nhost: x\r\n${more}\r\n`
const many = (count: number) => Array.from({ length: count }, (_, index) => call(index)).join('')

/** Sends `bytes`, and resolves with what arrives until the service ends the connection. */
async function received(bytes: string): Promise<string> {
  const { hostname, port } = new URL(world.service.url as string)
  const socket = connect({ port: Number(port), host: hostname })
  let text = ''
  socket.setEncoding('latin1').on('data', part => {
    text += part
  })
  // The rest of what is sent may find the connection closed.
  socket.on('error', () => {})
  socket.write(bytes, 'latin1')
  await once(socket, 'close')
  return text
}

const repliesIn = (text: string) => text.split(/(?=HTTP\/1\.1 \d)/)

test('a few dozen calls that are sent at once are answered in order, and then the connection goes on', async () => {
  const replies = repliesIn(await received(many(31) + call(31, 'connection: close\r\n')))
  assert.equal(replies.length, 32)
  for (const [index, reply] of replies.entries()) assert.match(reply, new RegExp(`^HTTP/1.1 404 [^]*/none/${index}\\b`))
  assert.ok(replies.slice(0, 31).every(reply => /^connection: keep-alive$/im.test(reply)))
})

test('if thousands of calls are sent at once, the first are answered, and the last reply ends the connection', async () => {
  for (const count of [1_000, 20_000]) {
    const replies = repliesIn(await received(many(count)))
    assert.equal(replies.length, 32, `of ${count}`)
    for (const [index, reply] of replies.entries())
      assert.match(reply, new RegExp(`^HTTP/1.1 404 [^]*/none/${index}\\b`))
    assert.match(replies.at(-1)!, /^connection: close$/im)
  }
})

test('only the calls that are answered are counted and recorded', async () => {
  const path = 'GET /api/v1/organization HTTP/1.1\r\nhost: x\r\n'
  const replies = repliesIn(await received(`${path}x-api-key: ${org.key}\r\n\r\n`.repeat(500)))
  assert.ok(replies.every(reply => reply.startsWith('HTTP/1.1 200')))
  const lines = await world.sql('select from audit.calls where organization_id = $1', [org.id])
  assert.deepEqual([replies.length, lines.length], [32, 32])
  const reply = await fetchReply(`${world.service.url}/api/v1/organization`, { headers: { 'x-api-key': org.key } })
  assert.equal(reply.status, 200)
})
