/** A primary that is lost and its standby, which is promoted: calls are refused for a while, and then served without a restart of the service. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { MIGRATIONS } from '#server/database.ts'
import { aboutSchema } from '#server/db/about-schema.ts'
import { clientConfig } from '#server/db/session.ts'
import { cloneTemplate } from '../cluster.ts'
import { storeSample } from '../contract/sample.ts'
import { startThrowawayPostgres } from '../db/throwaway-postgres.ts'
import { openWorld } from '../world.ts'
import { until } from './processes.ts'

test('while the database is a standby, the service is not ready and answers 503; once it is promoted, both pass by themselves', async t => {
  const server = await startThrowawayPostgres()
  t.after(() => server.stop())
  const world = await openWorld({ database: await cloneTemplate(server.connection) })
  t.after(() => world.service.stop())
  const org = await world.organization()
  const { property } = await storeSample(org)
  const ready = async () => {
    const reply = await fetch(`${world.service.url}/readyz`)
    return [reply.status, reply.headers.get('retry-after'), ((await reply.json()) as { message?: string }).message]
  }
  let number = 0
  const write = async () => {
    const body = JSON.stringify({ title: `Leak ${++number}`, property_id: property.id })
    const reply = await world.call('/work-orders', { key: org.key, method: 'POST', body })
    return { status: reply.status, error: reply.body.error, retryAfter: Number(reply.headers.get('retry-after')) }
  }
  assert.equal((await ready())[0], 200)
  assert.equal((await write()).status, 201)

  await server.becomeStandby()
  const standby = 'The database is a standby, which accepts no writes.'
  await until(async () => (await ready())[2] === standby)
  assert.deepEqual(await ready(), [503, '1', standby])
  const [said = ''] = await aboutSchema(world.database.connection, MIGRATIONS)
  assert.match(
    said,
    /^The database is a standby, .* until it is promoted, or until DATABASE_URL leads to the primary\.$/,
  )
  for (let call = 0; call < 3; call++) {
    const { status, error, retryAfter } = await write()
    assert.deepEqual([status, error], [503, 'unavailable'])
    assert.ok(retryAfter > 0)
  }

  const admin = new pg.Client(clientConfig(server.connection))
  await admin.connect()
  await admin.query('select pg_promote()')
  await admin.end()
  await until(async () => (await ready())[0] === 200)
  assert.equal((await write()).status, 201)
  const { body } = await world.call('/work-orders?limit=10', { key: org.key })
  const titles = body.data.map(order => String(order.title)).filter(title => title.startsWith('Leak'))
  assert.deepEqual(titles.sort(), ['Leak 1', `Leak ${number}`], 'what was refused is not stored')
})
