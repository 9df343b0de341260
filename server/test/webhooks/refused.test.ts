/** Nothing is sent to a forbidden address, whether the address is written in the URL or a name resolves to it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSecureContext } from 'node:tls'
import { checkTarget } from '#server/platform/targets/check-target.ts'
import { targetPolicy } from '#server/platform/targets/policy.ts'
import { readTarget } from '#server/platform/targets/target.ts'
import { dial } from '#server/webhooks/dial.ts'
import { PIN_MS } from '#server/webhooks/pins.ts'
import { notationsOf, ROWS } from '../platform/targets/samples.ts'
import { makeAuthority, makeCredentials } from './certificates.ts'
import {
  type HttpReceiver,
  httpReceiver,
  leadingTo,
  MESSAGE,
  PATIENCE_MS,
  type TestSender,
  testSender,
} from './receivers.ts'

const PUBLIC = '93.184.215.14'
const production = targetPolicy({ environment: 'production', webhookAllowedCidrs: [] })
const secureContext = createSecureContext()
const authority = makeAuthority()
const credentials = makeCredentials({ hosts: ['hooks.example', '127.0.0.1'], authority })

/** A receiver that would answer any call that reached this machine. */
let trap: HttpReceiver
before(async () => {
  trap = await httpReceiver({ credentials })
})
after(async () => {
  const { length } = trap.connections
  await trap[Symbol.asyncDispose]()
  assert.equal(length, 0)
})

describe('every row of the table is refused at connect in production', () => {
  for (const { range, samples } of ROWS) {
    test(`${range.cidr}, ${range.name}`, async () => {
      for (const address of samples) {
        const lists = [[address], [PUBLIC, address], [address, PUBLIC]]
        const names = Object.fromEntries(lists.map((addresses, index) => [`hooks-${index}.example`, [addresses]]))
        // A sender reads the certificates of all authorities, so one calls everything.
        using sender = await testSender({ exceptions: [], resolveName: leadingTo(names) })
        for (const host of [...notationsOf(address), ...Object.keys(names)]) {
          await assertRefused(sender, `https://${host}:${trap.port}/`)
        }
        const target = readTarget(`https://hooks.example:${trap.port}/`, production)
        const { signal } = new AbortController()
        await assert.rejects(
          dial(target, address, { policy: production, secureContext, signal, limitMs: PATIENCE_MS }),
          {
            failure: 'REFUSED_ADDRESS',
          },
        )
      }
    })
  }
})

describe('a name that resolves first to a public address and then to this machine', () => {
  const resolveName = () => leadingTo({ 'hooks.example': [[PUBLIC], ['127.0.0.1']] })

  test('is accepted at creation and refused at connect', async () => {
    const rebinding = resolveName()
    const url = `https://hooks.example:${trap.port}/`
    await checkTarget(url, { policy: production, resolveName: rebinding })
    using sender = await testSender({ exceptions: [], resolveName: rebinding })
    await assertRefused(sender, url)
    assert.deepEqual(rebinding.asked, ['hooks.example', 'hooks.example'])
  })

  test('is called at the address that was checked, then looked up again and refused', async () => {
    await using receiver = await httpReceiver({ credentials, host: '127.0.0.2', port: trap.port })
    const rebinding = leadingTo({ 'hooks.example': [['127.0.0.2'], ['127.0.0.1']] })
    using sender = await testSender({
      exceptions: ['127.0.0.2'],
      resolveName: rebinding,
      authorities: [authority.cert],
    })
    const url = `https://hooks.example:${trap.port}/`
    sender.clock.nowMs += PIN_MS - 1
    for (let call = 0; call < 3; call++)
      assert.equal(((await sender.send(url, MESSAGE)) as { status: number }).status, 200)
    assert.deepEqual(rebinding.asked, ['hooks.example'])
    sender.clock.nowMs += PIN_MS
    await assertRefused(sender, url)
    assert.equal(receiver.requests.length, 3)
  })
})

test('an address that the kernel takes for another one is refused although the policy allowed it', async () => {
  await using receiver = await httpReceiver({ credentials })
  using sender = await testSender({ exceptions: ['0.0.0.0'] })
  await assertRefused(sender, `https://0.0.0.0:${receiver.port}/`)
  assert.deepEqual(
    receiver.connections.map(({ bytesRead }) => bytesRead),
    [0],
  )
})

test('in production http:// is refused, even to a public address or an exception', async () => {
  using sender = await testSender({ exceptions: ['127.0.0.1'], resolveName: leadingTo({}) })
  for (const host of ['127.0.0.1', PUBLIC]) {
    const sent = await sender.send(`http://${host}:${trap.port}/`, MESSAGE)
    assert.equal('failure' in sent && sent.failure, 'INVALID_TARGET')
  }
})

test('in development link-local and metadata addresses are refused', async () => {
  using sender = await testSender({ resolveName: leadingTo({ 'metadata.internal': [['169.254.169.254']] }) })
  for (const host of [
    '169.254.169.254',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[::ffff:169.254.169.254]',
    'metadata.internal',
  ]) {
    await assertRefused(sender, `http://${host}/latest/meta-data/`)
  }
})

test('the refusal of a name does not reveal its address', async () => {
  using sender = await testSender({ exceptions: [], resolveName: leadingTo({ 'db.corp.example': [['10.1.2.3']] }) })
  const sent = await sender.send('https://db.corp.example/', MESSAGE)
  assert.ok('failure' in sent && sent.message.includes('a private address') && !sent.message.includes('10.1'))
})

async function assertRefused(sender: TestSender, url: string): Promise<void> {
  const sent = await sender.send(url, MESSAGE)
  assert.equal('failure' in sent ? sent.failure : sent.status, 'REFUSED_ADDRESS', url)
}
