/** Every statement of an import reads the rows of one organization only, which its plan shows for each table. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import { listLeasesByExternalId, listSignedLeasesOfUnits, sumLeaseMoney } from '#server/domain/leases/queries.ts'
import { listPropertiesKnownAs } from '#server/domain/properties/queries.ts'
import { lockResidentsByExternalId } from '#server/domain/residents/queries.ts'
import { listUnitsInService, listUnitsKnownAs, sumMarketRents } from '#server/domain/units/queries.ts'
import { listVendorNamesByExternalId } from '#server/domain/work-orders/bulk-queries.ts'
import { createTestDatabase, type TestDatabase } from '../cluster.ts'

let database: TestDatabase
let client: pg.Client
before(async () => {
  database = await createTestDatabase()
  // The statements are planned as the owner, who bypasses row-level security, so that only the statement's own predicate can appear in the plan.
  client = new pg.Client(clientConfig(database.connection))
  await client.connect()
})
after(async () => {
  await client.end()
  await database.drop()
})

const ORGANIZATION = '01890000-0000-7000-8000-000000000001'
const DAY = '2026-03-01'
const SOME = ['a', 'b']

const CALLS = [
  [listPropertiesKnownAs, [ORGANIZATION, SOME, SOME, SOME]],
  [listUnitsKnownAs, [ORGANIZATION, DAY, SOME, SOME, SOME]],
  [listUnitsInService, [ORGANIZATION, DAY, SOME]],
  [sumMarketRents, [ORGANIZATION, DAY, SOME]],
  [listSignedLeasesOfUnits, [ORGANIZATION, DAY, SOME]],
  [listLeasesByExternalId, [ORGANIZATION, SOME]],
  [sumLeaseMoney, [ORGANIZATION, DAY, SOME]],
  [lockResidentsByExternalId, [ORGANIZATION, SOME]],
  [listVendorNamesByExternalId, [ORGANIZATION, SOME]],
] as const

type Node = {
  'Relation Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Filter?: string
  Plans?: Node[]
}

for (const [{ name, text }, values] of CALLS) {
  test(`${name} states the organization of every table it reads`, async () => {
    const { rows } = await client.query(`explain (format json) ${text}`, values as unknown as unknown[])
    const scans = scansIn(rows[0]['QUERY PLAN'][0].Plan)
    assert.ok(scans.length > 0)
    for (const scan of scans) {
      const conditions = [scan['Index Cond'], scan['Recheck Cond'], scan.Filter].join(' ')
      assert.match(conditions, new RegExp(`organization_id = '${ORGANIZATION}'`), scan['Relation Name'])
    }
  })
}

function scansIn(node: Node): Node[] {
  return [...(node['Relation Name'] ? [node] : []), ...(node.Plans ?? []).flatMap(scansIn)]
}
