/** Receivers that are slow, broken or hostile: each leads to a named failure in time, and affects nobody else. */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { ATTEMPT_OUTCOMES } from '#contract/v1/webhook-deliveries.ts'
import type { Failure } from '#server/webhooks/failures.ts'
import { until } from '../service/processes.ts'
import { repeats } from '../sizes.ts'
import { leadingTo, MESSAGE, rawReceiver, sendUntilSilence, type TestSender, testSender } from './receivers.ts'

let sender: TestSender
before(async () => {
  sender = await testSender()
})
after(() => sender.close())

const OK = 'HTTP/1.1 200 OK\r\n'

type Behavior = (socket: Socket) => void

/** Writes `text` again and again, as fast as it is read. */
function flood(start: string, text: string): Behavior {
  return socket => {
    socket.write(start)
    const chunk = text.repeat(Math.ceil(16_384 / text.length))
    const write = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('drain', write)
    write()
  }
}

/** Writes `text` every few milliseconds. */
function trickle(start: string, text: string): Behavior {
  return socket => {
    socket.write(start)
    const timer = setInterval(() => socket.write(text), 10)
    socket.on('close', () => clearInterval(timer))
  }
}

function write(text: string): Behavior {
  return socket => socket.write(text, 'latin1')
}

function end(text: string): Behavior {
  return socket => socket.end(text, 'latin1')
}

const FAILING: [what: string, behave: Behavior, failure: Failure, message: RegExp][] = [
  [
    'no answer at all',
    () => {},
    'TIMEOUT',
    /took longer than [\d.]+ s; the time ran out while waiting for the response\.$/,
  ],
  ['headers that never end', trickle(OK, 'x: y\r\n'), 'TIMEOUT', /waiting for the response/],
  ['a status line that never ends', trickle('HTTP/1.1 200 ', 'O'), 'TIMEOUT', /waiting for the response/],
  [
    'interim answers without end',
    trickle('', 'HTTP/1.1 102 Processing\r\n\r\n'),
    'TIMEOUT',
    /waiting for the response/,
  ],
  [
    'a body that comes too slowly',
    trickle(`${OK}content-length: 8000\r\n\r\n`, 'a'),
    'TIMEOUT',
    /rest of its response 200/,
  ],
  ['a body that never comes', write(`${OK}content-length: 5\r\n\r\n`), 'TIMEOUT', /rest of its response 200/],
  [
    'chunks that never end',
    trickle(`${OK}transfer-encoding: chunked\r\n\r\n`, '1\r\na\r\n'),
    'TIMEOUT',
    /response 200/,
  ],
  ['a flood of interim answers', flood('', 'HTTP/1.1 102 Processing\r\n\r\n'), 'PROTOCOL', /response is too long/],
  [
    'a flood of headers',
    flood(OK, 'x: yyyyyyyyyyyyyyyyyyyyyyyy\r\n'),
    'PROTOCOL',
    /headers of the response are too large/,
  ],
  ['one endless header', flood(`${OK}x: `, 'y'), 'PROTOCOL', /headers of the response are too large/],
  ['an endless status line', flood('HTTP/1.1 200 ', 'O'), 'PROTOCOL', /too long/],
  ['a flood of empty lines', flood('', '\r\n'), 'PROTOCOL', /too long/],
  ['an endless chunk extension', flood(`${OK}transfer-encoding: chunked\r\n\r\n1;`, 'x'), 'PROTOCOL', /too long/],
  ['endless trailers', flood(`${OK}transfer-encoding: chunked\r\n\r\n0\r\n`, 'x: y\r\n'), 'PROTOCOL', /too large/],
  ['a connection closed at once', socket => socket.destroy(), 'RESET', /closed the connection without a response/],
  [
    'a connection reset at once',
    socket => socket.resetAndDestroy(),
    'RESET',
    /closed the connection without a response/,
  ],
  ['an end instead of an answer', end(''), 'RESET', /without a response/],
  ['an end within the headers', end(`${OK}x: y`), 'RESET', /without a response/],
  [
    'an end within the body',
    end(`${OK}content-length: 5\r\n\r\nab`),
    'RESET',
    /responded with 200, but the response was cut off/,
  ],
  [
    'an end between chunks',
    end(`${OK}transfer-encoding: chunked\r\n\r\n1\r\na\r\n`),
    'RESET',
    /responded with 200, but/,
  ],
  ['no HTTP', write('220 mail.example ESMTP\r\n'), 'PROTOCOL', /not HTTP\/1\.1/],
  ['a TLS alert', write('\x15\x03\x01\x00\x02\x02\x28'), 'PROTOCOL', /not HTTP/],
  ['the preface of HTTP/2', write('\x00\x00\x12\x04\x00\x00\x00\x00\x00'), 'PROTOCOL', /not HTTP/],
  ['a version nobody knows', write('HTTP/9.9 200 OK\r\n\r\n'), 'PROTOCOL', /not HTTP/],
  ['a status that is none', write('HTTP/1.1 xyz OK\r\n\r\n'), 'PROTOCOL', /not HTTP/],
  ['two lengths', write(`${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`), 'PROTOCOL', /not HTTP/],
  [
    'a length together with chunks',
    write(`${OK}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    'PROTOCOL',
    /not HTTP/,
  ],
  ['a negative length', write(`${OK}content-length: -1\r\n\r\n`), 'PROTOCOL', /not HTTP/],
  ['NUL in a header', write(`${OK}x: a\0b\r\n\r\n`), 'PROTOCOL', /not HTTP/],
  ['a header without a colon', write(`${OK}nonsense\r\n\r\n`), 'PROTOCOL', /not HTTP/],
  [
    'a chunk size that is none',
    write(`${OK}transfer-encoding: chunked\r\n\r\nxyz\r\n`),
    'PROTOCOL',
    /200, but .* not HTTP/,
  ],
  ['100 Continue and nothing else', write('HTTP/1.1 100 Continue\r\n\r\n'), 'TIMEOUT', /waiting for the response/],
  ['100 Continue and the end', end('HTTP/1.1 100 Continue\r\n\r\n'), 'RESET', /closed the connection/],
  ['100 Continue without end', trickle('', 'HTTP/1.1 100 Continue\r\n\r\n'), 'TIMEOUT', /waiting for the response/],
  [
    '100 Continue with headers without end',
    trickle('HTTP/1.1 100 Continue\r\n', `x: ${'y'.repeat(500)}\r\n`),
    'PROTOCOL',
    /not HTTP|too large/,
  ],
  ['half of 100 Continue', end('HTTP/1.1 100 Conti'), 'RESET', /closed the connection/],
  [
    'another protocol, unasked',
    write('HTTP/1.1 101 Go\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    'PROTOCOL',
    /not HTTP/,
  ],
]

describe('after the message was read', { concurrency: true }, () => {
  for (const [what, behave, failure, message] of FAILING) {
    test(`${what}: ${failure}`, async () => {
      await using receiver = await rawReceiver(socket => socket.once('data', () => behave(socket)))
      const url = `http://127.0.0.1:${receiver.port}/`
      const isSilence = failure === 'TIMEOUT'
      const sent = isSilence ? await sendUntilSilence({}, url, message) : await sender.send(url, MESSAGE)
      assert.ok('failure' in sent, JSON.stringify(sent))
      assert.match(sent.message, message)
      assert.equal(sent.failure, failure)
      // A call that is given up is not made again, and is not given up before its time.
      if ('limitMs' in sent) assert.ok(sent.message.includes(`took longer than ${Number(sent.limitMs) / 1_000} s`))
      else assert.equal(receiver.connections.length, 1)
    })
  }

  test('an endless body counts as an answer, and is cut off', async () => {
    let received = 0
    await using receiver = await rawReceiver(socket => {
      socket.once('data', () => flood(`${OK}\r\n`, 'a')(socket))
      socket.on('close', () => {
        received = socket.bytesWritten
      })
    })
    const sent = await sender.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)
    assert.ok('status' in sent)
    assert.deepEqual([sent.status, sent.excerpt.length], [200, 8_192])
    const [socket] = receiver.connections
    if (!socket?.destroyed) await new Promise(resolve => socket?.on('close', resolve))
    // The receiver may have written as much as the kernel buffers on both sides, but no more.
    assert.ok(received < 20_000_000, `${received} bytes`)
  })
})

describe('while the name is looked up or the message sent', { concurrency: true }, () => {
  test('a name server that never answers is a TIMEOUT', async () => {
    using impatient = await testSender({ limitMs: 50, resolveName: () => new Promise(() => {}) })
    const sent = await impatient.send('http://hooks.example/', MESSAGE)
    assert.equal('failure' in sent && sent.failure, 'TIMEOUT')
    assert.match('failure' in sent ? sent.message : '', /took longer than 0\.05 s; .* looking up the host name/)
  })

  test('a message that nobody reads is a TIMEOUT', async () => {
    await using receiver = await rawReceiver(socket => socket.pause())
    const message = { ...MESSAGE, body: 'x'.repeat(50_000_000) }
    using impatient = await testSender({ limitMs: 300 })
    const sent = await impatient.send(`http://127.0.0.1:${receiver.port}/`, message)
    assert.equal('failure' in sent && sent.failure, 'TIMEOUT')
  })

  test('an answer before the message was read counts', async () => {
    await using receiver = await rawReceiver(socket => {
      socket.pause()
      socket.once('readable', () => socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n'))
    })
    const message = { ...MESSAGE, body: 'x'.repeat(5_000_000) }
    const sent = await sender.send(`http://127.0.0.1:${receiver.port}/`, message)
    assert.equal('status' in sent && sent.status, 413)
  })

  test('a receiver that sends first and closes never causes a hanging call', async () => {
    await using receiver = await rawReceiver(socket => socket.end(`${OK}content-length: 0\r\n\r\n`))
    for (let call = 0; call < 10; call++) {
      const sent = await sender.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)
      assert.ok('status' in sent || ['PROTOCOL', 'RESET'].includes(sent.failure), JSON.stringify(sent))
    }
  })

  test('one slow target delays no other', async () => {
    await using slow = await rawReceiver(() => {})
    await using quick = await rawReceiver(socket =>
      socket.on('data', () => socket.write(`${OK}content-length: 0\r\n\r\n`)),
    )
    const resolveName = leadingTo({ 'hooks.example': [['127.0.0.1']] })
    using both = await testSender({ resolveName })
    let ended = 0
    const waiting = Array.from({ length: 100 }, () =>
      both.send(`http://hooks.example:${slow.port}/`, MESSAGE).finally(() => ended++),
    )
    const sent = await both.send(`http://hooks.example:${quick.port}/`, MESSAGE)
    assert.equal('status' in sent && sent.status, 200)
    assert.equal(ended, 0)
    await until(() => slow.connections.length === waiting.length)
    for (const socket of slow.connections) socket.destroy()
    await Promise.all(waiting)
  })
})

test('any response, in any pieces, is an answer or a named failure', async () => {
  let reply: Buffer[] = []
  await using receiver = await rawReceiver(socket => {
    socket.once('data', () => {
      for (const piece of reply) socket.write(piece)
      socket.end()
    })
  })
  using quick = await testSender()
  const piece = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(OK, 'HTTP/1.1 102 Wait\r\n\r\n', 'HTTP/1.1 204 No\r\n', 'HTTP/1.0 500 Oh\r\n'),
    },
    { weight: 3, arbitrary: fc.constantFrom('\r\n', '\n', '0\r\n\r\n', '5\r\nhello\r\n', ': ', ';', ' ', '\0') },
    fc.constantFrom(
      'content-length: 5\r\n',
      'content-length: 0\r\n',
      'transfer-encoding: chunked\r\n',
      'connection: close\r\n',
    ),
    fc.constantFrom('connection: upgrade\r\nupgrade: h2c\r\n', 'keep-alive: timeout=0\r\n', 'trailer: x\r\n', 'hello'),
    fc.uint8Array({ maxLength: 50 }).map(bytes => Buffer.from(bytes).toString('latin1')),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async pieces => {
      reply = pieces.map(text => Buffer.from(text, 'latin1'))
      const sent = await quick.send(`http://127.0.0.1:${receiver.port}/`, MESSAGE)
      if ('status' in sent) assert.ok(sent.status >= 200 && sent.status <= 999)
      else assert.ok(sent.failure in ATTEMPT_OUTCOMES)
    }),
    { numRuns: repeats(150, 500) },
  )
})
