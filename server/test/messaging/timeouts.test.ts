/** The other side takes a message and falls silent: each channel gives up, and records what it knows at that point. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attempt, Outcome } from '#server/domain/messages/delivery.ts'
import { smtpChannel } from '#server/messaging/smtp.ts'
import { twilioChannel } from '#server/messaging/twilio.ts'
import { openMailServer } from './mail-server.ts'
import { openSmsProvider } from './sms-provider.ts'

/** Time limits to try one after another, until one is long enough for this machine to reach the silence. */
const TIMEOUTS_MS = [300, 3_000, 30_000]
const forever = new AbortController().signal

const attempt: Attempt = {
  claim: { organizationId: '', messageId: 'msg_1', until: new Date(0) },
  channel: 'EMAIL',
  residentId: 'res_1',
  recipient: 'dana@example.com',
  recipientName: 'Dana',
  senderName: 'Maple',
  replyTo: null,
  subject: 'Water',
  body: 'Off on Tuesday.',
  number: 1,
  writtenAt: new Date(0),
  providerId: '<msg_1@maple.example>',
}

test('an e-mail whose server falls silent at the end is sent again later, so it may arrive twice', async () => {
  await using mail = await openMailServer()
  mail.isHanging = true
  for (const timeoutMs of TIMEOUTS_MS) {
    const outcome = await smtpChannel(mail.settings, timeoutMs).send(attempt, forever)
    assert.deepEqual(outcome, {
      kind: 'postponed',
      reason: 'The mail server could not be reached or stopped answering (EABORT).',
    })
    if (mail.received.length > 0) break
  }
  assert.equal(mail.received.length, 1)
})

test('a text message whose provider falls silent is FAILED, because it may have been sent', async () => {
  await using sms = await openSmsProvider()
  sms.answer = () => {}
  let outcome: Outcome | undefined
  for (const timeoutMs of TIMEOUTS_MS) {
    outcome = await twilioChannel(sms.account, timeoutMs).send({ ...attempt, recipient: '+16145550134' }, forever)
    if (sms.received.length > 0) break
  }
  assert.equal(outcome?.kind, 'failed')
  assert.match(outcome?.kind === 'failed' ? outcome.reason : '', /not known whether the message was sent/)
  assert.equal(sms.received.length, 1)
})

test('a stopping service ends a conversation, and knows no more than after a silence', async () => {
  await using mail = await openMailServer()
  await using sms = await openSmsProvider()
  mail.isHanging = true
  const stop = new AbortController()
  sms.answer = () => stop.abort()
  const text = await twilioChannel(sms.account).send({ ...attempt, recipient: '+16145550134' }, stop.signal)
  assert.equal(text.kind, 'failed')
  const early = await twilioChannel(sms.account).send({ ...attempt, recipient: '+16145550134' }, stop.signal)
  assert.equal(early.kind, 'postponed')
  assert.equal((await smtpChannel(mail.settings).send(attempt, stop.signal)).kind, 'postponed')
  assert.deepEqual([sms.received.length, mail.received.length], [1, 0])
})
