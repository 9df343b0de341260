/** Payments of a file are recorded once, in the ledger of their lease. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { entriesOf } from '#server/domain/invoices/operations.ts'
import { invoice, store } from '../records.ts'
import { useWorld } from '../world.ts'
import { everyRow, fileOf, importFile, importPayments } from './imported.ts'
import { mapleCourt, paymentRows, paymentsOf } from './maple-court.ts'

const DOCS = join(import.meta.dirname, '../../../docs')

const world = useWorld()
async function balanceOf({ id }: { id: string }, day = '2026-03-15'): Promise<number> {
  const [sum] = await world.sql<{ cents: number }>(
    `select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries
      where lease_id = $1 and account = 'RECEIVABLE' and effective_on <= $2`,
    [id, day],
  )
  return sum?.cents ?? 0
}

test('a payment is recorded for the lease in force on its day and for the named resident', async () => {
  const { organization, present, cy } = await mapleCourt(world)
  const outcome = await importPayments(
    organization,
    paymentRows('3/2/2026,Maple Court,101,Cy Fir,"$1,425.00",ACH,77,March rent,'),
  )
  assert.deepEqual(
    [outcome.written, outcome.created, outcome.problems.first, outcome.reported.first],
    [true, 1, [], []],
  )
  assert.deepEqual(await paymentsOf(world, organization), [
    {
      lease_id: present.id,
      resident_id: cy.id,
      status: 'PAID',
      method: 'ACH',
      cents: 142_500,
      allocated: 0,
      day: '2026-03-02',
      reference: '77',
      memo: 'March rent',
      why: null,
    },
  ])
  assert.equal(await balanceOf(present), -142_500)
  assert.equal(await balanceOf(present, '2026-03-01'), 0)
})

test('otherwise a payment is recorded for the last lease before its day, or else the next one; a named resident takes precedence over the day', async () => {
  const { organization, past, present, coming, ann } = await mapleCourt(world)
  const outcome = await importPayments(
    organization,
    paymentRows(
      '12/1/2024,Maple Court,101,,100,Cash,,,',
      '1/15/2026,maple court,101,,200,Cash,,,',
      '3/1/2026,Maple Court,101,,300,Cash,,,',
      '3/2/2026,Maple Court,101,"Elm, Ann",400,Cash,,,',
      '3/3/2026,Maple Court,101,Di Oak,500,Cash,,,',
      '3/4/2026,Maple Court,101,Housing Authority,600,Cash,,,',
    ),
  )
  assert.ok(outcome.written)
  assert.deepEqual(
    (await paymentsOf(world, organization)).map(payment => [payment.cents, payment.lease_id]),
    [
      [10_000, past.id],
      [20_000, past.id],
      [30_000, present.id],
      [40_000, past.id],
      [50_000, coming.id],
      [60_000, present.id],
    ],
  )
  assert.equal((await paymentsOf(world, organization))[3]?.resident_id, ann.id)
  assert.deepEqual(
    outcome.reported.first.map(({ line, message }) => [line, message]),
    [
      [
        7,
        'Housing Authority is not on any lease of the unit, so the payment is imported without the resident. Correct the name, or ignore this if someone else pays.',
      ],
    ],
  )
})

test('payments are applied in the order of their days to the invoices that are due first, and the rest is a credit', async () => {
  const { organization, present } = await mapleCourt(world)
  const march = invoice(present)
  const february = invoice(present, {
    issue_date: '2026-02-01',
    due_date: '2026-02-01',
    period_start: null,
    period_end: null,
  })
  const april = invoice(present, {
    issue_date: '2026-03-10',
    due_date: '2026-04-01',
    period_start: null,
    period_end: null,
  })
  const invoices = [march, february, april]
  await store(organization, { invoices, ledger: invoices.flatMap(each => entriesOf(each)) })
  // The rows are newest first, as in many exports.
  const outcome = await importPayments(
    organization,
    paymentRows('3/12/2026,Maple Court,101,,2000,ACH,,,', '2/20/2026,Maple Court,101,,3000,ACH,,,'),
  )
  assert.ok(outcome.written)
  const settled = await world.sql(
    `select i.due_date::text as due, i.status, p.payment_date::text as paid, -e.amount_cents::int as cents, e.effective_on::text as on
       from ledger_entries e join invoices i on i.id = e.invoice_id join payments p on p.id = e.payment_id
      where e.organization_id = $1 order by 1, 3`,
    [organization.id],
  )
  assert.deepEqual(
    settled.map(entry => Object.values(entry)),
    [
      ['2026-02-01', 'PAID', '2026-02-20', 142_500, '2026-02-20'],
      // A later invoice is paid from the day it was issued.
      ['2026-03-01', 'PAID', '2026-02-20', 142_500, '2026-03-01'],
      ['2026-04-01', 'PAID', '2026-02-20', 15_000, '2026-03-10'],
      ['2026-04-01', 'PAID', '2026-03-12', 127_500, '2026-03-12'],
    ],
  )
  assert.equal(await balanceOf(present), 3 * 142_500 - 500_000)
  assert.equal(await balanceOf(present, '2026-02-28'), 142_500 - 300_000)
  const unapplied = await world.sql(
    `select payment_date::text as day, (amount_cents - allocated_cents)::int as rest from payments where organization_id = $1 order by 1`,
    [organization.id],
  )
  assert.deepEqual(unapplied, [
    { day: '2026-02-20', rest: 0 },
    { day: '2026-03-12', rest: 72_500 },
  ])
})

test('a paid deposit is held, and the balance of a rent roll can be paid', async () => {
  const { organization, present } = await mapleCourt(world)
  const deposit = invoice(present, {
    period_start: null,
    period_end: null,
    lines: [{ charge_code: 'DEPOSIT', description: 'Deposit', amount_cents: 50_000 }],
  })
  await store(organization, { invoices: [deposit], ledger: entriesOf(deposit) })
  await importPayments(organization, paymentRows('3/2/2026,Maple Court,101,,500,Check,,,'))
  const [held] = await world.sql(
    `select sum(amount_cents)::int as cents from ledger_entries where lease_id = $1 and account = 'DEPOSIT'`,
    [present.id],
  )
  assert.deepEqual(held, { cents: 50_000 })

  const other = await world.organization()
  const roll =
    'As of: 3/1/2026\nProperty,Unit,Status,Tenant,Lease From,Past Due\n"Oak - 1 Oak St Akron, OH 44301",1,Current,Ann Elm,1/1/2026,125.50\n'
  await importFile(world, other, fileOf(roll))
  await importPayments(
    other,
    paymentRows('3/5/2026,Oak,1,Ann Elm,100,Check,,,', '3/6/2026,Oak,1,Ann Elm,25.50,Check,,,'),
  )
  const [brought] = await world.sql('select status, paid_cents::int as paid from invoices where organization_id = $1', [
    other.id,
  ])
  assert.deepEqual(brought, { status: 'PAID', paid: 12_550 })
})

test('a returned payment is recorded as reversed, and others according to their status', async () => {
  const { organization, present } = await mapleCourt(world)
  const statuses = ['NSF', 'Pending', 'Declined', 'Voided', 'Refunded', 'Cleared']
  await importPayments(
    organization,
    paymentRows(
      ...statuses.map((status, index) => `3/${index + 1}/2026,Maple Court,101,Bo Fir,${index + 1}00,Check,,,${status}`),
    ),
  )
  assert.deepEqual(
    (await paymentsOf(world, organization)).map(payment => [payment.status, payment.cents, payment.why]),
    [
      ['REVERSED', 10_000, 'NSF'],
      ['PENDING', 20_000, null],
      ['FAILED', 30_000, 'Declined'],
      ['CANCELLED', 40_000, null],
      ['REFUNDED', 50_000, null],
      ['PAID', 60_000, null],
    ],
  )
  assert.equal(await balanceOf(present), -60_000)
})

test('a returned payment counts until the day of its return', async () => {
  const { organization, present } = await mapleCourt(world)
  const file = fileOf('Date,Property,Unit,Amount,Returned On\n3/2/2026,Maple Court,101,100,3/9/2026\n')
  assert.ok((await importPayments(organization, file)).written)
  assert.deepEqual([await balanceOf(present, '2026-03-08'), await balanceOf(present, '2026-03-09')], [-10_000, 0])
})

test('importing the same file again adds nothing, and neither does a longer file that contains it', async () => {
  const { organization, present } = await mapleCourt(world)
  const two = ['3/2/2026,Maple Court,101,Bo Fir,100,Cash,,,', '3/2/2026,Maple Court,101,Bo Fir,100,Cash,,,']
  assert.equal((await importPayments(organization, paymentRows(...two))).created, 2)
  const before = await everyRow(world, organization)
  const again = await importPayments(organization, paymentRows(...two))
  assert.deepEqual([again.created, again.unchanged], [0, 2])
  assert.deepEqual(await everyRow(world, organization), before)
  const more = await importPayments(organization, paymentRows('3/3/2026,Maple Court,101,Bo Fir,100,Cash,,,', ...two))
  assert.deepEqual([more.created, more.unchanged], [1, 2])
  assert.equal(await balanceOf(present), -30_000)
})

test('a stored payment is never changed, and differences in the file are reported', async () => {
  const { organization } = await mapleCourt(world)
  const file = (amount: string, status: string) =>
    fileOf(`Date,Property,Unit,Amount,Status,Payment ID\n3/2/2026,Maple Court,101,${amount},${status},R-1\n`)
  await importPayments(organization, file('100', 'Paid'))
  const before = await everyRow(world, organization)
  const outcome = await importPayments(organization, file('110', 'NSF'))
  assert.ok(outcome.written)
  assert.deepEqual(await everyRow(world, organization), before)
  assert.deepEqual(
    outcome.reported.first.map(({ message }) => message),
    [
      'The payment is $100.00 on 2026-03-02 in Gatehouse and $110.00 on 2026-03-02 in the file. An import does not change stored payments.',
      'The payment is PAID in Gatehouse and REVERSED in the file. An import does not change stored payments.',
    ],
  )
  const [row] = await world.sql('select external_id from payments where organization_id = $1', [organization.id])
  assert.deepEqual(row, { external_id: 'R-1' })
})

test('the administrative log states who imported what, and no event is sent', async () => {
  const { organization } = await mapleCourt(world)
  await importPayments(organization, paymentRows('3/2/2026,Maple Court,101,,100,Cash,,,'))
  const [entry] = await world.sql(
    `select actor, after from administrative_log where organization_id = $1 and action = 'import.payments'`,
    [organization.id],
  )
  assert.partialDeepStrictEqual(entry, { actor: 'test', after: { rows: 1, created: 1, amount_cents: 10_000 } })
  assert.deepEqual(await world.sql('select id from events where organization_id = $1', [organization.id]), [])
})

test('the payments template can be imported after the rent roll template', async () => {
  const organization = await world.organization()
  await importFile(world, organization, join(DOCS, 'import-template.csv'), { asOf: '2026-03-01' })
  const outcome = await importPayments(organization, join(DOCS, 'import-payments-template.csv'))
  assert.deepEqual(
    [outcome.written, outcome.created, outcome.problems.first, outcome.reported.first],
    [true, 3, [], []],
  )
  assert.deepEqual(outcome.stored, { records: 3, cents: 558_000 })
})

test('a payment that may repeat a stored one of another content is reported with that one', async () => {
  const { organization } = await mapleCourt(world)
  const rows = (...payments: string[]) => paymentRows(...payments.map(each => `3/2/2026,Maple Court,101,${each}`))
  await importPayments(organization, rows('Cy Fir,450,Check,,,', 'Cy Fir,450,Check,,,', 'Cy Fir,900,ACH,7,,'))
  const said = async (path: string) => {
    const outcome = await importPayments(organization, path)
    return [
      outcome.created,
      outcome.unchanged,
      ...outcome.reported.first.map(({ line, message }) => `${line} ${message}`),
    ]
  }
  const stored = (what: string) =>
    `${what} on 2026-03-02 is already stored for this lease. This row differs from it in the name, method, reference, memo or ID, so it is imported as another payment. If it is the same one, remove the row.`
  assert.deepEqual(await said(rows('Cy Fir,450,Check,,,', 'Cy Fir,450,Check,,,', 'Cy Fir,450,Check,,,')), [1, 2])
  assert.deepEqual(await said(rows('Cy Fir,450,Check,101,,', '"Fir, Cy",900,ACH,8,,', 'Cy Fir,901,ACH,7,,')), [
    3,
    0,
    `2 ${stored('A payment of $450.00')}`,
    `3 ${stored('A payment of $900.00 with the reference 7')}`,
  ])
  assert.deepEqual(await said(rows('Cy Fir,450,Check,101,,', '"Fir, Cy",900,ACH,8,,', 'Cy Fir,901,ACH,7,,')), [0, 3])
})
