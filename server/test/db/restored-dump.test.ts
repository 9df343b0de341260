/** A database that was restored from a dump: its feed of changes is complete again, and cursors from before have expired. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adoptRestoredDump } from '#server/db/restored-dump.ts'
import { property, store, unit } from '../records.ts'
import { useOrganization, useWorld } from '../world.ts'

const world = useWorld({ own: true })
const org = useOrganization(world)

/** Numbers that a server has only after many more transactions than this one has had. */
const AHEAD = `(xid::text::numeric + 1000000000)::text::xid8`

/** What distinguishes a restored dump: where the database is, and numbers of transactions that its server has not given out. */
async function restore(): Promise<void> {
  await world.sql(`update database_identity set home = 'elsewhere'`)
  await world.sql(`update record_changes set xid = ${AHEAD}`)
  await world.sql(`update webhook_recoveries set asked_in = '9000000000'`)
}

async function changes(query = ''): Promise<{ status: number; ids: unknown[]; cursor: string }> {
  const { status, body } = await world.call(`/changes${query}`, { key: org.key })
  return { status, ids: body.data?.map(({ id }) => id), cursor: String(body.next_cursor) }
}

test('a restored dump lists every record from the start, and later changes after that', async () => {
  const home = property()
  const flats = [unit(home), unit(home)]
  await store(org, { properties: [home], units: flats })
  await store(org, { properties: [{ ...home, name: 'Renamed' }] })
  const before = await changes()
  assert.ok(before.ids.length >= 3)
  await restore()
  assert.equal((await changes(`?after=${before.cursor}`)).status, 410, 'before anything has started in it')
  assert.deepEqual((await changes()).ids, [], 'nobody can read a change of the future')

  assert.equal(await adoptRestoredDump(world.database.connection), true)
  assert.equal((await changes(`?after=${before.cursor}`)).status, 410)
  const after = await changes()
  assert.deepEqual(after.ids.toSorted(), before.ids.toSorted())
  const later = property()
  await store(org, { properties: [later] })
  assert.deepEqual((await changes(`?after=${after.cursor}`)).ids, [later.id])
  assert.deepEqual(
    await world.sql(
      `select relname from pg_class where relname in ('record_changes', 'webhook_recoveries') and not relforcerowsecurity`,
    ),
    [],
  )
})

test('a recovery that was running continues in a restored dump', async () => {
  const body = JSON.stringify({ event: 'lead.created', target_url: 'http://127.0.0.1:9/hooks' })
  const webhook = await world.call('/webhooks', { key: org.key, method: 'POST', body })
  await world.sql(
    `insert into webhook_recoveries (organization_id, id, subscription_id, since, until, is_all, event_count, created_at)
     values ($1, 'rcv_1', $2, now(), now(), true, 1, now())`,
    [org.id, webhook.body.id],
  )
  await restore()
  await adoptRestoredDump(world.database.connection)
  const [running] = await world.sql<{ may: boolean }>(
    'select asked_in < pg_snapshot_xmax(pg_current_snapshot()) as may from webhook_recoveries',
  )
  assert.equal(running?.may, true)
})

test('a database that stays where it is keeps its identity, its cursors and its changes', async () => {
  await adoptRestoredDump(world.database.connection)
  const { cursor } = await changes()
  assert.equal(await adoptRestoredDump(world.database.connection), false)
  const { status, ids } = await changes(`?after=${cursor}`)
  assert.deepEqual({ status, ids }, { status: 200, ids: [] })
})
