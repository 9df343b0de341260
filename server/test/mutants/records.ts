/** Faults in what is kept and told: money, days, events and files. */
import type { Mutant } from './mutant.ts'

export const MONEY: readonly Mutant[] = [
  {
    fault: 'a prorated half cent is lost',
    file: 'server/src/domain/invoices/rules.ts',
    find: '2 * rest * part + whole',
    replace: '2 * rest * part',
    tests: ['domain/generate-invoices.test.ts', 'domain/monthly-charges.test.ts'],
  },
  {
    fault: 'a partial month is one day short',
    file: 'server/src/domain/invoices/rules.ts',
    find: 'daysBetween(days.start, days.end) + 1',
    replace: 'daysBetween(days.start, days.end)',
    tests: ['domain/generate-invoices.test.ts'],
  },
  {
    fault: 'a month that is billed again is issued before the void',
    file: 'server/src/domain/invoices/rules.ts',
    find: '(overlap(span, period) ? later(day, span.on) : day)',
    replace: 'day',
    tests: ['domain/remaining-days.test.ts'],
  },
  {
    fault: 'the newest invoice is paid first',
    file: 'server/src/domain/ledger/rules.ts',
    find: 'compareText(a.due_date, b.due_date)',
    replace: 'compareText(b.due_date, a.due_date)',
    tests: ['domain/ledger-rules.test.ts'],
  },
  {
    fault: 'more is applied to an invoice than it owes',
    file: 'server/src/domain/payments/rules.ts',
    find: 'if (amount_cents > balance_cents) {',
    replace: 'if (false) {',
    tests: ['domain/payments.test.ts'],
  },
  {
    fault: 'the parts of a payment add up to more than the payment',
    file: 'server/src/domain/payments/rules.ts',
    find: 'if (sum > amountCents) {',
    replace: 'if (false) {',
    tests: ['domain/ledger-rules.test.ts'],
  },
  {
    fault: 'an invoice has a second late fee',
    file: 'server/src/domain/late-fees/queries.ts',
    find: 'and not exists (select from late_fees f where',
    replace: 'and not exists (select from late_fees f where false and',
    tests: ['domain/monthly-charges.test.ts'],
  },
  {
    fault: 'the parts of a month have a fixed late fee each',
    file: 'server/src/domain/late-fees/operations.ts',
    find: 'return !(isRepeated && isFixed(policy))',
    replace: 'return !(isRepeated && false)',
    tests: ['domain/late-fees.test.ts'],
  },
  {
    fault: 'what a concession could not take away from one part of a month is lost',
    file: 'server/src/domain/invoices/rules.ts',
    find: 'sums[index] = sums[index]! + cents',
    replace: 'sums[index] = prorated(ordered[index]!, parts.slice(0, count))',
    tests: ['domain/ledger-rules.test.ts'],
  },
  {
    fault: 'the number of an invoice is skipped',
    file: 'server/src/domain/numbers.ts',
    find: 'last_number + $2::int',
    replace: 'last_number + $2::int + 1',
    tests: ['domain/gapless-numbers.test.ts'],
  },
  {
    fault: 'a deposit falls due on the day of signing although the lease begins later',
    file: 'server/src/domain/leases/signing.ts',
    find: 'later(start_date, context.today)',
    replace: 'context.today',
    tests: ['console/leases.test.ts'],
  },
]

export const DAYS: readonly Mutant[] = [
  {
    fault: 'an organization has the day of Greenwich',
    file: 'server/src/http/call-context.ts',
    find: 'today: todayIn(timeZone, now)',
    replace: "today: todayIn('UTC', now)",
    tests: ['domain/today.test.ts'],
  },
  {
    fault: 'a unit has no status on the last day of a span',
    file: 'server/src/domain/units/on-day.ts',
    find: 'where on_day.to_day >= $2::date`',
    replace: 'where on_day.to_day > $2::date`',
    tests: ['domain/rent-roll/past-days.test.ts', 'domain/occupancy.test.ts'],
  },
  {
    fault: 'a rent roll counts an evicted resident as gone',
    file: 'server/src/domain/units/groups.ts',
    find: "'NOTICE_UNRENTED', 'EVICT']",
    replace: "'NOTICE_UNRENTED']",
    tests: ['domain/rent-roll/sums.test.ts'],
  },
  {
    fault: 'an invoice is overdue on the day it is due',
    file: 'server/src/domain/invoices/queries.ts',
    find: 'overdue: `i.due_date < ?::date',
    replace: 'overdue: `i.due_date <= ?::date',
    tests: ['domain/invoices.test.ts'],
  },
]

export const EVENTS: readonly Mutant[] = [
  {
    fault: 'a signature does not cover what is signed',
    file: 'server/src/webhooks/message.ts',
    find: "createHmac('sha256', key).update(content)",
    replace: "createHmac('sha256', key).update(content.slice(0, 4))",
    tests: ['webhooks/delivery.test.ts'],
  },
  {
    fault: 'a paused subscription is sent events',
    file: 'server/src/platform/events.ts',
    find: "s.event = $3 and s.status = 'ACTIVE' and s.deleted_at is null`",
    replace: 's.event = $3 and s.deleted_at is null`',
    tests: ['domain/webhook-steps.test.ts'],
  },
  {
    fault: 'a failed delivery is tried again too soon',
    file: 'server/src/webhooks/schedule.ts',
    find: 'const delay = schedule[attempts]',
    replace: 'const delay = schedule[attempts - 1]',
    tests: ['service/retry-schedule.test.ts', 'webhooks/send.test.ts'],
  },
  {
    fault: 'a client accepts a webhook of last week',
    file: 'client/webhooks.ts',
    find: 'Math.abs(now() / 1_000 - Number(timestamp)) <= toleranceSeconds',
    replace: 'now() > 0 && toleranceSeconds > 0',
    tests: ['client/webhooks.test.ts'],
  },
  {
    fault: 'a sender fails at a message that another process has claimed',
    file: 'server/src/domain/messages/delivery.ts',
    find: 'if (!row) return undefined\n  const unsendable',
    replace: 'if (!row) throw new Error(messageId)\n  const unsendable',
    tests: ['messaging/claims.test.ts'],
  },
  {
    fault: 'a completed work order becomes new again',
    file: 'server/src/domain/work-orders/rules.ts',
    find: "COMPLETED: ['IN_PROGRESS']",
    replace: "COMPLETED: ['NEW', 'IN_PROGRESS']",
    tests: ['domain/work-orders.test.ts'],
  },
  {
    fault: 'a spreadsheet runs a cell of an export as a formula',
    file: 'server/src/base/csv.ts',
    find: "typeof value === 'string' && FORMULA.test(value)",
    replace: 'false',
    tests: ['console/list-export.test.ts', 'console/traffic.test.ts'],
  },
  {
    fault: 'an amount in parentheses is read as positive',
    file: 'server/src/base/money.ts',
    find: 'return signs === 1 && cents !== 0 ? -cents : cents',
    replace: 'return signs === 1 && cents !== 0 && !open ? -cents : cents',
    tests: ['import/cells.test.ts'],
  },
]
