/** Compares the lines of a ledger with what is stored: each is already known, is imported, or has a problem. */
import { formatCents } from '#server/base/money.ts'
import { findInvoicesByExternalId } from '#server/domain/invoices/past-invoices.ts'
import { findPaymentsByExternalId } from '#server/domain/payments/operations.ts'
import type { Context } from '#server/platform/context.ts'
import { booksClosedThrough } from '../closed-books.ts'
import { lockMoneyOf } from '../lock-stored.ts'
import type { Mapping } from '../read/mapping.ts'
import { type Identity, repeatedReason } from '../rows/identity.ts'
import type { RowsFile, RowsKind } from '../rows/import-rows.ts'
import { type LeaseFor, strangerMessage } from '../rows/lease-for.ts'
import { countRow, refuseRow } from '../rows/outcome.ts'
import { unitAt } from '../rows/places.ts'
import { findPlacesAndLeases, type PlacesAndLeases } from '../rows/places-and-leases.ts'
import type { LedgerField } from './columns.ts'
import { identities } from './identity.ts'
import { leaseOfLine } from './lease-of-line.ts'
import { type LedgerStart, listLedgerStarts } from './queries.ts'
import { type LedgerRow, ledgerReader } from './row.ts'
import { saysReturned } from './words.ts'
import { type Line, type Stored, storedCentsOf, writeLines } from './write-lines.ts'
import { wrongDay } from './wrong-day.ts'

export const ledgerImport: RowsKind<LedgerField, LedgerRow> = {
  name: 'ledger',
  reader: ledgerReader,
  async begin(context, file) {
    await lockMoneyOf(context, file.places.properties)
    const terms: Terms = {
      identityOf: identities(file.late),
      closedThrough: await booksClosedThrough(context.db),
      mapping: file.mapping,
    }
    return { plan: rows => planBatch(context, file, rows, terms) }
  },
}

type Terms = {
  identityOf(row: LedgerRow): Identity
  closedThrough: string | null
  mapping: Mapping
}

/** The stored records of the places that some rows name. */
type Surroundings = PlacesAndLeases & { starts: ReadonlyMap<string, LedgerStart> }

async function planBatch(context: Context, file: RowsFile<LedgerField>, rows: readonly LedgerRow[], terms: Terms) {
  const { outcome } = file
  const identified = rows.map(row => ({ row, ...terms.identityOf(row) }))
  const stored = await storedOf(
    context,
    identified.map(({ externalId }) => externalId),
  )
  const surroundings = await surroundingsOf(context, file, rows)
  const lines: Line[] = []
  for (const { row, externalId, earlierLine } of identified) {
    const isStored = stored.invoices.has(externalId) || stored.payments.has(externalId)
    const found =
      earlierLine === undefined
        ? leaseOrProblem(context, row, surroundings, terms, isStored)
        : repeated(row.line, earlierLine)
    if ('reason' in found) {
      refuseRow(outcome, row.line, file.headerOf(found.field), found.reason)
      continue
    }
    if (found.isStranger && !isStored) {
      outcome.reported.add({ line: row.line, unit: found.name, message: strangerMessage(row.payer) })
    }
    lines.push({ row, externalId, ...found })
  }
  const planned = pairReversals(lines, stored)
  for (const line of planned) reportLine(file, line, stored)
  return async () => {
    await writeLines(context, file, planned, surroundings.starts, stored, terms.mapping)
    const now = await storedOf(
      context,
      planned.flatMap(({ externalId, reverses }) => [externalId, ...(reverses ? [reverses] : [])]),
    )
    return { records: planned.length, cents: planned.reduce((sum, line) => sum + storedCentsOf(line, now), 0) }
  }
}

type Wrong = { field: LedgerField; reason: string }
type Judged = LeaseFor & { name: string }

function repeated(line: number, earlierLine: number): Wrong {
  return { field: 'lineId', reason: repeatedReason('line', line, earlierLine) }
}

/** Finds the lease of a line, or the reason to reject the line. The day of a line that is already stored is not checked again. */
function leaseOrProblem(
  context: Context,
  row: LedgerRow,
  { placeOf, leasesOf, starts }: Surroundings,
  { closedThrough }: Terms,
  isStored: boolean,
): Judged | Wrong {
  const place = unitAt(placeOf(row.place))
  if ('reason' in place) return place
  const { unitId, name } = place
  const found = leaseOfLine(leasesOf.get(unitId) ?? [], row)
  if (!found) {
    const who = row.payer === undefined ? `on ${row.date}` : `of ${row.payer}`
    const reason = `${name} has no lease ${who} in Gatehouse. Remove the row, or import a rent roll that has the lease first.`
    return { field: row.payer === undefined ? 'date' : 'payer', reason }
  }
  const start = starts.get(found.lease.id)
  return (isStored ? undefined : wrongDay(context, row, start, closedThrough)) ?? { ...found, name }
}

async function surroundingsOf(
  context: Context,
  { places }: RowsFile<LedgerField>,
  rows: readonly LedgerRow[],
): Promise<Surroundings> {
  const { db } = context
  const found = await findPlacesAndLeases(context, places, rows)
  const ids = found.leases.map(({ id }) => id)
  const starts = ids.length > 0 ? await db.query(listLedgerStarts, [db.organizationId, ids]) : []
  return { ...found, starts: new Map(starts.map(start => [start.lease_id, start])) }
}

async function storedOf(context: Context, externalIds: readonly string[]): Promise<Stored> {
  if (externalIds.length === 0) return { invoices: new Map(), payments: new Map() }
  const invoices = await findInvoicesByExternalId(context, externalIds)
  const payments = await findPaymentsByExternalId(context, externalIds)
  return {
    invoices: new Map(invoices.map(invoice => [invoice.external_id, invoice])),
    payments: new Map(payments.map(payment => [payment.external_id, payment])),
  }
}

/**
 * Finds the payment that each reversal reverses: the last one of its lease with its amount, and with its reference if it has one. A charge is a reversal
 * if its words say that a payment was returned, such as NSF in a column of debits, and there is such a payment.
 */
function pairReversals(lines: readonly Line[], { invoices }: Stored): Line[] {
  const taken = new Set<Line>()
  return lines.map(line => {
    const { row, externalId, lease } = line
    if (!mayReverse(row) || invoices.has(externalId)) return line
    const open = lines.filter(other => {
      const isItsPayment = other.row.kind === 'PAYMENT' && other.lease.id === lease.id && other.row.cents === -row.cents
      return isItsPayment && other.row.date <= row.date && !taken.has(other)
    })
    const payment = open.findLast(other => other.row.reference === row.reference) ?? open.at(-1)
    if (!payment) return line
    taken.add(payment)
    return { ...line, reverses: payment.externalId }
  })
}

function mayReverse({ kind, type, description, code }: LedgerRow): boolean {
  return kind === 'REVERSAL' || (kind === 'CHARGE' && saysReturned([type, description, code].join(', ')))
}

/** Counts a line as new or known, and reports what differs from the file. A stored record is never changed, except that its payment is reversed. */
function reportLine({ outcome }: RowsFile<LedgerField>, line: Line, stored: Stored): void {
  const { row, name, externalId, reverses } = line
  const report = (message: string) => outcome.reported.add({ line: row.line, unit: name, message })
  if (reverses !== undefined) {
    const status = stored.payments.get(reverses)?.status ?? 'PAID'
    countRow(outcome, status === 'PAID' ? 'created' : 'unchanged', row.cents)
    if (status === 'PAID') outcome.changes.add(`${name}: reversal of ${formatCents(row.cents)} on ${row.date}`)
    else if (status !== 'REVERSED') report(`The payment is ${status} in Gatehouse, so it is not reversed again.`)
    return
  }
  if (stored.invoices.has(externalId) || stored.payments.has(externalId)) {
    const cents = storedCentsOf(line, stored)
    countRow(outcome, 'unchanged', row.cents, cents)
    if (cents === row.cents) return
    const amounts = `${formatCents(cents)} in Gatehouse and ${formatCents(row.cents)} in the file`
    report(`The line is ${amounts}. An import does not change what is stored.`)
    return
  }
  countRow(outcome, 'created', row.cents)
  outcome.changes.add(`${name}: ${row.kind.toLowerCase()} of ${formatCents(Math.abs(row.cents))} on ${row.date}`)
  if (row.kind !== 'REVERSAL') return
  report('The file has no payment of this amount before this line, so the reversal is imported as a charge.')
}
