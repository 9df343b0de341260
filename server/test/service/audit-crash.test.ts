/** No reply is sent before its audit line is committed: whenever the process is killed, the log has every call that was answered. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeats } from '../sizes.ts'
import { useWorld } from '../world.ts'
import { findMisrecorded, slowDownCommits } from './audit-lines.ts'
import { load } from './load.ts'
import { connectionString, serve } from './processes.ts'

const CALLS = repeats(300, 2_000)
const IN_FLIGHT = 32

const world = useWorld({ own: true })
test('after kill -9 in the middle of a load, each answered call has one line with its status', async () => {
  await slowDownCommits(world, 10)
  const first = await world.organization()
  const second = await world.organization()
  const { key: withoutScope } = await first.issueKey({ scopes: ['comms:write'], requestsPerMinute: 100_000 })
  const kinds = [
    { key: first.key, path: '/listings', status: 200 },
    { key: second.key, path: '/properties?limit=1', status: 200 },
    { key: first.key, path: '/properties/prop_unknown', status: 404 },
    { key: second.key, path: '/nowhere', status: 404 },
    { key: first.key, path: '/properties?limit=none', status: 400 },
    { key: withoutScope, path: '/properties', status: 403 },
  ]
  await using server = await serve({ DATABASE_URL: connectionString(world.database.connection) })
  const calls = Array.from({ length: CALLS }, (_, index) => {
    const { key, path } = kinds[index % kinds.length] as (typeof kinds)[number]
    return () => fetch(`${server.url}/api/v1${path}`, { headers: { 'x-api-key': key } })
  })

  const answered = await load(calls, IN_FLIGHT, count => {
    if (count === CALLS / 2) server.signal('SIGKILL')
  })

  assert.equal((await server.ended).code, null)
  assert.ok(answered.length >= CALLS / 2 && answered.length < CALLS, `${answered.length} were answered`)
  // On a busy machine, a call may be refused with 503, which has its line as well.
  assert.deepEqual(
    new Set(answered.map(({ status }) => status)).difference(new Set([503])),
    new Set(kinds.map(({ status }) => status)),
  )
  assert.deepEqual(await findMisrecorded(world, answered), [])
  const [log] = await world.sql('select count(*)::int as lines, count(distinct id)::int as calls from audit.calls')
  assert.equal(log?.lines, log?.calls)
  assert.ok(log?.lines <= answered.length + IN_FLIGHT)
})
