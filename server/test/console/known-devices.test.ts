/** Attempts to guess a password are limited, and the limit locks nobody out of a browser that has signed in before. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#server/base/instants.ts'
import { assertRefused } from '../contract/promises.ts'
import { repeats } from '../sizes.ts'
import { useOrganization, useWorld } from '../world.ts'
import { totp } from './totp.ts'
import { addMember, type MemberVisitor, PASSWORD, signedIn, type Visitor, visitor } from './visitor.ts'

const world = useWorld({ config: { trustProxy: ['127.0.0.0/8'] }, own: true })
const org = useOrganization(world)

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const DEVICE = 'gatehouse.known_device'
let network = 0
/**
 * How many of ten attempts are passwords, each of which takes a tenth of a second of processor time. The other attempts
 * count the same.
 */
const PASSWORDS_OF_TEN = repeats(1, 10)

/** A visitor whose calls come from `address`, as a trusted proxy would state it. */
function from(address: string, cookies = new Map<string, string>()): Visitor {
  const one = visitor(world)
  for (const [name, value] of cookies) one.cookies.set(name, value)
  const call: Visitor['call'] = (path, options = {}) =>
    one.call(path, { ...options, headers: { ...options.headers, 'x-forwarded-for': address } })
  return {
    ...one,
    call,
    signIn: (email, password = PASSWORD) => call('/auth/sign-in/email', { body: { email, password } }),
  }
}

type Attempt = (attacker: Visitor, email: string, guess: number) => Promise<unknown>

/** A wrong password that costs less, because a process of tests hashes a password with a salt only once. */
const guessTheSame: Attempt = async (attacker, email) => {
  assertRefused(await attacker.signIn(email, 'the same guess'), 'unauthorized')
}

/** 100 attempts from ten addresses. */
async function attack(email: string, attempt = guessTheSame): Promise<void> {
  for (let address = 0; address < 10; address++) {
    const attacker = from(`203.0.113.${++network % 250}`)
    for (let guess = 0; guess < 10; guess++) await attempt(attacker, email, guess)
  }
}

/** The cookie that the browser still has when the session has ended. */
function deviceOf({ cookies }: Visitor): Map<string, string> {
  assert.ok(cookies.get(DEVICE), [...cookies.keys()].join())
  return new Map([[DEVICE, cookies.get(DEVICE) as string]])
}

test('100 wrong passwords from ten addresses lock others out, but not the browser that signed in before', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  await attack(owner.email, async (attacker, email, guess) => {
    if (guess >= PASSWORDS_OF_TEN) await guessTheSame(attacker, email, guess)
    else assertRefused(await attacker.signIn(email, `guess ${guess}`), 'unauthorized')
  })
  const unknown = await from('198.51.100.1').signIn(owner.email)
  assertRefused(unknown, 'rate_limited')
  const known = from('198.51.100.2', deviceOf(owner))
  assert.equal((await known.signIn(owner.email)).status, 200)
  assert.equal((await known.call('/me')).status, 200)
})

test('a person who is locked out by wrong passwords, their own or those of strangers, can ask for a link and set a new password', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  const known = () => from('198.51.100.8', deviceOf(owner))
  for (let guess = 0; guess < 10; guess++) await guessTheSame(known(), owner.email, guess)
  await attack(owner.email)
  for (const one of [known(), from('198.51.100.9')]) {
    assertRefused(await one.signIn(owner.email), 'rate_limited')
    const asked = await one.call('/auth/request-password-reset', { body: { email: owner.email } })
    assert.equal(asked.status, 200, asked.text)
    // The token is wrong, which is not the same as one attempt too many.
    const reset = await one.call('/auth/reset-password', { body: { token: 'wrong', newPassword: PASSWORD } })
    assertRefused(reset, 'invalid_request')
  }
  const statuses = new Set<number>()
  for (let guess = 0; guess < 10; guess++) {
    const reply = await known().call('/auth/reset-password', {
      body: { token: `guess-${guess}`, newPassword: PASSWORD },
    })
    statuses.add(reply.status)
  }
  assert.deepEqual([...statuses], [400, 429], 'guesses of tokens are limited as well')
})

test('a network that guesses does not lock out its known browsers, nor their second step', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  const { body } = await owner.call('/auth/two-factor/enable', { body: { password: PASSWORD } })
  const secret = new URL(body.totpURI as string).searchParams.get('secret') as string
  await owner.call('/auth/two-factor/verify-totp', { body: { code: totp(secret) } })
  const address = '198.51.100.7'
  for (let guess = 0; guess < 100; guess++) {
    await from(address).call('/auth/reset-password', { body: { token: `guess-${guess}`, newPassword: PASSWORD } })
  }
  assertRefused(await from(address).signIn(owner.email), 'rate_limited')
  const known = from(address, deviceOf(owner))
  assert.equal((await known.signIn(owner.email)).body.twoFactorRedirect, true)
  assert.equal((await known.call('/auth/two-factor/verify-totp', { body: { code: totp(secret, 1) } })).status, 200)
  assert.equal((await known.call('/me')).status, 200)
})

test('a known browser may guess ten times, and all those of an account together a hundred times', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  const device = deviceOf(owner)
  for (let guess = 0; guess < 10; guess++) {
    assertRefused(await from(`192.0.2.${guess}`, device).signIn(owner.email, `guess ${guess}`), 'unauthorized')
  }
  assertRefused(await from('192.0.2.99', device).signIn(owner.email), 'rate_limited')
  // Somebody who once knew the password may have collected many of these cookies.
  const devices: Map<string, string>[] = []
  const another = await signedIn(world, org, 'OWNER')
  for (let index = 0; index < 11; index++) {
    const one = from(`192.0.2.${100 + index}`)
    assert.equal((await one.signIn(another.email)).status, 200)
    devices.push(deviceOf(one))
  }
  const statuses: number[] = []
  for (const gathered of devices) {
    for (let guess = 0; guess < 10; guess++) {
      const attacker = from('192.0.2.200', gathered)
      const reply = await attacker.signIn(another.email, guess < PASSWORDS_OF_TEN ? `guess ${guess}` : 'the same guess')
      statuses.push(reply.status)
    }
  }
  const refused = statuses.filter(status => status === 429).length
  assert.deepEqual([statuses.length - refused, refused, statuses.includes(401)], [100, 10, true])
})

test('guesses with a stolen session count for its account, from whatever network and whatever browser they come', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  const thief = await signedIn(world, org, 'OWNER')
  const session = 'gatehouse.session_token'
  const stolen: [string, string] = [session, owner.cookies.get(session) as string]
  // The thief's own browser is known, but for another account.
  const known = new Map([...deviceOf(thief), stolen])
  const unknown = new Map([stolen])
  const change = (one: Visitor, currentPassword: string) =>
    one.call('/auth/change-password', { body: { currentPassword, newPassword: 'chosen by a thief' } })
  let attempts = 0
  await attack(owner.email, async (attacker, _, guess) => {
    for (const [name, value] of attempts++ < 10 ? known : unknown) attacker.cookies.set(name, value)
    if (guess < PASSWORDS_OF_TEN) assertRefused(await change(attacker, `guess ${guess}`), 'invalid_request')
    // There are no codes yet. The attempt to enter one counts all the same.
    else assertRefused(await attacker.call('/auth/two-factor/verify-totp', { body: { code: '1' } }), 'invalid_request')
  })
  assertRefused(await change(from('198.51.100.40', unknown), PASSWORD), 'rate_limited')
  assertRefused(await from('198.51.100.41').signIn(owner.email), 'rate_limited')
  assert.equal((await owner.call('/me')).status, 200)
  const own = new Map([...deviceOf(owner), stolen])
  assert.equal((await change(from('198.51.100.42', own), PASSWORD)).status, 200)
})

test('the cookie belongs to one account, cannot be forged, and ends after 90 days without signing in', async () => {
  const owner = await signedIn(world, org, 'OWNER')
  const other = await signedIn(world, org, 'OWNER')
  const device = deviceOf(owner)
  const value = device.get(DEVICE) as string
  assert.ok(!decodeURIComponent(value).includes(owner.email))
  await attack(other.email)
  assertRefused(await from('198.51.100.3', device).signIn(other.email), 'rate_limited')
  await attack(owner.email)
  // Several last characters of base64 stand for the same bytes, but only the one that was issued is accepted.
  const lastChanged = [...BASE64].filter(last => !value.endsWith(last)).map(last => value.replace(/.$/, last))
  for (const wrong of [...lastChanged, 'x', '', `${value}~${value}`.repeat(40)]) {
    assertRefused(await from('198.51.100.4', new Map([[DEVICE, wrong]])).signIn(owner.email), 'rate_limited')
  }
  assert.equal((await from('198.51.100.5', device).signIn(owner.email)).status, 200)
  world.clock.advance(90 * DAY_MS)
  await attack(owner.email)
  assertRefused(await from('198.51.100.6', device).signIn(owner.email), 'rate_limited')
})

test('only a successful sign-in makes a browser known, and signing out does not undo that', async () => {
  const email = 'careful@example.com'
  await addMember(world, org, email, 'VIEWER')
  const one = from('198.51.100.20')
  assertRefused(await one.signIn(email, 'wrong password'), 'unauthorized')
  assert.equal(one.cookies.has(DEVICE), false)
  const owner = await signedIn(world, org, 'OWNER')
  await setUpCodes(owner)
  const halfway = from('198.51.100.21')
  assert.equal((await halfway.signIn(owner.email)).body.twoFactorRedirect, true)
  assert.equal(halfway.cookies.has(DEVICE), false)
  const reply = await one.signIn(email)
  const [line = ''] = reply.headers.getSetCookie().filter(each => each.startsWith(`${DEVICE}=`))
  for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', `Max-Age=${90 * 86_400}`]) {
    assert.ok(line.includes(attribute), line)
  }
  assert.equal((await one.call('/auth/sign-out', { body: {} })).status, 200)
  assert.ok(one.cookies.has(DEVICE))
})

test('two people who share a browser are both known to it', async () => {
  const [first, second] = [await signedIn(world, org, 'OWNER'), await signedIn(world, org, 'OWNER')]
  const shared = from('198.51.100.30')
  for (const { email } of [first, second]) assert.equal((await shared.signIn(email)).status, 200)
  for (const { email } of [first, second]) {
    await attack(email)
    assert.equal((await from('198.51.100.31', deviceOf(shared)).signIn(email)).status, 200)
  }
})

async function setUpCodes(owner: MemberVisitor): Promise<void> {
  const { body } = await owner.call('/auth/two-factor/enable', { body: { password: PASSWORD } })
  const secret = new URL(body.totpURI as string).searchParams.get('secret') as string
  await owner.call('/auth/two-factor/verify-totp', { body: { code: totp(secret) } })
}
