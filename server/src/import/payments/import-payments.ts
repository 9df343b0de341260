/** Compares the payments of a file with those that are stored: each is already known, is imported, or has a problem. */
import { addDays } from '#server/base/dates.ts'
import { formatCents } from '#server/base/money.ts'
import { findPaymentsByExternalId } from '#server/domain/payments/operations.ts'
import type { KnownPayment } from '#server/domain/payments/records.ts'
import type { Context } from '#server/platform/context.ts'
import { booksClosedThrough, inClosedBooks, inFuture } from '../closed-books.ts'
import { lockMoneyOf } from '../lock-stored.ts'
import { type Identity, repeatedReason } from '../rows/identity.ts'
import type { RowsFile, RowsKind } from '../rows/import-rows.ts'
import { type LeaseFor, leaseFor, strangerMessage } from '../rows/lease-for.ts'
import { countRow, refuseRow, type Sum } from '../rows/outcome.ts'
import { unitAt } from '../rows/places.ts'
import { findPlacesAndLeases, type PlacesAndLeases } from '../rows/places-and-leases.ts'
import type { PaymentField } from './columns.ts'
import { identities } from './identity.ts'
import { listOpeningDays } from './queries.ts'
import { type ImportedPayment, instantOn, recordImportedPayments } from './record-payments.ts'
import { type NewPayment, reportRepeated } from './repeated.ts'
import { type PaymentRow, paymentsReader } from './row.ts'

export const paymentsImport: RowsKind<PaymentField, PaymentRow> = {
  name: 'payments',
  reader: paymentsReader,
  async begin(context, file) {
    await lockMoneyOf(context, file.places.properties)
    const closedThrough = await booksClosedThrough(context.db)
    const identityOf = identities(file.late)
    const terms = { identityOf, closedThrough, inFile: new Set<string>() }
    return { plan: rows => planBatch(context, file, rows, terms) }
  },
}

type Terms = {
  identityOf(row: PaymentRow): Identity
  closedThrough: string | null
  /** The external IDs of the rows so far. */
  inFile: Set<string>
}

/** The stored records of the places that some rows name. */
type Surroundings = PlacesAndLeases & { openedOn: ReadonlyMap<string, string> }

async function planBatch(context: Context, file: RowsFile<PaymentField>, rows: readonly PaymentRow[], terms: Terms) {
  const { outcome } = file
  const identified = rows.map(row => ({ row, ...terms.identityOf(row) }))
  const known = await knownBy(context, identified)
  const surroundings = await surroundingsOf(context, file, rows)
  for (const { externalId } of identified) terms.inFile.add(externalId)
  const added: NewPayment[] = []
  const cameIn: string[] = []
  for (const { row, externalId, earlierLine } of identified) {
    const stored = earlierLine === undefined ? known.get(externalId) : undefined
    if (stored) {
      compare(file, row, stored)
      cameIn.push(externalId)
      continue
    }
    const found =
      earlierLine === undefined ? leaseOrProblem(context, row, surroundings, terms) : repeated(row.line, earlierLine)
    if ('reason' in found) {
      refuseRow(outcome, row.line, file.headerOf(found.field), found.reason)
      continue
    }
    countRow(outcome, 'created', row.cents)
    outcome.changes.add(`${found.name}: payment of ${formatCents(row.cents)} on ${row.date}`)
    if (found.isStranger) {
      outcome.reported.add({ line: row.line, unit: found.name, message: strangerMessage(row.payer) })
    }
    added.push({ payment: paymentOf(context, row, found, externalId), line: row.line, name: found.name })
    cameIn.push(externalId)
  }
  await reportRepeated(context, outcome, added, terms.inFile)
  return async (): Promise<Sum> => {
    await recordImportedPayments(
      context,
      added.map(({ payment }) => payment),
    )
    const stored = cameIn.length > 0 ? await findPaymentsByExternalId(context, cameIn) : []
    return { records: stored.length, cents: stored.reduce((sum, { amount_cents }) => sum + amount_cents, 0) }
  }
}

type Wrong = { field: PaymentField; reason: string }

function repeated(line: number, earlierLine: number): Wrong {
  return { field: 'paymentId', reason: repeatedReason('payment', line, earlierLine) }
}

/** Finds the lease of a payment, or the reason to reject the payment. */
function leaseOrProblem(
  context: Context,
  row: PaymentRow,
  { placeOf, leasesOf, openedOn }: Surroundings,
  terms: Terms,
): (LeaseFor & { name: string }) | Wrong {
  const place = unitAt(placeOf(row.place))
  if ('reason' in place) return place
  const { unitId, name } = place
  const found = leaseFor(leasesOf.get(unitId) ?? [], row.date, row.payer)
  if (!found) {
    const reason = `${name} has no lease for this payment. Correct the unit, or import the rent roll first.`
    return { field: 'unit', reason }
  }
  return wrongDay(context, row, openedOn.get(found.lease.id), terms) ?? { ...found, name }
}

async function surroundingsOf(
  context: Context,
  { places }: RowsFile<PaymentField>,
  rows: readonly PaymentRow[],
): Promise<Surroundings> {
  const { db } = context
  const found = await findPlacesAndLeases(context, places, rows)
  const ids = found.leases.map(({ id }) => id)
  const days = ids.length > 0 ? await db.query(listOpeningDays, [db.organizationId, ids]) : []
  return { ...found, openedOn: new Map(days.map(({ leaseId, openedOn }) => [leaseId, openedOn])) }
}

async function knownBy(context: Context, identified: readonly { externalId: string }[]) {
  const found = await findPaymentsByExternalId(
    context,
    identified.map(({ externalId }) => externalId),
  )
  return new Map(found.map(payment => [payment.external_id, payment]))
}

/** Reports the differences between a stored payment and the file. A stored payment is never changed. */
function compare({ outcome }: RowsFile<PaymentField>, row: PaymentRow, stored: KnownPayment): void {
  countRow(outcome, 'unchanged', row.cents, stored.amount_cents)
  const report = (message: string) => outcome.reported.add({ line: row.line, unit: '', message })
  const { amount_cents, payment_date, status } = stored
  if (amount_cents !== row.cents || payment_date !== row.date) {
    const inFile = `${formatCents(row.cents)} on ${row.date}`
    report(
      `The payment is ${formatCents(amount_cents)} on ${payment_date} in Gatehouse and ${inFile} in the file. An import does not change stored payments.`,
    )
  }
  if (status !== row.status) {
    report(
      `The payment is ${status} in Gatehouse and ${row.status} in the file. An import does not change stored payments.`,
    )
  }
}

/** Checks the date of a payment and the date of its return against today, closed books and the opening balance. */
function wrongDay(
  { today }: Context,
  { date, returnedOn, status }: PaymentRow,
  openedOn: string | undefined,
  { closedThrough }: Terms,
): Wrong | undefined {
  const isPending = status === 'PENDING'
  if (date > (isPending ? addDays(today, 366) : today)) return { field: 'date', reason: inFuture(date, today) }
  if (returnedOn !== undefined && returnedOn > today) {
    return { field: 'returnedOn', reason: `${returnedOn} is in the future: today is ${today}. Correct the date.` }
  }
  if (isPending || status === 'FAILED' || status === 'CANCELLED') return undefined
  if (closedThrough !== null && date <= closedThrough) return { field: 'date', reason: inClosedBooks(closedThrough) }
  if (openedOn === undefined || date >= openedOn) return undefined
  const reason = `The opening balance of this lease on ${openedOn} includes earlier payments. Remove the row.`
  return { field: 'date', reason }
}

function paymentOf(
  { now }: Context,
  row: PaymentRow,
  { lease, residentId }: LeaseFor,
  externalId: string,
): ImportedPayment {
  const { status } = row
  const wasReceived = status === 'PAID' || status === 'REVERSED' || status === 'REFUNDED'
  const returnedOn = status === 'REVERSED' ? (row.returnedOn ?? row.date) : null
  return {
    lease_id: lease.id,
    resident_id: residentId,
    status,
    method: row.method,
    amount_cents: row.cents,
    payment_date: row.date,
    received_at: wasReceived ? instantOn(row.date, now) : null,
    reference: row.reference ?? null,
    memo: row.memo ?? null,
    failure_reason: status === 'FAILED' || status === 'REVERSED' ? (row.statusText ?? 'Returned') : null,
    external_id: externalId,
    returned_on: returnedOn,
  }
}
