/** Adds up a generated lease's money independently: from what was billed and received, and from the entries up to any day. */
import type { SeedLease, SeedMoney } from '#server/seed/records.ts'

export const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0)
export const totalOf = (invoice: SeedMoney['invoices'][number]) => sum(invoice.lines.map(line => line.amount_cents))

/** What the lease owes today according to its documents alone; negative when prepaid. */
export function owedByDocuments({ invoices, payments }: SeedMoney): number {
  const kept = payments.map(({ status, amount_cents: amountCents, refunded_cents: refundedCents }) =>
    status === 'PAID' || status === 'REFUNDED' ? amountCents - refundedCents : 0,
  )
  return sum(invoices.map(totalOf)) - sum(kept)
}

/** All balances at the end of a day, from the entries alone. */
export function ledgerPositionOn({ invoices, payments, entries }: SeedMoney, day: string) {
  const paid = invoices.map(() => 0)
  const allocated = payments.map(() => 0)
  const unapplied = payments.map(() => 0)
  const issued = invoices.map(invoice => (invoice.issue_date <= day ? totalOf(invoice) : 0))
  let balanceCents = sum(issued)
  let depositCents = 0
  for (const entry of entries) {
    if (entry.effective_on > day) continue
    const { account, invoice, payment, amount_cents: amountCents } = entry
    if (account === 'DEPOSIT') {
      depositCents += amountCents
      continue
    }
    balanceCents += amountCents
    if (payment === null) throw new Error('An entry of what is receivable bears no payment')
    if (invoice === null) unapplied[payment] = (unapplied[payment] as number) - amountCents
    else {
      paid[invoice] = (paid[invoice] as number) - amountCents
      allocated[payment] = (allocated[payment] as number) - amountCents
    }
  }
  return { issued, paid, allocated, unapplied, balanceCents, depositCents }
}

/** The past-due amount as the rent roll of the day defines it. */
export function pastDueOn({ invoices, entries }: SeedMoney, day: string): number {
  const due = invoices
    .filter(({ issue_date: issueDate, due_date: dueDate }) => issueDate <= day && dueDate < day)
    .map(totalOf)
  const settled = entries.filter(
    ({ account, effective_on: effectiveOn, due_on: dueOn }) =>
      account === 'RECEIVABLE' && effectiveOn <= day && (dueOn === null || dueOn < day),
  )
  return Math.max(0, sum(due) + sum(settled.map(entry => entry.amount_cents)))
}

/** Every day on which something happened to the money of the lease. */
export function daysOf({ money }: SeedLease): string[] {
  const days = [...money.entries.map(entry => entry.effective_on), ...money.invoices.map(invoice => invoice.issue_date)]
  return [...new Set(days)].sort()
}
