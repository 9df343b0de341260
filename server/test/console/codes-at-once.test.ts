/** Codes of the second step cannot be guessed faster by sending many at the same time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ATTEMPT_LIMITS } from '#server/http/console/sign-in-calls.ts'
import { useOrganization, useWorld } from '../world.ts'
import { totp } from './totp.ts'
import { PASSWORD, signedIn, type Visitor, visitor } from './visitor.ts'

const world = useWorld()
const org = useOrganization(world)

test('wrong codes that arrive at once, each for a sign-in of its own, count before they are checked', async () => {
  const member = await signedIn(world, org, 'ADMIN')
  const { body } = await member.call('/auth/two-factor/enable', { body: { password: PASSWORD } })
  const secret = new URL(body.totpURI as string).searchParams.get('secret') as string
  const enter = (one: Visitor, code: string) => one.call('/auth/two-factor/verify-totp', { body: { code } })
  assert.equal((await enter(member, totp(secret))).status, 200)
  const attackers: Visitor[] = []
  for (let number = 0; number < ATTEMPT_LIMITS.codes + 5; number++) {
    const attacker = visitor(world)
    assert.equal((await attacker.signIn(member.email)).body.twoFactorRedirect, true)
    attackers.push(attacker)
  }
  const wrong = ['000000', '111111', '222222'].find(code => ![totp(secret), totp(secret, 1)].includes(code)) as string
  const replies = await Promise.all(attackers.map(one => enter(one, wrong)))
  const checked = replies.filter(({ status }) => status === 401)
  assert.ok(checked.length <= ATTEMPT_LIMITS.codes, `${checked.length} codes were checked`)
  assert.deepEqual([...new Set(replies.map(({ status }) => status))].sort(), [401, 429])
})
