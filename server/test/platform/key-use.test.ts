/** Every process records the last use of many keys at once, and processes never deadlock with each other. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import { recordKeyUse } from '#server/platform/api-keys/queries.ts'
import { deadlocksOf, untilWaiting } from '../db/deadlocks.ts'
import { useWorld } from '../world.ts'

const world = useWorld({ own: true })
const holders: pg.Client[] = []
afterEach(async () => {
  await Promise.all(holders.map(holder => holder.end()))
})

test('two processes that record the use of the same keys in opposite orders do not deadlock', async () => {
  const org = await world.organization()
  const issued = await Promise.all(Array.from({ length: 4 }, () => org.issueKey()))
  const [first, last, one, other] = issued.map(({ keyId }) => keyId).sort() as [string, string, string, string]
  const at = new Date(world.clock.now()).toISOString()
  const use = (keyIds: string[]) =>
    world.pools.platformWrites.transaction(null, tx =>
      tx.query(recordKeyUse, [keyIds.map(() => org.id), keyIds, keyIds.map(() => at), keyIds.map(() => '203.0.113.7')]),
    )
  // Each would wait between its first key and its last one if the two did not begin with the same key.
  for (const id of [one, other]) {
    const holder = new pg.Client(clientConfig(world.database.connection))
    holders.push(holder)
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from api_keys where id = $1 for update', [id])
  }
  const used = [use([first, one, last]), use([last, other, first])]
  await untilWaiting(world, 'api_keys', 2)
  for (const holder of holders) await holder.query('rollback')
  await Promise.all(used)
  const rows = await world.sql('select from api_keys where last_used_at is not null')
  assert.equal(rows.length, 4)
  assert.equal(await deadlocksOf(world, holders), 0)
})
