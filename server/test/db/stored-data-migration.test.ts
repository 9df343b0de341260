/**
 * Migrations bring data that was stored before them into the present shape, for every organization, even if row-level security applies to the
 * owner.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { openPastDatabase } from './past-database.ts'

const ORGANIZATIONS = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
/** A lease that is more than one batch after the first. */
const LAST_LEASE = 'lease_999'

test('the ledger of each organization becomes its balances, though the owner is not a superuser', async () => {
  await using past = await openPastDatabase()
  const { client } = past
  await past.migrateUntil('0019')
  for (const organization of ORGANIZATIONS) {
    await client.query(oldData(organization))
    await client.query(post(organization, '2026-03-01', 900, '2026-03-05'))
    await client.query(post(organization, '2026-03-03', -200))
    await client.query(post(organization, '2026-03-03', -300, undefined, LAST_LEASE))
  }
  // A transaction that reads the ledger at the same time blocks nothing, and nothing blocks it.
  const whileRead = async (end?: string) => {
    await client.query('begin; select from ledger_entries')
    await past.migrateUntil(end)
    await client.query('commit')
  }
  await whileRead('0020')
  await client.query(post(ORGANIZATIONS[0] as string, '2026-03-04', 50))
  await past.migrateUntil('0023')
  await whileRead('0059')
  await past.migrateUntil('0088')
  for (const organization of ORGANIZATIONS) await client.query(residentsOf(organization) + partsOfMonth(organization))
  await past.migrateUntil('0342')
  const xid = await presentXid(client)
  await past.migrateUntil()
  for (const organization of ORGANIZATIONS) {
    assert.equal(await leasesChangedAfter(client, organization, xid), 999, 'copies learn of the days of residents')
    assert.deepEqual(
      await monthsOf(client, organization),
      ['inv_2', 'inv_4'],
      'of two for the same days, one that is not void',
    )
    assert.deepEqual(await statusesOf(client, organization), [
      { lease_id: LAST_LEASE, status: 'CURRENT', count: 700 },
      { lease_id: 'lease_1', status: 'PAST', count: 1 },
    ])
    assert.deepEqual(await staysOf(client, organization), [
      { lease_id: LAST_LEASE, property_id: 'prop_1', last_name: '1', to_day: 'infinity', count: 700 },
      { lease_id: 'lease_1', property_id: 'prop_1', last_name: '701', to_day: '2026-01-31', count: 1 },
    ])
  }
  assert.deepEqual(await directEntriesOf(client), [
    { is_direct: false, count: 2 },
    { is_direct: true, count: 5 },
  ])
  assert.deepEqual(await balancesOf(client, ORGANIZATIONS[1] as string, LAST_LEASE), [['2026-03-03', -300, 0, -300]])
  const expected = [
    ['2026-03-01', 900, 0, 0],
    ['2026-03-03', 700, 0, -200],
    ['2026-03-06', 700, 0, 700],
  ]
  const [one, other] = ORGANIZATIONS as [string, string]
  assert.deepEqual(await balancesOf(client, one), [
    ['2026-03-01', 900, 0, 0],
    ['2026-03-03', 700, 0, -200],
    ['2026-03-04', 750, 0, -150],
    ['2026-03-06', 750, 0, 750],
  ])
  assert.deepEqual(await balancesOf(client, other), expected)
  assert.deepEqual(await lastBalancesOf(client, one), [
    ['lease_1', '2026-03-04', 750],
    [LAST_LEASE, '2026-03-03', -300],
  ])
  assert.deepEqual(await lastBalancesOf(client, other), [
    ['lease_1', '2026-03-03', 700],
    [LAST_LEASE, '2026-03-03', -300],
  ])
  await client.query(postDirectly(one, '2026-03-03', -700))
  assert.deepEqual((await lastBalancesOf(client, one))[0], ['lease_1', '2026-03-04', 50])
  assert.deepEqual(await balancesOf(client, one), [
    ['2026-03-01', 900, 0, 0],
    ['2026-03-03', 0, 0, -900],
    ['2026-03-04', 50, 0, -850],
    ['2026-03-06', 50, 0, 50],
  ])
  assert.deepEqual(await balancesOf(client, other), expected)
  for (const organization of ORGANIZATIONS) {
    assert.deepEqual(await messagesOf(client, organization), [
      ['msg_captured', 'CAPTURED', '2026-03-01T12:00:00Z'],
      ['msg_sent', 'SENT', '2026-03-01T12:00:00Z'],
    ])
    assert.deepEqual(await unitCountsOf(client, organization), [['prop_1', '2020-01-01', 999]])
    await makeWords(client, organization)
  }
  assert.deepEqual(await wordsOf(client, one), ['1', '44301', 'akron', 'oak', 'st'])
  assert.deepEqual(await wordsOf(client, other, 'unit_999'), ['999', 'oak'])
  const { rows } = await client.query(
    `select relname from pg_class where relforcerowsecurity and relname in ('ledger_entries', 'lease_balances', 'units', 'unit_counts')`,
  )
  assert.equal(rows.length, 4)
})

/** A month that was billed in parts: its first invoice, two for the rest of it, of which one is void, and one for water, which is no part of it. */
function partsOfMonth(organization: string): string {
  const rent = '[{"charge_code": "RENT", "description": "Rent", "amount_cents": 900}]'
  const invoice = (number: number, first: string, last: string, month: string, lines = rent, voidedOn = 'null') =>
    `('${organization}', 'inv_${number}', ${number}, 'lease_1', 'prop_1', 'unit_1', false, false, '2026-02-01', '2026-02-01', '${first}', '${last}',
      ${month}, '${lines}', 900, ${voidedOn}, ${voidedOn})`
  return `;
    insert into lease_charges (organization_id, lease_id, code, description, amount_cents, effective_from)
    values ('${organization}', 'lease_1', 'RENT', 'Rent', 900, '2025-09-01');
    insert into invoices (
      organization_id, id, number, lease_id, property_id, unit_id, is_draft, is_deposit, issue_date, due_date, period_start, period_end,
      recurring_month, lines, total_cents, voided_on, voided_at
    )
    values ${invoice(2, '2026-02-01', '2026-02-10', `'2026-02-01'`)},
           ${invoice(3, '2026-02-11', '2026-02-28', 'null', rent, `'2026-02-15'`)},
           ${invoice(4, '2026-02-11', '2026-02-28', 'null')},
           ${invoice(5, '2026-02-12', '2026-02-28', 'null', rent.replace('RENT', 'UTILITY'))};`
}

/** The invoices that bill a month. */
async function monthsOf(client: pg.Client, organization: string): Promise<string[]> {
  const { rows } = await client.query(
    `select id from invoices where organization_id = $1 and recurring_month = '2026-02-01' order by id`,
    [organization],
  )
  return rows.map(({ id }) => id)
}

/** More residents than one batch has, all on one lease, and one who has moved out of another. */
function residentsOf(organization: string): string {
  return `
    insert into residents (organization_id, id, first_name, last_name)
    select '${organization}', 'resident_' || n, 'Ada', n from generate_series(1, 701) n;
    insert into lease_residents (organization_id, lease_id, resident_id, role, is_primary)
    select '${organization}', case when n = 701 then 'lease_1' else '${LAST_LEASE}' end, 'resident_' || n, 'OCCUPANT', false
      from generate_series(1, 701) n;
    update leases set move_out_date = '2026-01-31' where organization_id = '${organization}' and id = 'lease_1'`
}

async function presentXid(client: pg.Client): Promise<string> {
  const { rows } = await client.query('select pg_current_xact_id()::text as xid')
  return rows[0].xid
}

/** How many leases were recorded as changed after the transaction. */
async function leasesChangedAfter(client: pg.Client, organization: string, xid: string): Promise<number> {
  const { rows } = await client.query(
    `select count(distinct id)::int from record_changes where organization_id = $1 and type = 'lease' and xid > $2::xid8`,
    [organization, xid],
  )
  return rows[0].count
}

async function statusesOf(client: pg.Client, organization: string): Promise<unknown[]> {
  const { rows } = await client.query(
    `select lease_id, resident_status(begins_on, last_day, notice_given_on, eviction_filed_on, '2026-03-01') as status, count(*)::int
       from resident_status_spans where organization_id = $1 group by 1, 2 order by 3 desc`,
    [organization],
  )
  return rows
}

/** The stays on each lease, with the first of the names. */
async function staysOf(client: pg.Client, organization: string): Promise<unknown[]> {
  const { rows } = await client.query(
    `select lease_id, property_id, min(last_name) as last_name, to_day::text, count(*)::int
       from resident_stays where organization_id = $1 group by lease_id, property_id, to_day order by count(*) desc`,
    [organization],
  )
  return rows
}

/** How many entries have a lease of their own because they have neither an invoice nor a payment, and how many have not. */
async function directEntriesOf(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `select direct_lease_id is not distinct from lease_id as is_direct, count(*)::int from ledger_entries group by 1 order by 1`,
  )
  return rows
}

async function balancesOf(client: pg.Client, organization: string, lease = 'lease_1'): Promise<unknown[][]> {
  const { rows } = await client.query(
    `select from_day::text, receivable_cents::int, deposit_cents::int, past_due_cents::int from lease_balances
      where organization_id = $1 and lease_id = $2 order by from_day`,
    [organization, lease],
  )
  return rows.map(row => Object.values(row))
}

/** The leases with a balance, each with the day from which it has its last one. */
async function lastBalancesOf(client: pg.Client, organization: string): Promise<unknown[][]> {
  const { rows } = await client.query(
    `select lease_id, balance_from::text, balance_cents::int from lease_last_figures
      where organization_id = $1 and balance_cents <> 0 order by lease_id`,
    [organization],
  )
  return rows.map(row => Object.values(row))
}

/** By how many each day changes the number of units of a property. */
async function unitCountsOf(client: pg.Client, organization: string): Promise<unknown[][]> {
  const { rows } = await client.query({
    text: 'select property_id, day::text, change from unit_counts where organization_id = $1',
    values: [organization],
    rowMode: 'array',
  })
  return rows
}

/** The ID and status of each message, and when it was last changed. */
async function messagesOf(client: pg.Client, organization: string): Promise<unknown[][]> {
  const { rows } = await client.query({
    text: `select id, status, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from messages
           where organization_id = $1 order by id`,
    values: [organization],
    rowMode: 'array',
  })
  return rows
}

async function makeWords(client: pg.Client, organization: string): Promise<void> {
  for (let records = 1; records; ) {
    const { rows } = await client.query('select keep_words_due($1) as records', [organization])
    records = rows[0].records
  }
}

async function wordsOf(client: pg.Client, organization: string, id = 'prop_1'): Promise<string[]> {
  const { rows } = await client.query(
    'select word from search_words where organization_id = $1 and id = $2 order by word',
    [organization, id],
  )
  return rows.map(({ word }) => word)
}

function oldData(organization: string): string {
  return `
    insert into organizations (id, name, plan, time_zone) values ('${organization}', 'Past', 'PRO', 'America/Chicago');
    insert into properties (organization_id, id, name, type, address_line, city, state, postal_code)
    values ('${organization}', 'prop_1', 'Oak', 'OTHER', '1 Oak St', 'Akron', 'OH', '44301');
    insert into units (organization_id, id, property_id, label, in_service_from)
    select '${organization}', 'unit_' || n, 'prop_1', n, '2020-01-01' from generate_series(1, 999) n;
    insert into leases (organization_id, id, property_id, unit_id, stage, term_type, start_date, end_date, signed_at)
    select '${organization}', 'lease_' || n, 'prop_1', 'unit_' || n, 'SIGNED', 'FIXED', '2025-09-01', '2027-08-31', '2025-08-12T18:00:00Z'
      from generate_series(1, 999) n;
    insert into residents (organization_id, id, first_name, last_name) values ('${organization}', 'res_1', 'Ada', 'Reyes');
    insert into messages (organization_id, id, resident_id, channel, recipient, body, status, is_captured, sent_at, updated_at)
    values ('${organization}', 'msg_captured', 'res_1', 'SMS', '+15550100', 'Hello', 'SENT', true, null, '2026-03-01T12:00:00Z'),
           ('${organization}', 'msg_sent', 'res_1', 'SMS', '+15550100', 'Hello', 'SENT', false, '2026-03-01T12:00:00Z', '2026-03-01T12:00:00Z');
    insert into invoices (
      organization_id, id, number, lease_id, property_id, unit_id, is_draft, is_deposit, issue_date, due_date, lines, total_cents
    )
    values ('${organization}', 'inv_1', 1, 'lease_1', 'prop_1', 'unit_1', false, false, '2026-03-01', '2026-03-05',
            '[{"charge_code": "RENT", "description": "Rent", "amount_cents": 900}]', 900);`
}

/** Inserts a ledger entry of a lease. One with a due date belongs to the invoice of the first lease. */
function post(organization: string, day: string, cents: number, due?: string, lease = 'lease_1'): string {
  return `
    insert into ledger_entries (organization_id, id, lease_id, account, code, amount_cents, effective_on, description, invoice_id, due_on)
    values ('${organization}', gen_random_uuid(), '${lease}', 'RECEIVABLE', 'RENT', ${cents}, '${day}', 'Test',
            ${due ? `'inv_1', '${due}'` : 'null, null'})`
}

/** Inserts an entry that has neither an invoice nor a payment, as migration 0059 and later ones require. */
function postDirectly(organization: string, day: string, cents: number): string {
  return `
    insert into ledger_entries (organization_id, id, lease_id, direct_lease_id, account, code, amount_cents, effective_on, description)
    values ('${organization}', gen_random_uuid(), 'lease_1', 'lease_1', 'RECEIVABLE', 'RENT', ${cents}, '${day}', 'Test')`
}
