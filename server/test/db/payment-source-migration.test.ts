/** The migration that tells copies which payments that were stored before are no new money. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPastDatabase } from './past-database.ts'

const ORGANIZATIONS = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']

test('payments that are withheld deposits or opening balances are recorded as changed, in every organization', async () => {
  await using past = await openPastDatabase()
  const { client } = past
  await past.migrateUntil('0400')
  for (const organization of ORGANIZATIONS) await client.query(pastPayments(organization))
  const { rows: present } = await client.query('select pg_current_xact_id()::text as xid')
  await past.migrateUntil()
  for (const organization of ORGANIZATIONS) {
    const { rows } = await client.query(
      'select distinct type, id from record_changes where organization_id = $1 and xid > $2::xid8 order by id',
      [organization, present[0].xid],
    )
    assert.deepEqual(rows, [
      { type: 'payment', id: 'pay_opening' },
      { type: 'payment', id: 'pay_withheld' },
    ])
  }
})

/** An organization with two payments of a payer, a withheld deposit and a prepaid opening balance. */
function pastPayments(organization: string): string {
  const payment = (id: string, method: string) =>
    `('${organization}', '${id}', 'lease_1', 'prop_1', 'unit_1', 'PAID', '${method}', 100, '2026-03-05', now())`
  const entry = (id: string, account: string, code: string) =>
    `('${organization}', gen_random_uuid(), 'lease_1', '${account}', '${code}', -100, '2026-03-05', 'Test', '${id}')`
  return `
    insert into organizations (id, name, plan, time_zone) values ('${organization}', 'Past', 'PRO', 'America/Chicago');
    insert into properties (organization_id, id, name, type, address_line, city, state, postal_code)
    values ('${organization}', 'prop_1', 'Oak', 'OTHER', '1 Oak St', 'Akron', 'OH', '44301');
    insert into units (organization_id, id, property_id, label, in_service_from)
    values ('${organization}', 'unit_1', 'prop_1', '1', '2020-01-01');
    insert into leases (organization_id, id, property_id, unit_id, stage, term_type, start_date, end_date, signed_at)
    values ('${organization}', 'lease_1', 'prop_1', 'unit_1', 'SIGNED', 'FIXED', '2025-09-01', '2027-08-31', '2025-08-12T18:00:00Z');
    insert into payments (organization_id, id, lease_id, property_id, unit_id, status, method, amount_cents, payment_date, received_at)
    values ${payment('pay_ach', 'ACH')}, ${payment('pay_other', 'OTHER')}, ${payment('pay_withheld', 'OTHER')}, ${payment('pay_opening', 'OTHER')};
    insert into ledger_entries (organization_id, id, lease_id, account, code, amount_cents, effective_on, description, payment_id)
    values ${entry('pay_ach', 'RECEIVABLE', 'PAYMENT')}, ${entry('pay_other', 'RECEIVABLE', 'PAYMENT')},
           ${entry('pay_withheld', 'RECEIVABLE', 'PAYMENT')}, ${entry('pay_withheld', 'DEPOSIT', 'DEPOSIT')},
           ${entry('pay_opening', 'RECEIVABLE', 'OPENING_BALANCE')};`
}
