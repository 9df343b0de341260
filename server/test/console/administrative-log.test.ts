/** The administrative log by time: what was changed between two instants, page by page and as a file. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { type MemberVisitor, signedIn } from './visitor.ts'

const HOUR = 3_600_000
const world = useWorld({ own: true })

/** A member who has created five keys, one per hour, and when each was created. */
async function busyMember(): Promise<{ admin: MemberVisitor; times: string[] }> {
  const admin = await signedIn(world, await world.organization(), 'ADMIN')
  const times: string[] = []
  for (let hour = 0; hour < 5; hour++) {
    world.clock.advance(HOUR)
    times.push(new Date(world.clock.now()).toISOString())
    const made = await admin.call(admin.inside('/keys'), { body: { name: `Key ${hour}`, scopes: ['properties:read'] } })
    assert.equal(made.status, 201, made.text)
  }
  return { admin, times }
}

test('the log shows what was changed from one instant until before another, newest first, and its pages stay between them', async () => {
  const { admin, times } = await busyMember()
  const read = async (query: string) => {
    const { status, body, text } = await admin.call(admin.inside(`/administrative-log?action=key.create&${query}`))
    assert.equal(status, 200, text)
    return body as unknown as { data: { id: string; occurred_at: string }[]; next: string | null }
  }
  const timesOf = async (query: string) => (await read(query)).data.map(({ occurred_at }) => occurred_at)
  const [first, second, , fourth] = times as [string, string, string, string]
  const between = times.slice(1, 3).toReversed()
  assert.deepEqual(await timesOf(`since=${second}&until=${fourth}`), between)
  assert.deepEqual(await timesOf(`since=${first}&until=${second}`), [first])
  assert.deepEqual(await timesOf(`since=${first}&until=${first}`), [])
  const page = await read(`since=${second}&until=${fourth}&limit=1`)
  assert.deepEqual([page.data[0]?.occurred_at], between.slice(0, 1))
  assert.deepEqual(await timesOf(`since=${second}&until=${fourth}&before=${page.next}`), between.slice(1))
  assert.deepEqual(
    await timesOf(`since=${first}&until=${second}&before=${page.next}`),
    [first],
    'a page begins within the span',
  )
  const filters = encodeURIComponent(`action=key.create&since=${second}&until=${fourth}`)
  const { text } = await admin.call(admin.inside(`/lists/administrative-log?filters=${filters}`))
  assert.deepEqual(
    text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map(line => line.split(',')[1]),
    between,
  )
})
