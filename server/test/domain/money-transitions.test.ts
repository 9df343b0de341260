/** Every step in every status of an invoice and of a payment: possible or refused, from one table each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getInvoice } from '#server/domain/invoices/operations.ts'
import { NEXT_STATUSES as NEXT_OF_INVOICES } from '#server/domain/invoices/rules.ts'
import { getPayment } from '#server/domain/payments/operations.ts'
import { NEXT_STATUSES as NEXT_OF_PAYMENTS } from '#server/domain/payments/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { calls } from '../calls.ts'
import { conflicts } from '../refusals.ts'
import { useWorld } from '../world.ts'
import { openTenancy, type Tenancy } from './tenancy.ts'

const { cancelPayment, failPayment, issueInvoice, refundPayment, reversePayment, settlePayment, voidInvoice } = calls

const world = useWorld()
/** How to bring an invoice of 100 cents into each status. */
const INVOICES: Record<string, (home: Tenancy) => Promise<{ invoice_id: string }>> = {
  DRAFT: home => home.charge(100, { is_draft: true }),
  OPEN: home => home.charge(100),
  async PARTIALLY_PAID(home) {
    const invoice = await home.charge(100)
    await home.pay(40)
    return invoice
  },
  async PAID(home) {
    const invoice = await home.charge(100)
    await home.pay(100)
    return invoice
  },
  async VOID(home) {
    const { invoice_id: invoiceId } = await home.charge(100)
    return home.within(context => voidInvoice(context, { id: invoiceId }))
  },
}

type Done = { to: string; owes: number; entries: number }
const REFUSED = 'refused'

/** One row per status and one column per step: the new status, what the lease then owes and how many entries the step posts. */
const INVOICE_TABLE: Record<string, Record<'issue' | 'void' | 'pay' | 'pay in part', Done | typeof REFUSED>> = {
  DRAFT: {
    issue: { to: 'OPEN', owes: 100, entries: 1 },
    void: { to: 'VOID', owes: 0, entries: 0 },
    pay: REFUSED,
    'pay in part': REFUSED,
  },
  OPEN: {
    issue: REFUSED,
    void: { to: 'VOID', owes: 0, entries: 1 },
    pay: { to: 'PAID', owes: 0, entries: 1 },
    'pay in part': { to: 'PARTIALLY_PAID', owes: 90, entries: 1 },
  },
  PARTIALLY_PAID: {
    issue: REFUSED,
    void: REFUSED,
    pay: { to: 'PAID', owes: 0, entries: 1 },
    'pay in part': { to: 'PARTIALLY_PAID', owes: 50, entries: 1 },
  },
  PAID: { issue: REFUSED, void: REFUSED, pay: REFUSED, 'pay in part': REFUSED },
  VOID: { issue: REFUSED, void: REFUSED, pay: REFUSED, 'pay in part': REFUSED },
}

for (const [from, columns] of Object.entries(INVOICE_TABLE)) {
  for (const [verb, outcome] of Object.entries(columns)) {
    test(`to ${verb} an invoice that is ${from} ${outcome === REFUSED ? 'is refused' : `makes it ${outcome.to}`}`, async () => {
      const home = await openTenancy(world)
      const { invoice_id: invoiceId } = await (INVOICES[from] as NonNullable<(typeof INVOICES)[string]>)(home)
      const read = () => home.within(context => getInvoice(context, { id: invoiceId }))
      const [before, entries, figures] = [await read(), (await home.entries()).length, await home.figures()]
      assert.equal(before.status, from)
      const settle = (amountCents: number) =>
        home.pay(amountCents, { allocations: [{ invoice_id: invoiceId, amount_cents: amountCents }] })
      const acts: Record<string, () => Promise<unknown>> = {
        issue: () => home.within(context => issueInvoice(context, { id: invoiceId })),
        void: () => home.within(context => voidInvoice(context, { id: invoiceId })),
        pay: () => settle(before.balance_cents || 100),
        'pay in part': () => settle(10),
      }
      const act = acts[verb] as () => Promise<unknown>
      if (outcome === REFUSED) {
        await assert.rejects(act, conflicts(new RegExp(`An invoice that is ${from} cannot `)))
        assert.deepEqual(await read(), before)
        assert.equal((await home.entries()).length, entries)
        assert.deepEqual(await home.figures(), figures)
      } else {
        await act()
        const now = await read()
        assert.equal(now.status, outcome.to)
        assert.ok(outcome.to === from || NEXT_OF_INVOICES[before.status].includes(now.status))
        assert.equal(now.paid_at !== null, outcome.to === 'PAID')
        assert.equal(now.voided_at !== null, outcome.to === 'VOID')
        assert.equal((await home.entries()).length - entries, outcome.entries)
        assert.deepEqual(await home.figures(), { balance: outcome.owes, deposit: 0 })
      }
    })
  }
}

/** How to bring a payment of 100 cents, with an invoice of 80, into each status. */
const PAYMENTS: Record<string, (home: Tenancy) => Promise<{ payment_id: string }>> = {
  PENDING: home => home.pay(100, { status: 'PENDING' }),
  PAID: home => home.pay(100),
  FAILED: home => following(home, { status: 'PENDING' }, failPayment),
  CANCELLED: home => following(home, { status: 'PENDING' }, cancelPayment),
  REVERSED: home => following(home, {}, reversePayment),
  REFUNDED: home => following(home, {}, refundPayment),
}

type Act = (context: Context, input: { id: string }) => Promise<{ payment_id: string }>

async function following(home: Tenancy, fields: { status?: 'PENDING' }, act: Act): Promise<{ payment_id: string }> {
  const { payment_id: id } = await home.pay(100, fields)
  return home.within(context => act(context, { id }))
}

const ACTS: Record<string, Act> = {
  settle: settlePayment,
  fail: (context, { id }) => failPayment(context, { id, reason: 'Account closed' }),
  cancel: cancelPayment,
  reverse: (context, { id }) => reversePayment(context, { id, reason: 'Insufficient funds' }),
  refund: refundPayment,
  'refund in part': (context, { id }) => refundPayment(context, { id, amount_cents: 30 }),
}

const NEVER = Object.fromEntries(Object.keys(ACTS).map(verb => [verb, REFUSED])) as Record<string, typeof REFUSED>
const PAYMENT_TABLE: Record<string, Record<string, Done | typeof REFUSED>> = {
  PENDING: {
    ...NEVER,
    settle: { to: 'PAID', owes: -20, entries: 2 },
    fail: { to: 'FAILED', owes: 80, entries: 0 },
    cancel: { to: 'CANCELLED', owes: 80, entries: 0 },
  },
  PAID: {
    ...NEVER,
    reverse: { to: 'REVERSED', owes: 80, entries: 2 },
    refund: { to: 'REFUNDED', owes: 80, entries: 3 },
    'refund in part': { to: 'PAID', owes: 10, entries: 3 },
  },
  FAILED: NEVER,
  CANCELLED: NEVER,
  REVERSED: NEVER,
  REFUNDED: NEVER,
}

for (const [from, columns] of Object.entries(PAYMENT_TABLE)) {
  for (const [verb, outcome] of Object.entries(columns)) {
    test(`to ${verb} a payment that is ${from} ${outcome === REFUSED ? 'is refused' : `makes it ${outcome.to}`}`, async () => {
      const home = await openTenancy(world)
      await home.charge(80)
      const { payment_id: paymentId } = await (PAYMENTS[from] as NonNullable<(typeof PAYMENTS)[string]>)(home)
      const read = () => home.within(context => getPayment(context, { id: paymentId }))
      const [before, entries, figures] = [await read(), (await home.entries()).length, await home.figures()]
      assert.equal(before.status, from)
      const act = () => home.within(context => (ACTS[verb] as Act)(context, { id: paymentId }))
      if (outcome === REFUSED) {
        await assert.rejects(
          act,
          conflicts(new RegExp(`^A payment that is ${from} .*\\. (It can be .+|Record a new payment)\\.$`)),
        )
        assert.deepEqual(await read(), before)
        assert.equal((await home.entries()).length, entries)
        assert.deepEqual(await home.figures(), figures)
      } else {
        await act()
        const now = await read()
        assert.equal(now.status, outcome.to)
        assert.ok(outcome.to === from || NEXT_OF_PAYMENTS[before.status].includes(now.status))
        assert.equal(now.received_at !== null, ['PAID', 'REVERSED', 'REFUNDED'].includes(outcome.to))
        assert.equal(now.reversed_at !== null, outcome.to === 'REVERSED')
        const reasons: Record<string, string> = { fail: 'Account closed', reverse: 'Insufficient funds' }
        assert.equal(now.failure_reason, reasons[verb] ?? null)
        assert.equal(now.refunded_cents, { refund: 100, 'refund in part': 30 }[verb] ?? 0)
        assert.equal((await home.entries()).length - entries, outcome.entries)
        assert.deepEqual(await home.figures(), { balance: outcome.owes, deposit: 0 })
      }
    })
  }
}
