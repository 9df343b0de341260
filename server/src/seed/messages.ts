/** The messages residents got about money, such as a returned payment or a late fee. They follow from what happened. */
import { formatCents } from '#server/base/money.ts'
import type { SeedLease } from './records.ts'

export type SeedMessage = { subject: string; body: string; createdAt: string }

/** The messages, in no particular order. */
export function messagesAbout({ money }: Pick<SeedLease, 'money'>): SeedMessage[] {
  const returned = money.payments.flatMap(({ reversedAt, amountCents, paymentDate, failureReason }): SeedMessage[] => {
    if (reversedAt === null) return []
    const why = failureReason === null ? '' : ` (${failureReason.toLowerCase()})`
    const body = `Your payment of $${formatCents(amountCents)} from ${paymentDate} was returned by your bank${why}. Please pay again.`
    return [{ subject: 'Your payment was returned', body, createdAt: reversedAt }]
  })
  const late = money.invoices.flatMap(({ lines, createdAt, dueDate }): SeedMessage[] => {
    const fee = lines.find(line => line.charge_code === 'LATE_FEE')
    if (!fee) return []
    const body = `Your rent has not arrived. A late fee of $${formatCents(fee.amount_cents)} was charged, due on ${dueDate}.`
    return [{ subject: 'Your rent is late', body, createdAt }]
  })
  return [...returned, ...late]
}
