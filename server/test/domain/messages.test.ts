/**
 * Messages: what a message requires, by which channel it is sent, what it shows, and what is refused. No channel is set up here, so all messages
 * are captured.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResidentRecord } from '#server/domain/residents/records.ts'
import { resident, store } from '../records.ts'
import { prepare, type Reply, useOrganization, useWorld } from '../world.ts'

const world = useWorld()
const org = useOrganization(world, { name: 'Maple Management' })
const dana = prepare(() => person())

async function person(fields: Partial<ResidentRecord> = {}): Promise<ResidentRecord> {
  const record = resident(fields)
  await store(org, { residents: [record] })
  return record
}

const post = (body: object, { key } = org): Promise<Reply> =>
  world.call('/messages', { key, method: 'POST', body: JSON.stringify(body) })

async function written(fields: object, to = dana): Promise<Reply['body']> {
  const reply = await post({ resident_id: to.id, body: 'The water is off.', ...fields })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

async function assertNames(fields: object, path: string, message: RegExp, to = dana): Promise<void> {
  const reply = await post({ resident_id: to.id, body: 'The water is off.', ...fields })
  assert.equal(reply.status, 400, reply.text)
  assert.deepEqual(
    reply.body.details.map(detail => detail.path),
    [path],
  )
  assert.match(String(reply.body.details[0]?.message), message)
  assert.ok(!reply.text.includes('dana@example.com') && !reply.text.includes('5550134'))
}

test('a message needs only a resident and a body; if its channel is not set up it is captured and says so', async () => {
  const shown = await written({})
  const { message_id, created_at, updated_at, ...rest } = shown
  assert.match(String(message_id), /^msg_[0-9a-z]{26}$/)
  assert.equal(created_at, updated_at)
  assert.deepEqual(rest, {
    ...{
      status: 'CAPTURED',
      is_captured: true,
      sent_at: null,
      failure_reason: null,
      channel: 'EMAIL',
      resident_id: dana.id,
    },
    ...{ to_masked: 'd…@example.com', subject: 'Message from Maple Management', body: 'The water is off.' },
    external_id: null,
  })
  assert.deepEqual((await world.call(`/messages/${message_id}`, { key: org.key })).body, shown)
  const [row] = await world.sql('select recipient, attempts, next_attempt_at from messages where id = $1', [message_id])
  assert.deepEqual(row, { recipient: 'dana@example.com', attempts: 0, next_attempt_at: null })
})

test('a message goes by e-mail if there is an address, else by SMS, or by the channel that the caller chose', async () => {
  const onlyPhone = await person({ email: null })
  const cases: [to: ResidentRecord, fields: object, channel: string, to_masked: string, subject: string | null][] = [
    [dana, {}, 'EMAIL', 'd…@example.com', 'Message from Maple Management'],
    [onlyPhone, {}, 'SMS', '…0134', null],
    [dana, { channel: 'sms' }, 'SMS', '…0134', null],
    [dana, { channel: 'Email', subject: 'Water' }, 'EMAIL', 'd…@example.com', 'Water'],
    [dana, { channel: 'SMS', recipient_type: 'resident' }, 'SMS', '…0134', null],
  ]
  for (const [to, fields, ...expected] of cases) {
    const { channel, to_masked, subject } = await written(fields, to)
    assert.deepEqual([channel, to_masked, subject], expected)
  }
})

test('a resident who cannot be reached by the channel is refused, and the field that chose it is named', async () => {
  const onlyMail = await person({ phone: null })
  const onlyPhone = await person({ email: null })
  const nothing = await person({ email: null, phone: null })
  const optedOut = await person({ email: null, sms_opt_in: 'OPTED_OUT' })
  await assertNames({ channel: 'SMS' }, 'channel', /no phone number on file/, onlyMail)
  await assertNames({ channel: 'EMAIL' }, 'channel', /no e-mail address on file/, onlyPhone)
  await assertNames({}, 'resident_id', /neither an e-mail address nor a phone number/, nothing)
  await assertNames({ channel: 'EMAIL' }, 'channel', /no e-mail address on file/, nothing)
  await assertNames({ channel: 'SMS' }, 'channel', /opted out of text messages/, optedOut)
  await assertNames({}, 'resident_id', /opted out of text messages/, optedOut)
  await assertNames({}, 'resident_id', /e-mail address is not valid/, await person({ email: 'a@b, c@d' }))
  await assertNames({ channel: 'SMS' }, 'resident_id', /phone number is neither/, await person({ phone: '555-0134' }))
  await written({ channel: 'EMAIL' }, await person({ sms_opt_in: 'OPTED_OUT' }))
})

test('a number without a country code is a US number', async () => {
  const { message_id } = await written({ channel: 'SMS' }, await person({ phone: '(614) 555-0134' }))
  const [row] = await world.sql('select recipient from messages where id = $1', [message_id])
  assert.equal(row?.recipient, '+16145550134')
})

test('an e-mail may have 10,000 characters, an SMS 1,600, and a subject 200', async () => {
  for (const [fields, path] of [
    [{ body: '水'.repeat(10_000) }, undefined],
    [{ body: 'x'.repeat(10_001) }, 'body'],
    [{ channel: 'SMS', body: 'x'.repeat(1_600) }, undefined],
    [{ channel: 'SMS', body: 'x'.repeat(1_601) }, 'body'],
    [{ channel: 'SMS', body: '🏠'.repeat(800) }, undefined],
    [{ channel: 'SMS', body: '🏠'.repeat(801) }, 'body'],
    [{ subject: '🏠'.repeat(200) }, undefined],
    [{ subject: 'x'.repeat(201) }, 'subject'],
  ] as const) {
    if (path === undefined) await written(fields)
    else await assertNames(fields, path, /characters/)
  }
})

test('blank text, and text that would break out of its line, is refused', async () => {
  for (const body of ['', ' ', '\n\t\u00a0']) await assertNames({ body }, 'body', /blank|empty/)
  for (const subject of ['', '  ']) await assertNames({ subject }, 'subject', /blank|empty/)
  for (const subject of ['a\r\nBcc: all@example.com', 'a\nb', 'a\rb', 'a\u2028b', 'a\u0007b', 'a\u0085b']) {
    await assertNames({ subject }, 'subject', /one line/)
  }
  assert.equal((await written({ body: 'a\r\n\tb' })).body, 'a\r\n\tb')
})

test('an organization’s name, however long or broken, can be used as a subject', async () => {
  const name = `Long\r\n${'x'.repeat(190)}`
  const long = await world.organization()
  // Names of several lines are refused today, and were not always.
  await world.sql('update organizations set name = $1 where id = $2', [name, long.id])
  const lee = resident()
  await store(long, { residents: [lee] })
  const { subject } = (await post({ resident_id: lee.id, body: 'Hello' }, long)).body
  assert.equal(subject, `Message from ${name.replace('\r\n', ' ')}`.slice(0, 200))
})

test('a message to a vendor is 501, whatever else the body contains', async () => {
  const fits = { resident_id: dana.id, body: 'Hello' }
  for (const body of [
    { recipient_type: 'VENDOR' },
    { recipient_type: 'vendor', ...fits },
    { vendor_id: 'ven_1' },
    { vendor_id: null, ...fits },
    { vendor_id: { nested: true }, nonsense: 1, channel: 'PIGEON' },
    { recipient_type: 'RESIDENT', vendor_id: '', ...fits },
    { recipient_type: 'VENDOR', body: 5, subject: ['x'] },
  ]) {
    const reply = await post(body)
    assert.deepEqual([reply.status, reply.body.error], [501, 'not_implemented'], JSON.stringify(body))
    assert.match(String(reply.body.message), /vendors/)
  }
  for (const type of ['VENDORS', ['VENDOR'], { toString: 1 }, null, 5, '']) {
    assert.equal((await post({ ...fits, recipient_type: type })).status, 400, JSON.stringify(type))
  }
  assert.equal((await post(JSON.parse('{"__proto__":{"vendor_id":1}}'))).status, 400)
})

test('a message to a vendor is 501 only for a key that may write, and is not stored under its Idempotency-Key', async () => {
  const body = JSON.stringify({ recipient_type: 'VENDOR' })
  const ask = (key: string | undefined, headers: Record<string, string> = {}) =>
    world.call('/messages', { ...(key && { key }), method: 'POST', body, headers })
  const { key: reader } = await org.issueKey({ scopes: ['properties:read'] })
  assert.equal((await ask(undefined)).status, 401)
  assert.equal((await ask(reader)).status, 403)
  assert.equal((await ask(org.key, { 'idempotency-key': 'short' })).status, 400)
  const header = { 'idempotency-key': 'vendor-message-1' }
  assert.equal((await ask(org.key, header)).status, 501)
  const afterward = await world.call('/messages', {
    key: org.key,
    method: 'POST',
    headers: header,
    body: JSON.stringify({ resident_id: dana.id, body: 'Hello' }),
  })
  assert.equal(afterward.status, 201)
})

test('a repeated call gets its first reply, even when the resident can no longer be reached', async () => {
  const lee = await person()
  const call = () =>
    world.call('/messages', {
      key: org.key,
      method: 'POST',
      headers: { 'idempotency-key': 'lee-message-1' },
      body: JSON.stringify({ resident_id: lee.id, body: 'Hello' }),
    })
  const first = await call()
  await world.sql('update residents set email = null, phone = null where id = $1', [lee.id])
  assert.equal((await call()).text, first.text)
  assert.equal((await world.sql('select from messages where resident_id = $1', [lee.id])).length, 1)
})
