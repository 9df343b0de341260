/** A code from an authenticator works once, and so does a link to set a password. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setPassword } from '#server/platform/members/changes.ts'
import { hashPassword } from '#server/sign-in/password.ts'
import { assertRefused } from '../contract/promises.ts'
import { type MailServer, openMailServer } from '../messaging/mail-server.ts'
import { until } from '../service/processes.ts'
import { type Organization, openWorld, type World } from '../world.ts'
import { totp } from './totp.ts'
import { type MemberVisitor, PASSWORD, signedIn, type Visitor, visitor } from './visitor.ts'

let world: World
let org: Organization
let mail: MailServer
before(async () => {
  mail = await openMailServer()
  world = await openWorld({ role: 'all', config: { mail: mail.settings, publicUrl: 'https://gatehouse.example.com' } })
  org = await world.organization()
})
after(async () => {
  await world.close()
  await mail.stop()
})

async function withCodes(): Promise<{ owner: MemberVisitor; secret: string; code: string; backupCodes: string[] }> {
  const owner = await signedIn(world, org, 'OWNER')
  const { body } = await owner.call('/auth/two-factor/enable', { body: { password: PASSWORD } })
  const secret = new URL(body.totpURI as string).searchParams.get('secret') as string
  const code = totp(secret)
  const reply = await verify(owner, code)
  assert.equal(reply.status, 200, reply.text)
  return { owner, secret, code, backupCodes: body.backupCodes as string[] }
}

const verify = (one: Visitor, code: string) => one.call('/auth/two-factor/verify-totp', { body: { code } })

/** A visitor who has entered the password and now has to enter a code. */
async function challenged({ email }: MemberVisitor): Promise<Visitor> {
  const one = visitor(world)
  assert.equal((await one.signIn(email)).body.twoFactorRedirect, true)
  return one
}

test('a used code cannot sign anyone in again, now or later', async () => {
  const { owner, secret } = await withCodes()
  const code = totp(secret, 1)
  const [first, second] = [await challenged(owner), await challenged(owner)]
  assert.equal((await verify(first, code)).status, 200)
  const replayed = await verify(second, code)
  assertRefused(replayed, 'unauthorized')
  assert.match(String(replayed.body.message), /next code/)
  assert.equal(
    replayed.headers.getSetCookie().some(line => /session_token=[^;]/.test(line)),
    false,
  )
  assertRefused(await second.call('/me'), 'unauthorized')
  assert.equal((await first.call('/me')).status, 200)
})

test('if many use one code at once, one is admitted, and the others are left without a session', async () => {
  const { owner, secret } = await withCodes()
  const [{ before } = { before: 0 }] = await world.sql<{ before: number }>(
    'select count(*)::int as before from console.sessions where user_id = $1',
    [owner.userId],
  )
  const visitors = await Promise.all(Array.from({ length: 5 }, () => challenged(owner)))
  const code = totp(secret, 1)
  const replies = await Promise.all(visitors.map(one => verify(one, code)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401, 401, 401, 401])
  const [{ now } = { now: 0 }] = await world.sql<{ now: number }>(
    'select count(*)::int as now from console.sessions where user_id = $1',
    [owner.userId],
  )
  assert.equal(now - before, 1)
})

test('the code that completed the setup signs nobody in', async () => {
  const { owner, code } = await withCodes()
  const one = await challenged(owner)
  assertRefused(await verify(one, code), 'unauthorized')
  assertRefused(await one.call('/me'), 'unauthorized')
})

test('if many use one backup code at once, one is admitted', async () => {
  const { owner, backupCodes } = await withCodes()
  const visitors = await Promise.all(Array.from({ length: 5 }, () => challenged(owner)))
  const replies = await Promise.all(
    visitors.map(one => one.call('/auth/two-factor/verify-backup-code', { body: { code: backupCodes[0] } })),
  )
  assert.equal(replies.filter(({ status }) => status === 200).length, 1, replies.map(({ text }) => text).join('\n'))
})

const links = (email: string) =>
  mail.received
    .filter(({ to_envelope }) => to_envelope === email)
    .map(({ text }) => /reset-password#token=(\S+)/.exec(text ?? '')?.[1] as string)

async function askForLink({ email }: MemberVisitor): Promise<string> {
  const before = links(email).length
  assert.equal((await visitor(world).call('/auth/request-password-reset', { body: { email } })).status, 200)
  await until(() => links(email).length > before)
  return links(email).at(-1) as string
}

const reset = (token: string, newPassword: string) =>
  visitor(world).call('/auth/reset-password', { body: { token, newPassword } })

test('a newer link to set a password invalidates the older ones', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  const [first, second] = [await askForLink(owner), await askForLink(owner)]
  assertRefused(await reset(first, 'by the older link'), 'invalid_request')
  assert.equal((await reset(second, 'by the newer link')).status, 200)
  assertRefused(await reset(first, 'by the older link'), 'invalid_request')
  assert.equal((await visitor(world).signIn(owner.email, 'by the newer link')).status, 200)
})

test('of several links requested at once, one is valid', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  await Promise.all(
    Array.from({ length: 5 }, () =>
      visitor(world).call('/auth/request-password-reset', { body: { email: owner.email } }),
    ),
  )
  await until(() => links(owner.email).length === 5)
  const replies = []
  for (const token of links(owner.email)) replies.push(await reset(token, 'a password after all'))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400, 400, 400, 400])
})

test('at most five links in a quarter of an hour are mailed to one address, and the last one is not ended by further requests', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  const ask = () => visitor(world).call('/auth/request-password-reset', { body: { email: owner.email } })
  const replies = new Set<string>()
  for (let asked = 0; asked < 5; asked++) replies.add((await ask()).text)
  await until(() => links(owner.email).length === 5)
  for (let asked = 5; asked < 10; asked++) replies.add((await ask()).text)
  assert.equal(replies.size, 1, [...replies].join())
  const other = await signedIn(world, org, 'OWNER')
  await askForLink(other)
  assert.equal(links(owner.email).length, 5)
  const works = []
  for (const token of links(owner.email)) works.push((await reset(token, 'a password after all')).status === 200)
  assert.equal(works.filter(Boolean).length, 1)
})

test('setting a password in any way ends open links and pending sign-ins with the old one', async () => {
  const ways: ((owner: MemberVisitor) => Promise<unknown>)[] = [
    owner => owner.call('/auth/change-password', { body: { currentPassword: PASSWORD, newPassword: 'changed by me' } }),
    async owner => {
      const passwordHash = await hashPassword('given by an operator')
      return world.pools.memberWrites.transaction(org.id, db =>
        setPassword({ db, actor: 'operator', now: world.clock.now() }, { email: owner.email, passwordHash }),
      )
    },
  ]
  for (const change of ways) {
    const { owner, secret } = await withCodes()
    const token = await askForLink(owner)
    const pending = await challenged(owner)
    await change(owner)
    assertRefused(await reset(token, 'by the link of before'), 'invalid_request')
    assertRefused(await verify(pending, totp(secret, 1)), 'unauthorized')
  }
})
