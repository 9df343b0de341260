/** Work on records: voiding and restoring a payment that was recorded by mistake, and the timeline of a record with its notes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NewInvoice } from '#contract/console/invoices.ts'
import { readFields } from '#server/base/read-object.ts'
import { recordInvoices } from '#server/domain/invoices/past-invoices.ts'
import { PastPayment, recordPayments } from '#server/domain/payments/record.ts'
import type { Context } from '#server/platform/context.ts'
import { calls } from '../calls.ts'
import { charge, store } from '../records.ts'
import { conflicts, names } from '../refusals.ts'
import { useWorld } from '../world.ts'
import { deposit, openTenancy } from './tenancy.ts'

const {
  chargeLateFees,
  createNote,
  deleteNote,
  getPaymentDetail,
  getTimeline,
  listInvoices,
  listPayments,
  moveIn,
  recordNotice,
  refundPayment,
  restorePayment,
  returnDeposit,
  setLateFeePolicy,
  updateNote,
  voidMonthlyCharges,
  voidPayment,
  waiveDeposit,
  withholdDeposit,
} = calls

const world = useWorld()

test('a void posts new entries on its own day: earlier days stay, other credit pays instead, and nothing was received', async () => {
  const home = await openTenancy(world)
  await home.charge(100)
  const { payment_id: id } = await home.pay(100)
  await home.pay(60, { payment_date: '2026-03-03' })
  const before = await home.entries()
  const voided = await home.within(context => voidPayment(context, { id }))
  assert.deepEqual(
    [voided.status, voided.received_at, voided.voided_at !== null, voided.unapplied_cents, voided.allowed_steps],
    ['CANCELLED', null, true, 0, ['RESTORE']],
  )
  const { data } = await home.within(context =>
    listPayments(context, { status: 'CANCELLED', lease_id: home.leaseId, limit: 20, offset: 0 }),
  )
  assert.deepEqual(
    data.map(({ payment_id, voided_at }) => [payment_id, voided_at]),
    [[id, voided.voided_at]],
  )
  assert.deepEqual(
    (await home.entries()).filter(({ on }) => on < '2026-03-15'),
    before,
  )
  assert.deepEqual(await home.figures('2026-03-14'), { balance: -60, deposit: 0 })
  assert.deepEqual(await home.figures(), { balance: 40, deposit: 0 })
  assert.equal((await home.logged()).at(-1)?.action, 'payment.void')
})

test('a voided payment can be restored: the same payment counts again, without a second event', async () => {
  const home = await openTenancy(world)
  const { invoice_id } = await home.charge(100)
  const { payment_id: id } = await home.pay(130)
  await home.within(context => voidPayment(context, { id }))
  const events = (await home.events()).length
  const restored = await home.within(context => restorePayment(context, { id }))
  assert.deepEqual(
    [restored.status, restored.voided_at, restored.unapplied_cents, restored.allocations],
    ['PAID', null, 30, [{ invoice_id, amount_cents: 100 }]],
  )
  assert.deepEqual(await home.figures(), { balance: -30, deposit: 0 })
  assert.equal((await home.events()).length, events)
  await assert.rejects(
    home.within(context => restorePayment(context, { id })),
    { code: 'conflict' },
  )
})

test('a restored payment is applied to the invoices that are named, and the rest of it is credit', async () => {
  const home = await openTenancy(world)
  await home.charge(100)
  const { payment_id: id } = await home.pay(90)
  const { invoice_id } = await home.charge(70, { due_date: '2026-03-20' })
  const restore = (allocations: { invoice_id: string; amount_cents: number }[]) =>
    home.within(context => restorePayment(context, { id, allocations }))
  await home.within(context => voidPayment(context, { id }))
  await assert.rejects(restore([{ invoice_id, amount_cents: 91 }]), names('allocations'))
  await assert.rejects(restore([{ invoice_id, amount_cents: 71 }]), {
    code: 'conflict',
    message: /only \$0\.70 is left/,
  })
  const part = { invoice_id, amount_cents: 60 }
  const restored = await restore([part])
  assert.deepEqual([restored.status, restored.unapplied_cents, restored.allocations], ['PAID', 30, [part]])
  assert.deepEqual(await home.figures(), { balance: 80, deposit: 0 })
})

test('a restored payment has the instant at which it was first received, and a void one has none', async () => {
  const home = await openTenancy(world)
  const received_at = '2026-03-02T15:00:00.000Z'
  const check = readFields(PastPayment, {
    ...{ lease_id: home.leaseId, method: 'CHECK', amount_cents: 100, payment_date: '2026-03-02', received_at },
  })
  const [id] = (await home.within(context => recordPayments(context, [check]))) as [string]
  for (const round of [1, 2]) {
    assert.equal((await home.within(context => voidPayment(context, { id }))).received_at, null)
    const restored = await home.within(context => restorePayment(context, { id }))
    assert.equal(restored.received_at, received_at, `round ${round}`)
  }
})

test('a void is refused if the money was received: after a partial refund, and after its deposit was returned', async () => {
  const home = await openTenancy(world)
  const { payment_id: refunded } = await home.pay(100)
  await home.within(context => refundPayment(context, { id: refunded, amount_cents: 10 }))
  const refuse = (id: string, message: RegExp) =>
    assert.rejects(
      home.within(context => voidPayment(context, { id })),
      conflicts(message),
    )
  await refuse(refunded, /^\$0\.10 of this payment was refunded/)
  const held = await openTenancy(world)
  await held.charge(0, { lines: [deposit(100)] })
  const { payment_id: paid } = await held.pay(100)
  await held.within(context => returnDeposit(context, { lease_id: held.leaseId, amount_cents: 50 }))
  await assert.rejects(
    held.within(context => voidPayment(context, { id: paid })),
    conflicts(/^Only \$0\.50 of the deposit is still held, because it was returned or withheld since/),
  )
})

test('voiding a withheld deposit makes it held again, and it is withheld again rather than restored', async () => {
  const home = await openTenancy(world)
  await home.charge(0, { lines: [deposit(100)] })
  await home.pay(100)
  const deductions = [{ description: 'Carpet', amount_cents: 30 }]
  const { payment_id: id } = await home.within(context =>
    withholdDeposit(context, { lease_id: home.leaseId, deductions }),
  )
  await home.within(context => voidPayment(context, { id }))
  assert.deepEqual(await home.figures(), { balance: 30, deposit: 100 })
  assert.deepEqual((await home.within(context => getPaymentDetail(context, { id }))).allowed_steps, [])
  await assert.rejects(
    home.within(context => restorePayment(context, { id })),
    conflicts(/Withhold the deposit again/),
  )
})

test('the timeline of a lease has its changes, those of its money with their events, and its notes, page by page', async () => {
  const home = await openTenancy(world)
  const { leaseId: subject } = home
  const invoices: string[] = []
  for (const cents of [60, 40]) invoices.push((await home.charge(cents)).invoice_id)
  const { payment_id } = await home.pay(100)
  const note = await home.within(context => createNote(context, { subject, body: 'Call in the morning.' }))
  const read = (limit: number, before?: string) =>
    home.within(context => getTimeline(context, { id: subject, limit, ...(before && { before }) }))
  const { data, next } = await read(10)
  assert.deepEqual(
    data
      .map(({ kind, subject, action, text, events, is_own }) => [kind, subject, action ?? text, events, is_own])
      .sort(),
    [
      // The clock stands still, so that what happened later counts as of the same instant.
      ...invoices.map(id => ['CHANGE', id, 'invoice.create', ['payment.received', 'invoice.paid'], false]),
      ['CHANGE', payment_id, 'payment.record', ['payment.received', 'invoice.paid'], false],
      ['NOTE', subject, 'Call in the morning.', [], true],
    ],
  )
  assert.equal(next, null)
  await home.within(context => updateNote(context, { note_id: note.note_id, body: 'Call at noon.' }))
  const notes = async () => (await read(10)).data.filter(({ kind }) => kind === 'NOTE')
  assert.deepEqual(
    (await notes()).map(({ text, edited_at }) => [text, edited_at !== null]),
    [['Call at noon.', true]],
  )
  await home.within(context => deleteNote(context, { note_id: note.note_id }))
  assert.deepEqual(await notes(), [])
  const elsewhere = await openTenancy(world)
  await assert.rejects(
    elsewhere.within(context => getTimeline(context, { id: subject, limit: 10 })),
    { code: 'not_found' },
  )
  await assert.rejects(
    elsewhere.within(context => createNote(context, { subject, body: 'x' })),
    names('subject'),
  )
})

test('invoices and payments that a step on many records or on a deposit made have the step in their timelines', async () => {
  const home = await openTenancy(world)
  const { leaseId: lease_id } = home
  await store(home.org, { charges: [charge(home.held)] })
  const timelineOf = async (id: string) =>
    (await home.within(context => getTimeline(context, { id, limit: 20 }))).data.map(each => [
      each.subject,
      each.action,
    ])
  const invoicesOf = async () => {
    const { data } = await home.within(context => listInvoices(context, { lease_id, limit: 20, offset: 0 }))
    return data.map(({ invoice_id }) => invoice_id)
  }
  await home.within(context => moveIn(context, { lease_id, move_in_date: '2026-03-01', bills_month: true }))
  const [generated] = (await invoicesOf()) as [string]
  assert.deepEqual(await timelineOf(generated), [[generated, 'invoice.generate']])
  const ofLease = [
    [generated, 'invoice.generate'],
    [lease_id, 'lease.move_in'],
  ]
  assert.deepEqual((await timelineOf(lease_id)).sort(), ofLease.toSorted())
  const fees = { grace_days: 0, flat_cents: 500, percent_basis_points: null }
  await home.within(context => setLateFeePolicy(context, fees))
  await home.within(context => chargeLateFees(context, { invoice_ids: [generated] }))
  const fee = (await invoicesOf()).find(id => id !== generated) as string
  assert.deepEqual(await timelineOf(fee), [[fee, 'late_fee.charge']])
  await home.within(context => voidMonthlyCharges(context, { month: '2026-03' }))
  assert.deepEqual((await timelineOf(generated)).sort(), [
    [generated, 'invoice.generate'],
    [generated, 'invoice.void_month'],
  ])

  await home.charge(0, { lines: [deposit(100)] })
  await home.pay(600)
  const { payment_id } = await home.within(context => withholdDeposit(context, { lease_id, deductions: [CARPET] }))
  assert.deepEqual(await timelineOf(payment_id), [[payment_id, 'deposit.withhold']])
  const { invoice_id: unpaid } = await home.charge(0, { lines: [deposit(70)] })
  await home.within(context => waiveDeposit(context, { lease_id }))
  assert.deepEqual((await timelineOf(unpaid)).sort(), [
    [unpaid, 'deposit.waive'],
    [unpaid, 'invoice.create'],
  ])
})

test('each payment and each invoice that an import recorded has the import in its timeline, and so has its lease', async () => {
  const home = await openTenancy(world)
  const { leaseId: lease_id } = home
  const payment = { lease_id, method: 'CHECK', amount_cents: 5 } as const
  const paid = await home.within(context =>
    recordPayments(
      context,
      [1, 2, 3].map(() => readFields(PastPayment, payment)),
    ),
  )
  const line = { charge_code: 'RENT', description: 'Rent', amount_cents: 100 }
  const billed = { lease_id, issue_date: '2026-03-01', lines: [line] }
  await home.within(context =>
    recordInvoices(
      context,
      [1, 2].map(() => readFields(NewInvoice, billed)),
    ),
  )
  const { data: invoices } = await home.within(context => listInvoices(context, { lease_id, limit: 20, offset: 0 }))
  const expected = [
    ...paid.map(id => [id, 'payment.record_many']),
    ...invoices.map(({ invoice_id }) => [invoice_id, 'invoice.record_many']),
  ].sort()
  const timelineOf = async (id: string) =>
    (await home.within(context => getTimeline(context, { id, limit: 20 }))).data.map(each => [
      each.subject,
      each.action,
    ])
  for (const [id = '', action] of expected) assert.deepEqual(await timelineOf(id), [[id, action]])
  assert.deepEqual((await timelineOf(lease_id)).sort(), expected)
})

const CARPET = { description: 'Carpet', amount_cents: 30 }

test('the timeline of a unit has the changes of its leases and work orders, but not those of its money', async () => {
  const home = await openTenancy(world)
  await home.pay(100)
  const notice = { lease_id: home.leaseId, notice_given_on: '2026-03-10', move_out_date: '2026-04-30' }
  await home.within(context => recordNotice(context, notice))
  const { property_id, id: unit_id } = home.home
  const body = JSON.stringify({ title: 'Faucet', property_id, unit_id })
  const order = (await world.call('/work-orders', { ...home.org, method: 'POST', body })).body.work_order_id
  await world.call(`/work-orders/${order}`, { ...home.org, method: 'PATCH', body: '{"priority":"HIGH"}' })
  const { data } = await home.within(context => getTimeline(context, { id: unit_id, limit: 10 }))
  assert.deepEqual(data.map(({ subject, action }) => [subject, action]).sort(), [
    [home.leaseId, 'lease.record_notice'],
    [order, 'work_order.update'],
  ])
})

test('only the author of a note can change or delete it', async () => {
  const home = await openTenancy(world)
  const { note_id } = await home.within(context => createNote(context, { subject: home.leaseId, body: 'Mine' }))
  const body = 'Theirs'
  const acts = [
    (context: Context) => updateNote({ ...context, actor: 'somebody@example.com' }, { note_id, body }),
    (context: Context) => deleteNote({ ...context, actor: 'somebody@example.com' }, { note_id }),
  ]
  for (const act of acts) {
    await assert.rejects(home.within<unknown>(act), conflicts(/Only the author/))
  }
})
