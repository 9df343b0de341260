/** Lost passwords, and codes as a second step of signing in. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setPassword } from '#server/platform/members/changes.ts'
import { hashPassword } from '#server/sign-in/password.ts'
import { assertRefused } from '../contract/promises.ts'
import { type MailServer, openMailServer } from '../messaging/mail-server.ts'
import { until } from '../service/processes.ts'
import { type Organization, openWorld, type World } from '../world.ts'
import { totp } from './totp.ts'
import { addMember, PASSWORD, signedIn, type Visitor, visitor } from './visitor.ts'

const DEVICE = '__Host-gatehouse.known_device'

let world: World
let org: Organization
let mail: MailServer
before(async () => {
  mail = await openMailServer()
  world = await openWorld({ role: 'all', config: { mail: mail.settings, publicUrl: 'https://gatehouse.example.com' } })
  org = await world.organization({ name: 'Maple Management' })
})
after(async () => {
  await world.close()
  await mail.stop()
})

/**
 * Returns the message that `cause` sends to the address. Messages of an earlier test to other addresses may still
 * arrive.
 */
async function nextMail(address: string, cause: () => Promise<unknown>): Promise<{ subject: string; text: string }> {
  const before = mail.received.length
  const found = () => mail.received.slice(before).find(({ to_envelope }) => to_envelope === address)
  await cause()
  await until(() => found() !== undefined)
  const { subject = '', text = '' } = found() ?? {}
  return { subject, text }
}

test('a lost password is replaced through a mailed link, which works once within an hour and ends every session', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  const guest = visitor(world)
  const ask = () => guest.call('/auth/request-password-reset', { body: { email: owner.email } })
  const mail = await nextMail(owner.email, ask)
  const [, token = ''] = /https:\/\/gatehouse\.example\.com\/console\/reset-password#token=(\S+)/.exec(mail.text) ?? []
  assert.ok(token.length > 20, mail.text)
  const rows = await world.sql(`select identifier, value from console.verifications`)
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(token))
  const reset = (body: object) => guest.call('/auth/reset-password', { body })
  assertRefused(await reset({ token, newPassword: 'short' }), 'invalid_request')
  assertRefused(await reset({ token: `${token}x`, newPassword: 'another password' }), 'invalid_request')
  assert.equal((await reset({ token, newPassword: 'another password' })).status, 200)
  assertRefused(await reset({ token, newPassword: 'a third password' }), 'invalid_request')
  assertRefused(await owner.call('/me'), 'unauthorized')
  assertRefused(await guest.signIn(owner.email, PASSWORD), 'unauthorized')
  assert.equal((await guest.signIn(owner.email, 'another password')).status, 200)
})

test('whoever set a new password by a link can sign in with it at once, however many wrong ones were tried before', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  const known = visitor(world)
  known.cookies.set(DEVICE, owner.cookies.get(DEVICE) as string)
  for (let guess = 0; guess < 10; guess++) {
    assertRefused(await known.signIn(owner.email, 'the same guess'), 'unauthorized')
    assertRefused(await visitor(world).signIn(owner.email, 'the same guess'), 'unauthorized')
  }
  const guest = visitor(world)
  for (const one of [known, guest]) assertRefused(await one.signIn(owner.email), 'rate_limited')
  for (const [one, newPassword] of [
    [known, 'another password'],
    [guest, 'a third password'],
  ] as const) {
    const mail = await nextMail(owner.email, () =>
      one.call('/auth/request-password-reset', { body: { email: owner.email } }),
    )
    const [, token = ''] = /#token=(\S+)/.exec(mail.text) ?? []
    const reset = await one.call('/auth/reset-password', { body: { token, newPassword } })
    assert.equal(reset.status, 200)
    assert.ok(!reset.text.includes(owner.email), 'a link alone does not say whose it is')
    assert.equal((await one.signIn(owner.email, newPassword)).status, 200)
  }
  assertRefused(await visitor(world).signIn(owner.email), 'rate_limited')
})

test('a request for a link gets the same reply for an address that nobody has, which is sent nothing', async () => {
  await addMember(world, org, 'known@example.com', 'VIEWER')
  const guest = visitor(world)
  const ask = (email: string) => guest.call('/auth/request-password-reset', { body: { email } })
  const before = mail.received.length
  // The unknown address comes first, so that an e-mail to it would not arrive after the one that is waited for.
  const unknown = await ask('unknown@example.com')
  await nextMail('known@example.com', async () => {
    const { status, body, text } = await ask('known@example.com')
    assert.deepEqual([status, body], [200, { sent_by: 'EMAIL' }])
    assert.equal(text, unknown.text)
  })
  assert.deepEqual(
    mail.received.slice(before).map(({ to_envelope }) => to_envelope),
    ['known@example.com'],
  )
})

test('a service that cannot send e-mail promises no link', async () => {
  const [mailless, developers] = await Promise.all([
    openWorld({ config: { environment: 'production' } }),
    openWorld({ config: { environment: 'development' } }),
  ])
  try {
    const ask = (world: World) =>
      visitor(world).call('/auth/request-password-reset', { body: { email: 'dana@example.com' } })
    assertRefused(await ask(mailless), 'not_implemented')
    assert.deepEqual((await ask(developers)).body, { sent_by: 'LOG' })
  } finally {
    await Promise.all([mailless.close(), developers.close()])
  }
})

test('an account can sign in a hundred times in 15 minutes, and guesses of strangers do not count as such', async () => {
  for (const email of ['busy@example.com', 'calm@example.com']) await addMember(world, org, email, 'VIEWER')
  const [busy, calm] = [visitor(world), visitor(world)]
  assertRefused(await visitor(world).signIn('busy@example.com', 'a guess'), 'unauthorized')
  for (let time = 0; time < 100; time++) assert.equal((await busy.signIn('busy@example.com')).status, 200)
  const refused = await busy.signIn('busy@example.com')
  assertRefused(refused, 'rate_limited')
  assert.equal(refused.headers.get('retry-after'), '900')
  assert.equal((await busy.call('/me')).status, 200, 'the sessions go on')
  assert.equal((await calm.signIn('calm@example.com')).status, 200)
  world.clock.advance(15 * 60_000)
  assert.equal((await busy.signIn('busy@example.com')).status, 200)
})

test('an invitation is sent by e-mail, and its link is shown to nobody else', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  const reply = Promise.withResolvers<string>()
  const mail = await nextMail('guest@example.com', async () => {
    const made = await owner.call(owner.inside('/invitations'), { body: { email: 'guest@example.com', role: 'ADMIN' } })
    assert.deepEqual([made.status, made.body.accept_url], [201, null], made.text)
    reply.resolve(made.text)
  })
  assert.equal(mail.subject, 'Join Maple Management on Gatehouse')
  const [, token = ''] = /accept-invitation#token=(\S+)/.exec(mail.text) ?? []
  assert.ok(token && !(await reply.promise).includes(token))
  assert.equal((await visitor(world).call('/invitations/lookup', { body: { token } })).status, 200)
})

test('once codes are set up, a password alone opens nothing; a code does, and so does a backup code, once', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  assertRefused(await owner.call('/auth/two-factor/enable', { body: { password: 'wrong' } }), 'invalid_request')
  const begun = await owner.call('/auth/two-factor/enable', { body: { password: PASSWORD } })
  assert.equal(begun.status, 200, begun.text)
  const { totpURI, backupCodes } = begun.body as unknown as { totpURI: string; backupCodes: string[] }
  const secret = new URL(totpURI).searchParams.get('secret') as string
  const stored = JSON.stringify(await world.sql('select secret, backup_codes from console.two_factors'))
  assert.ok(!stored.includes(secret) && !stored.includes(backupCodes[0] as string))
  assert.equal((await owner.call('/auth/two-factor/verify-totp', { body: { code: totp(secret) } })).status, 200)
  const me = (await owner.call('/me')).body as unknown as { user: { two_factor_enabled: boolean } }
  assert.equal(me.user.two_factor_enabled, true)

  const again = visitor(world)
  const first = await again.signIn(owner.email)
  assert.equal(first.body.twoFactorRedirect, true)
  assertRefused(await again.call('/me'), 'unauthorized')
  assertRefused(await again.call('/auth/two-factor/verify-totp', { body: { code: '000000' } }), 'unauthorized')
  assert.equal((await again.call('/auth/two-factor/verify-totp', { body: { code: totp(secret, 1) } })).status, 200)
  assert.equal((await again.call('/me')).status, 200)

  const withBackup = async () => {
    const one = visitor(world)
    await one.signIn(owner.email)
    const reply = await one.call('/auth/two-factor/verify-backup-code', { body: { code: backupCodes[0] } })
    return { reply, me: await one.call('/me') }
  }
  const used = await withBackup()
  assert.deepEqual([used.reply.status, used.me.status], [200, 200], used.reply.text)
  const spent = await withBackup()
  assertRefused(spent.reply, 'unauthorized')
  assertRefused(spent.me, 'unauthorized')
})

test('an operator readmits a person who lost both password and codes, and all their sessions end', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  const { body } = await owner.call('/auth/two-factor/enable', { body: { password: PASSWORD } })
  const secret = new URL(body.totpURI as string).searchParams.get('secret') as string
  await owner.call('/auth/two-factor/verify-totp', { body: { code: totp(secret) } })
  const passwordHash = await hashPassword('given by an operator')
  await world.pools.memberWrites.transaction(org.id, db =>
    setPassword(
      { db, actor: 'operator', now: world.clock.now() },
      { email: owner.email, passwordHash, withoutCodes: true },
    ),
  )
  assertRefused(await owner.call('/me'), 'unauthorized')
  const again = visitor(world)
  assert.equal((await again.signIn(owner.email, 'given by an operator')).status, 200)
  assert.equal((await again.call('/me')).status, 200)
})

test('five wrong codes end the attempt to sign in', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  const { body } = await owner.call('/auth/two-factor/enable', { body: { password: PASSWORD } })
  const secret = new URL(body.totpURI as string).searchParams.get('secret') as string
  await owner.call('/auth/two-factor/verify-totp', { body: { code: totp(secret) } })
  const guesser = visitor(world)
  await guesser.signIn(owner.email)
  for (let guess = 0; guess < 5; guess++) {
    assertRefused(await guesser.call('/auth/two-factor/verify-totp', { body: { code: '000000' } }), 'unauthorized')
  }
  const late = await guesser.call('/auth/two-factor/verify-totp', { body: { code: totp(secret, 1) } })
  assert.ok(late.status >= 400, late.text)
  assertRefused(await guesser.call('/me'), 'unauthorized')
})

test('after ten wrong codes over any number of sign-ins no code is accepted for a quarter of an hour, and the reply says so', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  const { body } = await owner.call('/auth/two-factor/enable', { body: { password: PASSWORD } })
  const secret = new URL(body.totpURI as string).searchParams.get('secret') as string
  await owner.call('/auth/two-factor/verify-totp', { body: { code: totp(secret) } })
  const enter = (one: Visitor, code: string) => one.call('/auth/two-factor/verify-totp', { body: { code } })
  for (const guesser of [visitor(world), visitor(world)]) {
    await guesser.signIn(owner.email)
    for (let guess = 0; guess < 5; guess++) assertRefused(await enter(guesser, '000000'), 'unauthorized')
  }
  const late = visitor(world)
  await late.signIn(owner.email)
  const refused = await enter(late, totp(secret, 1))
  assertRefused(refused, 'rate_limited')
  assert.equal(refused.headers.get('retry-after'), '900')
  assert.equal(refused.body.message, 'Too many wrong codes. Try again in 15 minutes.')
})

test('a browser that needed no code needs one after codes are set up again, and after every other session is ended', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  const setUp = async () => {
    const { body } = await owner.call('/auth/two-factor/enable', { body: { password: PASSWORD } })
    const secret = new URL(body.totpURI as string).searchParams.get('secret') as string
    assert.equal((await owner.call('/auth/two-factor/verify-totp', { body: { code: totp(secret) } })).status, 200)
    return secret
  }
  const laptop = visitor(world)
  const asksForCode = async () => (await laptop.signIn(owner.email)).body.twoFactorRedirect === true
  const trust = async (secret: string) => {
    assert.ok(await asksForCode())
    const body = { code: totp(secret, 1), trustDevice: true }
    assert.equal((await laptop.call('/auth/two-factor/verify-totp', { body })).status, 200)
    assert.equal(await asksForCode(), false)
  }
  await trust(await setUp())
  assert.equal((await owner.call('/auth/two-factor/disable', { body: { password: PASSWORD } })).status, 200)
  const secret = await setUp()
  await trust(secret)
  assert.equal((await owner.call('/me/sessions', { method: 'DELETE' })).status, 200)
  assert.ok(await asksForCode())
})
