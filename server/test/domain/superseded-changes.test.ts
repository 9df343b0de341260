/** Superseded changes are deleted, and what has not changed since the last time is not looked at again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WritePool } from '#server/db/write-pool.ts'
import { deleteSuperseded, openSupersededChanges } from '#server/domain/changes/superseded.ts'
import { saveProperties } from '#server/domain/properties/operations.ts'
import { createRandom } from '#server/seed/random.ts'
import { property, store } from '../records.ts'
import { until } from '../service/processes.ts'
import { type Organization, useWorld } from '../world.ts'

const world = useWorld({ own: true, role: 'api' })

type Change = { organization_id: string; xid: string; type: string; id: string }

const changes = () =>
  world.sql<Change>(
    'select organization_id, xid::text, type, id from record_changes order by organization_id, xid, type, id',
  )

/** The latest change of each record. */
function latestOf(all: Change[]): Change[] {
  const latest = new Map(all.map(({ organization_id, type, id, xid }) => [`${organization_id} ${type} ${id}`, xid]))
  return all.filter(({ organization_id, type, id, xid }) => latest.get(`${organization_id} ${type} ${id}`) === xid)
}

/** The pool of the platform, and how many changes were looked at in each organization through it. */
function watched(): { writes: WritePool; seen: Map<string, number> } {
  const seen = new Map<string, number>()
  const { platformWrites } = world.pools
  const transaction: WritePool['transaction'] = (organizationId, work) =>
    platformWrites.transaction(organizationId, tx => {
      const query: typeof tx.query = async (statement, values) => {
        const rows = await tx.query(statement, values)
        if ((statement as unknown) !== deleteSuperseded) return rows
        const [id] = values as [string]
        for (const row of rows as { seen: number }[]) seen.set(id, (seen.get(id) ?? 0) + row.seen)
        return rows
      }
      return work(new Proxy(tx, { get: (of, name) => (name === 'query' ? query : Reflect.get(of, name)) }))
    })
  const writes = new Proxy(platformWrites, {
    get: (of, name) => (name === 'transaction' ? transaction : Reflect.get(of, name)),
  })
  return { writes, seen }
}

async function rename(organization: Organization, records: ReturnType<typeof property>[], name: string): Promise<void> {
  for (const record of records) {
    await organization.within(context => saveProperties(context, [{ ...record, name: `${name} ${record.id}` }]))
  }
}

test('only the latest change of a record is kept, and only what has changed since is looked at again', async () => {
  const random = createRandom('superseded')
  const organizations = await Promise.all([world.organization(), world.organization(), world.organization()])
  const portfolios = organizations.map(() => Array.from({ length: 6 }, () => property()))
  for (const [index, organization] of organizations.entries()) {
    const properties = portfolios[index]!
    await store(organization, { properties })
    for (let change = 0; change < 8; change++) await rename(organization, [random.pick(properties)], `${change}`)
  }
  const { writes, seen } = watched()
  const deleteAll = openSupersededChanges(writes, 4)
  const latest = latestOf(await changes())
  // A transaction that still runs, such as one of autovacuum, may hold back the last changes for a moment.
  await until(async () => {
    await deleteAll()
    return (await changes()).length === latest.length
  })
  assert.deepEqual(await changes(), latest)

  await until(async () => {
    seen.clear()
    await deleteAll()
    return seen.size === 0
  })
  const [first, second] = [organizations[0]!, portfolios[0]!]
  await rename(first, second.slice(0, 2), 'again')
  await rename(first, second.slice(0, 1), 'and again')
  const kept = latestOf(await changes())
  await until(async () => {
    await deleteAll()
    return (await changes()).length === kept.length
  })
  assert.deepEqual(await changes(), kept)
  assert.deepEqual([...seen.keys()], [first.id])
  assert.equal(seen.get(first.id), 3)
})
