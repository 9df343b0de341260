/** A write that changes nothing leaves no trace: no administrative entry, no change for copies, no event, and no later `updated_at`. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { signedIn } from '../console/visitor.ts'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { CONSOLE_OPERATIONS, prepareRequest, storeConsoleSample } from './console-exercises.ts'

const world = useWorld({ own: true })
const org = useOrganization(world, { plan: 'ENTERPRISE' })
const sample = prepare(() => storeConsoleSample(world, org))
const owner = prepare(() => signedIn(world, org, 'OWNER'))
// A member may make 600 calls per minute.
beforeEach(() => world.clock.advance(61_000))

const WRITES = CONSOLE_OPERATIONS.filter(([, { method }]) => method !== 'GET')

for (const [name, { method }] of WRITES) {
  test(`${name} leaves no trace if it is repeated and replies the same`, async () => {
    const { path, body } = (await prepareRequest(name, sample))()
    const send = (sent: unknown) => owner.call(path, { method, ...(sent !== undefined && { body: sent }) })
    // Only the author of a note can change it.
    await world.sql('update notes set author = $1', [owner.email])
    const first = await send(body)
    world.clock.advance(1_000)
    const before = await traces()
    const again = await send(body)
    const isSame = again.status < 400 && again.text === first.text
    if (method === 'PATCH') assert.equal(again.text, first.text)
    if (isSame) assert.deepEqual(await tracesSince(before), [])
    if (method !== 'PATCH') return
    const nothing = await send({})
    // Some operations have nothing to do without a certain field.
    if (nothing.status !== 400) assert.equal(nothing.text, first.text)
    assert.deepEqual(await tracesSince(before), [])
  })
}

/** What the organization's writes have left behind: one line for each trace. */
async function traces(): Promise<string[]> {
  const found = await world.sql<{ trace: string }>(
    `select format('entry %s of %s', action, subject) || ' ' || id as trace from administrative_log where organization_id = $1
      union all
     select format('change of %s %s in %s', type, id, xid) from record_changes where organization_id = $1
      union all
     select format('event %s %s', type, id) from events where organization_id = $1`,
    [org.id],
  )
  return found.map(({ trace }) => trace)
}

async function tracesSince(before: readonly string[]): Promise<string[]> {
  const known = new Set(before)
  return (await traces()).filter(trace => !known.has(trace))
}
