/** The events of money: a payment that is received, and an invoice whose balance reaches 0. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openOffice } from '../console/office.ts'
import { prepare, useWorld } from '../world.ts'
import { openTenancy } from './tenancy.ts'

const world = useWorld({ own: true })
const office = prepare(() => openOffice(world))
beforeEach(() => world.clock.advance(61_000))

const line = (charge_code: string, amount_cents: number) => ({ charge_code, description: 'Test', amount_cents })

/** A lease in the console: the steps on its money, and the events that they emitted. */
async function openLease() {
  const { leaseId, events: all } = await openTenancy(world, office.org)
  const told = (await all()).length
  return {
    at: `/leases/${leaseId}`,
    bill: (...lines: ReturnType<typeof line>[]) => office.write('POST', '/invoices', { lease_id: leaseId, lines }),
    pay: (amount_cents: number, more = {}) =>
      office.write('POST', '/payments', { lease_id: leaseId, method: 'CHECK', amount_cents, ...more }),
    async events() {
      return (await all())
        .slice(told)
        .map(({ type, data }) => [type, data.payment?.payment_id ?? data.invoice?.invoice_id])
    },
  }
}

test('a withheld deposit does not count as money received, but the invoice it pays is paid', async () => {
  const lease = await openLease()
  await lease.bill(line('DEPOSIT', 1_000))
  await lease.pay(1_000)
  const before = await lease.events()
  const { invoice_id } = await lease.bill(line('RENT', 600))
  const { payment_id, allowed_steps } = await office.write('POST', `${lease.at}/withhold-deposit`, {
    amount_cents: 600,
  })
  const paid = [['invoice.paid', invoice_id]]
  assert.deepEqual((await lease.events()).slice(before.length), paid)
  const { status, paid_cents } = await office.read(`/invoices/${invoice_id}`)
  assert.deepEqual([status, paid_cents], ['PAID', 600])
  // No bank took anything back if it is held again.
  assert.deepEqual(allowed_steps, ['REFUND', 'VOID'])
  await office.write('POST', `/payments/${payment_id}/reverse`, {})
  assert.deepEqual((await lease.events()).slice(before.length), paid)
})

test('an invoice whose total is 0 is paid as it is issued, without an event', async () => {
  const lease = await openLease()
  const { status } = await lease.bill(line('RENT', 600), line('CONCESSION', -600))
  assert.equal(status, 'PAID')
  assert.deepEqual(await lease.events(), [])
})

test('credit that pays an invoice emits the event of the invoice, and not that of the payment again', async () => {
  const lease = await openLease()
  const { payment_id } = await lease.pay(900)
  const { invoice_id } = await lease.bill(line('RENT', 600))
  assert.deepEqual(await lease.events(), [
    ['payment.received', payment_id],
    ['invoice.paid', invoice_id],
  ])
})

test('a pending payment emits one event, as it is received', async () => {
  const lease = await openLease()
  const { payment_id } = await lease.pay(900, { status: 'PENDING' })
  assert.deepEqual(await lease.events(), [])
  await office.write('POST', `/payments/${payment_id}/settle`, {})
  assert.deepEqual(await lease.events(), [['payment.received', payment_id]])
})
