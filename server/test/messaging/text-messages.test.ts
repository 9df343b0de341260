/** Text messages as the provider gets them, and the effect of its answers: above all, no message is ever sent twice. */
import assert from 'node:assert/strict'
import { after, afterEach, describe, test } from 'node:test'
import { until } from '../service/processes.ts'
import { prepare } from '../world.ts'
import { HOUR_MS, MINUTE_MS, openMessaging } from './messaging.ts'
import { refuseSms, type SmsProvider, takeSms } from './sms-provider.ts'

const messaging = prepare(() => openMessaging())
const org = prepare(() => messaging.world.organization())
afterEach(async () => {
  messaging.sms.answer = takeSms
  messaging.sms.received.length = 0
  messaging.sms.account.from = '+16145550100'
})
after(() => messaging.close())

const sms = { channel: 'SMS', body: 'Water off Tue 9–11. 🏠 & more=1' }

test('a text message is posted in Twilio’s format, to the number in E.164', async () => {
  const dana = await messaging.person(org, { phone: '(614) 555-0134' })
  const message = await messaging.write(org, dana, sms)
  assert.deepEqual(
    [message.status, message.channel, message.to_masked, message.subject],
    ['QUEUED', 'SMS', '…0134', null],
  )
  const sent = await messaging.becomes(org, message, 'SENT')
  assert.deepEqual([typeof sent.sent_at, sent.failure_reason, sent.is_captured], ['string', null, false])
  assert.deepEqual(messaging.sms.received, [
    {
      path: '/2010-04-01/Accounts/AC0123/Messages.json',
      method: 'POST',
      authorization: `Basic ${Buffer.from('AC0123:twilio-token-4711').toString('base64')}`,
      type: 'application/x-www-form-urlencoded',
      form: { To: '+16145550134', From: '+16145550100', Body: sms.body },
    },
  ])
  const [row] = await messaging.world.sql('select provider_id from messages where id = $1', [message.message_id])
  assert.equal(row?.provider_id, 'SM1f0e8ae6ade43cb3c0ce4525424e404f')
})

test('nothing is resent, however much time passes', async () => {
  const dana = await messaging.person(org)
  const message = await messaging.write(org, dana, sms)
  await messaging.becomes(org, message, 'SENT')
  await messaging.later(24 * HOUR_MS)
  const next = await messaging.write(org, dana, sms)
  await messaging.becomes(org, next, 'SENT')
  assert.equal(messaging.sms.received.length, 2)
})

test('a text message is tried again if the provider could not be reached, since nothing was sent', async () => {
  const dana = await messaging.person(org)
  await messaging.sms.stop()
  const message = await messaging.write(org, dana, sms)
  await until(async () => (await messaging.postponements(message)) === 1)
  assert.equal((await messaging.read(org, message)).status, 'QUEUED')
  await messaging.sms.start()
  await messaging.later(MINUTE_MS)
  await messaging.becomes(org, message, 'SENT')
  assert.equal(messaging.sms.received.length, 1)
})

describe('what the provider answers', () => {
  const unknown = /not known whether the message was sent/
  const cases: [
    title: string,
    answer: SmsProvider['answer'],
    becomes: 'SENT' | 'FAILED' | 'QUEUED',
    reason?: RegExp,
  ][] = [
    ['200 without an id', response => response.end('{}'), 'SENT'],
    ['201 that breaks off', response => response.writeHead(201, { 'content-length': '99' }).write('{"sid":'), 'SENT'],
    [
      '400 for a bad number',
      refuseSms(400, 21211, "The 'To' number +16145550134 is not valid."),
      'FAILED',
      /^The SMS provider refused the message: The 'To' number …0134 is not valid\. \(21211\)$/,
    ],
    ['403', refuseSms(403, 20003, 'Account suspended'), 'FAILED', /refused the message: Account suspended \(20003\)$/],
    [
      '404 that is not JSON',
      response => response.writeHead(404).end('<html>'),
      'FAILED',
      /refused the message: status 404$/,
    ],
    ['429', refuseSms(429, 20429, 'Too Many Requests'), 'QUEUED'],
    ['401, the operator’s mistake', refuseSms(401, 20003, 'Authenticate'), 'QUEUED'],
    ['500', refuseSms(500, 20500, 'Internal'), 'FAILED', unknown],
    ['503', response => response.writeHead(503).end(), 'FAILED', unknown],
    ['302', response => response.writeHead(302, { location: 'https://example.com' }).end(), 'FAILED', unknown],
    ['a reset after the request', response => response.destroy(), 'FAILED', unknown],
    ['something that is not HTTP', response => response.socket?.end('hello\n'), 'FAILED', unknown],
  ]
  for (const [title, answer, expected, reason = /^$/] of cases) {
    test(`${title} leaves it ${expected}`, async () => {
      const dana = await messaging.person(org)
      messaging.sms.answer = (response, request) => {
        answer(response, request)
        if (title.includes('breaks off')) setImmediate(() => response.destroy())
      }
      const message = await messaging.write(org, dana, sms)
      if (expected === 'QUEUED') {
        await until(async () => (await messaging.postponements(message)) === 1)
        messaging.sms.answer = takeSms
        await messaging.later(MINUTE_MS)
        await messaging.becomes(org, message, 'SENT')
        assert.equal(messaging.sms.received.length, 2)
        return
      }
      const shown = await messaging.becomes(org, message, expected)
      assert.match(String(shown.failure_reason ?? ''), reason)
      await messaging.later(HOUR_MS)
      await messaging.becomes(org, await messaging.write(org, dana), 'SENT')
      assert.equal(messaging.sms.received.length, 1, 'it was asked once')
    })
  }
})

test('error 21610 opts out this resident, and no one else', async () => {
  const [dana, lee] = [await messaging.person(org), await messaging.person(org)]
  messaging.sms.answer = refuseSms(400, 21610, 'Attempt to send to unsubscribed recipient')
  const message = await messaging.write(org, dana, sms)
  const failed = await messaging.becomes(org, message, 'FAILED')
  assert.match(String(failed.failure_reason), /^The resident opted out of text messages/)
  const rows = await messaging.world.sql('select sms_opt_in from residents where id = any($1) order by id', [
    [dana.id, lee.id].sort(),
  ])
  assert.deepEqual(
    rows.map(row => row.sms_opt_in),
    dana.id < lee.id ? ['OPTED_OUT', 'NOT_SET'] : ['NOT_SET', 'OPTED_OUT'],
  )
  const refused = await messaging.post(org, { ...sms, resident_id: dana.id })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /opted out/)
})

test('a resident who opts out while a text message waits does not receive it', async () => {
  const dana = await messaging.person(org)
  messaging.sms.answer = refuseSms(429)
  const message = await messaging.write(org, dana, sms)
  await until(async () => (await messaging.postponements(message)) === 1)
  await messaging.world.sql(`update residents set sms_opt_in = 'OPTED_OUT' where id = $1`, [dana.id])
  messaging.sms.answer = takeSms
  await messaging.later(MINUTE_MS)
  const failed = await messaging.becomes(org, message, 'FAILED')
  assert.equal(failed.failure_reason, 'The resident opted out of text messages before this one could be sent.')
  assert.equal(messaging.sms.received.length, 1)
})

test('a messaging service can be used instead of a number', async () => {
  const dana = await messaging.person(org)
  const from = 'MG0123456789abcdef0123456789abcdef'
  const other = await messaging.world.another({ twilio: { ...messaging.sms.account, from } })
  await messaging.world.service.stop()
  try {
    const reply = await fetch(`${other.url}/api/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': org.key, 'content-type': 'application/json' },
      body: JSON.stringify({ ...sms, resident_id: dana.id }),
    })
    assert.equal(reply.status, 201)
    await until(() => messaging.sms.received.length === 1)
    assert.deepEqual(messaging.sms.received[0]?.form, { To: '+16145550134', MessagingServiceSid: from, Body: sms.body })
  } finally {
    await other.stop()
  }
})
