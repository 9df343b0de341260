/** The metric of how far the change feed is behind, as a login reads it from which the transactions of others are hidden. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import { recordCalendarChanges } from '#server/domain/changes/calendar.ts'
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

test('the calendar of an organization of which no worker has recorded a day is behind as well, until one does', async () => {
  const { id } = await world.organization()
  const created = new Date(world.clock.now())
  await world.sql('update organizations set created_at = $2 where id = $1', [id, created])
  world.clock.advance(11_000)
  assert.equal(await lag('calendar'), 0)
  world.clock.advance(3 * 86_400_000)
  const behind = await lag('calendar')
  assert.ok(behind > 86_400, `${behind} s`)
  await recordCalendarChanges(world.pools, world.clock.now())
  world.clock.advance(11_000)
  assert.equal(await lag('calendar'), 0)
})

async function lag(cause = 'transaction'): Promise<number> {
  const metrics = await (await fetch(`${world.service.url}/metrics`)).text()
  const [, seconds] =
    new RegExp(`^gatehouse_change_feed_lag_seconds\\{cause="${cause}"\\} (\\S+)$`, 'm').exec(metrics) ?? []
  return Number(seconds)
}
