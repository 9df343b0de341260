/** An open invitation grants no more than its sender may grant. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import { lockMembers } from '#server/platform/members/queries.ts'
import { assertRefused } from '../contract/promises.ts'
import { until } from '../service/processes.ts'
import { repeats } from '../sizes.ts'
import { useWorld } from '../world.ts'
import { type MemberVisitor, PASSWORD, signedIn, visitor } from './visitor.ts'

const world = useWorld()
let count = 0

async function invite(by: MemberVisitor, role = 'ADMIN'): Promise<string> {
  const body = { email: `invited-${++count}@example.com`, role }
  const reply = await by.call(by.inside('/invitations'), { body })
  assert.equal(reply.status, 201, reply.text)
  return String(reply.body.accept_url).split('#token=')[1] as string
}

const accept = (token: string) =>
  visitor(world).call('/invitations/accept', { body: { token, name: 'N', password: PASSWORD } })

test('open invitations end when their sender is removed', async () => {
  const org = await world.organization()
  const owner = await signedIn(world, org, 'OWNER')
  const admin = await signedIn(world, org, 'ADMIN')
  const [theirs, own] = [await invite(admin), await invite(owner)]
  await owner.call(owner.inside(`/members/${admin.userId}`), { method: 'DELETE' })
  assertRefused(await accept(theirs), 'not_found')
  const { body } = await owner.call(owner.inside('/invitations'))
  assert.deepEqual(
    body.data.map(({ invited_by }) => invited_by),
    [owner.email],
  )
  assert.equal((await accept(own)).status, 200)
  const log = await world.sql<{ action: string }>(
    'select action from administrative_log where organization_id = $1 order by id',
    [org.id],
  )
  assert.ok(log.some(({ action }) => action === 'invitation.withdraw'))
})

test('open invitations end when their sender gets a lower role, but not when they get a higher one', async () => {
  const org = await world.organization()
  const owner = await signedIn(world, org, 'OWNER')
  const admin = await signedIn(world, org, 'ADMIN')
  const change = (role: string) =>
    owner.call(owner.inside(`/members/${admin.userId}`), { method: 'PATCH', body: { role } })
  const kept = await invite(admin)
  await change('OWNER')
  assert.equal((await accept(kept)).status, 200)
  const tooHigh = await invite(admin, 'OWNER')
  await change('ADMIN')
  assertRefused(await accept(tooHigh), 'not_found')
  const gone = await invite(admin)
  await change('VIEWER')
  assertRefused(await accept(gone), 'not_found')
  await change('ADMIN')
  assertRefused(await accept(gone), 'not_found')
})

test('a member who is removed while inviting somebody leaves no invitation behind', async () => {
  const org = await world.organization()
  const owner = await signedIn(world, org, 'OWNER')
  for (let round = 0; round < repeats(5, 200); round++) {
    const admin = await signedIn(world, org, 'ADMIN')
    const email = `raced-${++count}@example.com`
    const [made] = await Promise.all([
      admin.call(admin.inside('/invitations'), { body: { email, role: 'ADMIN' } }),
      owner.call(owner.inside(`/members/${admin.userId}`), { method: 'DELETE' }),
    ])
    assert.ok([201, 403, 404].includes(made.status), made.text)
    const open = await world.sql(
      'select from console.invitations where email = $1 and accepted_at is null and withdrawn_at is null',
      [email],
    )
    assert.equal(open.length, 0, `round ${round}: answered ${made.status}`)
  }
})

test('a member who is demoted while promoting somebody promotes nobody', async () => {
  const org = await world.organization()
  const owner = await signedIn(world, org, 'OWNER')
  for (let round = 0; round < repeats(3, 100); round++) {
    const [second, friend] = [await signedIn(world, org, 'OWNER'), await signedIn(world, org, 'VIEWER')]
    // The change of both roles waits for this lock, and the demotion is first in line.
    const release = await holdMembers(org.id)
    const demotion = owner.call(owner.inside(`/members/${second.userId}`), {
      method: 'PATCH',
      body: { role: 'VIEWER' },
    })
    await waiting(1)
    const promotion = second.call(second.inside(`/members/${friend.userId}`), {
      method: 'PATCH',
      body: { role: 'OWNER' },
    })
    await waiting(2)
    await release()
    assert.equal((await demotion).status, 200)
    assertRefused(await promotion, 'forbidden')
  }
})

test('an organization has at most 200 open invitations', async () => {
  const org = await world.organization()
  const owner = await signedIn(world, org, 'OWNER')
  await invite(owner)
  await world.sql(
    `insert into console.invitations (organization_id, id, email, role, token_sha256, invited_by, created_at, expires_at)
     select organization_id, id || n, n || email, role, sha256(n::text::bytea), invited_by, created_at, expires_at
       from console.invitations, generate_series(1, 199) n where organization_id = $1`,
    [org.id],
  )
  const body = { email: 'one-too-many@example.com', role: 'VIEWER' }
  assertRefused(await owner.call(owner.inside('/invitations'), { body }), 'conflict')
  const again = { email: `invited-${count}@example.com`, role: 'VIEWER' }
  assert.equal((await owner.call(owner.inside('/invitations'), { body: again })).status, 201)
})

async function holdMembers(organizationId: string): Promise<() => Promise<void>> {
  const holder = new pg.Client(clientConfig(world.database.connection))
  await holder.connect()
  await holder.query('begin')
  await holder.query(lockMembers.text, [organizationId])
  return async () => {
    await holder.query('commit')
    await holder.end()
  }
}

async function waiting(calls: number): Promise<void> {
  await until(async () => {
    const rows = await world.sql(
      `select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows.length >= calls
  })
}
