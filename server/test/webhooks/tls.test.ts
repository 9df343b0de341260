/** HTTPS: the certificate is verified against the target's name, whatever anybody else requests. */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { type Credentials, makeAuthority, makeCredentials } from './certificates.ts'
import { httpReceiver, leadingTo, MESSAGE, rawReceiver, sendUntilSilence, testSender } from './receivers.ts'

const authority = makeAuthority()
const trusted = (...hosts: string[]) => makeCredentials({ hosts, authority })
const resolveName = leadingTo({
  'hooks.example': [['127.0.0.1']],
  'eu.hooks.example': [['127.0.0.1']],
  'xn--mnchen-3ya.example': [['127.0.0.1']],
})
const inProduction = { exceptions: ['127.0.0.1'], resolveName, authorities: [authority.cert] }

describe('trusted', () => {
  const TRUSTED: [host: string, credentials: Credentials][] = [
    ['hooks.example', trusted('hooks.example')],
    ['HOOKS.example.', trusted('hooks.example')],
    ['eu.hooks.example', trusted('*.hooks.example')],
    ['münchen.example', trusted('xn--mnchen-3ya.example')],
    ['127.0.0.1', trusted('127.0.0.1')],
    ['2130706433', trusted('127.0.0.1')],
  ]
  for (const [host, credentials] of TRUSTED) {
    test(`${host}, signed by an authority`, async () => {
      await using receiver = await httpReceiver({ credentials })
      using sender = await testSender(inProduction)
      for (let call = 0; call < 2; call++) {
        const sent = await sender.send(`https://${host}:${receiver.port}/`, MESSAGE)
        assert.equal('status' in sent ? sent.status : sent.message, 200)
      }
      assert.equal(receiver.connections.length, 1)
    })
  }

  test('the receiver gets the name it is called by, and HTTP/1.1; an address is not sent as a name', async () => {
    const told: unknown[] = []
    const credentials = trusted('hooks.example', '127.0.0.1')
    await using receiver = await httpReceiver({
      credentials,
      answer: ({ socket }, response) => {
        told.push([(socket as TLSSocket).servername, (socket as TLSSocket).alpnProtocol])
        response.end()
      },
    })
    using sender = await testSender(inProduction)
    for (const host of ['hooks.example.', '127.0.0.1']) await sender.send(`https://${host}:${receiver.port}/`, MESSAGE)
    assert.deepEqual(told, [
      ['hooks.example', 'http/1.1'],
      [false, 'http/1.1'],
    ])
  })
})

describe('refused', () => {
  const REFUSED: [what: string, credentials: Credentials, message: RegExp][] = [
    ['a self-signed certificate', makeCredentials({ hosts: ['hooks.example'] }), /is self-signed/],
    [
      'a certificate of an unknown authority',
      makeCredentials({ hosts: ['hooks.example'], authority: makeAuthority('Somebody') }),
      /does not send its intermediate certificates/,
    ],
    ['a certificate for another name', trusted('evil.example'), /is for another host name/],
    ['a certificate for the address behind the name', trusted('127.0.0.1'), /is for another host name/],
    [
      'a certificate that has expired',
      makeCredentials({ hosts: ['hooks.example'], authority, validTo: new Date('2021-01-01') }),
      /has expired/,
    ],
  ]
  for (const [what, credentials, message] of REFUSED) {
    test(what, async () => {
      await using receiver = await httpReceiver({ credentials })
      using sender = await testSender(inProduction)
      const sent = await sender.send(`https://hooks.example:${receiver.port}/`, MESSAGE)
      assert.equal('failure' in sent && sent.failure, 'TLS')
      assert.match('failure' in sent ? sent.message : '', message)
      assert.deepEqual(receiver.requests, [])
    })
  }

  test('if the machine’s authorities do not include ours', async () => {
    await using receiver = await httpReceiver({ credentials: trusted('hooks.example') })
    using sender = await testSender({ exceptions: ['127.0.0.1'], resolveName })
    const sent = await sender.send(`https://hooks.example:${receiver.port}/`, MESSAGE)
    assert.equal('failure' in sent && sent.failure, 'TLS')
  })

  test('even if NODE_TLS_REJECT_UNAUTHORIZED says otherwise', async t => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    t.after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED)
    const warn = t.mock.method(process, 'emitWarning', () => {})
    await using receiver = await httpReceiver({ credentials: makeCredentials({ hosts: ['hooks.example'] }) })
    using sender = await testSender(inProduction)
    const sent = await sender.send(`https://hooks.example:${receiver.port}/`, MESSAGE)
    assert.equal('failure' in sent && sent.failure, 'TLS')
    assert.deepEqual(receiver.requests, [])
    // Node warns about the setting once, and would print that within the report of a run.
    const warnings = warn.mock.calls.map(({ arguments: [text] }) => String(text))
    assert.match(warnings.join('\n'), /^Setting the NODE_TLS_REJECT_UNAUTHORIZED environment variable to '0' .*$/)
  })

  const BROKEN: [what: string, behave: (socket: Socket) => void][] = [
    ['HTTP without TLS', socket => socket.end('HTTP/1.1 200 OK\r\n\r\n')],
    ['a close instead of a handshake', socket => socket.destroy()],
    ['a reset within the handshake', socket => socket.once('data', () => socket.resetAndDestroy())],
    [
      'a handshake that breaks off',
      socket => socket.once('data', () => socket.end('\x16\x03\x03\x00\x7a\x02\x00', 'latin1')),
    ],
    ['a fatal alert', socket => socket.end('\x15\x03\x03\x00\x02\x02\x28', 'latin1')],
  ]
  for (const [what, behave] of BROKEN) {
    test(what, async () => {
      await using receiver = await rawReceiver(behave)
      using sender = await testSender(inProduction)
      const sent = await sender.send(`https://hooks.example:${receiver.port}/`, MESSAGE)
      assert.equal('failure' in sent ? sent.failure : sent.status, 'TLS', JSON.stringify(sent))
    })
  }

  test('a port that serves HTTP without TLS, by name', async () => {
    await using receiver = await httpReceiver({})
    using sender = await testSender(inProduction)
    const sent = await sender.send(`https://hooks.example:${receiver.port}/`, MESSAGE)
    assert.equal('failure' in sent && sent.message, 'The target does not use TLS on this port.')
  })

  test('a handshake that takes too long', async () => {
    await using receiver = await rawReceiver(() => {})
    const sent = await sendUntilSilence(inProduction, `https://hooks.example:${receiver.port}/`, /negotiating TLS/)
    assert.deepEqual('failure' in sent && [sent.failure, sent.message], [
      'TIMEOUT',
      `The target took longer than ${sent.limitMs / 1_000} s; the time ran out while negotiating TLS.`,
    ])
  })
})
