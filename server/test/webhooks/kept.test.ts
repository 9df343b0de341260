/** Connections that are kept for the next call: only for the same target, and only while the target may be called. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { PIN_MS } from '#server/webhooks/pins.ts'
import type { Sent } from '#server/webhooks/send.ts'
import { httpReceiver, leadingTo, MESSAGE, rawReceiver, testSender } from './receivers.ts'

test('successive calls to one target share a connection and a lookup', async () => {
  await using receiver = await httpReceiver()
  const resolveName = leadingTo({ 'hooks.example': [['127.0.0.1']] })
  using sender = await testSender({ resolveName })
  for (let call = 0; call < 5; call++) {
    assert.equal(statusOf(await sender.send(`http://hooks.example:${receiver.port}/${call}`, MESSAGE)), 200)
  }
  assert.deepEqual([receiver.requests.length, receiver.connections.length, resolveName.asked.length], [5, 1, 1])
})

test('simultaneous calls have a connection each and one lookup', async () => {
  await using receiver = await httpReceiver()
  const resolveName = leadingTo({ 'hooks.example': [['127.0.0.1']] })
  using sender = await testSender({ resolveName })
  const calls = Array.from({ length: 20 }, () => sender.send(`http://hooks.example:${receiver.port}/`, MESSAGE))
  for (const sent of await Promise.all(calls)) assert.equal(statusOf(sent), 200)
  assert.deepEqual([receiver.connections.length, resolveName.asked.length], [20, 1])
})

test('another name at the same address and port has its own connections', async () => {
  await using receiver = await httpReceiver()
  using sender = await testSender({ resolveName: leadingTo({ a: [['127.0.0.1']], b: [['127.0.0.1']] }) })
  for (const name of ['a', 'b']) await sender.send(`http://${name}:${receiver.port}/`, MESSAGE)
  assert.deepEqual(
    receiver.requests.map(({ headers }) => headers.host),
    [`a:${receiver.port}`, `b:${receiver.port}`],
  )
  assert.equal(receiver.connections.length, 2)
})

test('a kept connection is closed when its name starts to resolve to a forbidden address', async () => {
  await using receiver = await httpReceiver()
  const resolveName = leadingTo({ 'hooks.example': [['127.0.0.1'], ['169.254.169.254']] })
  using sender = await testSender({ resolveName })
  const url = `http://hooks.example:${receiver.port}/`
  assert.equal(statusOf(await sender.send(url, MESSAGE)), 200)
  const closed = once(receiver.connections[0] as NodeJS.EventEmitter, 'close')
  sender.clock.nowMs += PIN_MS
  const sent = await sender.send(url, MESSAGE)
  assert.equal('failure' in sent && sent.failure, 'REFUSED_ADDRESS')
  await closed
  assert.equal(receiver.requests.length, 1)
})

test('a kept connection is closed when its name resolves to another address', async () => {
  await using before = await httpReceiver()
  await using now = await httpReceiver({ host: '127.0.0.2', port: before.port })
  const resolveName = leadingTo({ 'hooks.example': [['127.0.0.1'], ['127.0.0.2']] })
  using sender = await testSender({ resolveName })
  const url = `http://hooks.example:${before.port}/`
  await sender.send(url, MESSAGE)
  const closed = once(before.connections[0] as NodeJS.EventEmitter, 'close')
  sender.clock.nowMs += PIN_MS
  assert.equal(statusOf(await sender.send(url, MESSAGE)), 200)
  await closed
  assert.deepEqual([before.requests.length, now.requests.length], [1, 1])
})

test('a kept connection is used again if its name still resolves to that address', async () => {
  await using receiver = await httpReceiver()
  const resolveName = leadingTo({ 'hooks.example': [['127.0.0.1'], ['127.0.0.2', '127.0.0.1']] })
  using sender = await testSender({ resolveName })
  for (let call = 0; call < 2; call++) {
    assert.equal(statusOf(await sender.send(`http://hooks.example:${receiver.port}/`, MESSAGE)), 200)
    sender.clock.nowMs += PIN_MS
  }
  assert.deepEqual([receiver.connections.length, resolveName.asked.length], [1, 2])
})

test('setting the clock back does not extend a lookup', async () => {
  await using receiver = await httpReceiver()
  const resolveName = leadingTo({ 'hooks.example': [['127.0.0.1'], ['169.254.169.254']] })
  using sender = await testSender({ resolveName })
  await sender.send(`http://hooks.example:${receiver.port}/`, MESSAGE)
  sender.clock.nowMs -= 3_600_000
  const sent = await sender.send(`http://hooks.example:${receiver.port}/`, MESSAGE)
  assert.equal('failure' in sent && sent.failure, 'REFUSED_ADDRESS')
})

test('a failed lookup is not remembered', async () => {
  await using receiver = await httpReceiver()
  const resolveName = leadingTo({ 'hooks.example': [[], ['127.0.0.1']] })
  using sender = await testSender({ resolveName })
  const sent = await sender.send(`http://hooks.example:${receiver.port}/`, MESSAGE)
  assert.equal('failure' in sent && sent.failure, 'DNS')
  assert.equal(statusOf(await sender.send(`http://hooks.example:${receiver.port}/`, MESSAGE)), 200)
})

test('a receiver that closes a kept connection while a call is on its way is called again, once', async () => {
  let calls = 0
  await using receiver = await rawReceiver(socket => {
    let onThisOne = 0
    socket.on('data', () => {
      calls++
      if (++onThisOne === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
      else socket.resetAndDestroy()
    })
  })
  using sender = await testSender()
  const url = `http://127.0.0.1:${receiver.port}/`
  assert.equal(statusOf(await sender.send(url, MESSAGE)), 200)
  assert.equal(statusOf(await sender.send(url, MESSAGE)), 200)
  assert.deepEqual([calls, receiver.connections.length], [3, 2])
})

test('a receiver that closes every connection without an answer is not called again', async () => {
  await using receiver = await rawReceiver(socket => socket.once('data', () => socket.destroy()))
  using sender = await testSender()
  const sent = await sender.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)
  assert.equal('failure' in sent && sent.failure, 'RESET')
  assert.equal(receiver.connections.length, 1)
})

test('a receiver’s notice that it closes the connection is respected', async () => {
  await using receiver = await httpReceiver({
    answer: (_request, response) => response.writeHead(200, { connection: 'close' }).end('ok'),
  })
  using sender = await testSender()
  for (let call = 0; call < 2; call++) {
    assert.equal(statusOf(await sender.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)), 200)
  }
  assert.equal(receiver.connections.length, 2)
})

test('unsolicited bytes end a kept connection, and do not count as an answer', async () => {
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n'
  await using receiver = await rawReceiver(socket => {
    socket.once('data', () => socket.write(`${answer}ok${answer}no`))
  })
  using sender = await testSender()
  for (let call = 0; call < 3; call++) {
    const sent = await sender.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)
    assert.equal('status' in sent && sent.excerpt, 'ok')
  }
  assert.equal(receiver.connections.length, 3)
})

test('closing closes kept connections at once, and others when they end', async () => {
  await using receiver = await httpReceiver()
  const sender = await testSender()
  const url = `http://127.0.0.1:${receiver.port}/`
  await sender.send(url, MESSAGE)
  const late = sender.send(url, MESSAGE)
  const another = sender.send(url, MESSAGE)
  sender.close()
  for (const sent of [await late, await another]) assert.equal(statusOf(sent), 200)
  for (const socket of receiver.connections) if (!socket.destroyed) await once(socket, 'close')
})

function statusOf(sent: Sent): unknown {
  return 'status' in sent ? sent.status : sent
}
