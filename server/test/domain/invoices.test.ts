/** Invoices: what each shows, how it is created, issued and voided, and how invoices are listed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#server/base/instants.ts'
import type { InvoiceLine } from '#server/domain/invoices/records.ts'
import { calls } from '../calls.ts'
import { resident, store } from '../records.ts'
import { conflicts, names } from '../refusals.ts'
import { type Organization, openWorld, type Reply, START, useWorld } from '../world.ts'
import { deposit, openTenancy, rent, type Tenancy } from './tenancy.ts'

const { createInvoice, issueInvoice, restorePayment, reversePayment, voidInvoice, voidPayment } = calls

const world = useWorld()
const read = (path: string, { key }: Organization): Promise<Reply> => world.call(path, { key })
async function find(org: Organization, query: Record<string, string>): Promise<unknown[]> {
  const { status, body, text } = await read(`/invoices?${new URLSearchParams(query)}`, org)
  assert.equal(status, 200, text)
  return body.data.map(({ invoice_id }) => invoice_id)
}

test('an invoice shows its charges and how much of it is paid', async () => {
  const home = await openTenancy(world)
  const lines = [rent(140_000), { charge_code: 'CONCESSION', description: 'Loyalty', amount_cents: -10_000 } as const]
  const made = await home.charge(0, {
    ...{ lines, due_date: '2026-03-05', period_start: '2026-03-01', period_end: '2026-03-31', external_id: 'I-1' },
  })
  await home.pay(30_000)
  const { body } = await read(`/invoices/${made.invoice_id}`, home.org)
  const { invoice_id, created_at, updated_at, ...shown } = body
  assert.match(String(invoice_id), /^inv_[0-9a-z]{26}$/)
  assert.ok(String(created_at) <= String(updated_at))
  assert.deepEqual(shown, {
    ...{
      number: 1,
      lease_id: home.leaseId,
      resident_id: home.dana.id,
      property_id: home.maple.id,
      unit_id: home.home.id,
    },
    ...{ status: 'PARTIALLY_PAID', issue_date: '2026-03-01', due_date: '2026-03-05' },
    ...{ period_start: '2026-03-01', period_end: '2026-03-31', lines, total_cents: 130_000, paid_cents: 30_000 },
    ...{ balance_cents: 100_000, paid_at: null, voided_at: null, external_id: 'I-1' },
  })
  const { data } = (await read('/invoices', home.org)).body
  assert.deepEqual(data, [body])
})

test('an invoice that does not exist is 404', async () => {
  const home = await openTenancy(world)
  assert.equal((await read('/invoices/inv_nonsense', home.org)).status, 404)
})

test('by default the dates are today, the resident is the primary one, and numbers continue', async () => {
  const home = await openTenancy(world)
  const [first, second] = [
    await home.charge(1, { issue_date: '2026-03-15' }),
    await home.within(context =>
      createInvoice(context, { lease_id: home.leaseId, resident_id: null, lines: [rent(5)] }),
    ),
  ]
  assert.deepEqual([first.number, second.number], [1, 2])
  assert.deepEqual([first.resident_id, second.resident_id], [home.dana.id, null])
  assert.deepEqual([second.issue_date, second.due_date], ['2026-03-15', '2026-03-15'])
})

const LINES: [what: string, lines: InvoiceLine[], path: string][] = [
  ['no lines', [], 'lines'],
  ['a deposit together with rent', [rent(1), deposit(1)], 'lines'],
  ['an amount of 0', [rent(0)], 'lines[0].amount_cents'],
  ['half a cent', [rent(0.5)], 'lines[0].amount_cents'],
  ['rent below 0', [rent(-1)], 'lines[0].amount_cents'],
  ['a concession above 0', [{ ...rent(1), charge_code: 'CONCESSION' }], 'lines[0].amount_cents'],
  ['more concession than charge', [rent(1), { ...rent(-2), charge_code: 'CONCESSION' }], 'lines'],
  ['an unknown code', [{ ...rent(1), charge_code: 'constructor' as never }], 'lines[0].charge_code'],
  ['no description', [rent(1), { ...rent(1), description: '' }], 'lines[1].description'],
  ['more than money goes', [rent(10_000_000_000_000), rent(1)], 'lines'],
  ['101 lines', Array.from({ length: 101 }, () => rent(1)), 'lines'],
]
for (const [what, lines, path] of LINES) {
  test(`an invoice with ${what} is refused, and ${path} named`, async () => {
    const home = await openTenancy(world)
    await assert.rejects(home.charge(0, { lines }), names(path))
    assert.deepEqual(await home.entries(), [])
  })
}

test('a lease, a resident or a date that is not valid is named', async () => {
  const home = await openTenancy(world)
  const stranger = resident()
  await store(home.org, { residents: [stranger] })
  const elsewhere = await openTenancy(world)
  const cases = [
    [{ lease_id: 'nonsense' }, 'lease_id'],
    [{ lease_id: elsewhere.leaseId }, 'lease_id'],
    [{ resident_id: stranger.id }, 'resident_id'],
    [{ resident_id: 'nonsense' }, 'resident_id'],
    [{ issue_date: '2027-03-16' }, 'issue_date'],
    [{ issue_date: '2026-02-30' }, 'issue_date'],
    [{ due_date: '2026-02-28' }, 'due_date'],
    [{ due_date: '2027-03-16' }, 'due_date'],
    [{ period_start: '2026-03-02', period_end: '2026-03-01' }, 'period_end'],
  ] as const
  for (const [fields, path] of cases) await assert.rejects(home.charge(1, fields), names(path))
  assert.deepEqual((await read('/invoices', home.org)).body.data, [])
})

test('a draft is not owed until it is issued, from its issue date on', async () => {
  const home = await openTenancy(world)
  const draft = await home.charge(100, { is_draft: true, due_date: '2026-03-05' })
  assert.deepEqual([draft.status, draft.balance_cents, await home.entries()], ['DRAFT', 0, []])
  const issued = await home.within(context => issueInvoice(context, { id: draft.invoice_id, issue_date: '2026-03-10' }))
  assert.deepEqual(
    [issued.status, issued.issue_date, issued.due_date, issued.balance_cents, issued.number],
    ['OPEN', '2026-03-10', '2026-03-10', 100, draft.number],
  )
  assert.deepEqual(
    [await home.figures('2026-03-09'), await home.figures('2026-03-10')].map(figures => figures?.balance),
    [0, 100],
  )
})

test('the lease’s credit is applied to an invoice when it is issued, oldest payment first', async () => {
  const home = await openTenancy(world)
  const late = await home.pay(50, { payment_date: '2026-03-03' })
  const early = await home.pay(70, { payment_date: '2026-03-02' })
  const { invoice_id: invoiceId, status, paid_cents } = await home.charge(100, { issue_date: '2026-03-10' })
  assert.deepEqual([status, paid_cents], ['PAID', 100])
  const [first, second] = await Promise.all(
    [early, late].map(async ({ payment_id }) => (await read(`/payments/${payment_id}`, home.org)).body),
  )
  assert.deepEqual(first?.allocations, [{ invoice_id: invoiceId, amount_cents: 70 }])
  assert.deepEqual(second?.allocations, [{ invoice_id: invoiceId, amount_cents: 30 }])
  assert.deepEqual([first?.unapplied_cents, second?.unapplied_cents], [0, 20])
  assert.equal((await home.figures('2026-03-09'))?.balance, -120)
  const told = (await home.events()).filter(({ type }) => type === 'invoice.paid')
  assert.deepEqual(
    told.map(({ data }) => data),
    [
      {
        invoice: (await read(`/invoices/${invoiceId}`, home.org)).body,
        payment_ids: [early.payment_id, late.payment_id].sort(),
      },
    ],
  )
})

test('an invoice that totals zero is paid when it is issued, and emits no event', async () => {
  const home = await openTenancy(world)
  const lines = [rent(100), { ...rent(-100), charge_code: 'CONCESSION' } as InvoiceLine]
  const draft = await home.charge(0, { lines, is_draft: true })
  assert.deepEqual([draft.status, draft.paid_at], ['DRAFT', null])
  assert.deepEqual(await home.events(), [])
  const issued = await home.within(context => issueInvoice(context, { id: draft.invoice_id }))
  const direct = await home.charge(0, { lines })
  for (const invoice of [issued, direct]) {
    assert.deepEqual([invoice.status, invoice.paid_cents, invoice.paid_at !== null], ['PAID', 0, true])
  }
  assert.deepEqual(await home.events(), [])
})

test('a void removes the charge from its own day on and leaves earlier days unchanged', async () => {
  const home = await openTenancy(world)
  const { invoice_id: invoiceId } = await home.charge(100)
  const early = home.within(context => voidInvoice(context, { id: invoiceId, on: '2026-02-28' }))
  await assert.rejects(early, names('on'))
  const voided = await home.within(context => voidInvoice(context, { id: invoiceId }))
  assert.deepEqual([voided.status, voided.balance_cents, voided.total_cents], ['VOID', 0, 100])
  assert.deepEqual(
    (await home.entries()).map(({ code, cents, on }) => [code, cents, on]),
    [
      ['RENT', 100, '2026-03-01'],
      ['RENT', -100, '2026-03-15'],
    ],
  )
})

test('a void of an invoice issued on a later day takes effect on that day, not today', async () => {
  const home = await openTenancy(world)
  const { invoice_id: invoiceId } = await home.charge(100, { issue_date: '2026-04-01' })
  await home.within(context => voidInvoice(context, { id: invoiceId }))
  assert.deepEqual(
    (await home.entries()).map(({ on }) => on),
    ['2026-04-01', '2026-04-01'],
  )
})

test('an invoice that was paid cannot be voided before the day its payment was taken back', async () => {
  const home = await openTenancy(world)
  const { invoice_id: invoiceId } = await home.charge(100)
  const { payment_id: paymentId } = await home.pay(100)
  await home.within(context => reversePayment(context, { id: paymentId, on: '2026-03-10' }))
  const early = home.within(context => voidInvoice(context, { id: invoiceId, on: '2026-03-09' }))
  await assert.rejects(early, conflicts(/applied to this invoice until 2026-03-10/))
  await home.within(context => voidInvoice(context, { id: invoiceId, on: '2026-03-10' }))
  const owed = []
  for (const day of ['2026-03-01', '2026-03-09', '2026-03-10']) owed.push(await home.owed(invoiceId, day))
  assert.deepEqual(owed, [100, 0, 0])
})

test('every change of an invoice is logged with who made it', async () => {
  const home = await openTenancy(world)
  const { invoice_id: invoiceId } = await home.charge(100, { is_draft: true })
  await home.within(context => issueInvoice(context, { id: invoiceId }))
  await home.within(context => voidInvoice(context, { id: invoiceId }))
  assert.deepEqual(
    await home.logged(),
    ['create', 'issue', 'void'].map(verb => ({ action: `invoice.${verb}`, subject: invoiceId, actor: 'test' })),
  )
})

test('each filter finds what it names, and so do all of them together', async () => {
  const home = await openTenancy(world)
  const other = await openTenancy(world, home.org)
  const draft = await home.charge(1, { is_draft: true })
  const open = await home.charge(100, { issue_date: '2026-03-02', due_date: '2026-04-01' })
  const paid = await other.charge(100, { issue_date: '2026-03-03' })
  await other.pay(100)
  const ids = (...invoices: { invoice_id: string }[]) => invoices.map(({ invoice_id }) => invoice_id)
  assert.deepEqual(await find(home.org, {}), ids(paid, open, draft))
  assert.deepEqual(await find(home.org, { status: 'open' }), ids(open))
  assert.deepEqual(await find(home.org, { status: 'Draft' }), ids(draft))
  assert.deepEqual(await find(home.org, { status: 'VOID' }), [])
  assert.deepEqual(await find(home.org, { property_id: home.maple.id }), ids(open, draft))
  assert.deepEqual(await find(home.org, { lease_id: other.leaseId }), ids(paid))
  const all = { status: 'OPEN', property_id: home.maple.id, lease_id: home.leaseId, updated_since: open.updated_at }
  assert.deepEqual(await find(home.org, all), ids(open))
  assert.deepEqual(await find(home.org, { ...all, lease_id: other.leaseId }), [])
  const { body } = await read(`/invoices/${paid.invoice_id}`, home.org)
  const since = new Date(Date.parse(String(body.updated_at)) + 1).toISOString()
  assert.deepEqual(await find(home.org, { updated_since: since }), [])
  await home.pay(10)
  assert.deepEqual(await find(home.org, { updated_since: since }), ids(open), 'to be paid is to be changed')
})

test('the invoices of one day are listed latest first, across pages too', async () => {
  const home = await openTenancy(world)
  const made: string[] = []
  for (let count = 0; count < 5; count++) made.unshift((await home.charge(1)).invoice_id)
  const page = (offset: number) => find(home.org, { limit: '2', offset: String(offset) })
  assert.deepEqual([...(await page(0)), ...(await page(2)), ...(await page(4))], made)
  assert.deepEqual(await page(5), [])
})

test('what is left of a partly paid invoice is forgiven as its refusal says: the payment moves to an invoice with a concession', async () => {
  const home = await openTenancy(world)
  const { invoice_id: id } = await home.charge(15_000)
  const { payment_id } = await home.pay(10_000)
  const cancel = () => home.within(context => voidInvoice(context, { id }))
  const way =
    /void its payments, void the invoice, create it again without that amount, such as with a CONCESSION, and restore/
  await assert.rejects(cancel(), conflicts(way))
  await home.within(context => voidPayment(context, { id: payment_id }))
  await cancel()
  const concession = { charge_code: 'CONCESSION', description: 'Concession', amount_cents: -5_000 } as const
  const again = await home.charge(0, { lines: [rent(15_000), concession] })
  const { allocations } = await home.within(context => restorePayment(context, { id: payment_id }))
  assert.deepEqual(allocations, [{ invoice_id: again.invoice_id, amount_cents: 10_000 }])
  assert.deepEqual(await home.figures(), { balance: 0, deposit: 0 })
  assert.deepEqual(
    (await home.events()).map(({ type }) => type),
    ['payment.received', 'invoice.paid'],
  )
})

test('an invoice is overdue from the day after its due date, by the organization’s midnight, until it is paid', async () => {
  const late = await openWorld()
  try {
    const org = await late.organization({ timeZone: 'Pacific/Auckland' })
    const home: Tenancy = await openTenancy(late, org)
    const { invoice_id: invoiceId } = await home.charge(100, { due_date: '2026-03-16' })
    await home.charge(100, { is_draft: true })
    const overdue = async () => {
      const { body } = await late.call('/invoices?status=overdue', { key: org.key })
      return body.data.map(({ invoice_id }) => invoice_id)
    }
    // Auckland is 13 hours ahead of UTC, so the 17th begins there at 11:00 UTC on the 16th.
    late.clock.advance(Date.parse('2026-03-16T10:59:59.999Z') - START)
    assert.deepEqual(await overdue(), [])
    late.clock.advance(1)
    assert.deepEqual(await overdue(), [invoiceId])
    await home.pay(99)
    assert.deepEqual(await overdue(), [invoiceId])
    const { payment_id: paymentId } = await home.pay(1)
    assert.deepEqual(await overdue(), [])
    late.clock.advance(DAY_MS)
    await home.within(context => reversePayment(context, { id: paymentId }))
    assert.deepEqual(await overdue(), [invoiceId])
  } finally {
    await late.close()
  }
})
