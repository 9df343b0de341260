/** Writes the lines of a ledger as invoices, payments and reversals of their leases, which then begin with what the lines do not explain. */
import { NewInvoice } from '#contract/console/invoices.ts'
import { PaymentReversal } from '#contract/console/payments.ts'
import { addDays, earlier } from '#server/base/dates.ts'
import { firstOf } from '#server/base/first-of.ts'
import { formatCents } from '#server/base/money.ts'
import { readFields } from '#server/base/read-object.ts'
import { compareText } from '#server/base/text.ts'
import { recordInvoices } from '#server/domain/invoices/past-invoices.ts'
import type { KnownInvoice } from '#server/domain/invoices/records.ts'
import { postEntries } from '#server/domain/ledger/money-of-leases.ts'
import { OpeningBalance } from '#server/domain/payments/opening-balances.ts'
import { PastPayment, recordPayments } from '#server/domain/payments/record.ts'
import type { KnownPayment } from '#server/domain/payments/records.ts'
import {
  applyCreditOf,
  openingBalancesOf,
  replaceOpeningBalances,
} from '#server/domain/payments/replaced-opening-balances.ts'
import { reversePayment } from '#server/domain/payments/reversals.ts'
import type { Context } from '#server/platform/context.ts'
import { instantOn } from '../payments/record-payments.ts'
import { WHEN_IMPORTED } from '../plan/lease.ts'
import type { Mapping } from '../read/mapping.ts'
import type { RowsFile } from '../rows/import-rows.ts'
import type { LeaseFor } from '../rows/lease-for.ts'
import type { LedgerField } from './columns.ts'
import { type LedgerStart, listStatedDeposits } from './queries.ts'
import type { LedgerRow } from './row.ts'
import { chargeOf } from './words.ts'

/** A line with its lease. `reverses` is the external ID of the payment that it reverses. */
export type Line = LeaseFor & { row: LedgerRow; externalId: string; name: string; reverses?: string }

/** The records of some external IDs. */
export type Stored = {
  invoices: ReadonlyMap<string, KnownInvoice>
  payments: ReadonlyMap<string, KnownPayment>
}

/** What the stored record of a line adds to the balance, in cents. */
export function storedCentsOf({ row, externalId, reverses }: Line, { invoices, payments }: Stored): number {
  if (reverses !== undefined) return payments.get(reverses)?.status === 'PAID' ? 0 : row.cents
  const invoice = invoices.get(externalId)
  return invoice ? invoice.total_cents : -(payments.get(externalId)?.amount_cents ?? 0)
}

export async function writeLines(
  context: Context,
  file: RowsFile<LedgerField>,
  lines: readonly Line[],
  starts: ReadonlyMap<string, LedgerStart>,
  stored: Stored,
  mapping: Mapping,
): Promise<void> {
  const isNew = ({ externalId, reverses }: Line) =>
    reverses === undefined
      ? !stored.invoices.has(externalId) && !stored.payments.has(externalId)
      : (stored.payments.get(reverses)?.status ?? 'PAID') === 'PAID'
  const added = lines.filter(isNew)
  if (added.length === 0) return
  await moveOpenings(context, file, added, starts)
  const raising = added.filter(({ row, reverses }) => row.cents > 0 && reverses === undefined)
  await recordInvoices(
    context,
    raising.map(line => readFields(NewInvoice, invoiceOf(line, mapping))),
  )
  await recordLowering(context, added, stored)
  const leaseIds = [...new Set(added.map(({ lease }) => lease.id))]
  await applyCreditOf(context, leaseIds)
  await keepStatedDeposits(context, leaseIds)
}

/**
 * Records payments and reversals in the order of their days, because whatever a returned payment had paid is open from that day on, and the next
 * payment pays it.
 */
async function recordLowering(context: Context, added: readonly Line[], stored: Stored): Promise<void> {
  const reversals = added
    .filter(({ reverses }) => reverses !== undefined)
    .toSorted((one, other) => compareText(one.row.date, other.row.date))
  const reversed = new Set(reversals.map(({ reverses }) => reverses))
  const idOf = new Map<string, string>()
  let left = added.filter(({ row }) => row.cents < 0)
  for (const day of new Set(reversals.map(({ row }) => row.date))) {
    const ofDay = reversals.filter(({ row }) => row.date === day)
    const isBefore = ({ row, externalId }: Line) => row.date < day || (row.date === day && reversed.has(externalId))
    await recordNow(left.filter(isBefore))
    left = left.filter(line => !isBefore(line))
    for (const { row, reverses = '' } of ofDay) {
      const id = idOf.get(reverses) ?? (stored.payments.get(reverses)?.payment_id as string)
      const reason = (row.type || row.description).slice(0, 500) || null
      await reversePayment(context, { id, ...readFields(PaymentReversal, { on: day, reason }) }, { emits: false })
    }
  }
  await recordNow(left)

  async function recordNow(lines: readonly Line[]): Promise<void> {
    const ids = await recordPayments(
      context,
      lines.map(line => readFields(PastPayment, paymentOf(context, line))),
    )
    lines.forEach(({ externalId }, index) => {
      idOf.set(externalId, ids[index] as string)
    })
  }
}

/**
 * Moves the opening balance of each lease before its first line, less what the new lines explain: on the day of the rent roll the lease owes what the
 * rent roll stated. What the lines do not explain is reported.
 */
async function moveOpenings(
  context: Context,
  { outcome }: RowsFile<LedgerField>,
  added: readonly Line[],
  starts: ReadonlyMap<string, LedgerStart>,
): Promise<void> {
  const statedOn = ({ lease }: Line) => starts.get(lease.id)?.stated_on
  const explained = added.filter(line => line.row.date <= (statedOn(line) ?? ''))
  const byLease = Map.groupBy(explained, ({ lease }) => lease.id)
  const openings = await openingBalancesOf(context, [...byLease.keys()])
  const moved = [...byLease].map(([lease_id, lines]) => {
    const first = firstOf(lines)
    const { stated_on, history_from } = starts.get(lease_id) as LedgerStart
    const from = lines.reduce((day, { row }) => earlier(row.date, day), history_from ?? first.row.date)
    const sum = lines.reduce((cents, { row }) => cents + row.cents, 0)
    const amount_cents = (openings.get(lease_id) ?? 0) - sum
    const as_of = addDays(from, -1)
    if (amount_cents !== 0) {
      const message = `The lines do not add up to the balance that the rent roll of ${stated_on} states. The difference of ${formatCents(amount_cents)} is the opening balance on ${as_of}. Check that no line is missing.`
      outcome.reported.add({ line: first.row.line, unit: first.name, message })
    }
    const { property_id, unit_id, residents } = first.lease
    const resident_id = residents.find(({ role }) => role === 'PRIMARY')?.resident.id ?? null
    return readFields(OpeningBalance, { lease_id, property_id, unit_id, resident_id, amount_cents, as_of })
  })
  await replaceOpeningBalances(context, moved)
}

const WORDS = { CHARGE: 'Charge', REFUND: 'Refund', REVERSAL: 'Returned payment', CREDIT: 'Credit', PAYMENT: 'Payment' }

function invoiceOf({ row, lease, residentId, externalId }: Line, mapping: Mapping) {
  const { code, description, kind, date, cents, dueDate } = row
  const charge_code = kind === 'CHARGE' ? chargeOf(code, description, mapping) : 'OTHER'
  const words =
    kind === 'CHARGE' ? description || code || WORDS.CHARGE : [WORDS[kind], description].filter(Boolean).join(': ')
  return {
    lease_id: lease.id,
    ...(residentId !== null && { resident_id: residentId }),
    issue_date: date,
    due_date: dueDate ?? date,
    lines: [{ charge_code, description: words.slice(0, 200), amount_cents: cents }],
    external_id: externalId,
  }
}

/** The payment of a line. A credit is a payment for which no money was received, as its memo states. */
function paymentOf({ now }: Context, { row, lease, residentId, externalId }: Line) {
  const { kind, method, cents, date, description, reference, code } = row
  const words = description || code
  const memo = kind === 'CREDIT' ? [WORDS.CREDIT, words].filter(Boolean).join(': ') : words
  return {
    lease_id: lease.id,
    resident_id: residentId,
    status: 'PAID',
    method,
    amount_cents: -cents,
    payment_date: date,
    received_at: instantOn(date, now),
    ...(memo && { memo: memo.slice(0, 1_000) }),
    ...(reference !== undefined && { reference }),
    external_id: externalId,
  }
}

/**
 * Corrects stated deposits. A deposit that the lines charge and pay is held from its payment on, so the deposit that the rent roll already stated
 * is removed on the day of the rent roll.
 */
async function keepStatedDeposits(context: Context, leaseIds: readonly string[]): Promise<void> {
  const { db } = context
  const more = await db.query(listStatedDeposits, [db.organizationId, leaseIds, `%${WHEN_IMPORTED}`])
  const entries = more.map(({ lease_id, stated_on, stated_cents, held_cents }) => ({
    lease_id,
    account: 'DEPOSIT' as const,
    code: 'DEPOSIT' as const,
    amount_cents: stated_cents - held_cents,
    effective_on: stated_on,
    description: 'Deposit held before the import',
  }))
  await postEntries(context, entries)
}
