/** The audit log while its connection breaks and while the database cannot be reached: no answered call is missing, none is there twice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSecret } from '#server/platform/api-keys/secret.ts'
import { repeats } from '../sizes.ts'
import { openWorld, useWorld, type World } from '../world.ts'
import { findMisrecorded, slowDownCommits } from './audit-lines.ts'
import { load } from './load.ts'
import { beginOutage } from './outage.ts'
import { until } from './processes.ts'

const CALLS = 600
const KILLS = repeats(3, 10)

const world = useWorld({ own: true })
test('killing connections of the log in the middle of batches loses no line, doubles none and fails no call', async () => {
  await slowDownCommits(world, 5)
  const { key } = await world.organization()
  let over = false
  let kills = 0
  const killing = (async () => {
    while (!over && kills < KILLS) {
      const killed = await world.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'active' and query ilike 'copy audit.calls%'`,
      )
      kills += killed.length
    }
  })()
  const call = () => fetch(`${world.service.url}/api/v1/listings`, { headers: { 'x-api-key': key } })
  const answered = await load(Array<typeof call>(CALLS).fill(call), 32)
  over = true
  await killing

  assert.equal(kills, KILLS)
  assert.deepEqual(
    answered.filter(({ status }) => status !== 200),
    [],
  )
  assert.equal(answered.length, CALLS)
  assert.deepEqual(await findMisrecorded(world, answered), [])
})

test('without a database a known key is answered 503 with Retry-After and the lost line is counted, and all is well once it is back', async () => {
  const lonely = await openWorld()
  let endOutage = async () => {}
  try {
    const { key } = await lonely.organization()
    const assertUnavailable = async (path: string) => {
      const reply = await lonely.call(path, { key })
      assert.deepEqual([reply.status, reply.body.error], [503, 'unavailable'])
      assert.equal(reply.body.request_id, reply.headers.get('x-request-id'))
      assert.match(reply.headers.get('retry-after') as string, /^[1-9]\d*$/)
    }
    // The clock stands still, so the key stays cached, unless an announcement that was still on its way clears the cache: then no line is lost.
    await until(async () => {
      await until(async () => (await lonely.call('/listings', { key })).status === 200)
      endOutage = await beginOutage(lonely)
      await assertUnavailable('/nowhere')
      if ((await lostLines(lonely)) === 1) return true
      await endOutage()
      return false
    })
    // This call also needs the database for its answer.
    await assertUnavailable('/listings')
    assert.equal(await lostLines(lonely), 2)
    // The key belongs to no known organization, so no line is lost.
    const stranger = await lonely.call('/listings', { key: makeSecret(false) })
    assert.equal(stranger.status, 503)
    assert.equal(await lostLines(lonely), 2)

    await endOutage()
    await until(async () => (await lonely.call('/listings', { key })).status === 200)
    assert.equal(await lostLines(lonely), 2)
  } finally {
    await endOutage()
    await lonely.close()
  }
})

async function lostLines({ service }: World): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  return Number(/^gatehouse_audit_lines_lost_total (\d+)$/m.exec(text)?.[1])
}
