/** Alerts: administrators are mailed when a webhook fails 50, 70 or 90% of its attempts, once until it recovers. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { raiseAlerts } from '#server/domain/webhooks/alerts.ts'
import { emit } from '#server/platform/events.ts'
import { type MemberVisitor, signedIn } from '../console/visitor.ts'
import { until } from '../service/processes.ts'
import { answering, openReceiver, type Receiver } from '../webhooks/receiver.ts'
import { type Organization, openWorld, type World } from '../world.ts'
import { type MailServer, openMailServer } from './mail-server.ts'

const PUBLIC_URL = 'https://gatehouse.example.com'
const MINUTE_MS = 60_000

let mail: MailServer
let receiver: Receiver
let world: World
before(async () => {
  mail = await openMailServer()
  receiver = await openReceiver()
  world = await openWorld({ role: 'all', config: { mail: mail.settings, publicUrl: PUBLIC_URL } })
})
afterEach(() => {
  mail.refusal = undefined
})
after(async () => {
  await mail.stop()
  await world.close()
  await receiver[Symbol.asyncDispose]()
})

type Office = { path: string; org: Organization; owner: MemberVisitor; admin: MemberVisitor; webhook: string }

async function office(options: { isSandbox?: boolean } = {}): Promise<Office> {
  const org = await world.organization({ name: 'Maple Management', ...options })
  const path = `/hooks/secret-path/${org.id}`
  const [owner, admin] = [await signedIn(world, org, 'OWNER'), await signedIn(world, org, 'ADMIN')]
  await signedIn(world, org, 'VIEWER')
  const body = JSON.stringify({ event: 'lead.created', target_url: new URL(path, receiver.url).href })
  const made = await world.call('/webhooks', { ...org, method: 'POST', body })
  assert.equal(made.status, 201, made.text)
  return { path, org, owner, admin, webhook: String(made.body.id) }
}

/** Has `count` events delivered to a target that answers `status`. */
async function attempt({ path, org }: Office, status: number, count: number): Promise<void> {
  receiver.answer = answering(status)
  const received = () => receiver.received.filter(each => each.path === path).length
  const before = received()
  for (let time = 0; time < count; time++) await org.within(context => emit(context, 'lead.created', { lead: {} }))
  await world.service.deliveries?.idle()
  assert.equal(received() - before, count)
}

/** Checks for failing subscriptions, as a worker does each minute, and has due alerts sent. */
async function look(): Promise<number> {
  const { platformWrites, writes } = world.pools
  const raised = await raiseAlerts({ platformWrites, writes }, world.clock.now())
  await world.sql(`select pg_notify('gatehouse_invitations', '')`)
  return raised
}

const waiting = () => world.sql('select from webhook_alerts where next_attempt_at is not null')
const sent = () => until(async () => (await waiting()).length === 0)
/** Whether one attempt was made to mail an office, without success. */
async function tried({ webhook }: Office): Promise<boolean> {
  const rows = await world.sql(
    'select from webhook_alerts where subscription_id = $1 and tries = 1 and claimed_until is null',
    [webhook],
  )
  return rows.length === 1
}
const mailsTo = ({ email }: MemberVisitor) =>
  mail.received.filter(({ to_envelope }) => to_envelope === email).map(({ subject }) => /\d+%/.exec(subject ?? '')?.[0])

test('each threshold is mailed once to each administrator, and again after the webhook has recovered', async () => {
  const one = await office()
  await attempt(one, 204, 5)
  await attempt(one, 500, 4)
  assert.equal(await look(), 0, '4 of 9 failed')
  await attempt(one, 500, 1)
  assert.equal(await look(), 1)
  await sent()
  assert.deepEqual([mailsTo(one.owner), mailsTo(one.admin)], [['50%'], ['50%']])
  const first = mail.received.find(({ to_envelope }) => to_envelope === one.owner.email)
  assert.equal(first?.subject, 'Maple Management: at least 50% of webhook attempts are failing')
  const host = new URL(receiver.url).host
  assert.ok(first?.text?.startsWith(`5 of the last 10 attempts to send lead.created to ${host} failed.`), first?.text)
  assert.ok(
    first?.text?.includes(`${PUBLIC_URL}/console/${one.owner.organizationId}/developers/webhooks/${one.webhook}`),
  )
  assert.ok(!first?.text?.includes('secret-path'), 'the path of a target may be a secret')
  assert.match(String(first?.text), /Recover missed events/)
  assert.doesNotMatch(String(first?.text), /retries[^.]*\b(days|hours)\b/, 'an operator may set another schedule')
  await attempt(one, 500, 1)
  assert.equal(await look(), 0, 'the same threshold')
  await attempt(one, 500, 4)
  assert.equal(await look(), 0, '10 of 15 failed')
  await attempt(one, 500, 35)
  assert.equal(await look(), 1, '45 of 50 failed: 70 and 90 are reached at once')
  await sent()
  assert.deepEqual(mailsTo(one.owner), ['50%', '90%'])
  await attempt(one, 204, 40)
  assert.equal(await look(), 0, '45 of 90: less than at the highest mail, and not yet recovered')
  await attempt(one, 204, 60)
  assert.equal(await look(), 0, 'recovered')
  await attempt(one, 500, 100)
  assert.equal(await look(), 1)
  await sent()
  assert.deepEqual(
    [mailsTo(one.owner), mailsTo(one.admin)],
    [
      ['50%', '90%', '90%'],
      ['50%', '90%', '90%'],
    ],
  )
  assert.equal(mail.received.length, 6, 'nobody else')
})

test('an unavailable mail server delays an alert, and one that refuses an address does not keep the alert from the others', async () => {
  const one = await office()
  await attempt(one, 500, 5)
  mail.refusal = { at: 'DATA', code: 451, text: 'Try again later' }
  assert.equal(await look(), 1)
  await until(() => tried(one))
  mail.refusal = { at: 'RCPT TO', code: 550, text: 'No such user' }
  world.clock.advance(MINUTE_MS)
  assert.equal(await look(), 0)
  await sent()
  const [row] = await world.sql<{ handled: string[] }>(
    'select handled_user_ids as handled from webhook_alerts where subscription_id = $1',
    [one.webhook],
  )
  assert.deepEqual(row?.handled.toSorted(), [one.owner.userId, one.admin.userId].toSorted())
})

test('a webhook that recovered before its e-mail was sent is not reported, nor is a paused webhook or a sandbox', async () => {
  const one = await office()
  await attempt(one, 500, 5)
  mail.refusal = { at: 'greeting', code: 421, text: 'Busy' }
  assert.equal(await look(), 1)
  await until(() => tried(one))
  await one.admin.call(one.admin.inside(`/webhooks/${one.webhook}/pause`), { method: 'POST' })
  assert.equal(await look(), 0)
  mail.refusal = undefined
  world.clock.advance(MINUTE_MS)
  assert.equal(await look(), 0)
  assert.deepEqual(await waiting(), [])
  assert.deepEqual(mailsTo(one.owner), [])
  await attempt(await office({ isSandbox: true }), 500, 5)
  assert.equal(await look(), 0, 'a sandbox')
})
