/**
 * An account is worth as much as the proof of its address: an invitation lets nobody into an organization under another person's
 * address.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { uuidFromId } from '#server/base/ids.ts'
import { addUser, setPassword } from '#server/platform/members/changes.ts'
import { hashPassword } from '#server/sign-in/password.ts'
import { assertRefused } from '../contract/promises.ts'
import { type MailServer, openMailServer } from '../messaging/mail-server.ts'
import { until } from '../service/processes.ts'
import { type Organization, useWorld, type World } from '../world.ts'
import { type MemberVisitor, PASSWORD, signedIn, type Visitor, visitor } from './visitor.ts'

/** `world` sends no e-mail; `mailing` is a second process on its database that does. */
const world = useWorld({ role: 'all', own: true })
let mail: MailServer
let mailing: World
before(async () => {
  mail = await openMailServer()
  const service = await world.another({ mail: mail.settings, publicUrl: 'https://gatehouse.example.com' })
  mailing = { ...world, service }
})
after(async () => {
  await mail.stop()
})

let count = 0
const freshAddress = () => `person-${++count}@example.com`
const OTHER_PASSWORD = 'chosen by the attacker'

async function office(name: string, on: World = world): Promise<{ org: Organization; owner: MemberVisitor }> {
  const org = await world.organization({ name })
  return { org, owner: await signedIn(on, org, 'OWNER') }
}

async function invite(by: MemberVisitor, email: string): Promise<string> {
  const reply = await by.call(by.inside('/invitations'), { body: { email, role: 'ADMIN' } })
  assert.equal(reply.status, 201, reply.text)
  return String(reply.body.accept_url).split('#token=')[1] as string
}

/** The messages that the mail server received for the address. */
async function mailedInvitation(by: MemberVisitor, email: string): Promise<string> {
  const reply = await by.call(by.inside('/invitations'), { body: { email, role: 'ADMIN' } })
  assert.deepEqual([reply.status, reply.body.accept_url], [201, null], reply.text)
  const found = () =>
    mail.received.find(({ to_envelope, subject }) => to_envelope === email && /^Join /.test(`${subject}`))
  await until(() => found() !== undefined)
  return /accept-invitation#token=(\S+)/.exec(found()?.text ?? '')?.[1] as string
}

const accept = (by: Visitor, token: string, more: object = {}) =>
  by.call('/invitations/accept', { body: { token, ...more } })
const lookUp = async (by: Visitor, token: string) => (await by.call('/invitations/lookup', { body: { token } })).body

/** The names of the organizations that the person's session gives access to. */
async function organizationsOf(one: Visitor): Promise<string[]> {
  const { body } = await one.call('/me')
  return (body.organizations as { name: string }[]).map(({ name }) => name)
}

/** An attacker's organization issues itself a link for the address, and creates an account with it. */
async function squat(email: string): Promise<Visitor> {
  const { owner } = await office('Squatters')
  const token = await invite(owner, email)
  const attacker = visitor(world)
  assert.equal((await accept(attacker, token, { name: 'Nobody', password: OTHER_PASSWORD })).status, 200)
  assert.equal((await attacker.signIn(email, OTHER_PASSWORD)).status, 200)
  return attacker
}

test('an account created by a link that was handed over is confined to the organization that invited it', async () => {
  const email = freshAddress()
  const attacker = await squat(email)
  const { org, owner } = await office('Elm Management')
  const token = await invite(owner, email)
  const outsider = visitor(world)
  assert.equal((await lookUp(outsider, token)).step, 'ASK_OPERATOR')
  assertRefused(await accept(outsider, token), 'conflict')
  const refused = await accept(attacker, token)
  assertRefused(refused, 'conflict')
  assert.match(String(refused.body.message), /user create/)
  assertRefused(await accept(outsider, token, { name: 'N', password: PASSWORD }), 'conflict')
  assert.deepEqual(await organizationsOf(attacker), ['Squatters'])
  // The database enforces this as well, whatever a statement does.
  const [{ id } = { id: '' }] = await world.sql<{ id: string }>('select id from console.users where email = $1', [
    email,
  ])
  await assert.rejects(
    world.sql('insert into console.members (organization_id, user_id, role) values ($1, $2, $3)', [
      org.id,
      id,
      'VIEWER',
    ]),
    /verified/,
  )
})

test('an operator who adds an unverified address makes its owner a member, not the person who created the account', async () => {
  for (const way of ['create', 'set-password'] as const) {
    const email = freshAddress()
    const attacker = await squat(email)
    const [{ organization_id } = { organization_id: '' }] = await world.sql<{ organization_id: string }>(
      'select organization_id from console.members m join console.users u on u.id = m.user_id where u.email = $1',
      [email],
    )
    const { org } = await office('Birch Management')
    const passwordHash = await hashPassword('given by the operator')
    const organizationId = way === 'create' ? org.id : organization_id
    await world.pools.memberWrites.transaction(organizationId, async db => {
      const context = { db, organizationId, actor: 'operator', now: world.clock.now() }
      if (way === 'create') {
        const { isNew } = await addUser(context, { email, role: 'ADMIN', passwordHash })
        assert.ok(isNew, 'the password was taken')
      } else await setPassword(context, { email, passwordHash })
    })
    assertRefused(await attacker.call('/me'), 'unauthorized')
    assertRefused(await attacker.signIn(email, OTHER_PASSWORD), 'unauthorized')
    const person = visitor(world)
    assert.equal((await person.signIn(email, 'given by the operator')).status, 200)
    const expected = way === 'create' ? ['Birch Management', 'Squatters'] : ['Squatters']
    assert.deepEqual(await organizationsOf(person), expected)
    const { owner } = await office('Oak Management')
    assert.equal((await accept(person, await invite(owner, email))).status, 200)
  }
})

test('a mailed invitation gives an unverified account to the owner of the mailbox, who sets a new password', async () => {
  const email = freshAddress()
  const attacker = await squat(email)
  await attacker.call('/auth/two-factor/enable', { body: { password: OTHER_PASSWORD } })
  const { owner } = await office('Ash Management', mailing)
  const token = await mailedInvitation(owner, email)
  const person = visitor(mailing)
  const { step } = await lookUp(person, token)
  assert.equal(step, 'CREATE_ACCOUNT')
  assertRefused(await accept(attacker, token), 'invalid_request')
  assert.equal((await accept(person, token, { name: 'Dana', password: PASSWORD })).status, 200)
  assertRefused(await attacker.call('/me'), 'unauthorized')
  assertRefused(await attacker.signIn(email, OTHER_PASSWORD), 'unauthorized')
  const signed = await person.signIn(email, PASSWORD)
  assert.deepEqual([signed.status, signed.body.twoFactorRedirect], [200, undefined], signed.text)
  assert.deepEqual(await organizationsOf(person), ['Ash Management', 'Squatters'])
  const me = (await person.call('/me')).body.user as { email_verified: boolean; name: string }
  assert.deepEqual([me.email_verified, me.name], [true, 'Dana'])
})

test('a new password set by a mailed link verifies the address and ends what was set up before', async () => {
  const email = freshAddress()
  const attacker = await squat(email)
  const before = (await attacker.call('/me')).body.user as { email_verified: boolean }
  assert.equal(before.email_verified, false)
  const person = visitor(mailing)
  await person.call('/auth/request-password-reset', { body: { email } })
  const found = () =>
    mail.received.find(({ to_envelope, text }) => to_envelope === email && /reset-password/.test(`${text}`))
  await until(() => found() !== undefined)
  const token = /reset-password#token=(\S+)/.exec(found()?.text ?? '')?.[1]
  assert.equal((await person.call('/auth/reset-password', { body: { token, newPassword: PASSWORD } })).status, 200)
  assertRefused(await attacker.call('/me'), 'unauthorized')
  assert.equal((await person.signIn(email, PASSWORD)).status, 200)
  const { owner } = await office('Linden Management')
  const invitation = await invite(owner, email)
  assert.equal((await lookUp(person, invitation)).step, 'CONFIRM')
  assert.equal((await accept(person, invitation)).status, 200)
  assert.deepEqual(await organizationsOf(person), ['Linden Management', 'Squatters'])
})

test('an invitation of an existing account requires a session of that account and no other', async () => {
  for (const on of [world, mailing]) {
    const elsewhere = await office('Pine Management', on)
    const { owner } = await office('Cedar Management', on)
    const { email } = elsewhere.owner
    const token = on === world ? await invite(owner, email) : await mailedInvitation(owner, email)
    const guest = visitor(on)
    const seen = await lookUp(guest, token)
    assert.deepEqual(seen, {
      email,
      role: 'ADMIN',
      organization_name: 'Cedar Management',
      invited_by: owner.email,
      step: 'SIGN_IN',
    })
    assertRefused(await accept(guest, token), 'unauthorized')
    const stranger = await signedIn(on, elsewhere.org, 'OWNER')
    assert.equal((await lookUp(stranger, token)).step, 'SIGN_IN')
    assertRefused(await accept(stranger, token), 'forbidden')
    assert.deepEqual(await organizationsOf(elsewhere.owner), ['Pine Management'])
    assert.equal((await lookUp(elsewhere.owner, token)).step, 'CONFIRM')
    const foreign = await elsewhere.owner.call('/invitations/accept', {
      body: { token },
      headers: { origin: 'https://evil.example' },
    })
    assertRefused(foreign, 'forbidden')
    assert.equal((await accept(elsewhere.owner, token)).status, 200)
    assert.deepEqual(await organizationsOf(elsewhere.owner), ['Cedar Management', 'Pine Management'])
  }
})

test('without e-mail the organization that invited an account may invite it again', async () => {
  const { org, owner } = await office('Maple Management')
  const email = freshAddress()
  const person = visitor(world)
  await accept(person, await invite(owner, email), { name: 'Lee', password: PASSWORD })
  await person.signIn(email)
  const { body } = await owner.call(owner.inside('/members'))
  const member = body.data.find(each => each.email === email)
  assert.equal(member?.email_verified, false)
  await owner.call(owner.inside(`/members/${member?.user_id}`), { method: 'DELETE' })
  assert.deepEqual(await organizationsOf(person), [])
  const token = await invite(owner, email)
  assertRefused(await accept(visitor(world), token), 'unauthorized')
  assert.equal((await accept(person, token)).status, 200)
  assert.deepEqual(await organizationsOf(person), ['Maple Management'])
  assert.equal(uuidFromId('organization', owner.organizationId), org.id)
})
