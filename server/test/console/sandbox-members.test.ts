/** A sandbox has the members of its organization, at every moment. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uuidFromId } from '#server/base/ids.ts'
import { addUser } from '#server/platform/members/changes.ts'
import { hashPassword } from '#server/sign-in/password.ts'
import { assertRefused } from '../contract/promises.ts'
import { useWorld } from '../world.ts'
import { signedIn } from './visitor.ts'

const world = useWorld()
async function withSandbox() {
  const org = await world.organization({ name: 'Maple Management', plan: 'ENTERPRISE' })
  const owner = await signedIn(world, org, 'OWNER')
  const { body } = await owner.call(owner.inside('/sandbox'), { method: 'POST' })
  return { org, owner, sandboxId: String(body.organization_id), sandbox: `/organizations/${body.organization_id}` }
}

test('a member who joins, leaves or is demoted in the organization does so in its sandbox as well', async () => {
  const { org, owner, sandbox } = await withSandbox()
  const late = await signedIn(world, org, 'ADMIN')
  const key = { body: { name: 'K', scopes: ['properties:read'] } }
  assert.equal((await late.call(`${sandbox}/keys`, key)).status, 201)
  const { organizations } = (await late.call('/me')).body as unknown as { organizations: { role: string }[] }
  assert.deepEqual(
    organizations.map(({ role }) => role),
    ['ADMIN', 'ADMIN'],
  )
  await owner.call(owner.inside(`/members/${late.userId}`), { method: 'PATCH', body: { role: 'VIEWER' } })
  assertRefused(await late.call(`${sandbox}/keys`, key), 'forbidden')
  await owner.call(owner.inside(`/members/${late.userId}`), { method: 'DELETE' })
  assertRefused(await late.call(`${sandbox}/keys`), 'not_found')
  assert.deepEqual((await late.call('/me')).body.organizations, [])
})

test('a sandbox lists the members of its organization and cannot have its own', async () => {
  const { org, owner, sandbox, sandboxId } = await withSandbox()
  const viewer = await signedIn(world, org, 'VIEWER')
  const [here, there] = [await owner.call(owner.inside('/members')), await owner.call(`${sandbox}/members`)]
  assert.deepEqual(there.body.data, here.body.data)
  const refused = [
    await owner.call(`${sandbox}/invitations`, { body: { email: 'x@example.com', role: 'ADMIN' } }),
    await owner.call(`${sandbox}/members/${viewer.userId}`, { method: 'PATCH', body: { role: 'OWNER' } }),
    await owner.call(`${sandbox}/members/${viewer.userId}`, { method: 'DELETE' }),
  ]
  for (const reply of refused) assertRefused(reply, 'conflict')
  const organizationId = uuidFromId('organization', sandboxId) as string
  const passwordHash = await hashPassword('a password of an operator')
  await assert.rejects(
    world.pools.memberWrites.transaction(organizationId, db =>
      addUser(
        { db, actor: 'operator', now: world.clock.now() },
        { email: 'sandboxed@example.com', role: 'ADMIN', passwordHash },
      ),
    ),
    /members of its organization/,
  )
  await assert.rejects(
    world.sql('insert into console.members (organization_id, user_id, role) values ($1, $2, $3)', [
      organizationId,
      viewer.userId,
      'OWNER',
    ]),
    /sandbox/,
  )
})

test('a sandbox that an operator created without a live organization has its own members', async () => {
  const alone = await world.organization({ isSandbox: true, plan: 'ENTERPRISE' })
  const owner = await signedIn(world, alone, 'OWNER')
  assert.equal((await owner.call(owner.inside('/members'))).body.data.length, 1)
  const reply = await owner.call(owner.inside('/invitations'), { body: { email: 'y@example.com', role: 'ADMIN' } })
  assert.equal(reply.status, 201, reply.text)
})
