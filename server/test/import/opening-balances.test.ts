/** Amounts that a rent roll states as past due or prepaid become an invoice or a payment of the lease. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBooks } from '../domain/tenancy.ts'
import { lease, property, resident, store, unit } from '../records.ts'
import { conflicts } from '../refusals.ts'
import { type Organization, useWorld } from '../world.ts'
import { everyRow, fileOf, importFile } from './imported.ts'

const world = useWorld()
const HEADER = 'Property,Unit,Status,Tenant,Lease From,Deposit,Past Due,Prepaid\n'
const OAK = '"Oak - 1 Oak St Akron, OH 44301"'

function roll(...units: string[]): string {
  return fileOf(`As of: 3/1/2026\n${HEADER}${units.map(row => `${OAK},${row}\n`).join('')}`)
}

const invoicesOf = ({ id }: Organization) =>
  world.sql(
    `select i.number, u.label, r.last_name, i.status, i.issue_date::text, i.due_date::text, i.total_cents::int, i.paid_cents::int, i.lines
       from invoices i join units u on u.id = i.unit_id left join residents r on r.id = i.resident_id
      where i.organization_id = $1 order by u.label`,
    [id],
  )

const paymentsOf = ({ id }: Organization) =>
  world.sql(
    `select u.label, r.last_name, p.status, p.method, p.amount_cents::int, p.allocated_cents::int, p.payment_date::text, p.memo
       from payments p join units u on u.id = p.unit_id left join residents r on r.id = p.resident_id
      where p.organization_id = $1 order by u.label`,
    [id],
  )

/** What the rent roll of the day shows for each unit: the balance, and the part of it that is past due. */
async function balancesOn({ id }: Organization, day: string) {
  const rows = await world.sql(
    `select u.label, sum(e.amount_cents)::int as balance,
            greatest(0, coalesce(sum(e.amount_cents) filter (where e.due_on is null or e.due_on < $2), 0))::int as past_due
       from ledger_entries e join leases l on l.id = e.lease_id join units u on u.id = l.unit_id
      where e.organization_id = $1 and e.account = 'RECEIVABLE' and e.effective_on <= $2 group by 1 order by 1`,
    [id, day],
  )
  return rows.map(row => Object.values(row))
}

test('past due becomes an invoice that is past due on the day, prepaid a payment that is not applied', async () => {
  const organization = await world.organization()
  const outcome = await importFile(
    world,
    organization,
    roll(
      '1,Current,Ann Elm; Bo Elm,1/1/2026,500,125.50,',
      '2,Current,Cy Fir,1/1/2026,,,75',
      '3,Current,Di Oak,1/1/2026,,100,30',
    ),
  )
  assert.ok(outcome.written)
  assert.deepEqual([outcome.created.openingBalances, outcome.stored.balanceCents], [3, 12_050])
  const line = { charge_code: 'OPENING_BALANCE', description: 'Opening balance' }
  const open = { status: 'OPEN', issue_date: '2026-03-01', due_date: '2026-02-28', paid_cents: 0 }
  assert.deepEqual(await invoicesOf(organization), [
    {
      number: 1,
      label: '1',
      last_name: 'Elm',
      ...open,
      total_cents: 12_550,
      lines: [{ ...line, amount_cents: 12_550 }],
    },
    { number: 2, label: '3', last_name: 'Oak', ...open, total_cents: 7_000, lines: [{ ...line, amount_cents: 7_000 }] },
  ])
  assert.deepEqual(await paymentsOf(organization), [
    {
      label: '2',
      last_name: 'Fir',
      status: 'PAID',
      method: 'OTHER',
      amount_cents: 7_500,
      allocated_cents: 0,
      payment_date: '2026-03-01',
      memo: 'Opening balance',
    },
  ])
  assert.deepEqual(await balancesOn(organization, '2026-03-01'), [
    ['1', 12_550, 12_550],
    ['2', -7_500, 0],
    ['3', 7_000, 7_000],
  ])
  assert.deepEqual(await balancesOn(organization, '2026-02-28'), [])
})

test('opening entries have the code OPENING_BALANCE and refer to the invoice or payment, and a deposit’s refer to neither', async () => {
  const organization = await world.organization()
  await importFile(
    world,
    organization,
    roll('1,Current,Ann Elm,1/1/2026,500,125.50,', '2,Current,Cy Fir,1/1/2026,,,75'),
  )
  const entries = await world.sql(
    `select account, code, amount_cents::int, due_on::text, invoice_id is not null as of_invoice, payment_id is not null as of_payment
       from ledger_entries where organization_id = $1 order by account, amount_cents desc`,
    [organization.id],
  )
  assert.deepEqual(
    entries.map(entry => Object.values(entry)),
    [
      ['DEPOSIT', 'DEPOSIT', 50_000, null, false, false],
      ['RECEIVABLE', 'OPENING_BALANCE', 12_550, '2026-02-28', true, false],
      ['RECEIVABLE', 'OPENING_BALANCE', -7_500, null, false, true],
    ],
  )
})

test('a later file that states another balance is reported, and the first balance does not change', async () => {
  const organization = await world.organization()
  await importFile(world, organization, roll('1,Current,Ann Elm,1/1/2026,500,125.50,'))
  const before = await everyRow(world, organization)
  const outcome = await importFile(world, organization, roll('1,Current,Ann Elm,1/1/2026,500,,20'))
  assert.deepEqual(await everyRow(world, organization), before)
  assert.deepEqual(
    outcome.reported.first.map(({ message }) => message),
    ['The balance is $125.50 in Gatehouse and -$20.00 in the file. An import does not change ledger entries.'],
  )
})

test('the balance of a future tenant belongs to them from the day of the file', async () => {
  const organization = await world.organization()
  await importFile(world, organization, roll('1,Vacant-Rented,Ann Elm,4/1/2026,,,1000'))
  assert.deepEqual(await balancesOn(organization, '2026-03-01'), [['1', -100_000, 0]])
})

test('closed books refuse an opening balance, and nothing of the file is imported', async () => {
  const organization = await world.organization()
  await world.sql(`update organizations set books_closed_through = '2026-03-01' where id = $1`, [organization.id])
  const importing = importFile(world, organization, roll('1,Current,Ann Elm,1/1/2026,,125.50,'))
  await assert.rejects(importing, conflicts(/books are closed/))
  assert.deepEqual(await everyRow(world, organization), [])
})

test('many balances are imported at once, and a balance of zero adds nothing', async () => {
  const organization = await world.organization()
  const oak = property()
  const units = Array.from({ length: 100 }, () => unit(oak))
  const leases = units.map(each => lease(each))
  const ann = resident()
  await store(organization, { properties: [oak], units, leases, residents: [ann] })
  const balances = leases.map(({ id, property_id: propertyId, unit_id: unitId }, index) => {
    return {
      lease_id: id,
      property_id: propertyId,
      unit_id: unitId,
      resident_id: ann.id,
      amount_cents: ((index % 3) - 1) * 100,
      as_of: '2026-03-01',
    }
  })
  await organization.within(context => openBooks(context, balances))
  const [counts] = await world.sql(
    `select (select count(*)::int from invoices where organization_id = $1) as invoices,
            (select count(*)::int from payments where organization_id = $1) as payments,
            (select sum(amount_cents)::int from ledger_entries where organization_id = $1) as balance`,
    [organization.id],
  )
  assert.deepEqual(counts, { invoices: 33, payments: 34, balance: -100 })
})
