/** Tests on the oldest supported PostgreSQL, where it is installed from Debian's packages. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { cloneTemplate } from '../cluster.ts'
import { hostileSettingsOf } from '../db/hostile-settings.ts'
import { startThrowawayPostgres } from '../db/throwaway-postgres.ts'
import { openWorld } from '../world.ts'

const BINARIES = '/usr/lib/postgresql/15/bin'
const skip = existsSync(BINARIES) ? false : `PostgreSQL 15 is not installed in ${BINARIES}`

test('the oldest PostgreSQL serves the whole API with a schema owner that is not a superuser, whatever is set for that login', {
  skip,
}, async () => {
  const server = await startThrowawayPostgres({ initdb: `${BINARIES}/initdb`, postgres: `${BINARIES}/postgres` })
  try {
    const superuser = new pg.Client(clientConfig(server.connection))
    await superuser.connect()
    await superuser.query('create role landlord login createdb createrole')
    const database = await cloneTemplate({ ...server.connection, user: 'landlord' })
    for (const statement of hostileSettingsOf('role landlord')) await superuser.query(statement)
    await superuser.end()
    const world = await openWorld({ database })
    try {
      const [server15] = await world.sql<{ server_version: string }>('show server_version')
      assert.match(server15?.server_version ?? '', /^15\./)
      const org = await world.organization()
      const other = await world.organization()
      await org.within(async ({ today }) => {
        await seedOrganization({ units: 60, months: 6, seed: 'oldest', today }, { inTransaction: org.within })
      })
      const properties = await world.call('/properties?limit=100', { key: org.key })
      assert.equal(properties.status, 200)
      assert.equal(
        properties.body.data.reduce((units, property) => units + Number(property.unit_count), 0),
        60,
      )
      const id = properties.body.data[0]?.property_id
      assert.equal((await world.call(`/properties/${id}`, { key: org.key })).status, 200)
      assert.equal((await world.call(`/properties/${id}`, { key: other.key })).status, 404)
      assert.equal((await world.call(`/residents?property_id=${id}`, { key: org.key })).status, 200)
      assert.ok((await world.call('/listings', { key: org.key })).body.pagination.total > 0)
      assert.equal((await world.call('/properties', { key: other.key })).body.pagination.total, 0)
      const [{ lines }] = (await world.sql('select count(*)::int as lines from audit.calls')) as [{ lines: number }]
      assert.equal(lines, 6)
    } finally {
      await world.close()
    }
  } finally {
    await server.stop()
  }
})
