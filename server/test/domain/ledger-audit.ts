/** Compares the whole ledger of an organization with the model of its one lease: columns, entries, every day and every figure. */
import assert from 'node:assert/strict'
import type { World } from '../world.ts'
import { checkBalances } from './balances-audit.ts'
import type { LedgerModel } from './ledger-model.ts'

export async function checkLedger(world: World, organizationId: string, model: LedgerModel): Promise<void> {
  const invoices = await world.sql<{ id: string; status: string; paid: number; entered: number; owed: number }>(
    `select i.id, i.status, i.paid_cents as paid, coalesce(-sum(e.amount_cents) filter (where e.payment_id is not null), 0)::bigint as entered,
            coalesce(sum(e.amount_cents), 0)::bigint as owed
       from invoices i left join ledger_entries e on e.invoice_id = i.id and e.account = 'RECEIVABLE'
      where i.organization_id = $1 group by i.organization_id, i.id order by i.id`,
    [organizationId],
  )
  const expected = model.invoices.map(invoice => {
    const paid = model.paid(invoice)
    return { id: invoice.id, status: model.status(invoice), paid, entered: paid, owed: model.owed(invoice) }
  })
  assert.deepEqual(invoices, expected.sort(byId))
  const payments = await world.sql<{ id: string }>(
    `select p.id, p.status, p.refunded_cents as refunded, p.allocated_cents as settled,
            coalesce(-sum(e.amount_cents) filter (where e.invoice_id is not null), 0)::bigint as entered,
            coalesce(-sum(e.amount_cents) filter (where e.invoice_id is null), 0)::bigint as unapplied
       from payments p left join ledger_entries e on e.payment_id = p.id and e.account = 'RECEIVABLE'
      where p.organization_id = $1 group by p.organization_id, p.id order by p.id`,
    [organizationId],
  )
  const received = model.payments.map(payment => {
    const settled = [...payment.settles.values()].reduce((a, b) => a + b, 0)
    const { id, status } = payment
    return {
      id,
      status,
      refunded: model.refunded(payment),
      settled,
      entered: settled,
      unapplied: model.unapplied(payment),
    }
  })
  assert.deepEqual(payments, received.sort(byId))
  const entries = await entriesOf(world, organizationId)
  for (const day of [...new Set(entries.map(({ effective_on }) => effective_on)), '9999-12-31']) {
    const balance = sum(entries.filter(({ account, effective_on }) => account === 'RECEIVABLE' && effective_on <= day))
    assert.equal(balance, model.balanceOn(day), `what the lease owes on ${day}`)
  }
  assert.equal(sum(entries.filter(({ account }) => account === 'DEPOSIT')), model.held(), 'the deposit held')
  assertNeverBelowZero(entries)
  await checkBalances(world, organizationId)
}

export function entriesOf(world: World, organizationId: string): Promise<Entry[]> {
  return world.sql<Entry>(
    `select id, account, amount_cents as cents, effective_on::text, invoice_id, payment_id from ledger_entries
      where organization_id = $1 order by effective_on`,
    [organizationId],
  )
}

type Entry = {
  id: string
  account: string
  cents: number
  effective_on: string
  invoice_id: string | null
  payment_id: string | null
}

/**
 * Checks that on no day an invoice is overpaid, more of a payment is applied than its amount, a negative amount is applied to an invoice, or more of
 * a deposit is returned than was held.
 */
export function assertNeverBelowZero(entries: readonly Entry[]): void {
  const sums = new Map<string, number>()
  const days = Map.groupBy(entries, ({ effective_on }) => effective_on)
  for (const [day, ofDay] of days) {
    const add = (key: string, cents: number) => sums.set(key, (sums.get(key) ?? 0) + cents)
    for (const { account, cents, invoice_id, payment_id } of ofDay) {
      if (account === 'DEPOSIT') add('deposit', cents)
      else if (invoice_id === null) add(payment_id as string, -cents)
      else {
        add(invoice_id, cents)
        if (payment_id !== null) add(`${payment_id} applied to ${invoice_id}`, -cents)
      }
    }
    for (const [key, cents] of sums) assert.ok(cents >= 0, `${key} is ${cents} on ${day}`)
  }
}

function sum(entries: readonly Entry[]): number {
  return entries.reduce((total, { cents }) => total + cents, 0)
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}
