/** What the doctor says of callers who all have one address: it may be a proxy that is not trusted, or a gateway that must not be. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCallers } from '#server/commands/doctor/callers.ts'
import { readConfig } from '#server/config.ts'
import { useWorld } from '../world.ts'

const world = useWorld({ own: true })

test('doctor says what to do if the one address of all callers is a proxy, and what if it is a gateway', async () => {
  const now = world.clock.now()
  for (let callers = 0; callers < 2; callers++) await world.organization()
  await world.sql(`update api_keys set last_used_at = $1, last_used_address = '172.18.0.3'`, [new Date(now)])
  const config = readConfig({ TRUST_PROXY: '127.0.0.0/8' })
  const [finding] = await checkCallers(config, world.database.connection, now)
  assert.equal(finding?.level, 'warning')
  assert.match(
    finding.action ?? '',
    /^If it is your proxy, add its address range to TRUST_PROXY, and restart the service\./,
  )
  assert.match(finding.action ?? '', /gateway .*\(NAT\), leave TRUST_PROXY as it is/)
})
