/** kill -9 in the middle of a conversation: an e-mail comes again as the same e-mail, a text message never does. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLAIM_MS } from '#server/domain/messages/delivery.ts'
import { connectionString, type Running, serve, toRealTime, until } from '../service/processes.ts'
import type { Reply } from '../world.ts'
import { MAIL_FROM } from './mail-server.ts'
import { openMessaging } from './messaging.ts'
import { takeSms } from './sms-provider.ts'

test('after kill -9 of a worker in the middle of its conversations, an e-mail is sent again and an SMS is FAILED', async () => {
  const messaging = await openMessaging()
  const { world, mail, sms } = messaging
  try {
    const org = await world.organization()
    const dana = await messaging.person(org)
    mail.isHanging = true
    sms.answer = () => {}
    // The clock of the world's own sender is months behind, so nothing that is written now is due for it.
    await using server = await serve({
      DATABASE_URL: connectionString(world.database.connection),
      SMTP_URL: mail.url,
      MAIL_FROM,
      TWILIO_ACCOUNT_SID: sms.account.accountSid,
      TWILIO_AUTH_TOKEN: sms.account.authToken,
      TWILIO_FROM: sms.account.from,
      TWILIO_URL: sms.account.url,
    })
    const email = await write(server, org.key, { resident_id: dana.id, body: 'Water', channel: 'EMAIL' })
    const text = await write(server, org.key, { resident_id: dana.id, body: 'Water', channel: 'SMS' })
    await until(() => mail.received.length === 1 && sms.received.length === 1)
    server.signal('SIGKILL')
    await server.ended
    mail.isHanging = false
    sms.answer = takeSms

    toRealTime(world)
    await messaging.later(CLAIM_MS / 2)
    const early = await messaging.write(org, dana, { channel: 'EMAIL', body: 'Another' })
    await messaging.becomes(org, early, 'SENT')
    assert.equal((await messaging.read(org, email)).status, 'QUEUED', 'it may still be at it')

    await messaging.later(CLAIM_MS)
    const failed = await messaging.becomes(org, text, 'FAILED')
    assert.match(String(failed.failure_reason), /not known whether the message was sent/)
    assert.equal(sms.received.length, 1)
    await messaging.becomes(org, email, 'SENT')
    const [first, , again] = mail.received
    assert.equal(mail.received.length, 3)
    for (const field of ['messageId', 'subject', 'text', 'to_envelope'] as const)
      assert.equal(first?.[field], again?.[field])
    assert.equal(first?.date?.getTime(), again?.date?.getTime())
  } finally {
    await messaging.close()
  }
})

async function write({ url }: Running, key: string, body: object): Promise<Reply['body']> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const reply = await fetch(`${url}/api/v1/messages`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await reply.text()
  assert.equal(reply.status, 201, text)
  return JSON.parse(text)
}
