/** The checks of a webhook's target when it is entered. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '#server/base/refusal.ts'
import { checkTarget } from '#server/platform/targets/check-target.ts'
import { targetPolicy } from '#server/platform/targets/policy.ts'
import { nameResolver, type ResolveName } from '#server/platform/targets/resolve-name.ts'
import { disguisesOf, notationsOf, ROWS } from './samples.ts'

const PUBLIC = '93.184.215.14'
const production = targetPolicy({ environment: 'production', webhookAllowedCidrs: [] })
const development = targetPolicy({ environment: 'development', webhookAllowedCidrs: [] })

const nobody: ResolveName = async name => assert.fail(`${name} was looked up`)
const to =
  (...addresses: string[]): ResolveName =>
  async () =>
    addresses

describe('every row of the table is refused at creation in production', () => {
  for (const { range, samples } of ROWS) {
    test(`${range.cidr}, ${range.name}`, async () => {
      for (const address of samples) {
        for (const written of notationsOf(address)) {
          await assertRefused(checkTarget(`https://${written}:8443/x`, { policy: production, resolveName: nobody }))
        }
        await assertRefused(checkTarget('https://hooks.example', { policy: production, resolveName: to(address) }))
        await assertRefused(
          checkTarget('https://hooks.example', { policy: production, resolveName: to(PUBLIC, address) }),
        )
      }
    })
  }

  test('IPv4 in the form of IPv6 is refused too, whatever address it hides', async () => {
    for (const hidden of [PUBLIC, '127.0.0.1', '10.0.0.1', '169.254.169.254', '0.0.0.0']) {
      for (const disguise of disguisesOf(hidden)) {
        await assertRefused(checkTarget(`https://[${disguise}]/`, { policy: production, resolveName: nobody }))
        await assertRefused(checkTarget('https://hooks.example', { policy: production, resolveName: to(disguise) }))
      }
    }
  })
})

describe('in production', () => {
  test('a public address is accepted in every notation', async () => {
    for (const address of [PUBLIC, '2606:4700:0:0:0:0:0:1111']) {
      for (const written of notationsOf(address)) {
        await checkTarget(`https://${written}/x`, { policy: production, resolveName: nobody })
      }
    }
  })

  test('a name is accepted if all its addresses are public', () =>
    checkTarget('https://hooks.example', { policy: production, resolveName: to(PUBLIC, '2606:4700::1111') }))

  test('localhost is refused', async () => {
    for (const host of ['localhost', 'LOCALHOST.', 'a.b.localhost', 'ⓛocalhost']) {
      await assertRefused(checkTarget(`https://${host}/`, { policy: production, resolveName: nameResolver() }))
    }
  })

  test('a resolver’s answer that is not an address is refused', async () => {
    for (const answer of ['', 'localhost', 'fe80::1%eth0', '127.1', '[::1]']) {
      await assertRefused(checkTarget('https://hooks.example', { policy: production, resolveName: to(answer) }))
    }
  })

  test('the refusal of a name does not reveal its address', async () => {
    const refused = await assertRefused(
      checkTarget('https://db.corp.example', { policy: production, resolveName: to('10.1.2.3') }),
    )
    assert.equal(
      refused.message,
      'target_url points to a private address, which webhooks must not call: it is inside a private network.',
    )
  })

  test('exceptions are accepted', async () => {
    const policy = targetPolicy({ environment: 'production', webhookAllowedCidrs: ['10.0.0.0/8'] })
    await checkTarget('https://10.1.2.3/', { policy, resolveName: nobody })
    await checkTarget('https://hooks.example/', { policy, resolveName: to('10.1.2.3') })
    await assertRefused(checkTarget('https://hooks.example/', { policy, resolveName: to('10.1.2.3', '192.168.0.1') }))
  })

  test('exceptions still require https://', async () => {
    const policy = targetPolicy({ environment: 'production', webhookAllowedCidrs: ['10.0.0.0/8'] })
    await assert.rejects(checkTarget('http://10.1.2.3/', { policy, resolveName: nobody }), /must begin with https/)
  })
})

describe('a name that cannot be looked up is accepted', () => {
  test('because it does not exist', () =>
    checkTarget('https://hooks.example', {
      policy: production,
      resolveName: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    }))

  test('because it has no address', () =>
    checkTarget('https://hooks.example', { policy: production, resolveName: to() }))

  test('because its name server is slow, and the lookup is canceled', async () => {
    let isStopped = false
    const resolveName: ResolveName = (_name, signal) => {
      signal.addEventListener('abort', () => {
        isStopped = true
      })
      return new Promise(() => {})
    }
    await checkTarget('https://hooks.example', { policy: production, resolveName, limitMs: 5 })
    assert.ok(isStopped)
  })
})

test('in development http://, loopback and private addresses are accepted, link-local and metadata addresses never', async () => {
  const open = [
    '127.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '[::1]',
    '[fd12::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
  ]
  for (const host of open) await checkTarget(`http://${host}:3000/x`, { policy: development, resolveName: nobody })
  const closed = [
    '169.254.169.254',
    '169.254.0.1',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '100.100.100.200',
    '0.0.0.0',
    '224.0.0.1',
  ]
  closed.push('[::ffff:169.254.169.254]', '[64:ff9b::127.0.0.1]', '[::127.0.0.2]', '[2002:7f00:1::1]', '[::]')
  for (const host of closed)
    await assertRefused(checkTarget(`http://${host}/`, { policy: development, resolveName: nobody }))
})

async function assertRefused(checked: Promise<void>): Promise<Refusal> {
  const error = await checked.then(
    () => assert.fail('it was taken'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof Refusal, String(error))
  assert.equal(error.code, 'invalid_request')
  assert.deepEqual(
    error.details?.map(({ path }) => path),
    ['target_url'],
  )
  assert.match(error.message, /^target_url points to .+, which webhooks must not call: .+\.$/)
  return error
}
