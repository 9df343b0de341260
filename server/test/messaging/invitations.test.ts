/** The e-mail of an invitation: on a queue in the database, sent by any worker, and useless to anybody who reads the database. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import pg from 'pg'
import { idFromUuid } from '#server/base/ids.ts'
import { clientConfig } from '#server/db/session.ts'
import { type MemberVisitor, PASSWORD, signedIn, visitor } from '../console/visitor.ts'
import { assertRefused } from '../contract/promises.ts'
import { connectionString, serve, toRealTime, until } from '../service/processes.ts'
import { openWorld, type World } from '../world.ts'
import { MAIL_FROM, type MailServer, openMailServer } from './mail-server.ts'

const MINUTE_MS = 60_000
const CLAIM_MS = 5 * MINUTE_MS
const PUBLIC_URL = 'https://gatehouse.example.com'

let mail: MailServer
let world: World
let owner: MemberVisitor
before(async () => {
  mail = await openMailServer()
  world = await openWorld({ role: 'all', config: { mail: mail.settings, publicUrl: PUBLIC_URL } })
  owner = await signedIn(world, await world.organization({ name: 'Maple Management' }), 'OWNER')
})
afterEach(() => {
  mail.refusal = undefined
  mail.isHanging = false
})
after(async () => {
  // The mail server stops first, because a sender may still be waiting for its answer.
  await mail.stop()
  await world.close()
})

let count = 0
async function invite(by = owner): Promise<{ email: string; id: string }> {
  const email = `guest-${++count}@example.com`
  const reply = await by.call(by.inside('/invitations'), { body: { email, role: 'ADMIN' } })
  assert.deepEqual([reply.status, reply.body.accept_url, reply.body.email_status], [201, null, 'QUEUED'], reply.text)
  return { email, id: String(reply.body.invitation_id) }
}

const receivedBy = (email: string) => mail.received.filter(({ to_envelope }) => to_envelope === email)
const tokenIn = (text: string | undefined) => /accept-invitation#token=(\S+)/.exec(text ?? '')?.[1] as string

async function shown(email: string): Promise<Record<string, unknown> | undefined> {
  const { body } = await owner.call(owner.inside('/invitations'))
  return body.data.find(each => each.email === email)
}

const becomes = (email: string, status: string) => until(async () => (await shown(email))?.email_status === status)

/** Moves the clock and has the senders look. */
async function later(ms: number): Promise<void> {
  world.clock.advance(ms)
  await world.sql(`select pg_notify('gatehouse_invitations', '')`)
}

test('one address is sent five invitations within a day, however often it is invited, and another one is not held up', async () => {
  const email = 'often@example.com'
  const inviteAgain = () => owner.call(owner.inside('/invitations'), { body: { email, role: 'VIEWER' } })
  for (let sent = 1; sent <= 5; sent++) {
    const reply = await inviteAgain()
    assert.equal(reply.status, 201, reply.text)
    if (sent % 2 === 0) {
      await owner.call(owner.inside(`/invitations/${reply.body.invitation_id}`), { method: 'DELETE' })
    }
  }
  const refused = await inviteAgain()
  assertRefused(refused, 'conflict')
  assert.match(String(refused.body.message), /often@example\.com .* 5 invitations/)
  assert.ok(await shown(email), 'the last invitation stays open')
  await invite()
  world.clock.advance(24 * 60 * MINUTE_MS)
  assert.equal((await inviteAgain()).status, 201)
})

test('no name adds a line of its own to an e-mail of the service', async () => {
  const name = 'Maple\r\n\r\nYour account is locked.\u2028Call 555-0100.\n'
  const plain = 'Maple Your account is locked. Call 555-0100.'
  const elsewhere = await world.organization()
  const another = await signedIn(world, elsewhere, 'OWNER')
  // Names of several lines are refused today, and were not always.
  await world.sql('update organizations set name = $1 where id = $2', [name, elsewhere.id])
  const { email } = await invite(another)
  await until(() => receivedBy(email).length === 1)
  const [invitation] = receivedBy(email)
  assert.equal(invitation?.text?.split('\n', 1)[0], `${another.email} has invited you to join ${plain} on Gatehouse.`)
  await world.sql('update console.users set name = $1 where email = $2', [name, another.email])
  await visitor(world).call('/auth/request-password-reset', { body: { email: another.email } })
  await until(() => receivedBy(another.email).length === 1)
  assert.equal(receivedBy(another.email)[0]?.text?.split('\n', 1)[0], `Hello ${plain},`)
})

test('an invitation does not wait for the mail server, and holds no transaction while it is sent', async () => {
  mail.isHanging = true
  const { email } = await invite()
  await until(() => receivedBy(email).length === 1)
  await until(async () => {
    const open = await world.sql(
      `select query from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
    )
    return open.length === 0
  })
  assert.equal(receivedBy(email).length, 1)
  assert.equal((await shown(email))?.email_status, 'QUEUED')
})

test('an invitation that the mail server does not accept is tried again with the same Message-ID', async () => {
  mail.refusal = { at: 'DATA', code: 451, text: 'Try again later' }
  const { email, id } = await invite()
  const attempts = async () => {
    const [row] = await world.sql('select attempts, claimed_until from console.invitations where id = $1', [id])
    return row?.claimed_until === null ? row.attempts : 0
  }
  await until(async () => (await attempts()) === 1)
  assert.equal((await shown(email))?.email_status, 'QUEUED')
  mail.refusal = undefined
  await later(MINUTE_MS)
  await becomes(email, 'SENT')
  const [first, second] = receivedBy(email)
  assert.equal(receivedBy(email).length, 2)
  assert.equal(first?.messageId, second?.messageId)
  const seen = await visitor(world).call('/invitations/lookup', { body: { token: tokenIn(second?.text) } })
  assert.equal(seen.body.organization_name, 'Maple Management')
})

test('a permanent refusal by the mail server is shown to the inviter, with the reason', async () => {
  mail.refusal = { at: 'RCPT TO', code: 550, text: 'No such user' }
  const { email } = await invite()
  await becomes(email, 'FAILED')
  assert.match(String((await shown(email))?.failure_reason), /No such user/)
})

test('an invitation that has ended in the meantime is not sent', async () => {
  mail.refusal = { at: 'greeting', code: 421, text: 'Busy' }
  const [withdrawn, kept] = [await invite(), await invite()]
  await until(async () => {
    const rows = await world.sql(
      'select from console.invitations where id = any($1) and attempts = 1 and claimed_until is null',
      [[withdrawn.id, kept.id]],
    )
    return rows.length === 2
  })
  await owner.call(owner.inside(`/invitations/${withdrawn.id}`), { method: 'DELETE' })
  mail.refusal = undefined
  await later(MINUTE_MS)
  await becomes(kept.email, 'SENT')
  assert.equal(receivedBy(withdrawn.email).length, 0)
})

test('two senders at work at once send each invitation once', async () => {
  const other = await world.another()
  try {
    const made = []
    for (let index = 0; index < 20; index++) made.push(await invite())
    for (const { email } of made) await becomes(email, 'SENT')
    assert.deepEqual(
      made.map(({ email }) => receivedBy(email).length),
      made.map(() => 1),
    )
  } finally {
    await other.stop()
  }
})

test('nothing stored in the database can accept an invitation, and no other role can read it', async () => {
  const { email } = await invite()
  await becomes(email, 'SENT')
  const token = tokenIn(receivedBy(email).at(-1)?.text)
  const tables = await world.sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'audit', 'console') and table_type = 'BASE TABLE'`,
  )
  const stored = []
  for (const { name } of tables) stored.push(...(await world.sql(`select row_to_json(t)::text as text from ${name} t`)))
  const dump = stored.map(({ text }) => text as string).join('\n')
  assert.ok(dump.includes(email))
  for (const encoding of ['utf8', 'hex', 'base64'] as const) {
    assert.ok(!dump.includes(Buffer.from(token).toString(encoding)), encoding)
  }
  const [row = {}] = await world.sql('select * from console.invitations where email = $1', [email])
  const guesser = visitor(world)
  for (const value of Object.values(row)) {
    const guesses = Buffer.isBuffer(value) ? [value.toString('hex'), value.toString('base64url')] : [String(value)]
    for (const guess of guesses.filter(text => text !== '')) {
      assertRefused(await guesser.call('/invitations/lookup', { body: { token: guess } }), 'not_found')
    }
  }
  const client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  for (const role of ['gatehouse_app', 'gatehouse_platform']) {
    await client.query(`set role ${role}`)
    await assert.rejects(client.query('select token_sha256 from console.invitations'), /permission denied/)
    await client.query('reset role')
  }
  await client.end()
  world.clock.advance(15 * MINUTE_MS)
})

test('after kill -9 in the middle of a conversation the invitation is sent by another process', async () => {
  mail.isHanging = true
  await using server = await serve({
    DATABASE_URL: connectionString(world.database.connection),
    SMTP_URL: mail.url,
    MAIL_FROM,
    PUBLIC_URL,
  })
  const origin = { origin: server.url }
  const guest = visitor({ service: { ...world.service, url: server.url } })
  assert.equal(
    (await guest.call('/auth/sign-in/email', { body: { email: owner.email, password: PASSWORD }, headers: origin }))
      .status,
    200,
  )
  const email = 'survivor@example.com'
  const made = await guest.call(owner.inside('/invitations'), { body: { email, role: 'VIEWER' } })
  assert.equal(made.status, 201, made.text)
  await until(() => receivedBy(email).length === 1)
  server.signal('SIGKILL')
  await server.ended
  mail.isHanging = false
  toRealTime(world)
  await later(2 * CLAIM_MS)
  await until(async () => receivedBy(email).length === 2)
  const [first, again] = receivedBy(email)
  assert.equal(first?.messageId, again?.messageId)
  const token = tokenIn(again?.text)
  assert.equal(token, tokenIn(first?.text))
  const reply = await visitor(world).call('/invitations/accept', { body: { token, name: 'Sam', password: PASSWORD } })
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.organization_id, idFromUuid('organization', (await organizationOf(email)) as string))
})

async function organizationOf(email: string): Promise<string | undefined> {
  const [row] = await world.sql<{ id: string }>(
    'select m.organization_id as id from console.members m join console.users u on u.id = m.user_id where u.email = $1',
    [email],
  )
  return row?.id
}
