/** The mail server's password and the provider's token are sent to these two and to nobody else, whatever they answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#server/base/refusal.ts'
import { checkMailServer, type Mail, mailSender, smtpChannel } from '#server/messaging/smtp.ts'
import { connectionString, serve, until } from '../service/processes.ts'
import { MAIL_FROM, openMailServer } from './mail-server.ts'
import { openMessaging } from './messaging.ts'
import { refuseSms } from './sms-provider.ts'

const PASSWORD = 'hunter2:p@ss%word'
const TOKEN = 'e7c5a1f09b8d4362'
const LETTER: Mail = {
  recipient: 'dana@example.com',
  recipientName: 'Dana',
  senderName: 'Maple',
  subject: 'Water',
  body: 'Off on Tuesday.',
  writtenAt: new Date(0),
  providerId: '<msg_1@maple.example>',
}

test('no log, reply or table contains the password or the token, though the other side repeats them', async () => {
  const messaging = await openMessaging()
  const { world, mail, sms } = messaging
  try {
    const org = await world.organization()
    const dana = await messaging.person(org)
    const settings = {
      DATABASE_URL: connectionString(world.database.connection),
      GATEHOUSE_ENV: 'production',
      SMTP_URL: mail.url.replace('//', `//postmaster:${encodeURIComponent(PASSWORD)}@`),
      MAIL_FROM,
      TWILIO_ACCOUNT_SID: 'AC0123',
      TWILIO_AUTH_TOKEN: TOKEN,
      TWILIO_FROM: '+16145550100',
      TWILIO_URL: sms.account.url,
    }
    await using server = await serve(settings)
    const replies: string[] = []
    const write = async (channel: string) => {
      const headers = { 'x-api-key': org.key, 'content-type': 'application/json' }
      const body = JSON.stringify({ resident_id: dana.id, channel, body: 'Water' })
      const reply = await fetch(`${server.url}/api/v1/messages`, { method: 'POST', headers, body })
      const text = await reply.text()
      replies.push(text)
      return JSON.parse(text)
    }
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const echo = `${PASSWORD} ${base64(PASSWORD)} ${base64(`\0postmaster\0${PASSWORD}`)}`
    mail.refusal = { at: 'AUTH', code: 535, text: `Not ${echo}` }
    const early = await write('EMAIL')
    await until(async () => (await messaging.postponements(early)) === 1)
    assert.deepEqual(mail.logins, ['postmaster'])
    mail.refusal = { at: 'RCPT TO', code: 550, text: `<${dana.email}> not with ${echo}` }
    replies.push(JSON.stringify(await messaging.becomes(org, await write('EMAIL'), 'FAILED')))
    sms.answer = (response, request) =>
      refuseSms(400, 20003, `${TOKEN} in ${request.authorization} is wrong`)(response, request)
    replies.push(JSON.stringify(await messaging.becomes(org, await write('SMS'), 'FAILED')))
    assert.match(replies.join(), /refused the message: 550 <d…@example.com> not with … … …/)
    assert.match(replies.join(), /refused the message: … in Basic … is wrong/)
    server.signal('SIGTERM')
    const { stdout, stderr } = await server.ended
    assert.match(stderr, /: 535".*a message was not sent/, 'what went wrong is in the log')
    assert.doesNotMatch(stderr, /Not …/, 'the words of the other side are not in the log')

    const rows = JSON.stringify(await world.sql('select to_jsonb(m) from messages m'))
    for (const secret of [
      PASSWORD,
      base64(PASSWORD),
      base64(`\0postmaster\0${PASSWORD}`),
      TOKEN,
      base64(`AC0123:${TOKEN}`),
    ]) {
      for (const [where, text] of Object.entries({ stdout, stderr, replies: replies.join(), rows })) {
        assert.ok(!text.includes(secret), `${where} holds ${secret}`)
      }
    }
    assert.ok(!stderr.includes(dana.email as string), 'nor is an address logged')
  } finally {
    await messaging.close()
  }
})

test('a password is sent to another machine by TLS only, even if the server offers none', async () => {
  await using mail = await openMailServer()
  // The address leads to this machine, but only the kernel knows.
  const server = { ...mail.settings, host: '0.0.0.0' }
  const withPassword = { ...server, user: 'postmaster', password: PASSWORD }
  assert.deepEqual(await smtpChannel(withPassword).send(LETTER, new AbortController().signal), {
    kind: 'postponed',
    reason: 'The mail server does not encrypt the connection with a valid certificate, so nothing was sent to it.',
  })
  await assert.rejects(mailSender(withPassword)({ to: LETTER.recipient, subject: 'x', text: 'x' }), Refusal)
  await assert.rejects(checkMailServer(withPassword), { code: 'ETLS' })
  assert.deepEqual([mail.connections, mail.logins, mail.received], [3, [], []])

  const open = await smtpChannel(server).send(LETTER, new AbortController().signal)
  assert.equal(open.kind, 'sent', 'without a password there is nothing to protect')
  const local = await smtpChannel({ ...withPassword, host: '127.0.0.1' }).send(LETTER, new AbortController().signal)
  assert.deepEqual([local.kind, mail.logins], ['sent', ['postmaster']])
})
