/** The messages that residents received about money, such as a returned payment or a late fee. They follow from what happened. */
import { formatCents } from '#server/base/money.ts'
import type { SeedLease } from './records.ts'

type SeedMessage = { subject: string; body: string; createdAt: string }

/** The messages, in no particular order. */
export function messagesAbout({ money }: Pick<SeedLease, 'money'>): SeedMessage[] {
  const returned = money.payments.flatMap(
    ({ reversed_at, amount_cents, payment_date, failure_reason }): SeedMessage[] => {
      if (reversed_at === null) return []
      const why = failure_reason === null ? '' : ` (${failure_reason.toLowerCase()})`
      const body = `Your payment of ${formatCents(amount_cents)} from ${payment_date} was returned by your bank${why}. Please pay again.`
      return [{ subject: 'Your payment was returned', body, createdAt: reversed_at }]
    },
  )
  const late = money.invoices.flatMap(({ lines, created_at, due_date }): SeedMessage[] => {
    const fee = lines.find(line => line.charge_code === 'LATE_FEE')
    if (!fee) return []
    const body = `Your rent has not arrived. A late fee of ${formatCents(fee.amount_cents)} was charged, due on ${due_date}.`
    return [{ subject: 'Your rent is late', body, createdAt: created_at }]
  })
  return [...returned, ...late]
}
