/** What the database itself refuses of invoices, payments and the ledger, and what it keeps for them, whoever writes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entriesOf } from '#server/domain/invoices/operations.ts'
import type { LedgerEntry } from '#server/domain/ledger/records.ts'
import { invoice, lease, payment, property, type Records, store, unit } from '../records.ts'
import { type Organization, useWorld } from '../world.ts'

const world = useWorld()
async function let1() {
  const organization = await world.organization()
  const maple = property()
  const home = unit(maple)
  const dana = lease(home)
  await store(organization, { properties: [maple], units: [home], leases: [dana] })
  return { organization, dana }
}

/** What a payment of `cents` means where `invoiced` is what it settles. */
function paid(
  { id: paymentId, leaseId }: { id: string; leaseId: string },
  cents: number,
  invoiced: { id: string; dueDate: string } | null,
): LedgerEntry {
  const settles = invoiced ? { invoiceId: invoiced.id, dueOn: invoiced.dueDate } : {}
  return {
    leaseId,
    paymentId,
    account: 'RECEIVABLE',
    code: 'PAYMENT',
    amountCents: -cents,
    effectiveOn: '2026-03-02',
    description: 'Payment',
    ...settles,
  }
}

async function refused(organization: Organization, records: Records, pattern: RegExp): Promise<void> {
  await assert.rejects(store(organization, records), pattern)
}

test('entries of a payment bring its invoice and itself up to date', async () => {
  const { organization, dana } = await let1()
  const rent = invoice(dana)
  const part = payment(dana, { amountCents: 100_000 })
  const rest = payment(dana, { amountCents: 50_000 })
  await store(organization, {
    invoices: [rent],
    payments: [part, rest],
    ledger: [...entriesOf(rent), paid(part, 100_000, rent)],
  })
  const state = () =>
    world.sql('select status, paid_cents, paid_at is not null as has_day from invoices where id = $1', [rent.id])
  assert.deepEqual(await state(), [{ status: 'PARTIALLY_PAID', paid_cents: 100_000, has_day: false }])
  await store(organization, { ledger: [paid(rest, 42_500, rent), paid(rest, 7_500, null)] })
  assert.deepEqual(await state(), [{ status: 'PAID', paid_cents: 142_500, has_day: true }])
  const allocated = await world.sql(
    'select allocated_cents::int as cents from payments where id = any($1) order by cents',
    [[part.id, rest.id]],
  )
  assert.deepEqual(allocated, [{ cents: 42_500 }, { cents: 100_000 }])
})

test('an invoice is never paid beyond its total, nor a payment allocated beyond its amount', async () => {
  const { organization, dana } = await let1()
  const rent = invoice(dana)
  const large = payment(dana, { amountCents: 200_000 })
  const small = payment(dana, { amountCents: 1_000 })
  await store(organization, { invoices: [rent], payments: [large, small], ledger: entriesOf(rent) })
  await refused(organization, { ledger: [paid(large, 142_501, rent)] }, /invoices/)
  await refused(organization, { ledger: [paid(small, 1_001, rent)] }, /payments/)
  await refused(organization, { ledger: [paid(payment(dana), 10, rent)] }, /foreign key/)
})

test('a total is the sum of the lines, and deposits stand alone', async () => {
  const { organization, dana } = await let1()
  const rent = { charge_code: 'RENT', description: 'Rent', amount_cents: 100 } as const
  const deposit = { charge_code: 'DEPOSIT', description: 'Deposit', amount_cents: 100 } as const
  await refused(organization, { invoices: [invoice(dana, { lines: [rent, deposit] })] }, /invoices/)
  await refused(organization, { invoices: [invoice(dana, { lines: [{ ...rent, amount_cents: -1 }] })] }, /invoices/)
  await refused(organization, { invoices: [invoice(dana, { lines: [] })] }, /invoices/)
  await store(organization, { invoices: [invoice(dana, { lines: [deposit] })] })
})

test('nothing is entered on a day whose books are closed', async () => {
  const { organization, dana } = await let1()
  await world.sql(`update organizations set books_closed_through = '2026-02-28' where id = $1`, [organization.id])
  const old = invoice(dana, { issueDate: '2026-02-28', dueDate: '2026-02-28' })
  await assert.rejects(store(organization, { invoices: [old], ledger: entriesOf(old) }), { code: 'conflict' })
  const current = invoice(dana)
  await store(organization, { invoices: [current], ledger: entriesOf(current) })
})

test('how many invoices and payments there are, by status, is kept while they change', async () => {
  const { organization, dana } = await let1()
  const rent = invoice(dana)
  const received = payment(dana)
  await store(organization, {
    invoices: [rent, invoice(dana)],
    payments: [received, payment(dana, { status: 'PENDING', receivedAt: null })],
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
