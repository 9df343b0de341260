/** The metric of how far the change feed is behind, as a login reads it from which the transactions of others are hidden. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import { useWorld } from '../world.ts'

const world = useWorld({ own: true })

test('the longest that a transaction has been seen to hold back the feed is a metric, until it ends', async t => {
  const holder = new pg.Client(clientConfig(world.database.connection))
  await holder.connect()
  t.after(() => holder.end())
  await holder.query('begin')
  await holder.query('create table held_back (id int)')
  const before = await lag()
  assert.ok(before < 60, `${before} s`)
  world.clock.advance(400_000)
  const held = await lag()
  assert.ok(held >= 400 && held < 460, `${held} s`)
  await holder.query('rollback')
  world.clock.advance(11_000)
  assert.ok((await lag()) < 60)
})

async function lag(): Promise<number> {
  const metrics = await (await fetch(`${world.service.url}/metrics`)).text()
  const [, seconds] = /^gatehouse_change_feed_lag_seconds\{cause="transaction"\} (\S+)$/m.exec(metrics) ?? []
  return Number(seconds)
}
