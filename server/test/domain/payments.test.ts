/** Payments: what they show, which invoices they are applied to, and how they are listed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFields } from '#server/base/read-object.ts'
import { PastPayment, recordPayments } from '#server/domain/payments/record.ts'
import { calls } from '../calls.ts'
import { conflicts, names } from '../refusals.ts'
import { type Organization, type Reply, useWorld } from '../world.ts'
import { openTenancy } from './tenancy.ts'

const { recordPayment, refundPayment, reversePayment, settlePayment, voidInvoice } = calls

const world = useWorld()
const read = (path: string, { key }: Organization): Promise<Reply> => world.call(path, { key })
async function find(org: Organization, query: Record<string, string>): Promise<unknown[]> {
  const { status, body, text } = await read(`/payments?${new URLSearchParams(query)}`, org)
  assert.equal(status, 200, text)
  return body.data.map(({ payment_id }) => payment_id)
}

test('a payment shows the invoices it is applied to, earliest due date first, and its unapplied amount', async () => {
  const home = await openTenancy(world)
  const second = await home.charge(100, { due_date: '2026-03-05' })
  const first = await home.charge(50, { due_date: '2026-03-04' })
  const made = await home.pay(170, {
    ...{ resident_id: home.dana.id, reference: '1042', memo: 'March', external_id: 'P-1' },
  })
  const { body } = await read(`/payments/${made.payment_id}`, home.org)
  const { payment_id, created_at, updated_at, ...shown } = body
  assert.match(String(payment_id), /^pay_[0-9a-z]{26}$/)
  assert.ok(String(created_at) <= String(updated_at))
  assert.deepEqual(shown, {
    ...{
      status: 'PAID',
      method: 'CHECK',
      source: 'PAYER',
      amount_cents: 170,
      refunded_cents: 0,
      payment_date: '2026-03-02',
    },
    ...{ received_at: new Date(world.clock.now()).toISOString(), reference: '1042', memo: 'March' },
    ...{ lease_id: home.leaseId, resident_id: home.dana.id, property_id: home.maple.id, unit_id: home.home.id },
    allocations: [
      { invoice_id: first.invoice_id, amount_cents: 50 },
      { invoice_id: second.invoice_id, amount_cents: 100 },
    ],
    ...{ unapplied_cents: 20, failure_reason: null, reversed_at: null, external_id: 'P-1' },
  })
  assert.deepEqual((await read('/payments', home.org)).body.data, [body])
  assert.deepEqual(
    (await home.events()).map(({ type, data }) => [type, data.payment ?? data.invoice?.invoice_id]),
    [
      ['payment.received', body],
      ['invoice.paid', first.invoice_id],
      ['invoice.paid', second.invoice_id],
    ],
  )
  assert.equal((await read('/payments/pay_nonsense', home.org)).status, 404)
})

test('a payment received before the invoice is credit until the invoice is issued', async () => {
  const home = await openTenancy(world)
  const { invoice_id: invoiceId } = await home.charge(100, { issue_date: '2026-04-01' })
  const paid = await home.pay(100)
  assert.deepEqual([paid.allocations, paid.unapplied_cents], [[{ invoice_id: invoiceId, amount_cents: 100 }], 0])
  assert.deepEqual(
    (await home.entries()).map(({ code, cents, on, invoice_id }) => [code, cents, on, invoice_id !== null]),
    [
      ['PAYMENT', -100, '2026-03-02', false],
      ['RENT', 100, '2026-04-01', true],
      ['PAYMENT', 100, '2026-04-01', false],
      ['PAYMENT', -100, '2026-04-01', true],
    ],
  )
})

test('a payment with allocations is applied to those invoices and no others', async () => {
  const home = await openTenancy(world)
  await home.charge(100)
  const told = await home.charge(100, { due_date: '2026-03-09' })
  const paid = await home.pay(150, { allocations: [{ invoice_id: told.invoice_id, amount_cents: 60 }] })
  assert.deepEqual(paid.allocations, [{ invoice_id: told.invoice_id, amount_cents: 60 }])
  assert.equal(paid.unapplied_cents, 90)
  assert.deepEqual((await home.pay(10, { allocations: [] })).allocations, [])
})

test('an allocation to an invoice that cannot be paid is refused with the reason, and nothing is stored', async () => {
  const home = await openTenancy(world)
  const elsewhere = await openTenancy(world, home.org)
  const { invoice_id: open } = await home.charge(100)
  const { invoice_id: theirs } = await elsewhere.charge(100)
  const { invoice_id: gone } = await home.charge(100)
  const { invoice_id: draft } = await home.charge(100, { is_draft: true })
  await home.within(context => voidInvoice(context, { id: gone }))
  const entries = (await home.entries()).length
  const tell = (...parts: [id: string, cents: number][]) =>
    home.pay(100, {
      allocations: parts.map(([invoiceId, amountCents]) => ({ invoice_id: invoiceId, amount_cents: amountCents })),
    })
  await assert.rejects(tell(['inv_nonsense', 1]), names('allocations[0].invoice_id'))
  await assert.rejects(tell([open, 1], [theirs, 1]), names('allocations[1].invoice_id'))
  await assert.rejects(tell([open, 1], [open, 1]), names('allocations[1].invoice_id'))
  await assert.rejects(tell([open, 0]), names('allocations[0].amount_cents'))
  await assert.rejects(tell([open, 101]), names('allocations'))
  await assert.rejects(tell([gone, 1]), conflicts(/is VOID cannot be paid/))
  await assert.rejects(tell([draft, 1]), conflicts(/is DRAFT cannot be paid\. Issue it first/))
  await home.pay(30, { allocations: [{ invoice_id: open, amount_cents: 30 }] })
  await assert.rejects(tell([open, 71]), {
    code: 'conflict',
    message: /^\$0\.71 is too much, because only \$0\.70 is left to pay/,
  })
  assert.equal((await home.entries()).length, entries + 1)
  assert.equal((await read('/payments?status=ALL', home.org)).body.pagination.total, 1)
})

const WRONG: [what: string, fields: object, path: string][] = [
  ['0 cents', { amount_cents: 0 }, 'amount_cents'],
  ['half a cent', { amount_cents: 0.5 }, 'amount_cents'],
  ['more than money goes', { amount_cents: 10_000_000_000_001 }, 'amount_cents'],
  ['an unknown method', { method: 'BARTER' as never }, 'method'],
  ['a day more than a year ahead', { payment_date: '2027-03-16' }, 'payment_date'],
  ['an unknown lease', { lease_id: 'lease_nobody' }, 'lease_id'],
  ['a resident of another lease', { resident_id: 'res_nobody' }, 'resident_id'],
  ['an empty memo', { memo: '' }, 'memo'],
  ['an endless reference', { reference: 'x'.repeat(201) }, 'reference'],
  ['a reason why it failed', { failure_reason: 'Insufficient funds' }, 'failure_reason'],
  ['allocations, though it is pending', { status: 'PENDING', allocations: [] }, 'allocations'],
]
for (const [what, fields, path] of WRONG) {
  test(`a payment with ${what} is refused, and ${path} named`, async () => {
    const home = await openTenancy(world)
    await assert.rejects(home.pay(100, fields), names(path))
  })
}

test('a day that is too far ahead is refused with the last one that is accepted', async () => {
  const home = await openTenancy(world)
  await home.pay(100, { payment_date: '2027-03-15' })
  const message = 'payment_date must not be after 2027-03-15, which is a year ahead.'
  await assert.rejects(home.pay(100, { payment_date: '2027-03-16' }), { code: 'invalid_request', message })
})

test('a pending payment is not applied to any invoice until it is received; it then counts from that day and emits one event', async () => {
  const home = await openTenancy(world)
  const { invoice_id: invoiceId } = await home.charge(100)
  const pending = await home.pay(100, { status: 'PENDING' })
  assert.deepEqual([pending.received_at, pending.unapplied_cents, pending.allocations], [null, 0, []])
  assert.deepEqual([(await home.entries()).length, await home.events()], [1, []])
  const settled = await home.within(context => settlePayment(context, { id: pending.payment_id }))
  assert.deepEqual(settled.allocations, [{ invoice_id: invoiceId, amount_cents: 100 }])
  assert.equal((await home.figures('2026-03-02'))?.balance, 0)
  assert.deepEqual(
    (await home.events()).map(({ type }) => type),
    ['payment.received', 'invoice.paid'],
  )
  const later = await home.pay(100, { status: 'PENDING' })
  const moved = await home.within(context =>
    settlePayment(context, { id: later.payment_id, payment_date: '2026-03-20', allocations: [] }),
  )
  assert.deepEqual([moved.payment_date, moved.unapplied_cents], ['2026-03-20', 100])
  assert.equal((await home.figures('2026-03-19'))?.balance, 0)
})

test('many payments at once are applied in the order of their dates, as they would be one by one', async () => {
  const home = await openTenancy(world)
  const other = await openTenancy(world, home.org)
  const { invoice_id: invoiceId } = await home.charge(100)
  const { invoice_id: theirs } = await other.charge(100)
  const check = { method: 'CHECK', payment_date: '2026-03-05' } as const
  const past = (...payments: object[]) => payments.map(payment => readFields(PastPayment, { ...check, ...payment }))
  const ids = await home.within(context =>
    recordPayments(
      context,
      past(
        { lease_id: home.leaseId, amount_cents: 90, external_id: 'late' },
        { lease_id: home.leaseId, amount_cents: 30, payment_date: '2026-03-04' },
        { lease_id: other.leaseId, amount_cents: 120, received_at: '2026-03-05T10:00:00.000Z' },
        { lease_id: other.leaseId, amount_cents: 5, status: 'FAILED', failure_reason: 'Account closed' },
      ),
    ),
  )
  const shown = []
  for (const id of ids) shown.push((await read(`/payments/${id}`, home.org)).body)
  assert.deepEqual(
    shown.map(({ status, allocations, unapplied_cents }) => [status, allocations, unapplied_cents]),
    [
      ['PAID', [{ invoice_id: invoiceId, amount_cents: 70 }], 20],
      ['PAID', [{ invoice_id: invoiceId, amount_cents: 30 }], 0],
      ['PAID', [{ invoice_id: theirs, amount_cents: 100 }], 20],
      ['FAILED', [], 0],
    ],
  )
  assert.equal(shown[2]?.received_at, '2026-03-05T10:00:00.000Z')
  assert.deepEqual(await home.events(), [], 'no event is emitted unless asked for')
  const again = home.within(context =>
    recordPayments(context, past({ lease_id: home.leaseId, amount_cents: 1, external_id: 'late' })),
  )
  await assert.rejects(again, conflicts(/external ID/))
  const emitting = past({ lease_id: home.leaseId, amount_cents: 7 })
  await home.within(context => recordPayments(context, emitting, { emits: true }))
  assert.deepEqual(
    (await home.events()).map(({ type }) => type),
    ['payment.received'],
  )
})

test('twenty concurrent payments never allocate more than is owed or more than they amount to', async () => {
  const home = await openTenancy(world)
  for (const cents of [300, 100, 150]) await home.charge(cents)
  const payments = await Promise.all(Array.from({ length: 20 }, () => home.pay(50)))
  const parts = payments.flatMap(({ allocations }) => allocations.map(({ amount_cents }) => amount_cents))
  assert.equal(
    parts.reduce((sum, cents) => sum + cents, 0),
    550,
  )
  assert.equal(payments.filter(({ unapplied_cents }) => unapplied_cents === 50).length, 9)
  const { data } = (await read('/invoices?status=PAID', home.org)).body
  assert.equal(data.length, 3)
  assert.equal((await home.events()).filter(({ type }) => type === 'invoice.paid').length, 3)
  assert.deepEqual(await home.figures(), { balance: 550 - 1_000, deposit: 0 })
})

test('only PAID payments are listed unless another status, ALL or recent changes are requested', async () => {
  const home = await openTenancy(world)
  const other = await openTenancy(world, home.org)
  const paid = await home.pay(100)
  const pending = await home.pay(100, { status: 'PENDING', payment_date: '2026-03-03' })
  const theirs = await other.pay(100, { payment_date: '2026-03-01' })
  const ids = (...payments: { payment_id: string }[]) => payments.map(({ payment_id }) => payment_id)
  assert.deepEqual(await find(home.org, {}), ids(paid, theirs))
  assert.deepEqual(await find(home.org, { status: 'paid' }), ids(paid, theirs))
  assert.deepEqual(await find(home.org, { status: 'All' }), ids(pending, paid, theirs))
  assert.deepEqual(await find(home.org, { status: 'PENDING' }), ids(pending))
  assert.deepEqual(await find(home.org, { status: 'REVERSED' }), [])
  assert.deepEqual(await find(home.org, { property_id: home.maple.id }), ids(paid))
  assert.deepEqual(await find(home.org, { status: 'ALL', lease_id: home.leaseId }), ids(pending, paid))
  const all = { property_id: home.maple.id, lease_id: home.leaseId, updated_since: paid.updated_at }
  assert.deepEqual(await find(home.org, all), ids(pending, paid), 'a copy must see what is not PAID anymore')
  assert.deepEqual(await find(home.org, { ...all, status: 'PAID' }), ids(paid))
  const since = new Date(Date.parse(theirs.updated_at) + 1).toISOString()
  assert.deepEqual(await find(home.org, { updated_since: since }), [])
  const { pagination } = (await read('/payments?limit=1&offset=1', home.org)).body
  assert.deepEqual(pagination, { total: 2, limit: 1, offset: 1, hasMore: false })
})

test('among payments of one day the latest comes first, across pages too', async () => {
  const home = await openTenancy(world)
  const made: string[] = []
  for (let count = 0; count < 5; count++) made.unshift((await home.pay(1)).payment_id)
  const page = (offset: number) => find(home.org, { limit: '2', offset: String(offset) })
  assert.deepEqual([...(await page(0)), ...(await page(2)), ...(await page(4))], made)
  assert.deepEqual(await page(5), [])
})

test('every step of a payment is logged with who took it', async () => {
  const home = await openTenancy(world)
  const { payment_id: paymentId } = await home.within(context =>
    recordPayment(context, { lease_id: home.leaseId, method: 'CASH', amount_cents: 5 }),
  )
  await home.within(context => refundPayment(context, { id: paymentId, amount_cents: 1 }))
  await home.within(context => reversePayment(context, { id: paymentId }))
  assert.deepEqual(
    await home.logged(),
    ['record', 'refund', 'reverse'].map(verb => ({ action: `payment.${verb}`, subject: paymentId, actor: 'test' })),
  )
})
