/** Calls to a well-behaved receiver: what arrives there, and what is stored of its answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_EXCERPT_BYTES } from '#server/webhooks/exchange.ts'
import { readRetryAfter } from '#server/webhooks/retry-after.ts'
import type { Sent } from '#server/webhooks/send.ts'
import { httpReceiver, leadingTo, MESSAGE, rawReceiver, testSender } from './receivers.ts'

test('the message arrives as it was given, and the answer is returned', async () => {
  await using receiver = await httpReceiver({
    answer: (_request, response) => response.writeHead(202, { 'content-type': 'text/plain' }).end('thank you, ü'),
  })
  using sender = await testSender()
  const body = '{"name":"Zoë","amount_cents":125000}'
  const headers = {
    'content-type': 'application/json',
    'webhook-signature': 'v1,abc v1,def',
    'user-agent': 'Gatehouse',
  }
  const sent = await sender.send(`http://localhost:${receiver.port}/hooks/a%20b?c=d#e`, { headers, body })
  const { latencyMs, ...answer } = sent
  assert.deepEqual(answer, { status: 202, excerpt: 'thank you, ü', retryAfterMs: undefined })
  assert.ok(latencyMs > 0)
  assert.deepEqual(receiver.requests, [
    {
      method: 'POST',
      path: '/hooks/a%20b?c=d',
      headers: {
        host: `localhost:${receiver.port}`,
        connection: 'keep-alive',
        'accept-encoding': 'identity',
        'content-length': String(Buffer.byteLength(body)),
        ...headers,
      },
      body,
    },
  ])
})

test('every status counts as an answer', async () => {
  await using receiver = await httpReceiver({
    answer: (request, response) => response.writeHead(Number(request.url?.slice(1))).end(),
  })
  using sender = await testSender()
  for (const status of [200, 204, 304, 400, 401, 404, 410, 429, 500, 503, 599]) {
    assert.equal(statusOf(await sender.send(`http://127.0.0.1:${receiver.port}/${status}`, MESSAGE)), status)
  }
})

test('a redirect counts as an answer and is not followed', async () => {
  await using elsewhere = await httpReceiver()
  for (const status of [301, 302, 303, 307, 308]) {
    const location = `http://127.0.0.1:${elsewhere.port}/`
    await using receiver = await httpReceiver({
      answer: (_request, response) => response.writeHead(status, { location }).end(),
    })
    using sender = await testSender()
    assert.equal(statusOf(await sender.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)), status)
  }
  assert.deepEqual(elsewhere.connections, [])
})

test('cookies are not sent back', async () => {
  await using receiver = await httpReceiver({
    answer: (_request, response) => response.writeHead(200, { 'set-cookie': 'a=b' }).end(),
  })
  using sender = await testSender()
  for (let call = 0; call < 2; call++) await sender.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)
  assert.deepEqual(
    receiver.requests.map(({ headers }) => headers.cookie),
    [undefined, undefined],
  )
})

const RETRY_AFTER: [value: string, retryAfterMs: number | undefined][] = [
  ['0', 0],
  ['120', 120_000],
  ['Sun, 01 Mar 2026 12:01:00 GMT', 60_000],
  ['Sunday, 01-Mar-26 12:01:00 GMT', 60_000],
  ['Sun Mar  1 12:01:00 2026', 60_000],
  ['Sun, 01 Mar 2026 11:59:00 GMT', undefined],
  ['2026-03-01T12:01:00Z', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['99999999999', 99_999_999_999_000],
]

for (const [value, retryAfterMs] of RETRY_AFTER) {
  test(`Retry-After: ${value} is ${retryAfterMs ?? 'nothing'}`, async () => {
    await using receiver = await httpReceiver({
      answer: (_request, response) => response.writeHead(503, { 'retry-after': value }).end(),
    })
    using sender = await testSender()
    const sent = await sender.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)
    assert.equal('status' in sent && sent.retryAfterMs, retryAfterMs)
  })
}

test('a date in Retry-After is in UTC, wherever the service runs', () => {
  const { TZ } = process.env
  process.env.TZ = 'America/Chicago'
  try {
    const nowMs = Date.parse('2026-03-01T12:00:00Z')
    const dates = ['Sun, 01 Mar 2026 12:01:00 GMT', 'Sunday, 01-Mar-26 12:01:00 GMT', 'Sun Mar  1 12:01:00 2026']
    for (const date of dates) assert.equal(readRetryAfter(date, nowMs), 60_000, date)
  } finally {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  }
})

test('8 KiB of the answer are kept, cut between characters, and the rest is not read', async () => {
  await using receiver = await httpReceiver({
    answer: (_request, response) => response.end(`a${'€'.repeat(1_000_000)}`),
  })
  using sender = await testSender()
  const sent = await sender.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)
  assert.equal('status' in sent && sent.excerpt, `a${'€'.repeat(Math.floor((MAX_EXCERPT_BYTES - 1) / 3))}`)
  assert.equal(statusOf(await sender.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)), 200)
  assert.equal(receiver.connections.length, 2)
})

test('an answer of exactly 8 KiB is complete', async () => {
  await using receiver = await httpReceiver({
    answer: (_request, response) => response.end('a'.repeat(MAX_EXCERPT_BYTES)),
  })
  using sender = await testSender()
  for (let call = 0; call < 2; call++) {
    const sent = await sender.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)
    assert.equal('status' in sent && sent.excerpt.length, MAX_EXCERPT_BYTES)
  }
  assert.equal(receiver.connections.length, 1)
})

test('an excerpt can be stored, whatever the receiver writes', async () => {
  await using receiver = await httpReceiver({
    answer: (_request, response) => response.end(Buffer.from([97, 0, 98, 0xff, 0xfe, 0xed, 0xa0, 0x80, 99])),
  })
  using sender = await testSender()
  const sent = await sender.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)
  assert.ok('status' in sent && sent.excerpt.isWellFormed())
  assert.match(sent.excerpt, /^a\ufffdb\ufffd+c$/)
})

test('content that is compressed anyway is not decompressed', async () => {
  await using receiver = await httpReceiver({
    answer: (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('nonsense'),
  })
  using sender = await testSender()
  const sent = await sender.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)
  assert.deepEqual('status' in sent && [sent.status, sent.excerpt], [200, ''])
})

test('interim answers are skipped', async () => {
  await using receiver = await rawReceiver(socket => {
    socket.once('data', () =>
      socket.end('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 201 Created\r\n\r\n'),
    )
  })
  using sender = await testSender()
  assert.equal(statusOf(await sender.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)), 201)
})

test('100 Continue is skipped although nobody asked for it, in one piece or many, and on a connection that is used again', async () => {
  await using receiver = await httpReceiver({
    answer: (_request, response) => {
      response.writeContinue()
      response.writeHead(201).end('made')
    },
  })
  using sender = await testSender()
  for (let call = 0; call < 3; call++) {
    const sent = await sender.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)
    assert.deepEqual('status' in sent && [sent.status, sent.excerpt], [201, 'made'])
  }
  assert.equal(receiver.connections.length, 1)

  const interim = 'HTTP/1.1 100 Continue\r\nx: y\r\n\r\n'
  const pieces = `${interim}${interim}HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 202 Accepted\r\ncontent-length: 1\r\n\r\na`
  await using slow = await rawReceiver(socket => {
    socket.setNoDelay()
    socket.once('data', async () => {
      for (const byte of pieces) await new Promise<void>(resolve => socket.write(byte, () => setImmediate(resolve)))
    })
  })
  const sent = await sender.send(`http://127.0.0.1:${slow.port}/`, MESSAGE)
  assert.deepEqual('status' in sent && [sent.status, sent.excerpt], [202, 'a'])
})

test('an answer that ends with its connection is complete', async () => {
  await using receiver = await rawReceiver(socket => {
    socket.once('data', () => socket.end('HTTP/1.0 200 OK\r\n\r\nold'))
  })
  using sender = await testSender()
  const sent = await sender.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)
  assert.equal('status' in sent && sent.excerpt, 'old')
})

test('if one address accepts no connection, the next is tried, and first from then on', async () => {
  await using receiver = await httpReceiver()
  const resolveName = leadingTo({ 'hooks.example': [['127.0.0.3', '::1', '127.0.0.1']] })
  using sender = await testSender({ resolveName })
  const url = `http://hooks.example:${receiver.port}/`
  assert.equal(statusOf(await sender.send(url, MESSAGE)), 200)
  await using revived = await httpReceiver({ host: '127.0.0.3', port: receiver.port })
  receiver.connections[0]?.destroy()
  assert.equal(statusOf(await sender.send(url, MESSAGE)), 200)
  assert.deepEqual([receiver.requests.length, revived.requests.length], [2, 0])
})

test('no more than four addresses are tried', async () => {
  await using receiver = await httpReceiver()
  const closed = ['127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6']
  using sender = await testSender({ resolveName: leadingTo({ 'hooks.example': [[...closed, '127.0.0.1']] }) })
  const sent = await sender.send(`http://hooks.example:${receiver.port}/`, MESSAGE)
  assert.deepEqual('failure' in sent && [sent.failure, sent.message], ['CONNECT', 'The target refused the connection.'])
  assert.equal(receiver.connections.length, 0)
})

test('a name that does not exist is a failure of its own kind', async () => {
  using sender = await testSender({ resolveName: leadingTo({}) })
  const sent = await sender.send('http://hooks.example/', MESSAGE)
  assert.deepEqual('failure' in sent && [sent.failure, sent.message], ['DNS', 'The host name has no address.'])
})

test('a nonsensical address is a failure, not a fault', async () => {
  using sender = await testSender()
  for (const url of ['', 'nonsense', 'ftp://example.com', 'http://user:hunter2@example.com', 'http://a..b']) {
    const sent = await sender.send(url, MESSAGE)
    assert.ok('failure' in sent && sent.failure === 'INVALID_TARGET' && !sent.message.includes('hunter2'))
  }
})

test('headers that cannot be written are our fault, and thrown', async () => {
  await using receiver = await httpReceiver()
  using sender = await testSender()
  await assert.rejects(
    sender.send(`http://127.0.0.1:${receiver.port}/`, { headers: { 'webhook-id': 'a\r\nhost: b' }, body: '' }),
    /invalid webhook-id header/,
  )
})

function statusOf(sent: Sent): unknown {
  return 'status' in sent ? sent.status : sent
}
