/** Replaces opening balances with others, because a history that explains what a lease owed must not be counted on top of the opening balance. */
import { FIRST_DAY } from '#server/base/dates.ts'
import { firstOf } from '#server/base/first-of.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { openingInvoicesOf, voidOnIssueDate } from '../invoices/opening-invoices.ts'
import { applyCredit, lockMoney, positionsOf, postEntries } from '../ledger/money-of-leases.ts'
import { listOpeningPayments } from './opening-balance-queries.ts'
import { postOpeningBalances } from './opening-balances.ts'
import { getPayment } from './operations.ts'
import { store } from './pending.ts'
import { entriesOfReversal } from './rules.ts'

type Opening = Parameters<typeof postOpeningBalances>[1][number]

/** The sum of the opening balances of each lease, in cents; a lease without one is left out. */
export async function openingBalancesOf(context: Context, leaseIds: readonly string[]): Promise<Map<string, number>> {
  const { db } = context
  const sums = new Map<string, number>()
  const add = (leaseId: string, cents: number) => sums.set(leaseId, (sums.get(leaseId) ?? 0) + cents)
  for (const { lease_id, total_cents } of await openingInvoicesOf(context, leaseIds)) add(lease_id, total_cents)
  const prepaid = await db.query(listOpeningPayments, [db.organizationId, leaseIds])
  for (const { lease_id, amount_cents } of prepaid) add(lease_id, -amount_cents)
  return sums
}

/**
 * Takes the opening balances of leases away as of their own days, and records others, without events. Payments that were applied to the old balances,
 * and invoices that the old credit paid, are reallocated when something is next posted to their leases; call `applyCredit` for leases to which
 * nothing is posted.
 */
export async function replaceOpeningBalances(context: Context, openings: readonly Opening[]): Promise<void> {
  if (openings.length === 0) return
  const { db } = context
  const leaseIds = openings.map(({ lease_id }) => lease_id)
  await lockMoney(context, leaseIds)
  const invoices = await openingInvoicesOf(context, leaseIds)
  await voidOnIssueDate(context, invoices)
  const payments = await db.query(listOpeningPayments, [db.organizationId, leaseIds])
  for (const { payment_id } of payments) await voidOpeningPayment(context, payment_id)
  const before = { invoices: invoices.length, payments: payments.length }
  await logAdministration(context, 'balance.replace', firstOf(leaseIds), { before })
  await postOpeningBalances(context, openings)
}

async function voidOpeningPayment(context: Context, id: string): Promise<void> {
  const payment = await getPayment(context, { id })
  const entries = entriesOfReversal(payment, await positionsOf(context, id), payment.payment_date, 'Void')
  await postEntries(context, entries)
  const voided_at = new Date(context.now).toISOString()
  await store(context, { ...payment, status: 'CANCELLED', received_at: null, voided_at })
}

/** Applies the credit of leases to their open invoices, from the earliest day on which that is possible. */
export async function applyCreditOf(context: Context, leaseIds: readonly string[]): Promise<void> {
  await applyCredit(context, new Map(leaseIds.map(id => [id, FIRST_DAY])))
}
