/** Someone who signs in with the old password while it is replaced has no session afterward. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storePassword } from '#server/platform/members/accounts.ts'
import { hashPassword } from '#server/sign-in/password.ts'
import { assertRefused } from '../contract/promises.ts'
import { until } from '../service/processes.ts'
import { useWorld } from '../world.ts'
import { totp } from './totp.ts'
import { type MemberVisitor, PASSWORD, signedIn, visitor } from './visitor.ts'

const world = useWorld()

/** Replaces the password of `member`. `beforeCommit` runs right before the transaction commits. */
async function replacePassword({ userId }: MemberVisitor, beforeCommit: () => Promise<unknown>): Promise<void> {
  const hash = await hashPassword('the new password')
  const { id } = await world.organization()
  await world.pools.memberWrites.transaction(id, async db => {
    await storePassword({ db, now: world.clock.now() }, userId, hash)
    await beforeCommit()
  })
}

/** Counts the sessions and second steps of a member. */
async function opened({ userId }: MemberVisitor): Promise<number> {
  const [row] = await world.sql<{ count: string }>(
    `select (select count(*) from console.sessions where user_id = $1) +
            (select count(*) from console.verifications where value = $1) as count`,
    [userId],
  )
  return Number(row?.count)
}

for (const withCodes of [false, true]) {
  const factors = withCodes ? 'a password and a code' : 'a password'
  test(`an attempt to sign in with ${factors} that is under way when the password is replaced opens nothing`, async () => {
    const org = await world.organization()
    const member = await signedIn(world, org, 'ADMIN')
    if (withCodes) {
      const setUp = await member.call('/auth/two-factor/enable', { body: { password: PASSWORD } })
      const code = totp(new URL(setUp.body.totpURI as string).searchParams.get('secret') as string)
      assert.equal((await member.call('/auth/two-factor/verify-totp', { body: { code } })).status, 200)
    }
    const attacker = visitor(world)
    let attempt: Promise<unknown> = Promise.resolve()
    let reply: Awaited<ReturnType<typeof attacker.signIn>> | undefined
    await replacePassword(member, async () => {
      const before = await opened(member)
      attempt = attacker.signIn(member.email).then(answer => {
        reply = answer
      })
      // The attempt has opened a session or a second step while the old password is still in force.
      await until(async () => (await opened(member)) > before || reply !== undefined)
    })
    await attempt
    assertRefused(reply!, 'unauthorized')
    assert.deepEqual([...attacker.cookies.keys()], [])
    assert.deepEqual(await world.sql('select id from console.sessions where user_id = $1', [member.userId]), [])
    assert.equal((await attacker.signIn(member.email, 'the new password')).status, 200)
  })
}
