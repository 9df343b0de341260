/** Members: invitations and how they are accepted, roles, and the last owner. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNames, assertRefused } from '../contract/promises.ts'
import { type Organization, useWorld } from '../world.ts'
import { addMember, type MemberVisitor, signedIn, visitor } from './visitor.ts'

const world = useWorld({ own: true })
async function office(): Promise<{ org: Organization; owner: MemberVisitor }> {
  const org = await world.organization({ name: 'Maple Management' })
  return { org, owner: await signedIn(world, org, 'OWNER') }
}

async function invite(by: MemberVisitor, email: string, role = 'ADMIN'): Promise<string> {
  const reply = await by.call(by.inside('/invitations'), { body: { email, role } })
  assert.equal(reply.status, 201, reply.text)
  const url = String(reply.body.accept_url)
  assert.ok(url.startsWith(`${world.service.url}/console/accept-invitation#token=`), url)
  return url.split('#token=')[1] as string
}

test('someone who is invited sets a name and a password once, and signs in with the role of the invitation', async () => {
  const { owner } = await office()
  const email = 'new@example.com'
  const token = await invite(owner, 'New@Example.com')
  const stored = await world.sql(`select token_sha256::text as text from console.invitations`)
  assert.ok(!JSON.stringify(stored).includes(Buffer.from(token).toString('hex')))
  const guest = visitor(world)
  const seen = await guest.call('/invitations/lookup', { body: { token } })
  assert.deepEqual(seen.body, {
    email,
    role: 'ADMIN',
    organization_name: 'Maple Management',
    invited_by: owner.email,
    step: 'CREATE_ACCOUNT',
  })
  assertNames(await guest.call('/invitations/accept', { body: { token } }), 'name', 'password')
  assertNames(await guest.call('/invitations/accept', { body: { token, name: 'N', password: 'short' } }), 'password')
  const body = { token, name: 'New Person', password: 'a password of mine' }
  const both = await Promise.all([
    guest.call('/invitations/accept', { body }),
    guest.call('/invitations/accept', { body }),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 404])
  for (const path of ['lookup', 'accept']) {
    assertRefused(
      await guest.call(`/invitations/${path}`, { body: { ...(path === 'accept' ? body : { token }) } }),
      'not_found',
    )
  }
  assert.equal((await guest.signIn(email, 'a password of mine')).status, 200)
  const { body: me } = await guest.call('/me')
  assert.deepEqual(
    (me.organizations as { organization_id: string; role: string }[]).map(each => [each.organization_id, each.role]),
    [[owner.organizationId, 'ADMIN']],
  )
  const { body: list } = await owner.call(owner.inside('/members'))
  assert.deepEqual(
    list.data.map(each => each.email),
    [email, owner.email].sort(),
  )
})

test('a member of another organization joins with an existing account', async () => {
  const { owner } = await office()
  const elsewhere = await office()
  const token = await invite(owner, elsewhere.owner.email, 'VIEWER')
  const guest = elsewhere.owner
  assert.equal((await guest.call('/invitations/lookup', { body: { token } })).body.step, 'CONFIRM')
  assertNames(
    await guest.call('/invitations/accept', { body: { token, name: 'X', password: 'another password' } }),
    'name',
    'password',
  )
  assert.equal((await guest.call('/invitations/accept', { body: { token } })).status, 200)
  const { body: me } = await elsewhere.owner.call('/me')
  assert.deepEqual((me.organizations as { role: string }[]).map(({ role }) => role).sort(), ['OWNER', 'VIEWER'])
})

test('an invitation ends when it is canceled, replaced or seven days old', async () => {
  const { owner } = await office()
  const guest = visitor(world)
  const withdrawn = await invite(owner, 'one@example.com')
  const { body: open } = await owner.call(owner.inside('/invitations'))
  const [first] = open.data
  assert.equal(first?.email, 'one@example.com')
  const gone = await owner.call(owner.inside(`/invitations/${first?.invitation_id}`), { method: 'DELETE' })
  assert.deepEqual(gone.body, { invitation_id: first?.invitation_id, deleted: true })
  const replaced = await invite(owner, 'two@example.com')
  const current = await invite(owner, 'two@example.com')
  for (const token of [withdrawn, replaced, 'nonsense']) {
    assertRefused(await guest.call('/invitations/lookup', { body: { token } }), 'not_found')
  }
  world.clock.advance(7 * 86_400_000 - 1)
  assert.equal((await guest.call('/invitations/lookup', { body: { token: current } })).status, 200)
  world.clock.advance(1)
  assertRefused(await guest.call('/invitations/lookup', { body: { token: current } }), 'not_found')
  assert.deepEqual((await owner.call(owner.inside('/invitations'))).body.data, [])
})

test('the number of attempts to guess an invitation token is limited', async () => {
  const guest = visitor(world)
  const statuses = new Set<number>()
  for (let guess = 0; guess < 101; guess++) {
    statuses.add((await guest.call('/invitations/lookup', { body: { token: `guess-${guess}` } })).status)
  }
  assert.deepEqual([...statuses], [404, 429])
  world.clock.advance(15 * 60_000)
})

test('an address can be invited exactly if an account with it could sign in', async () => {
  const { owner } = await office()
  const ask = (email: string) => owner.call(owner.inside('/invitations'), { body: { email, role: 'VIEWER' } })
  for (const email of ["o'brien@example.com", 'a.b+c_d-e@x-1.example.co', '-1@example.io']) {
    assert.equal((await ask(email)).status, 201)
    assertRefused(await visitor(world).signIn(email), 'unauthorized')
  }
  const bad = ['dana@localhost', 'a@b', 'r&d@example.com', "dana'@example.com", 'dana@example.c', 'dana@[127.0.0.1]']
  for (const email of bad) {
    assertNames(await ask(email), 'email')
    for (const path of ['sign-in/email', 'request-password-reset']) {
      const body = { email, ...(path === 'sign-in/email' && { password: 'correct horse battery' }) }
      const reply = await visitor(world).call(`/auth/${path}`, { body })
      assertRefused(reply, 'invalid_request')
      assert.match(String(reply.body.message), /^No account can have this e-mail address\. /)
    }
  }
})

test('a person who is already a member cannot be invited', async () => {
  const { owner } = await office()
  assertRefused(
    await owner.call(owner.inside('/invitations'), { body: { email: owner.email.toUpperCase(), role: 'VIEWER' } }),
    'conflict',
  )
})

test('an ADMIN can manage members, but not an OWNER', async () => {
  const { org, owner } = await office()
  const admin = await signedIn(world, org, 'ADMIN')
  const viewer = await addMember(world, org, 'viewer@example.com', 'VIEWER')
  const change = (by: MemberVisitor, userId: string, role: string) =>
    by.call(by.inside(`/members/${userId}`), { method: 'PATCH', body: { role } })
  assert.equal((await change(admin, viewer, 'ADMIN')).body.role, 'ADMIN')
  assertRefused(await change(admin, viewer, 'OWNER'), 'forbidden')
  assertRefused(await change(admin, owner.userId, 'VIEWER'), 'forbidden')
  assertRefused(await admin.call(admin.inside(`/members/${owner.userId}`), { method: 'DELETE' }), 'forbidden')
  assertRefused(
    await admin.call(admin.inside('/invitations'), { body: { email: 'o@example.com', role: 'OWNER' } }),
    'forbidden',
  )
  assert.equal((await change(owner, viewer, 'OWNER')).body.role, 'OWNER')
})

test('the last OWNER cannot leave, even when two leave at once', async () => {
  const { org, owner } = await office()
  const leave = (by: MemberVisitor) => by.call(by.inside(`/members/${by.userId}`), { method: 'DELETE' })
  assertRefused(await leave(owner), 'conflict')
  assertRefused(
    await owner.call(owner.inside(`/members/${owner.userId}`), { method: 'PATCH', body: { role: 'VIEWER' } }),
    'conflict',
  )
  for (let round = 0, last = owner; round < 10; round++) {
    const second = await signedIn(world, org, 'OWNER')
    const replies = await Promise.all([leave(last), leave(second)])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
    if (replies[0]?.status === 200) last = second
  }
})

test('a member who is removed or demoted is refused from the next call on', async () => {
  const { org, owner } = await office()
  const admin = await signedIn(world, org, 'ADMIN')
  const create = () => admin.call(admin.inside('/keys'), { body: { name: 'K', scopes: ['properties:read'] } })
  assert.equal((await create()).status, 201)
  await owner.call(owner.inside(`/members/${admin.userId}`), { method: 'PATCH', body: { role: 'VIEWER' } })
  assertRefused(await create(), 'forbidden')
  assert.equal((await admin.call(admin.inside('/keys'))).status, 200)
  await owner.call(owner.inside(`/members/${admin.userId}`), { method: 'DELETE' })
  assertRefused(await admin.call(admin.inside('/keys')), 'not_found')
  const { body: log } = await owner.call(owner.inside(`/administrative-log?actor=${owner.email}`))
  assert.deepEqual(
    log.data.map(({ action, subject }) => [action, subject]),
    [
      ['member.remove', admin.email],
      ['member.change_role', admin.email],
    ],
  )
})
