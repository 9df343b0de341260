/** The work that every worker does regularly: monthly partitions of tables, deleting what has expired, and adding up figures. */
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from './base/clock.ts'
import type { Config } from './config.ts'
import type { Pools } from './database.ts'
import { analyzeNewTables } from './db/first-statistics.ts'
import { sumListCounts } from './db/list-counts.ts'
import { type MonthlyTable, maintainPartitions } from './db/monthly-partitions.ts'
import { onOwnSession } from './db/own-connection.ts'
import type { DatabaseConnection } from './db/session.ts'
import { hasRunForWeeks } from './db/upkeep-days.ts'
import { recordCalendarChanges } from './domain/changes/calendar.ts'
import { emitChangeNotices } from './domain/changes/notices.ts'
import { openSupersededChanges } from './domain/changes/superseded.ts'
import { removeDeletedFiles } from './domain/files/removal.ts'
import { bringForward as bringMessagesForward } from './domain/messages/bring-forward.ts'
import { addUpPayments, MANY_CHANGES } from './domain/payments/sums.ts'
import { indexDueRecords } from './domain/search-words/due-words.ts'
import { runRecoveries } from './domain/webhooks/recoveries.ts'
import { every } from './every.ts'
import { AUDIT_CALLS } from './platform/audit/partitions.ts'
import { rollUpCalls } from './platform/audit/roll-up.ts'
import { openStorage } from './platform/files/open-storage.ts'
import { removeExpiredRecords } from './platform/idempotency/expiry.ts'
import { removeEndedSessions } from './platform/members/ended-sessions.ts'
import { bringForward as bringDeliveriesForward } from './webhooks/bring-forward.ts'
import { expireOldDeliveries } from './webhooks/expire-old.ts'
import { DELIVERY_TABLES } from './webhooks/retention.ts'

/** The longest that a statement on a separate connection may take. */
const LIMIT_MS = 30_000
const MONTHS_EVERY_MS = 6 * 3_600_000
const EXPIRY_EVERY_MS = 600_000
const ROLL_UP_EVERY_MS = 60_000
/** How often list counts are added up. Looking through 1,050,000 rows for those to add up takes 0.2 s, or 1.2 s before a vacuum. */
const COUNTS_EVERY_MS = 30_000
/** How soon payments are added up after an import. Those that are recorded one by one wait for the counts, because each would take a transaction. */
const IMPORTED_PAYMENTS_EVERY_MS = 2_000
/** How long after midnight the calendar's changes of a day may be recorded. */
const CALENDAR_EVERY_MS = 10_000
/** How soon a table that was filled for the first time is analyzed. PostgreSQL by itself takes a minute or more. */
const STATISTICS_EVERY_MS = 5_000
const SUPERSEDED_EVERY_MS = 60_000
/** How long after an import the search may miss its records. */
const WORDS_EVERY_MS = 1_000
/** How soon a worker starts on a recovery of missed events. */
const RECOVERIES_EVERY_MS = 1_000
const FILES_EVERY_MS = 60_000
/** How often work that became due while the clock of the database was ahead is looked for. */
const CLOCK_EVERY_MS = 60_000
/** How late a copy may be notified of a change. */
const NOTICES_EVERY_MS = 500

/** `owner` creates and drops the monthly partitions of tables; `connection` may take the roles of the service. */
type Logins = { connection: DatabaseConnection; owner: DatabaseConnection }
type Upkeep = Logins & { clock: Clock; logger: Logger; config: Pick<Config, 'files' | 'webhookRetrySchedule'> }

/** Starts all of it, and returns the functions that stop it. */
export function startUpkeep({ connection, owner, clock, logger, config }: Upkeep, pools: Pools): (() => void)[] {
  const { platformReads, platformWrites, memberWrites, writes } = pools
  const storage = openStorage(config.files.place)
  return [
    every(MONTHS_EVERY_MS, () => maintainTables({ connection, owner }, clock.now(), logger), logger),
    every(EXPIRY_EVERY_MS, () => removeExpiredRecords(platformWrites, clock.now()), logger),
    every(EXPIRY_EVERY_MS, () => removeEndedSessions(memberWrites), logger),
    every(ROLL_UP_EVERY_MS, () => rollUpCalls(platformWrites, clock.now()), logger),
    every(COUNTS_EVERY_MS, () => sumListCounts(platformWrites), logger),
    every(COUNTS_EVERY_MS, () => addUpPayments({ platformWrites, writes }), logger),
    every(
      IMPORTED_PAYMENTS_EVERY_MS,
      () => addUpPayments({ platformWrites, writes }, { atLeast: MANY_CHANGES }),
      logger,
    ),
    every(CALENDAR_EVERY_MS, () => recordCalendarChanges({ platformWrites, writes }, clock.now()), logger),
    every(NOTICES_EVERY_MS, () => emitChangeNotices({ platformWrites, writes }, clock.now()), logger),
    every(WORDS_EVERY_MS, () => indexDueRecords({ platformWrites, writes }), logger),
    every(RECOVERIES_EVERY_MS, () => runRecoveries({ platformWrites, writes }, clock.now()), logger),
    every(FILES_EVERY_MS, () => removeDeletedFiles({ platformWrites, storage }, clock.now()), logger),
    every(CLOCK_EVERY_MS, () => bringForward({ platformWrites, writes }, clock.now(), config, logger), logger),
    every(STATISTICS_EVERY_MS, () => analyzeNewTables({ platformReads }, owner), logger),
    every(SUPERSEDED_EVERY_MS, openSupersededChanges(platformWrites), logger),
  ]
}

/** Makes deliveries and messages due that wait for a clock that was set back. Otherwise, they would be sent as much later as the clock was ahead. */
export async function bringForward(
  { platformWrites, writes }: Pick<Pools, 'platformWrites' | 'writes'>,
  nowMs: number,
  { webhookRetrySchedule }: Pick<Config, 'webhookRetrySchedule'>,
  logger: Record<'warn', (about: object, what: string) => void>,
): Promise<void> {
  const deliveries = await bringDeliveriesForward(platformWrites, nowMs, webhookRetrySchedule)
  const messages = await bringMessagesForward({ platformWrites, writes }, nowMs)
  if (deliveries + messages > 0) logger.warn({ deliveries, messages }, BROUGHT_FORWARD)
}

const BROUGHT_FORWARD =
  'deliveries and messages that waited for a clock that was set back are due now; check the clock of the database'

/**
 * Creates and drops the monthly partitions of each table as the owner of that table. Nothing is deleted by a clock that has not gone on for weeks: one
 * that leaps ahead by two months would delete every event, and the deliveries that wait.
 */
export async function maintainTables(
  { connection, owner }: Logins,
  nowMs: number,
  logger: Record<'error' | 'warn', (about: object, what: string) => void>,
): Promise<void> {
  const kept: string[] = []
  let isDeleting = false
  const maintain = async (client: pg.Client, table: MonthlyTable) => {
    kept.push(...(await maintainPartitions(client, table, { nowMs, isDeleting })))
  }
  await asRole(connection, 'gatehouse_platform', async client => {
    isDeleting = await hasRunForWeeks(client, nowMs)
    await maintain(client, AUDIT_CALLS)
    // A month of deliveries that is not dropped keeps its deliveries, too.
    const count = isDeleting ? await expireOldDeliveries(client, nowMs) : 0
    if (count > 0) logger.error({ count }, 'webhook deliveries were given up: their events are too old to be kept')
  })
  await asRole(owner, 'none', async client => {
    for (const table of DELIVERY_TABLES) await maintain(client, table)
  })
  if (kept.length > 0) logger.warn({ months: kept, now: new Date(nowMs).toISOString() }, NOT_DROPPED)
}

const NOT_DROPPED =
  'months that are past retention are kept until upkeep has run in each of four weeks; check the clock of the database'

function asRole(
  connection: DatabaseConnection,
  role: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const limits = { statementTimeoutMs: LIMIT_MS, transactionTimeoutMs: LIMIT_MS }
  return onOwnSession(connection, { role, readOnly: false, ...limits }, work)
}
