/** Writes a generated portfolio into an organization through the domain's operations, a few thousand unit-months at a time. */
import { saveProperties } from '#server/domain/properties/operations.ts'
import type { PropertyRecord } from '#server/domain/properties/records.ts'
import { logPast } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { logOf } from './log.ts'
import { type Piece, piecesOf } from './pieces.ts'
import { generatePortfolio, type PortfolioOptions } from './portfolio.ts'
import { type Prepared, prepare } from './prepare.ts'
import { RowCollector } from './rows.ts'
import { openTaskPool } from './task-pool.ts'
import { writeRows } from './write-rows.ts'

const DEFAULT_ORIGIN = 'http://127.0.0.1:8080'

const NOTHING = {
  properties: 0,
  units: 0,
  leases: 0,
  residents: 0,
  invoices: 0,
  payments: 0,
  work_orders: 0,
  leads: 0,
  messages: 0,
}
export type Seeded = typeof NOTHING & { skipped_properties: number }

export type Writer = {
  /** Runs `work` in a transaction of the organization; several may run at a time. */
  inTransaction<T>(work: (context: Context) => Promise<T>): Promise<T>
  /** Updates PostgreSQL's statistics. */
  refreshStatistics?(): Promise<void>
  /** Called with the number of units done so far. */
  onUnits?(units: number): void
  /** Whether the administrative log says what happened to the records. It would be half of a large portfolio. */
  isLogged?: boolean
  /** The address of the service, which shows the sample photos of listings. Defaults to that of a service with the default settings. */
  origin?: string | undefined
  /** The most that one transaction writes, in unit-months. */
  monthsAtOnce?: number
}

/**
 * How many unit-months one transaction writes. A transaction may last 30 s, and some machines are slow or busy: this many take about one second on
 * a quiet machine.
 */
const MONTHS_AT_ONCE = 3_000

/**
 * How many unit-months the first transaction writes, if one is not enough anyway. Before there are statistics, PostgreSQL plans the checks of
 * foreign keys for empty tables, and then scans all leases of a property for every invoice.
 */
const MONTHS_AT_FIRST = 1_000

/** The number of simultaneous transactions. PostgreSQL does nearly all of the work, each transaction on its own core. */
const AT_THE_SAME_TIME = 4

/**
 * Equal options always produce the same portfolio. A property that already exists (by its external ID) stays unchanged, so that an
 * interrupted seed can be run again. A property that is too large for one transaction is inactive until its last unit is stored, and is completed then.
 */
export async function seedOrganization(options: PortfolioOptions, writer: Writer): Promise<Seeded> {
  const seeded: Seeded = { ...NOTHING, skipped_properties: 0 }
  const unitsIn = (months: number) => Math.max(1, Math.floor(months / options.months))
  const most = unitsIn(writer.monthsAtOnce ?? MONTHS_AT_ONCE)
  const first = options.units > most ? unitsIn(MONTHS_AT_FIRST) : most
  const pool = openTaskPool(AT_THE_SAME_TIME)
  let prepared: Promise<unknown> = Promise.resolve()
  let sameProperty: Promise<void> = Promise.resolve()
  let begun = 0
  let units = 0

  async function write(pieces: Piece[], after: Promise<void>): Promise<void> {
    await after
    const preparing = prepared.then(() => writer.inTransaction(context => prepare(context, pieces)))
    prepared = preparing.catch(() => {})
    const ready = await preparing
    const written = await writer.inTransaction(context => writePrepared(context, ready, writer))
    for (const [what, count] of Object.entries(written)) seeded[what as keyof Seeded] += count
    for (const piece of pieces) units += piece.units.length
    writer.onUnits?.(units)
  }

  for (const pieces of piecesOf(generatePortfolio(options), { first, most })) {
    if (!(await pool.hasRoom())) break
    const after = pieces[0]?.isFirst ? Promise.resolve() : sameProperty
    pool.begin(() => {
      sameProperty = write(pieces, after)
      return sameProperty
    })
    if (begun++ > 0) continue
    await pool.end()
    await writer.refreshStatistics?.()
  }
  await pool.end()
  return seeded
}

async function writePrepared(
  context: Context,
  { pieces, firstInvoiceNumber }: Prepared,
  { isLogged = false, origin = DEFAULT_ORIGIN }: Writer,
): Promise<Seeded> {
  const collector = new RowCollector(context.now, origin)
  const completed: PropertyRecord[] = []
  let finished = 0
  let skipped = 0
  for (const { piece, there, missing, ownerId, portfolioId } of pieces) {
    const { property, isFirst, isLast } = piece
    const id =
      there?.id ??
      collector.addProperty(property, {
        owner_id: ownerId,
        portfolio_id: portfolioId,
        is_active: isFirst && isLast,
      })
    for (const unit of missing) collector.addUnit(id, unit)
    if (!isLast) continue
    if (missing.length === 0) skipped++
    else finished++
    if (there && missing.length > 0) completed.push({ ...there, is_active: true })
  }
  await writeRows(context, collector.rows, firstInvoiceNumber)
  if (isLogged) await logPast(context.db, logOf(collector.rows, context))
  if (completed.length > 0) await saveProperties(context, completed)
  return {
    properties: finished,
    units: collector.rows.units.length,
    leases: collector.rows.leases.length,
    residents: collector.rows.residents.length,
    invoices: collector.rows.invoices.length,
    payments: collector.rows.payments.length,
    work_orders: collector.rows.workOrders.length,
    leads: collector.rows.leads.length,
    messages: collector.rows.messages.length,
    skipped_properties: skipped,
  }
}
