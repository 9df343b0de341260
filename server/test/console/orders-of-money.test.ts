/**
 * Invoices and payments by amount, due date and method, and payments of one method: each page, near and far, has the rows that a plain sort of all rows has
 * there.
 */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { PAYMENT_METHODS } from '#contract/v1/payments.ts'
import { addDays } from '#server/base/dates.ts'
import { FAR } from '#server/db/list-walk.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { statement } from '#server/db/statement.ts'
import { MIN_WALKED } from '#server/db/walk-by-word.ts'
import { listInvoices } from '#server/domain/invoices/operations.ts'
import type { LedgerEntry } from '#server/domain/ledger/records.ts'
import { listPayments } from '#server/domain/payments/operations.ts'
import { invoice, lease, payment, property, store, unit } from '../records.ts'
import { vacuum } from '../vacuum.ts'
import { prepare, useWorld } from '../world.ts'
import { type Office, openOffice } from './office.ts'

const world = useWorld({ own: true })
// A member may make 600 calls per minute.
beforeEach(() => world.clock.advance(61_000))
const office = prepare(async () => {
  const opened = await openOffice(world)
  await storeMoney(opened.org)
  await vacuum(world, ['invoices', 'payments'])
  return opened
})

const LEASES = 10
const INVOICES = FAR + 100
const PAYMENTS = MIN_WALKED + 300
/** The amount of a payment of the invoice. */
const cents = (index: number) => 5_000 + (index % 23) * 10_000

/** Which payments pay the invoice. */
const payersOf = (index: number) =>
  Array.from({ length: Math.ceil((PAYMENTS - index) / INVOICES) }, (_, turn) => index + turn * INVOICES)

const isPending = (index: number) => index % 100 === 3
/** So many are by ACH that they are found in the order of all payments; those of each other method are looked up. */
const methodOf = (index: number) => PAYMENT_METHODS.find((_, place) => index % 60 === place) ?? 'ACH'

/** Stores invoices, of which most are paid by two payments or three, some in part, and some not at all, and payments, of which a few are pending. */
async function storeMoney(org: Office['org']): Promise<void> {
  const home = property()
  const units = Array.from({ length: LEASES }, (_, index) => unit(home, { label: `${index}` }))
  const leases = units.map(of => lease(of))
  const leaseOf = (index: number) => leases[index % LEASES]!
  const invoices = Array.from({ length: INVOICES }, (_, index) =>
    invoice(leaseOf(index), {
      due_date: addDays('2026-03-01', (index * 7) % 50),
      lines: [{ charge_code: 'RENT', description: 'Rent', amount_cents: cents(index) * payersOf(index).length }],
    }),
  )
  const payments = Array.from({ length: PAYMENTS }, (_, index) =>
    payment(leaseOf(index), {
      method: methodOf(index),
      amount_cents: cents(index % INVOICES),
      payment_date: addDays('2026-03-01', index % 30),
      ...(isPending(index) ? { status: 'PENDING', received_at: null } : {}),
    }),
  )
  const ledger = invoices.flatMap((billed, index): LedgerEntry[] => {
    const entry: LedgerEntry = {
      lease_id: billed.lease_id,
      invoice_id: billed.invoice_id,
      account: 'RECEIVABLE',
      code: 'RENT',
      description: 'Rent',
      amount_cents: cents(index) * payersOf(index).length,
      effective_on: '2026-03-01',
      due_on: billed.due_date,
    }
    if (index % 50 === 9) return [entry]
    const paid = payersOf(index)
      .filter(payer => !isPending(payer))
      .map(payer => ({
        ...entry,
        payment_id: payments[payer]!.payment_id,
        code: 'PAYMENT' as const,
        amount_cents: payer % 50 === 8 ? -1_000 : -cents(index),
        effective_on: '2026-03-31',
      }))
    return [entry, ...paid]
  })
  await store(org, { properties: [home], units, leases, invoices, payments, ledger })
}

const LISTS = [
  { path: '/invoices', sort: 'total_cents', key: 'total_cents' },
  { path: '/invoices', sort: 'due_date', key: 'due_date::text' },
  { path: '/invoices', sort: 'balance_cents', key: 'total_cents - paid_cents' },
  { path: '/payments', sort: 'amount_cents', key: 'amount_cents' },
  { path: '/payments', sort: 'method', key: `array_position('{${PAYMENT_METHODS}}', method)` },
  {
    path: '/payments',
    sort: 'unapplied_cents',
    key: `case status when 'PAID' then amount_cents - allocated_cents else 0 end`,
  },
] as const

for (const { path, sort, key } of LISTS) {
  for (const status of ['PAID', 'ALL']) {
    // Invoices of every status are listed if none is given.
    const query = path === '/invoices' && status === 'ALL' ? '?' : `?status=${status}&`
    for (const direction of [1, -1]) {
      const order = direction === 1 ? sort : `-${sort}`
      test(`${path}${query}sort=${order} has the right rows on each page, near and far`, async () => {
        const rows = await rowsOf(path, key)
        assert.ok(new Set(rows.map(row => row.key)).size > 1)
        const expected = rows
          .filter(row => status === 'ALL' || row.status === status)
          .sort((one, other) => compare(one.key, other.key) * direction || compare(one.id, other.id) * direction)
        await expectPages(`${path}${query}sort=${order}&`, expected)
      })
    }
  }
}

/**
 * How many rows of the two tables this connection has read lately, and how many entries of the indexes of invoices: payments by method, of which there are
 * few, are found by reading all entries of an index.
 */
const countRead = statement<{ read: number }>(
  'count_table_rows_read',
  `select sum(
            case when c.relkind = 'r' then pg_stat_get_xact_tuples_fetched(c.oid) else 0 end
              + case when c.relkind = 'r' or x.indrelid = 'invoices'::regclass then pg_stat_get_xact_tuples_returned(c.oid) else 0 end
          )::int as read
     from pg_class c left join pg_index x on x.indexrelid = c.oid
    where coalesce(x.indrelid, c.oid) in ('invoices'::regclass, 'payments'::regclass)`,
)

test('the first rows in each order are found without reading all', async () => {
  for (const { path, sort } of LISTS) {
    for (const order of [sort, `-${sort}`]) {
      const read = await office.org.within(async context => {
        const count = async () => onlyRow(await context.db.query(countRead, [])).read
        const before = await count()
        const page = { limit: 3, offset: 0, sort: order as never }
        await (path === '/invoices' ? listInvoices(context, page) : listPayments(context, page))
        return (await count()) - before
      })
      assert.ok(read > 0 && read < (path === '/invoices' ? INVOICES : PAYMENTS) / 2, `${order}: ${read} rows`)
    }
  }
})

for (const method of PAYMENT_METHODS) {
  test(`payments of the method ${method} are listed by date, the latest first`, async () => {
    const rows = await rowsOf('/payments', 'method')
    const expected = rows
      .filter(row => row.status === 'PAID' && row.key === method)
      .sort((one, other) => compare(other.on, one.on) || compare(other.id, one.id))
    assert.ok(expected.length > 0)
    await expectPages(`/payments?method=${method}&`, expected)
    const late = expected.filter(({ on }) => on >= '2026-03-20')
    await expectPages(`/payments?method=${method}&from=2026-03-20&`, late)
  })
}

type Row = { id: string; status: string; on: string; key: string | number }

const compare = <Key extends string | number>(one: Key, other: Key) => (one < other ? -1 : one > other ? 1 : 0)

/** Every row of the list, each with the value of the expression `key`. */
function rowsOf(path: '/invoices' | '/payments', key: string): Promise<Row[]> {
  const day = path === '/invoices' ? 'issue_date' : 'payment_date'
  return world.sql<Row>(
    `select id, status, ${day}::text as "on", ${key} as key from ${path.slice(1)} where organization_id = $1`,
    [office.org.id],
  )
}

async function expectPages(path: string, rows: readonly Row[]): Promise<void> {
  const expected = rows.map(({ id }) => id)
  const total = expected.length
  for (const offset of new Set([0, 1, 11, FAR - 3, FAR - 1, FAR, Math.max(0, total - 1), total])) {
    const { data, pagination } = await office.read(`${path}limit=3&offset=${offset}`)
    const found = (data as { invoice_id?: string; payment_id?: string }[]).map(row => row.invoice_id ?? row.payment_id)
    assert.deepEqual(found, expected.slice(offset, offset + 3), `3 from ${offset}`)
    assert.equal(pagination.total, total)
  }
}
