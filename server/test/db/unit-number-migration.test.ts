/** The migration that replaces leases_do_not_overlap leaves the former constraint where building the new one would keep readers waiting. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPastDatabase, type PastDatabase } from './past-database.ts'

const ORGANIZATION = '00000000-0000-7000-8000-000000000001'

/** An organization with a unit that is let, and as many drafts as make the table larger than the migration replaces the constraint of. */
async function storeLeases({ client }: PastDatabase, drafts: number): Promise<void> {
  await client.query(`
    insert into organizations (id, name, plan, time_zone) values ('${ORGANIZATION}', 'Past', 'PRO', 'America/Chicago');
    insert into properties (organization_id, id, name, type, address_line, city, state, postal_code)
    values ('${ORGANIZATION}', 'prop_1', 'Oak', 'OTHER', '1 Oak St', 'Akron', 'OH', '44301');
    insert into units (organization_id, id, property_id, label, in_service_from) values ('${ORGANIZATION}', 'unit_1', 'prop_1', '1', '2020-01-01');
    insert into leases (organization_id, id, property_id, unit_id, stage, term_type, start_date, end_date, signed_at)
    values ('${ORGANIZATION}', 'lease_1', 'prop_1', 'unit_1', 'SIGNED', 'FIXED', '2025-09-01', '2026-08-31', '2025-08-12T18:00:00Z');
    alter table leases disable trigger all;
    insert into leases (organization_id, id, property_id, unit_id, stage, term_type, start_date, external_id)
    select '${ORGANIZATION}', 'lease_draft_' || n, 'prop_1', 'unit_1', 'DRAFT', 'FIXED', '2025-09-01', lpad(n::text, 200, '0')
      from generate_series(1, ${drafts}) n;
    alter table leases enable trigger all`)
}

for (const [size, drafts, isReplaced] of [
  ['small', 1, true],
  ['large', 40_000, false],
] as const) {
  test(`a ${size} table of leases ${isReplaced ? 'gets the new' : 'keeps the former'} constraint, which refuses the same lease`, async () => {
    await using past = await openPastDatabase()
    await past.migrateUntil('0066')
    await storeLeases(past, drafts)
    await past.migrateUntil()
    const { rows } = await past.client.query(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'leases_do_not_overlap'`,
    )
    assert.equal(rows[0].definition.includes('unit_number(organization_id, unit_id) WITH ='), isReplaced)
    const second = `insert into leases (organization_id, id, property_id, unit_id, stage, term_type, start_date, end_date, signed_at)
      values ('${ORGANIZATION}', 'lease_2', 'prop_1', 'unit_1', 'SIGNED', 'FIXED', '2026-08-31', '2027-08-31', '2026-08-12T18:00:00Z')`
    await assert.rejects(past.client.query(second), { code: '23P01', constraint: 'leases_do_not_overlap' })
  })
}
