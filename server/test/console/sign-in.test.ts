/** Signing in: who is admitted, what a session allows, and what a page of another site can do with it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRootKeys } from '#server/platform/root-keys.ts'
import { openCurrentSession } from '#server/sign-in/current-session.ts'
import { assertNames, assertRefused } from '../contract/promises.ts'
import { fetchReply, useOrganization, useWorld } from '../world.ts'
import { totp } from './totp.ts'
import { addMember, PASSWORD, signedIn, type Visitor, visitor } from './visitor.ts'

const world = useWorld({ own: true })
const org = useOrganization(world, { name: 'Maple Management' })

test('a member signs in, sees who they are, and signs out', async () => {
  await addMember(world, org, 'dana@example.com', 'ADMIN')
  const dana = visitor(world)
  assertRefused(await dana.call('/me'), 'unauthorized')
  assert.equal((await dana.signIn('Dana@Example.com')).status, 200)
  const me = await dana.call('/me')
  assert.equal(me.status, 200)
  assert.match(me.headers.get('x-request-id') as string, /^req_/)
  const { user, organizations } = me.body as unknown as { user: Record<string, unknown>; organizations: object[] }
  assert.deepEqual(
    { ...user, id: '' },
    {
      id: '',
      email: 'dana@example.com',
      name: 'dana',
      two_factor_enabled: false,
      email_verified: true,
    },
  )
  assert.deepEqual(
    organizations.map(organization => ({ ...organization, organization_id: '' })),
    [
      {
        organization_id: '',
        name: 'Maple Management',
        role: 'ADMIN',
        is_sandbox: false,
        live_organization_id: null,
        plan: 'SCALE',
        tier: 'AUTOMATION',
        time_zone: 'America/Chicago',
      },
    ],
  )
  const stolen = new Map(dana.cookies)
  assert.equal((await dana.call('/auth/sign-out', { body: {} })).status, 200)
  assertRefused(await dana.call('/me'), 'unauthorized')
  for (const [name, value] of stolen) dana.cookies.set(name, value)
  assertRefused(await dana.call('/me'), 'unauthorized')
})

test('the cookie is HTTP-only and same-site, and no reply shows its token to a script', async () => {
  await addMember(world, org, 'cookie@example.com', 'VIEWER')
  const reply = await visitor(world).signIn('cookie@example.com')
  const [line = ''] = reply.headers.getSetCookie()
  assert.match(line, /^gatehouse\.session_token=/)
  for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/']) assert.ok(line.includes(attribute), line)
  const token = decodeURIComponent(/=([^;]*)/.exec(line)?.[1] as string).split('.')[0] as string
  assert.ok(!reply.text.includes(token))
})

test('a wrong password, an unknown address and a forged cookie are all 401', async () => {
  await addMember(world, org, 'lee@example.com', 'OWNER')
  const lee = visitor(world)
  const wrong = await lee.signIn('lee@example.com', 'wrong password')
  const unknown = await lee.signIn('nobody@example.com')
  for (const reply of [wrong, unknown]) assertRefused(reply, 'unauthorized')
  assert.equal(wrong.body.message, unknown.body.message)
  assert.match(String(wrong.body.message), /^The e-mail address or the password is wrong\. /)
  lee.cookies.set('gatehouse.session_token', 'abc.def')
  assertRefused(await lee.call('/me'), 'unauthorized')
})

test('a session is found by its signed cookie alone until it is due for renewal, which the library does', async () => {
  const one = await signedIn(world, org, 'VIEWER')
  const currentUser = openCurrentSession(
    world.pools.memberReads.for(null),
    readRootKeys(world.config.rootKey as string),
  )
  const name = 'gatehouse.session_token'
  const signed = one.cookies.get(name) as string
  const find = (value: string, isSecure = false) =>
    currentUser({ cookie: `theme=dark; ${name}=${value}`, isSecure, address: '127.0.0.1', userAgent: undefined })
  assert.equal((await find(signed))?.email, one.email)

  const other = (await signedIn(world, org, 'OWNER')).cookies.get(name) as string
  const [token, signature] = signed.split('.') as [string, string]
  const forged = [
    `${other.split('.')[0]}.${signature}`,
    token,
    `${token}.`,
    `${token}.${signature.replace(/^./, first => (first === 'A' ? 'B' : 'A'))}`,
    `${token}.${signature}x`,
    '%zz',
  ]
  for (const value of forged) {
    assert.equal(await find(value), undefined, value)
    one.cookies.set(name, value)
    assertRefused(await one.call('/me'), 'unauthorized')
  }
  assert.equal(await find(signed, true), undefined, 'by https the cookie has another name')
  one.cookies.set(name, signed)

  const left = async (change: string) => {
    const rows = await world.sql<{ days: number }>(
      `update console.sessions set expires_at = ${change} where token = $1
       returning round(extract(epoch from expires_at - now()) / 86400)::integer as days`,
      [token],
    )
    return rows[0]?.days
  }
  await left(`now() + interval '5 days'`)
  assert.equal(await find(signed), undefined)
  assert.match((await one.call('/me')).headers.getSetCookie().join(), /session_token=/)
  assert.equal(await left('expires_at'), 7)
  assert.equal((await find(signed))?.email, one.email)
  await left(`now() - interval '1 second'`)
  assert.equal(await find(signed), undefined)
  assertRefused(await one.call('/me'), 'unauthorized')
})

test('guessing a password is blocked after ten tries, even from other addresses, and allowed again 15 minutes later', async () => {
  await addMember(world, org, 'guessed@example.com', 'OWNER')
  const guesser = visitor(world)
  for (let guess = 0; guess < 10; guess++)
    assertRefused(await guesser.signIn('guessed@example.com', `guess ${guess}`), 'unauthorized')
  const refused = await guesser.signIn('guessed@example.com')
  assertRefused(refused, 'rate_limited')
  assert.equal(refused.headers.get('retry-after'), '900')
  world.clock.advance(15 * 60_000)
  assert.equal((await guesser.signIn('guessed@example.com')).status, 200)
})

test('nobody can sign up, and no endpoint of better-auth outside our list is available', async () => {
  const dana = await signedIn(world, org, 'OWNER')
  for (const path of [
    '/sign-up/email',
    '/update-user',
    '/change-email',
    '/delete-user',
    '/list-accounts',
    '/get-session',
    '/ok',
    '/error',
  ]) {
    assertRefused(
      await dana.call(`/auth${path}`, { body: { email: 'x@example.com', password: PASSWORD } }),
      'not_found',
    )
    assertRefused(await dana.call(`/auth${path}`), 'not_found')
  }
})

test('a call that needs a session or codes says which is missing, in words of ours', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  const told = async (by: Visitor, path: string, body: object) => {
    const reply = await by.call(`/auth/${path}`, { body })
    return `${reply.status} ${reply.body.message}`
  }
  const signedOut = '401 You are not signed in, or your session has ended. Sign in.'
  const noCodes = '400 Two-factor authentication is not set up for this account.'
  const password = { password: PASSWORD }
  const change = { currentPassword: PASSWORD, newPassword: 'another password' }
  assert.equal(await told(visitor(world), 'change-password', change), signedOut)
  for (const path of ['enable', 'disable', 'generate-backup-codes']) {
    assert.equal(await told(visitor(world), `two-factor/${path}`, password), signedOut)
  }
  assert.equal(await told(owner, 'two-factor/generate-backup-codes', password), noCodes)
  for (const path of ['verify-totp', 'verify-backup-code']) {
    assert.equal(await told(owner, `two-factor/${path}`, { code: '123456' }), noCodes)
  }
  const { body } = await owner.call('/auth/two-factor/enable', { body: password })
  const secret = new URL(body.totpURI as string).searchParams.get('secret') as string
  assert.equal((await owner.call('/auth/two-factor/verify-totp', { body: { code: totp(secret) } })).status, 200)
  assert.match(await told(owner, 'two-factor/enable', password), /^400 Two-factor authentication is already set up\. /)
})

test('the sign-in calls accept no address to redirect to', async () => {
  await addMember(world, org, 'redirected@example.com', 'OWNER')
  const one = visitor(world)
  for (const field of ['callbackURL', 'redirectTo']) {
    const body = { email: 'redirected@example.com', password: PASSWORD, [field]: 'https://evil.example' }
    assertRefused(await one.call('/auth/sign-in/email', { body }), 'invalid_request')
  }
  const queried = await one.call('/auth/sign-in/email?callbackURL=https://evil.example', {
    body: { email: 'redirected@example.com', password: PASSWORD },
  })
  assertRefused(queried, 'invalid_request')
  assert.equal(queried.headers.getSetCookie().length, 0)
})

test('a page of another site can change nothing with the cookie, and neither can a form', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  const body = { name: 'Stolen', scopes: ['properties:read'] }
  const from = (headers: Record<string, string>) => owner.call(owner.inside('/keys'), { body, headers })
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1', ''])
    assertRefused(await from({ origin }), 'forbidden')
  assertRefused(await from({ 'content-type': 'text/plain' }), 'forbidden')
  assertRefused(await from({ 'content-type': 'application/x-www-form-urlencoded' }), 'forbidden')
  assertRefused(
    await owner.call('/auth/sign-out', { body: {}, headers: { origin: 'https://evil.example' } }),
    'forbidden',
  )
  const preflight = await owner.call(owner.inside('/keys'), {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example' },
  })
  assert.equal(preflight.headers.get('access-control-allow-origin'), null)
  assert.equal((await from({})).status, 201)
  // Browsers that leave Origin out send Sec-Fetch-Site instead.
  const page = (site: string) =>
    fetchReply(`${world.service.url}/console/api${owner.inside('/keys')}`, {
      method: 'POST',
      headers: { cookie: [...owner.cookies].map(pair => pair.join('=')).join('; '), 'sec-fetch-site': site },
      body: JSON.stringify(body),
    })
  assert.equal((await page('same-origin')).status, 201)
  for (const site of ['same-site', 'cross-site', 'none', '']) assertRefused(await page(site), 'forbidden')
})

test('a new root key signs everybody out, and codes set up under the old one still work', async () => {
  const [old, fresh] = [
    'test:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    'new:HxwdHh8AAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRo=',
  ]
  const owner = await signedIn(world, org, 'OWNER')
  const { body } = await owner.call('/auth/two-factor/enable', { body: { password: PASSWORD } })
  const secret = new URL(body.totpURI as string).searchParams.get('secret') as string
  assert.equal((await owner.call('/auth/two-factor/verify-totp', { body: { code: totp(secret) } })).status, 200)
  const rotated = await world.another({ rootKey: `${fresh},${old}` })
  const after = visitor({ service: rotated })
  for (const [name, value] of owner.cookies) after.cookies.set(name, value)
  assertRefused(await after.call('/me'), 'unauthorized')
  assert.equal((await after.signIn(owner.email)).body.twoFactorRedirect, true)
  assert.equal((await after.call('/auth/two-factor/verify-totp', { body: { code: totp(secret, 1) } })).status, 200)
  assert.equal((await after.call('/me')).status, 200)
})

test('over https the cookie is Secure and bound to the host', async () => {
  const proxied = await world.another({ trustProxy: ['127.0.0.0/8'] })
  await addMember(world, org, 'secure@example.com', 'OWNER')
  const one = visitor({ service: proxied })
  const headers = { 'x-forwarded-proto': 'https', origin: (proxied.url as string).replace('http:', 'https:') }
  const reply = await one.call('/auth/sign-in/email', {
    body: { email: 'secure@example.com', password: PASSWORD },
    headers,
  })
  assert.equal(reply.status, 200, reply.text)
  const [line = ''] = reply.headers.getSetCookie()
  assert.match(line, /^__Host-gatehouse\.session_token=/)
  assert.match(line, /; Secure/)
  assert.doesNotMatch(line, /Domain/)
  assert.equal((await one.call('/me', { headers })).status, 200)
  assertRefused(await one.call('/me'), 'unauthorized')
})

test('members change their own names, see their sessions and end those of other browsers, but nobody else’s', async () => {
  const email = 'sessions@example.com'
  await addMember(world, org, email, 'VIEWER')
  const [here, phone, library] = [visitor(world), visitor(world), visitor(world)]
  for (const browser of [here, phone, library]) assert.equal((await browser.signIn(email)).status, 200)
  const stranger = await signedIn(world, org, 'OWNER')

  assertNames(await here.call('/me', { method: 'PATCH', body: { name: ' ' } }), 'name')
  assert.equal(
    (await here.call('/me', { method: 'PATCH', body: { name: 'Dana Whitfield' } })).body.name,
    'Dana Whitfield',
  )
  assert.equal(((await phone.call('/me')).body.user as { name: string }).name, 'Dana Whitfield')

  const sessions = async () => (await here.call('/me/sessions')).body.data
  const all = await sessions()
  assert.equal(all.length, 3)
  assert.doesNotMatch(JSON.stringify(all), new RegExp([...here.cookies.values()][0]?.split('.')[0] as string))
  const own = all.find(({ is_current }) => is_current) as { session_id: string }
  assert.equal(all.filter(({ is_current }) => is_current).length, 1)
  const [other] = all.filter(({ is_current }) => !is_current) as { session_id: string }[]

  const end = (by: typeof here, id: string) => by.call(`/me/sessions/${id}`, { method: 'DELETE' })
  assertRefused(await end(here, own.session_id), 'conflict')
  assertRefused(await end(stranger, own.session_id), 'not_found')
  assertRefused(await end(here, 'nonsense'), 'not_found')
  assert.equal((await end(here, String(other?.session_id))).body.ended, 1)
  const alive = async () => Promise.all([here, phone, library].map(async each => (await each.call('/me')).status))
  assert.deepEqual((await alive()).sort(), [200, 200, 401])
  assert.equal((await here.call('/me/sessions', { method: 'DELETE' })).body.ended, 1)
  assert.deepEqual(await alive(), [200, 401, 401])
  assert.equal((await stranger.call('/me')).status, 200)
})
