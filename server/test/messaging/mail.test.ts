/** E-mail as it arrives at a real mail server, and the effect of the server's answers. */
import assert from 'node:assert/strict'
import { after, afterEach, describe, test } from 'node:test'
import { updateSettings } from '#server/domain/organization/settings.ts'
import { until } from '../service/processes.ts'
import { prepare } from '../world.ts'
import { MAIL_FROM } from './mail-server.ts'
import { MINUTE_MS, openMessaging } from './messaging.ts'

const messaging = prepare(() => openMessaging())
const org = prepare(() => messaging.world.organization({ name: 'Maple, Oak & "Elm" Management' }))
afterEach(() => {
  messaging.mail.refusal = undefined
  messaging.mail.isHanging = false
  messaging.mail.received.length = 0
})
after(() => messaging.close())

test('an e-mail arrives with its names, subject and text, whatever characters they contain', async () => {
  const dana = await messaging.person(org, {
    first_name: 'Dana "Dee", Jr.',
    last_name: 'O’Brien-Łukasz',
    email: 'dana+unit4@example.com',
  })
  const body = `Grüße, Dana 🏠\n\n.a line that begins with a dot\n${'long '.repeat(60)}\nFrom here on: “quoted”, ½, 水`
  const subject = `Überprüfung der Heizung 🔧 — ${'sehr '.repeat(20)}lang`
  const message = await messaging.write(org, dana, { subject, body })
  assert.deepEqual(
    [message.status, message.channel, message.to_masked, message.sent_at, message.failure_reason, message.is_captured],
    ['QUEUED', 'EMAIL', 'd…@example.com', null, null, false],
  )

  const sent = await messaging.becomes(org, message, 'SENT')
  assert.match(String(sent.sent_at), /^\d{4}-.*Z$/)
  const [mail] = messaging.mail.received
  assert.ok(mail)
  assert.equal(mail.subject, subject)
  assert.equal(mail.text?.trimEnd(), body)
  assert.equal(mail.html, false)
  assert.deepEqual(mail.from?.value, [{ address: MAIL_FROM, name: 'Maple, Oak & "Elm" Management' }])
  const [to] = [mail.to].flat()
  assert.deepEqual(to?.value, [{ address: 'dana+unit4@example.com', name: 'Dana "Dee", Jr. O’Brien-Łukasz' }])
  assert.deepEqual([mail.from_envelope, mail.to_envelope], [MAIL_FROM, 'dana+unit4@example.com'])
  assert.equal(mail.messageId, `<${message.message_id}@maple.example>`)
  assert.equal(mail.date?.toISOString().slice(0, 19), String(message.created_at).slice(0, 19))
  assert.deepEqual(mail.attachments, [])
})

test('an e-mail without a subject is from the organization, and no name can begin a header of its own', async () => {
  const sly = await messaging.world.organization()
  // Names of several lines are refused today, and were not always.
  const name = 'Sly\r\nBcc: everyone@example.com'
  await messaging.world.sql('update organizations set name = $1 where id = $2', [name, sly.id])
  const dana = await messaging.person(sly, { first_name: 'Dana\r\nBcc: all@example.com', last_name: 'W\u2028x' })
  const message = await messaging.write(sly, dana)
  await messaging.becomes(sly, message, 'SENT')
  const [mail] = messaging.mail.received
  assert.equal(mail?.subject, 'Message from Sly Bcc: everyone@example.com')
  assert.equal(mail?.bcc, undefined)
  assert.equal([mail?.to].flat()[0]?.value[0]?.name, 'Dana Bcc: all@example.com W x')
  assert.equal(mail?.to_envelope, 'dana@example.com')
})

test('an organization chooses the name its e-mail comes from, and where replies go', async () => {
  const oak = await messaging.world.organization({ name: 'Oak Management' })
  await oak.within(context =>
    updateSettings(context, { sender_name: 'Oak\r\nBcc: leasing', reply_to: 'office@oak.example' } as never),
  )
  const message = await messaging.write(oak, await messaging.person(oak, {}))
  await messaging.becomes(oak, message, 'SENT')
  const [mail] = messaging.mail.received
  assert.deepEqual(mail?.from?.value, [{ address: MAIL_FROM, name: 'Oak Bcc: leasing' }])
  assert.deepEqual(
    mail?.replyTo?.value.map(({ address }) => address),
    ['office@oak.example'],
  )
  assert.equal(mail?.subject, 'Message from Oak Management')
})

test('a server that is down for a while delays an e-mail and loses nothing', async () => {
  const dana = await messaging.person(org)
  await messaging.mail.stop()
  const message = await messaging.write(org, dana)
  await until(async () => (await messaging.postponements(message)) === 1)
  const waiting = await messaging.read(org, message)
  assert.deepEqual([waiting.status, waiting.failure_reason], ['QUEUED', null])

  await messaging.later(40_000)
  await until(async () => (await messaging.postponements(message)) === 2)
  await messaging.mail.start()
  await messaging.later(3 * MINUTE_MS)
  await messaging.becomes(org, message, 'SENT')
  assert.equal(messaging.mail.received.length, 1)
})

test('an e-mail deferred by the server is sent again with the same Message-ID and the same text', async () => {
  const dana = await messaging.person(org)
  messaging.mail.refusal = { at: 'DATA', code: 451, text: 'Try again later' }
  const message = await messaging.write(org, dana)
  await until(async () => (await messaging.postponements(message)) === 1)
  messaging.mail.refusal = undefined
  await messaging.later(MINUTE_MS)
  await messaging.becomes(org, message, 'SENT')
  const [first, second] = messaging.mail.received
  assert.equal(messaging.mail.received.length, 2)
  for (const field of ['messageId', 'subject', 'text', 'from_envelope', 'to_envelope'] as const) {
    assert.equal(first?.[field], second?.[field])
  }
  assert.equal(first?.date?.getTime(), second?.date?.getTime())
})

test('after a day of failures an e-mail is FAILED and says why', async () => {
  const dana = await messaging.person(org)
  messaging.mail.refusal = { at: 'MAIL FROM', code: 450, text: 'Greylisted' }
  const message = await messaging.write(org, dana)
  const minutes: number[] = []
  for (let attempt = 1; attempt < 8; attempt++) {
    await until(async () => (await messaging.postponements(message)) === attempt)
    const [row] = await messaging.world.sql<{ ms: number }>(
      'select (extract(epoch from next_attempt_at) * 1000)::float8 as ms from messages where id = $1',
      [message.message_id],
    )
    const delayMs = (row as { ms: number }).ms - messaging.world.clock.now()
    minutes.push(delayMs / MINUTE_MS)
    await messaging.later(delayMs)
  }
  const failed = await messaging.becomes(org, message, 'FAILED')
  assert.equal(
    failed.failure_reason,
    'Given up after 8 attempts; the last one: The mail server did not accept the message: 450 Greylisted',
  )
  assert.equal(failed.sent_at, null)
  for (const [index, expected] of [0.5, 2, 10, 30, 120, 360, 720].entries()) {
    assert.ok(Math.abs((minutes[index] as number) / expected - 1) <= 0.15, `${minutes}`)
  }
  assert.equal(minutes.length, 7)
})

describe('what the server answers', () => {
  const cases: [at: 'greeting' | 'MAIL FROM' | 'RCPT TO' | 'DATA', code: number, becomes: 'FAILED' | 'QUEUED'][] = [
    ['RCPT TO', 550, 'FAILED'],
    ['RCPT TO', 553, 'FAILED'],
    ['RCPT TO', 450, 'QUEUED'],
    ['RCPT TO', 452, 'QUEUED'],
    ['MAIL FROM', 550, 'FAILED'],
    ['MAIL FROM', 503, 'QUEUED'],
    ['MAIL FROM', 421, 'QUEUED'],
    ['DATA', 554, 'FAILED'],
    ['DATA', 552, 'FAILED'],
    ['DATA', 451, 'QUEUED'],
    // The server refuses to talk to us, which implies nothing about the message.
    ['greeting', 554, 'QUEUED'],
    ['greeting', 421, 'QUEUED'],
  ]
  for (const [at, code, expected] of cases) {
    test(`${code} at ${at} leaves it ${expected}`, async () => {
      const dana = await messaging.person(org, { email: 'Dana.Whitfield@example.com' })
      messaging.mail.refusal = { at, code, text: 'No <dana.whitfield@example.com> here' }
      const message = await messaging.write(org, dana)
      if (expected === 'QUEUED') {
        await until(async () => (await messaging.postponements(message)) === 1)
        assert.equal((await messaging.read(org, message)).status, 'QUEUED')
      } else {
        const { failure_reason } = await messaging.becomes(org, message, 'FAILED')
        assert.equal(failure_reason, `The mail server refused the message: ${code} No <D…@example.com> here`)
      }
      messaging.mail.refusal = undefined
      await messaging.later(MINUTE_MS)
      if (expected === 'QUEUED') await messaging.becomes(org, message, 'SENT')
      else assert.equal((await messaging.read(org, message)).status, 'FAILED')
    })
  }
})
