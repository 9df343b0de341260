/** Callers that read a large reply slowly hold up themselves and no other customer. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { uuidFromId } from '#server/base/ids.ts'
import { atPace } from '#server/http/reading-pace.ts'
import { signedIn } from '../console/visitor.ts'
import { assertRefused } from '../contract/promises.ts'
import { openSampleApi } from '../contract/sample-api.ts'
import { property, store } from '../records.ts'
import { type Organization, useWorld } from '../world.ts'
import { until } from './processes.ts'

/** The number of units for a rent roll of about 15 MB, which is more than sockets can buffer. */
const UNITS = 25_000

// A call that waits for a turn is refused soon, because the calls before it never finish.
const world = useWorld({ poolLimits: { snapshots: { waitMs: 5_000 } } })
async function addUnits(organization: Pick<Organization, 'id' | 'within'>): Promise<void> {
  const home = property()
  await store(organization as Organization, { properties: [home] })
  await world.sql(
    `insert into units (organization_id, id, property_id, label, in_service_from)
     select $1, 'unit_' || lpad(n::text, 26, '0'), $2, n::text, '2020-01-01' from generate_series(1, $3::int) as n`,
    [organization.id, home.id, UNITS],
  )
}

/** Requests the rent roll and reads only its beginning; resolves with the status. */
async function readSlowly(key: string): Promise<{ socket: Socket; status: number }> {
  const { hostname, port } = new URL(world.service.url as string)
  const socket = connect(Number(port), hostname)
  socket.write(`GET /api/v1/rent-roll?scope_id=portfolio HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`)
  const [begin] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return { socket, status: Number(/^HTTP\/1.1 (\d+)/.exec(begin.toString('latin1'))?.[1]) }
}

test('four slow readers of one customer, two of them in its sandbox, do not keep another customer from its rent roll', async () => {
  const live = await world.organization({ plan: 'ENTERPRISE' })
  const other = await world.organization()
  const owner = await signedIn(world, live, 'OWNER')
  const made = await owner.call(owner.inside('/sandbox'), { method: 'POST' })
  const sandboxId = made.body.organization_id as string
  const issued = await owner.call(`/organizations/${sandboxId}/keys`, {
    body: { name: 'Trial', scopes: ['accounting:read'] },
  })
  assert.equal(issued.status, 201, issued.text)
  const sandboxKey = issued.body.api_key as string
  const sandbox = { id: uuidFromId('organization', sandboxId) as string }
  await addUnits(live)
  await world.sql(
    `insert into units (organization_id, id, property_id, label, in_service_from)
     select $1, 'unit_' || lpad(n::text, 26, '0'), (select min(id) from properties where organization_id = $1), 'S' || n, '2020-01-01'
       from generate_series(1, $2::int) as n`,
    [sandbox.id, UNITS],
  )

  const readers = await Promise.all([live.key, live.key, sandboxKey, sandboxKey].map(readSlowly))
  const roll = await world.call('/rent-roll?scope_id=portfolio', { key: other.key })
  assert.equal(roll.status, 200, roll.text)
  assert.deepEqual(readers.map(({ status }) => status).sort(), [200, 200, 503, 503])
  const fifth = await world.call('/rent-roll?scope_id=portfolio', { key: sandboxKey })
  assertRefused(fifth, 'unavailable')
  assert.equal(fifth.headers.get('retry-after'), '5')
  for (const { socket } of readers) socket.destroy()
})

/** Reads pieces of about 64 KiB one after another, with pauses of `restMs`; resolves with how the connection ended. */
async function takeSteadily(
  url: string,
  key: string,
  restMs: number,
): Promise<{ end: string | undefined; last: string }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let end: string | undefined
  let last = ''
  socket.on('error', (error: NodeJS.ErrnoException) => {
    end = error.code
  })
  socket.write(`GET /sample/streams?count=60000 HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\nconnection: close\r\n\r\n`)
  try {
    for await (const piece of socket) {
      last = (last + (piece as Buffer).toString('latin1')).slice(-5)
      if (restMs > 0) await pause(restMs)
    }
  } catch {
    // `end` has the reason.
  }
  return { end, last }
}

test('a reader that never stops but is slower than the minimum is cut off, and a faster one is not', async () => {
  const org = await world.organization()
  const take = async (restMs: number, ms: number) => {
    const api = await openSampleApi(world, { minimumPace: { length: 2 * 1024 * 1024, ms } })
    try {
      return await takeSteadily(api.url, org.key, restMs)
    } finally {
      await api.close()
    }
  }
  const outcomes = () =>
    world.sql('select outcome from audit.calls where organization_id = $1 and outcome is not null order by id', [
      org.id,
    ])
  assert.equal((await take(150, 1_000)).end, 'ECONNRESET')
  await until(async () => (await outcomes()).length === 1)
  // A busy machine may need a lower minimum rate.
  let fast = await take(0, 1_000)
  if (fast.end) fast = await take(0, 20_000)
  assert.deepEqual(fast, { end: undefined, last: '0\r\n\r\n' })
  await until(async () => (await outcomes()).at(-1)?.outcome === 'COMPLETED')
  assert.equal((await outcomes())[0]?.outcome, 'ABORTED')
})

test('a caller who reads on when the time is just up is judged at once, and no timer is set in the past', async t => {
  const warnings: string[] = []
  const onWarning = ({ name }: Error) => void warnings.push(name)
  process.on('warning', onWarning)
  t.after(() => process.off('warning', onWarning))
  async function* texts() {
    yield* ['a', 'b', 'c']
  }
  let isCut = false
  const paced = atPace(texts(), { length: 10, ms: 0 }, () => {
    isCut = true
  })
  // With a limit of 0 ms, whatever was waited for the first text is more than the limit when the second one is sent.
  await paced.next()
  await paced.next()
  await until(() => isCut)
  await paced.return()
  assert.deepEqual(warnings, [])
})
