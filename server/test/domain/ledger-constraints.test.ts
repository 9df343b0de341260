/** What the database itself refuses for invoices, payments and the ledger, and which columns it maintains, no matter who writes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '#server/db/statement.ts'
import { entriesOf, saveInvoices } from '#server/domain/invoices/operations.ts'
import { postEntries } from '#server/domain/ledger/money-of-leases.ts'
import type { LedgerEntry } from '#server/domain/ledger/records.ts'
import { savePayments } from '#server/domain/payments/operations.ts'
import { calls } from '../calls.ts'
import { entry, invoice, lease, payment, property, type Records, store, unit } from '../records.ts'
import { type Organization, useWorld } from '../world.ts'

const { recordPayment } = calls

const world = useWorld()
async function let1() {
  const organization = await world.organization()
  const maple = property()
  const home = unit(maple)
  const dana = lease(home)
  await store(organization, { properties: [maple], units: [home], leases: [dana] })
  return { organization, dana }
}

/** The ledger entry of a payment of `cents`, applied to the invoice `invoiced` unless that is null. */
function paid(
  { payment_id, lease_id }: { payment_id: string; lease_id: string },
  cents: number,
  invoiced: { invoice_id: string; due_date: string } | null,
): LedgerEntry {
  const settles = invoiced ? { invoice_id: invoiced.invoice_id, due_on: invoiced.due_date } : {}
  return {
    lease_id,
    payment_id,
    account: 'RECEIVABLE',
    code: 'PAYMENT',
    amount_cents: -cents,
    effective_on: '2026-03-02',
    description: 'Payment',
    ...settles,
  }
}

async function refused(organization: Organization, records: Records, pattern: RegExp): Promise<void> {
  await assert.rejects(store(organization, records), pattern)
}

test('entries of a payment update its invoice and the payment itself', async () => {
  const { organization, dana } = await let1()
  const rent = invoice(dana)
  const part = payment(dana, { amount_cents: 100_000 })
  const rest = payment(dana, { amount_cents: 50_000 })
  await store(organization, {
    invoices: [rent],
    payments: [part, rest],
    ledger: [...entriesOf(rent), paid(part, 100_000, rent)],
  })
  const state = () =>
    world.sql('select status, paid_cents, paid_at is not null as has_day from invoices where id = $1', [
      rent.invoice_id,
    ])
  assert.deepEqual(await state(), [{ status: 'PARTIALLY_PAID', paid_cents: 100_000, has_day: false }])
  await store(organization, { ledger: [paid(rest, 42_500, rent), paid(rest, 7_500, null)] })
  assert.deepEqual(await state(), [{ status: 'PAID', paid_cents: 142_500, has_day: true }])
  const allocated = await world.sql(
    'select allocated_cents::int as cents from payments where id = any($1) order by cents',
    [[part.payment_id, rest.payment_id]],
  )
  assert.deepEqual(allocated, [{ cents: 42_500 }, { cents: 100_000 }])
})

test('an invoice is never paid beyond its total, nor a payment allocated beyond its amount', async () => {
  const { organization, dana } = await let1()
  const rent = invoice(dana)
  const large = payment(dana, { amount_cents: 200_000 })
  const small = payment(dana, { amount_cents: 1_000 })
  await store(organization, { invoices: [rent], payments: [large, small], ledger: entriesOf(rent) })
  await refused(organization, { ledger: [paid(large, 142_501, rent)] }, /invoices/)
  await refused(organization, { ledger: [paid(small, 1_001, rent)] }, /payments/)
  await refused(organization, { ledger: [paid(payment(dana), 10, rent)] }, /foreign key/)
})

test('an entry belongs to the lease of its invoice and of its payment, and without either to a lease that exists', async () => {
  const { organization, dana } = await let1()
  const maple = property()
  const next = unit(maple)
  const other = lease(next)
  await store(organization, { properties: [maple], units: [next], leases: [other] })
  const rent = invoice(dana)
  const received = payment(dana)
  await store(organization, { invoices: [rent], payments: [received], ledger: entriesOf(rent) })
  await refused(organization, { ledger: entriesOf({ ...rent, lease_id: other.id }) }, /foreign key/)
  await refused(organization, { ledger: [paid({ ...received, lease_id: other.id }, 10, null)] }, /foreign key/)
  await refused(organization, { ledger: [entry({ id: 'lease_absent' })] }, /foreign key/)
  await store(organization, { ledger: [entry(other)] })
})

/** Stores entries before the documents that they refer to, in one transaction. */
function storeAfterEntries(organization: Organization, { ledger = [], ...documents }: Records): Promise<void> {
  return organization.within(async context => {
    await postEntries(context, ledger)
    await saveInvoices(context, documents.invoices ?? [], { posted: ledger })
    await savePayments(context, documents.payments ?? [], ledger)
  })
}

test('an invoice and a payment inserted after their entries start in the state those imply', async () => {
  const { organization, dana } = await let1()
  const [rent, late] = [invoice(dana), invoice(dana)]
  const received = payment(dana, { amount_cents: 150_000 })
  const settling = [paid(received, 142_500, rent), paid(received, 500, late), paid(received, 7_000, null)]
  await storeAfterEntries(organization, {
    invoices: [rent, late],
    payments: [received],
    ledger: [...entriesOf(rent), ...entriesOf(late), ...settling],
  })
  const [{ at }] = (await world.sql('select max(recorded_at) as at from ledger_entries where payment_id = $1', [
    received.payment_id,
  ])) as [{ at: Date }]
  const states = await world.sql(
    'select status, paid_cents, paid_at, first_paid_at from invoices where id = any($1) order by status',
    [[rent.invoice_id, late.invoice_id]],
  )
  assert.deepEqual(states, [
    { status: 'PAID', paid_cents: 142_500, paid_at: at, first_paid_at: at },
    { status: 'PARTIALLY_PAID', paid_cents: 500, paid_at: null, first_paid_at: null },
  ])
  const allocated = await world.sql('select allocated_cents from payments where id = $1', [received.payment_id])
  assert.deepEqual(allocated, [{ allocated_cents: 143_000 }])
})

/** How many payments our own connection has changed and not yet reported to the statistics. */
const countChangedPayments = statement<{ changed: number }>(
  'count_changed_payments',
  `select pg_stat_get_xact_tuples_updated('payments'::regclass)::int as changed`,
)

test('a recorded payment is stored once, in its final state', async () => {
  const { organization, dana } = await let1()
  const rent = invoice(dana)
  await store(organization, { invoices: [rent], ledger: entriesOf(rent) })
  const [before, after] = await organization.within(async context => {
    const count = () => context.db.query(countChangedPayments, [])
    const before = await count()
    await recordPayment(context, {
      lease_id: dana.id,
      method: 'ACH',
      amount_cents: 142_500,
      payment_date: '2026-03-02',
    })
    return [before, await count()]
  })
  assert.deepEqual(after, before)
  const stored = await world.sql(
    `select p.allocated_cents, i.status from payments p join invoices i on i.organization_id = p.organization_id where p.lease_id = $1`,
    [dana.id],
  )
  assert.deepEqual(stored, [{ allocated_cents: 142_500, status: 'PAID' }])
})

test('entries that are stored first cannot allocate more than there is either', async () => {
  const { organization, dana } = await let1()
  const rent = invoice(dana)
  const large = payment(dana, { amount_cents: 200_000 })
  const tooMuch = storeAfterEntries(organization, {
    invoices: [rent],
    payments: [large],
    ledger: [...entriesOf(rent), paid(large, 142_501, rent)],
  })
  await assert.rejects(tooMuch, /invoices/)
  const small = payment(dana, { amount_cents: 1_000 })
  const beyond = storeAfterEntries(organization, {
    invoices: [rent],
    payments: [small],
    ledger: [...entriesOf(rent), paid(small, 1_001, rent)],
  })
  await assert.rejects(beyond, /payments/)
  const absent = storeAfterEntries(organization, { payments: [small], ledger: [paid(small, 1_000, rent)] })
  await assert.rejects(absent, /foreign key/)
  assert.deepEqual(await world.sql('select from ledger_entries where organization_id = $1', [organization.id]), [])
})

test('an invoice or payment that disagrees with its entries cannot be inserted', async () => {
  const { organization, dana } = await let1()
  const [rent, other] = [invoice(dana), invoice(dana)]
  const received = payment(dana, { amount_cents: 10_000 })
  await store(organization, { invoices: [other], payments: [received], ledger: entriesOf(other) })
  const copyOf = (table: string, changed: Record<string, string>) => {
    const columns = `organization_id, lease_id, property_id, unit_id, ${
      table === 'invoices'
        ? 'is_draft, is_deposit, issue_date, due_date, lines, total_cents'
        : 'status, method, amount_cents, payment_date, received_at'
    }`
    const [names, values] = [Object.keys(changed).join(', '), Object.values(changed).join(', ')]
    return `insert into ${table} (${columns}, ${names}) select ${columns}, ${values} from ${table} where organization_id = '${organization.id}' limit 1`
  }
  const invoiceOf = (id: string, cents: number) =>
    copyOf('invoices', { id: `'${id}'`, number: '(select max(number) + 1 from invoices)', paid_cents: `${cents}` })
  const paymentOf = (id: string, cents: number) => copyOf('payments', { id: `'${id}'`, allocated_cents: `${cents}` })
  await assert.rejects(world.sql(invoiceOf('inv_unpaid', 100)), /invoices begin with what their entries settled/)
  await assert.rejects(world.sql(paymentOf('pay_unspent', 100)), /payments begin with what their entries allocated/)
  await world.sql(invoiceOf('inv_open', 0))
  const entry = `insert into ledger_entries (
      organization_id, id, lease_id, account, code, amount_cents, effective_on, description, invoice_id, payment_id, due_on
    ) values (
      '${organization.id}', gen_random_uuid(), '${dana.id}', 'RECEIVABLE', 'PAYMENT', -100, '2026-03-02', 'Payment',
      '${rent.invoice_id}', '${received.payment_id}', '2026-03-01'
    )`
  await assert.rejects(world.sql(`${entry}; ${invoiceOf(rent.invoice_id, 0)}`), /invoices begin with/)
})

test('a total is the sum of the lines, and deposits are billed alone', async () => {
  const { organization, dana } = await let1()
  const rent = { charge_code: 'RENT', description: 'Rent', amount_cents: 100 } as const
  const deposit = { charge_code: 'DEPOSIT', description: 'Deposit', amount_cents: 100 } as const
  await refused(organization, { invoices: [invoice(dana, { lines: [rent, deposit] })] }, /invoices/)
  await refused(organization, { invoices: [invoice(dana, { lines: [{ ...rent, amount_cents: -1 }] })] }, /invoices/)
  await refused(organization, { invoices: [invoice(dana, { lines: [] })] }, /invoices/)
  await store(organization, { invoices: [invoice(dana, { lines: [deposit] })] })
})

test('nothing can be posted on a day whose books are closed', async () => {
  const { organization, dana } = await let1()
  await world.sql(`update organizations set books_closed_through = '2026-02-28' where id = $1`, [organization.id])
  const old = invoice(dana, { issue_date: '2026-02-28', due_date: '2026-02-28' })
  await assert.rejects(store(organization, { invoices: [old], ledger: entriesOf(old) }), { code: 'conflict' })
  const current = invoice(dana)
  await store(organization, { invoices: [current], ledger: entriesOf(current) })
})

test('the counts of invoices and payments by status are maintained as they change', async () => {
  const { organization, dana } = await let1()
  const rent = invoice(dana)
  const received = payment(dana)
  await store(organization, {
    invoices: [rent, invoice(dana)],
    payments: [received, payment(dana, { status: 'PENDING', received_at: null })],
    ledger: [...entriesOf(rent), paid(received, 142_500, rent)],
  })
  const counts = await world.sql(
    `select list, status, sum(change)::int as count from list_counts where organization_id = $1 group by 1, 2 order by 1, 2`,
    [organization.id],
  )
  assert.deepEqual(counts, [
    { list: 'invoices', status: 'OPEN', count: 1 },
    { list: 'invoices', status: 'PAID', count: 1 },
    { list: 'payments', status: 'PAID', count: 1 },
    { list: 'payments', status: 'PENDING', count: 1 },
  ])
})
