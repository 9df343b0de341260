/** The queue: each message on it is sent once, with organizations taking turns, whichever process sends it and whatever breaks. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { clientConfig } from '#server/db/session.ts'
import { NOT_STORED_YET } from '#server/messaging/until-stored.ts'
import { beginOutage } from '../service/outage.ts'
import { until } from '../service/processes.ts'
import { prepare } from '../world.ts'
import { HOUR_MS, MINUTE_MS, openMessaging } from './messaging.ts'
import { takeSms } from './sms-provider.ts'

/** How many messages one sender sends at a time by one channel. */
const AT_ONCE = 5

const messaging = prepare(() => openMessaging())
const org = prepare(() => messaging.world.organization())
afterEach(() => {
  messaging.sms.answer = takeSms
  messaging.mail.isHanging = false
  messaging.sms.received.length = 0
  messaging.mail.received.length = 0
})
after(() => messaging.close())

/** Holds the provider's answers back; `release` gives the answers that wait, and every later one at once. */
function holdAnswers() {
  const waiting: ServerResponse[] = []
  messaging.sms.answer = response => void waiting.push(response)
  return {
    waiting,
    release() {
      messaging.sms.answer = takeSms
      for (const response of waiting.splice(0)) takeSms(response, messaging.sms.received[0] as never)
    },
  }
}

const bodies = () => messaging.sms.received.map(({ form }) => form.Body)

test('two senders at work at once send no message twice', async () => {
  const dana = await messaging.person(org)
  const second = await messaging.world.another()
  const held = holdAnswers()
  try {
    const written = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        messaging.write(org, dana, { channel: index % 2 ? 'EMAIL' : 'SMS', body: `Number ${index}` }),
      ),
    )
    await until(() => held.waiting.length === 2 * AT_ONCE)
    held.release()
    for (const message of written) await messaging.becomes(org, message, 'SENT')
    const ids = messaging.mail.received.map(({ messageId }) => messageId)
    assert.deepEqual([ids.length, new Set(ids).size], [30, 30])
    assert.deepEqual([bodies().length, new Set(bodies()).size], [30, 30])
  } finally {
    await second.stop()
  }
})

test('a long queue of one organization does not delay another organization’s only message', async () => {
  const other = await messaging.world.organization()
  const [dana, lee] = [await messaging.person(org), await messaging.person(other)]
  const held = holdAnswers()
  for (let number = 0; number < 40; number++)
    await messaging.write(org, dana, { channel: 'SMS', body: `Number ${number}` })
  await until(() => held.waiting.length === AT_ONCE)
  const only = await messaging.write(other, lee, { channel: 'SMS', body: 'Only' })
  held.release()
  await messaging.becomes(other, only, 'SENT')
  await until(() => bodies().length === 41)
  assert.ok(bodies().indexOf('Only') < 3 * AT_ONCE, bodies().join())
})

test('a mail server that hangs delays no transaction and no text message', async () => {
  const dana = await messaging.person(org)
  messaging.mail.isHanging = true
  const mails = await Promise.all(Array.from({ length: AT_ONCE + 1 }, () => messaging.write(org, dana)))
  await until(() => messaging.mail.received.length === AT_ONCE)
  await messaging.becomes(org, await messaging.write(org, dana, { channel: 'SMS' }), 'SENT')
  await until(async () => {
    const open = await messaging.world.sql(
      `select state, query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
    )
    return open.length === 0
  })
  assert.equal(messaging.mail.received.length, AT_ONCE)
  // The connections are cut, so the messages are sent again.
  await messaging.mail.stop()
  await messaging.mail.start()
  messaging.mail.isHanging = false
  for (const message of mails.slice(0, AT_ONCE)) await until(async () => (await messaging.postponements(message)) > 0)
  await messaging.later(MINUTE_MS)
  for (const message of mails) await messaging.becomes(org, message, 'SENT')
})

test('a call that is rolled back sends nothing', async () => {
  const dana = await messaging.person(org)
  await messaging.world.sql(`
    create function audit.refuse() returns trigger language plpgsql as $$ begin raise 'no line'; end $$;
    create trigger refuse before insert on audit.calls for each row when (new.status = 201) execute function audit.refuse()`)
  const lost = await messaging.post(org, { resident_id: dana.id, body: 'Lost' })
  await messaging.world.sql('drop trigger refuse on audit.calls; drop function audit.refuse()')
  assert.equal(lost.status, 500)
  const kept = await messaging.write(org, dana, { body: 'Kept' })
  await messaging.becomes(org, kept, 'SENT')
  assert.deepEqual(
    messaging.mail.received.map(({ text }) => text?.trim()),
    ['Kept'],
  )
  assert.deepEqual(await messaging.world.sql(`select from messages where body = 'Lost'`), [])
})

test('a call that is repeated with its Idempotency-Key sends one message', async () => {
  const dana = await messaging.person(org)
  const header = { 'idempotency-key': 'rent-reminder-1' }
  const replies = []
  for (let turn = 0; turn < 3; turn++) {
    replies.push(await messaging.post(org, { resident_id: dana.id, body: 'Once' }, header))
  }
  assert.deepEqual(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size, 1)
  await messaging.becomes(org, replies[0]?.body as never, 'SENT')
  // A replay returns the reply of that time, even if the message has changed since.
  assert.equal((await messaging.post(org, { resident_id: dana.id, body: 'Once' }, header)).text, replies[0]?.text)
  await messaging.becomes(org, await messaging.write(org, dana, { body: 'Next' }), 'SENT')
  assert.equal(messaging.mail.received.length, 2)
})

test('a message is announced to the senders once it is stored, and one that is captured is not', async () => {
  const sandbox = await messaging.world.organization({ isSandbox: true, plan: 'ENTERPRISE' })
  const [dana, lee] = [await messaging.person(org), await messaging.person(sandbox)]
  const heard: string[] = []
  const listener = new pg.Client(clientConfig(messaging.world.database.connection))
  await listener.connect()
  try {
    listener.on('notification', ({ channel }) => heard.push(channel))
    await listener.query('listen gatehouse_messages')
    await messaging.write(sandbox, lee)
    await messaging.becomes(org, await messaging.write(org, dana), 'SENT')
    await listener.query('select')
    assert.deepEqual(heard, ['gatehouse_messages'])
  } finally {
    await listener.end()
  }
})

test('nothing ever leaves a sandbox organization', async () => {
  const sandbox = await messaging.world.organization({ isSandbox: true, plan: 'ENTERPRISE' })
  const dana = await messaging.person(sandbox)
  for (const channel of ['EMAIL', 'SMS']) {
    const message = await messaging.write(sandbox, dana, { channel })
    assert.deepEqual([message.status, message.is_captured, message.sent_at], ['CAPTURED', true, null])
  }
  await messaging.later(HOUR_MS)
  for (const channel of ['EMAIL', 'SMS']) {
    await messaging.becomes(org, await messaging.write(org, await messaging.person(org), { channel }), 'SENT')
  }
  assert.deepEqual([messaging.mail.received.length, messaging.sms.received.length], [1, 1])
})

test('each channel is captured separately while it is not set up', async () => {
  const other = await messaging.world.another({ mail: undefined })
  try {
    const dana = await messaging.person(org)
    for (const [channel, isCaptured] of [
      ['EMAIL', true],
      ['SMS', false],
    ] as const) {
      const reply = await fetch(`${other.url}/api/v1/messages`, {
        method: 'POST',
        headers: { 'x-api-key': org.key, 'content-type': 'application/json' },
        body: JSON.stringify({ resident_id: dana.id, channel, body: 'Hello' }),
      })
      assert.equal(((await reply.json()) as { is_captured: boolean }).is_captured, isCaptured)
    }
  } finally {
    await other.stop()
  }
})

test('an outcome reached while the database could not be reached is stored once it is back, and the message is not sent again', async () => {
  const logged: string[] = []
  const doomed = await openMessaging({ logger: pino({ level: 'warn' }, { write: line => logged.push(line) }) })
  try {
    const owner = await doomed.world.organization()
    const dana = await doomed.person(owner)
    const waiting: ServerResponse[] = []
    doomed.sms.answer = response => void waiting.push(response)
    const message = await doomed.write(owner, dana, { channel: 'SMS' })
    await until(() => waiting.length === 1)
    const endOutage = await beginOutage(doomed.world)
    const path = `/messages/${message.message_id}`
    takeSms(waiting[0] as ServerResponse, doomed.sms.received[0] as never)
    await until(() => logged.some(line => line.includes(NOT_STORED_YET)))
    assert.equal((await doomed.world.call(path, { key: owner.key })).status, 503)
    await endOutage()
    await until(async () => (await doomed.world.call(path, { key: owner.key })).body.status === 'SENT')
    await doomed.later(HOUR_MS)
    doomed.sms.answer = takeSms
    // Its pools find their way back one connection at a time.
    await until(
      async () => (await doomed.post(owner, { resident_id: dana.id, channel: 'SMS', body: 'Next' })).status === 201,
    )
    await until(() => doomed.sms.received.length > 1)
    assert.deepEqual(
      doomed.sms.received.map(({ form }) => form.Body),
      ['The water is off on Tuesday.', 'Next'],
    )
  } finally {
    await doomed.close()
  }
})
