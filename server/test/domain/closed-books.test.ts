/** Closed books: nothing is posted on a closed day, by anybody, until the books are reopened. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeBooks } from '#server/platform/organizations/changes.ts'
import { calls } from '../calls.ts'
import { charge, store } from '../records.ts'
import { conflicts } from '../refusals.ts'
import { useWorld } from '../world.ts'
import { deposit, openBooks, openTenancy, type Tenancy } from './tenancy.ts'

const {
  generateInvoices,
  issueInvoice,
  previewMonthlyCharges,
  recordPayment,
  refundPayment,
  returnDeposit,
  reversePayment,
  settlePayment,
  voidDepositReturn,
  voidInvoice,
  voidMonthlyCharges,
  withholdDeposit,
} = calls

const world = useWorld()
const close = ({ org }: Tenancy, through: string | null) =>
  world.pools.platformWrites.transaction(null, db =>
    closeBooks({ db, actor: 'operator', now: world.clock.now() }, org.id, { through }),
  )

test('every way into the ledger is refused on a closed day, and open the day after', async () => {
  const home = await openTenancy(world)
  const { leaseId } = home
  const { invoice_id: draft } = await home.charge(10, { is_draft: true })
  await home.charge(0, { lines: [deposit(500)] })
  const { payment_id: refunded } = await home.pay(600)
  await home.within(context => returnDeposit(context, { lease_id: leaseId, amount_cents: 5, on: '2026-03-03' }))
  const { payment_id: pending } = await home.pay(10, { status: 'PENDING' })
  const [owing, paying] = [await openTenancy(world, home.org), await openTenancy(world, home.org)]
  const { invoice_id: open } = await owing.charge(10)
  const { payment_id: bounced } = await paying.pay(10)
  await close(home, '2026-03-05')
  const place = { lease_id: leaseId, property_id: home.maple.id, unit_id: home.home.id, resident_id: null }
  const ways: [string, (on: string) => Promise<unknown>][] = [
    ['charge', on => home.charge(10, { issue_date: on })],
    ['issue', on => home.within(context => issueInvoice(context, { id: draft, issue_date: on }))],
    ['pay', on => home.pay(10, { payment_date: on })],
    ['settle', on => home.within(context => settlePayment(context, { id: pending, payment_date: on }))],
    ['void', on => home.within(context => voidInvoice(context, { id: open, on }))],
    ['reverse', on => home.within(context => reversePayment(context, { id: bounced, on }))],
    ['refund', on => home.within(context => refundPayment(context, { id: refunded, on, amount_cents: 10 }))],
    ['return', on => home.within(context => returnDeposit(context, { lease_id: leaseId, amount_cents: 10, on }))],
    ['keep', on => home.within(context => voidDepositReturn(context, { lease_id: leaseId, amount_cents: 5, on }))],
    [
      'withhold',
      on =>
        home.within(context =>
          withholdDeposit(context, {
            lease_id: leaseId,
            deductions: [{ description: 'Carpet', amount_cents: 10 }],
            on,
          }),
        ),
    ],
    ['open prepaid', on => home.within(context => openBooks(context, [{ ...place, amount_cents: -10, as_of: on }]))],
    ['open owing', on => home.within(context => openBooks(context, [{ ...place, amount_cents: 10, as_of: on }]))],
  ]
  const count = async () => {
    const [row] = await world.sql('select count(*)::int from ledger_entries where organization_id = $1', [home.org.id])
    return row?.count
  }
  for (const [name, act] of ways) {
    const before = await count()
    const why =
      /^The books are closed through 2026-03-05, so nothing can be posted on 2026-03-0[35]\. Choose a later date, or reopen/
    await assert.rejects(act('2026-03-05'), conflicts(why), name)
    assert.equal(await count(), before, name)
    await act('2026-03-06')
    assert.ok((await count()) > before, name)
  }
})

test('days in closed books are not billed with their month: the preview and the reply name the lease, and all others are billed', async () => {
  const home = await openTenancy(world, undefined, { start_date: '2026-03-10' })
  const other = await openTenancy(world, home.org, { start_date: '2026-03-14' })
  await store(home.org, {
    charges: [charge(home.held), charge(other.held)].map(each => ({ ...each, amount_cents: 31_000 })),
  })
  await close(home, '2026-03-10')
  const month = '2026-03'
  const { invoices, exceptions } = await home.within(context => previewMonthlyCharges(context, { month }))
  const closed = exceptions.filter(({ reason }) => reason === 'BOOKS_CLOSED')
  assert.deepEqual(
    [invoices, closed.map(one => [one.lease_id, one.total_cents, one.period_start, one.period_end])],
    [1, [[home.leaseId, 22_000, '2026-03-10', '2026-03-31']]],
  )
  const generated = await home.within(context => generateInvoices(context, { month }))
  assert.deepEqual([generated.invoices, generated.in_closed_books], [1, [home.leaseId]])
  const alone = { month, lease_id: home.leaseId }
  await assert.rejects(
    home.within(context => generateInvoices(context, alone)),
    {
      code: 'conflict',
      message:
        /^The books are closed through 2026-03-10, and the lease would be billed on 2026-03-10\. Charge it on a later date/,
    },
  )
  await close(home, null)
  assert.equal((await home.within(context => generateInvoices(context, alone))).total_cents, 22_000)
})

test('a payment of a closed day is posted once the books are reopened, and the log names who reopened them', async () => {
  const home = await openTenancy(world)
  const closed = await close(home, '2026-03-10')
  assert.equal(closed.books_closed_through, '2026-03-10')
  await assert.rejects(home.pay(10), { code: 'conflict' })
  await close(home, '2026-03-01')
  await home.pay(10)
  assert.equal((await close(home, null)).books_closed_through, null)
  const log = await world.sql<{ actor: string; day: string | null }>(
    `select actor, after ->> 'books_closed_through' as day from administrative_log
      where organization_id = $1 and action = 'books.close' order by id`,
    [home.org.id],
  )
  assert.deepEqual(
    log,
    ['2026-03-10', '2026-03-01', null].map(day => ({ actor: 'operator', day })),
  )
})

test('books can be closed only through a day that has come in the organization’s time zone', async () => {
  const home = await openTenancy(world)
  await close(home, '2026-03-15')
  await assert.rejects(close(home, '2026-03-16'), { code: 'invalid_request' })
  const nobody = { org: { id: '00000000-0000-7000-8000-000000000001' } } as Tenancy
  await assert.rejects(close(nobody, '2026-03-01'), { code: 'not_found' })
})

test('books close only once postings in progress are stored, and later ones find them closed', async () => {
  const home = await openTenancy(world)
  const order: string[] = []
  let finish = () => {}
  const entered = new Promise<void>(resolve => {
    finish = resolve
  })
  let begun = () => {}
  const isPosting = new Promise<void>(resolve => {
    begun = resolve
  })
  const posting = home.org.within(async context => {
    const check = { lease_id: home.leaseId, method: 'CHECK', amount_cents: 10, payment_date: '2026-03-02' } as const
    await recordPayment(context, check)
    begun()
    await entered
    order.push('posted')
  })
  await isPosting
  const closing = close(home, '2026-03-10').then(() => order.push('closed'))
  await waitsOr(() => order.length > 0)
  const late = home.pay(20).then(
    () => order.push('paid'),
    error => order.push(error.code),
  )
  finish()
  await Promise.all([posting, closing, late])
  assert.deepEqual(order, ['posted', 'closed', 'conflict'])
})

/** Waits until something waits for an advisory lock, or until it is too late for that. */
async function waitsOr(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const [row] = await world.sql<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
    )
    if ((row?.waiting ?? 0) > 0) return
  }
}

test('a month that is voided after its books were closed is billed again on the day of the void', async () => {
  const home = await openTenancy(world)
  await store(home.org, { charges: [charge(home.held, { amount_cents: 28_000 })] })
  const month = '2026-02'
  await home.within(context => generateInvoices(context, { month }))
  await close(home, '2026-02-28')
  await home.within(context => voidMonthlyCharges(context, { month }))
  assert.deepEqual((await home.within(context => previewMonthlyCharges(context, { month }))).exceptions, [])
  assert.equal((await home.within(context => generateInvoices(context, { month }))).total_cents, 28_000)
  assert.deepEqual(await home.figures('2026-02-28'), { balance: 28_000, deposit: 0 })
})
