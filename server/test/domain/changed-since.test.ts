/** Records of short lists that changed since an instant, found by their change if they are few and in the order of the list if they are many. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type ListDefinition, listStatement } from '#server/db/list.ts'
import { endText } from '#server/db/page-text.ts'
import { leadList } from '#server/domain/leads/queries.ts'
import { leaseRecordList } from '#server/domain/leases/v1-queries.ts'
import { propertyList } from '#server/domain/properties/queries.ts'
import { unitRecordList } from '#server/domain/units/v1-queries.ts'
import { useOrganization, useWorld } from '../world.ts'

const world = useWorld()
const org = useOrganization(world)
const TODAY = '2026-03-15'
const STORED = 2_010

const since = (changed: number) => new Date(Date.parse('2026-02-01T00:00:00Z') + (STORED + 1 - changed) * 1000)
const CHANGED = `timestamptz '2026-02-01' + n * interval '1 second'`

before(async () => {
  for (const text of [
    `insert into properties (organization_id, id, name, type, address_line, city, state, postal_code, created_at, updated_at)
     select $1, 'prop_' || n, 'House ' || n * 7 % 2011, 'OTHER', '1 Maple St', 'Austin', 'TX', '78701', now(), ${CHANGED}
       from generate_series(1, ${STORED}) n`,
    `insert into units (organization_id, id, property_id, label, in_service_from, created_at, updated_at)
     select $1, 'unit_' || n, 'prop_1', n * 7 % 2011, '2026-01-01', now(), ${CHANGED} from generate_series(1, ${STORED}) n`,
    `insert into leases (organization_id, id, property_id, unit_id, stage, term_type, start_date, rent_due_day, created_at, updated_at)
     select $1, 'lease_' || n, 'prop_1', 'unit_' || n, 'DRAFT', 'MONTH_TO_MONTH', date '2026-01-01' + n * 7 % 2011, 1, now(), ${CHANGED}
       from generate_series(1, ${STORED}) n`,
    `insert into leads (organization_id, id, first_name, last_name, source, status, created_at, updated_at)
     select $1, 'lead_' || n, 'Ann', 'Lee', 'Web', 'NEW', timestamptz '2026-01-01' + n * 7 % 2011 * interval '1 second', ${CHANGED}
       from generate_series(1, ${STORED}) n`,
  ])
    await world.sql(text, [org.id])
})

type Case = { list: ListDefinition<never>; table: string; key: string; order: string; fixed: string[] }
const as = (list: unknown) => list as ListDefinition<never>
const CASES: Case[] = [
  { list: as(leadList), table: 'leads', key: 'lead_id', order: 'created_at desc, id desc', fixed: [] },
  { list: as(leaseRecordList), table: 'leases', key: 'lease_id', order: 'start_date desc, id desc', fixed: [TODAY] },
  { list: as(unitRecordList), table: 'units', key: 'unit_id', order: 'property_id, label, id', fixed: [TODAY] },
  { list: as(propertyList), table: 'properties', key: 'property_id', order: 'name, id', fixed: [TODAY] },
]

for (const { list, table, key, order, fixed } of CASES) {
  test(`a page of changed ${table} is the same whether few changed or many`, async () => {
    const { text } = listStatement(list, ['updated_since' as never], fixed.length)
    const end = listStatement(list, ['updated_since' as never], fixed.length, undefined, endText)
    for (const changed of [0, 1, 20, 21, 2_000, 2_001, STORED]) {
      const stored = await world.sql<{ id: string }>(
        `select id from ${table} where organization_id = $1 and updated_at >= $2 order by ${order}`,
        [org.id, since(changed)],
      )
      for (const offset of [0, 15, 1_995, 2_147_483_647]) {
        const values = [org.id, ...fixed, since(changed), 10, offset]
        const rows = await world.sql<{ total: number; [key]: string }>(text, values)
        const [atEnd] = await world.sql<{ total: number }>(end.text, values)
        assert.equal(stored.length, changed)
        assert.equal(atEnd?.total, changed)
        assert.deepEqual([...new Set(rows.map(({ total }) => total))], offset < changed ? [changed] : [])
        assert.deepEqual(
          rows.map(row => row[key]),
          stored.slice(offset, offset + 10).map(({ id }) => id),
          `${changed} changed, offset ${offset}`,
        )
      }
    }
  })
}
