/** Opens the database for a command, whether or not a server is running. */
import { resolve } from 'node:path'
import { SCOPES } from '#contract/scopes.ts'
import { todayIn } from '../base/dates.ts'
import { Refusal } from '../base/refusal.ts'
import { typed } from '../base/typed-command.ts'
import type { Config } from '../config.ts'
import {
  type Database,
  FEW_READERS,
  openDatabase,
  openPools,
  type PoolLimits,
  type Pools,
  prepareSchema,
} from '../database.ts'
import { openDatabaseClock } from '../db/database-clock.ts'
import { describeMissing, hasDatabase } from '../db/embedded/cluster.ts'
import { analyzeGrownTables } from '../db/first-statistics.ts'
import { addUpPayments } from '../domain/payments/sums.ts'
import type { Context } from '../platform/context.ts'
import { noExternalServices } from '../platform/external-services.ts'
import type { MembersContext } from '../platform/members/changes.ts'
import { getOrganization, type OperatorContext } from '../platform/organizations/changes.ts'
import type { OrganizationRecord } from '../platform/organizations/queries.ts'
import type { Call } from './command.ts'

/** The actor that the logs name for changes made on the command line. */
const OPERATOR = 'operator'

export type Session = {
  pools: Pools
  /** The time of the database, by which the service goes as well, in milliseconds since the epoch. */
  now(): number
  /** Runs `work` in a transaction outside any organization. */
  asOperator<T>(work: (context: OperatorContext) => Promise<T>): Promise<T>
  organization(id: string): Promise<OrganizationRecord>
  /** Runs `work` in a transaction of the organization. */
  within<T>(organization: OrganizationRecord, work: (context: Context) => Promise<T>): Promise<T>
  /** Runs `work` on the members of the organization, in a transaction of the organization. */
  withMembers<T>(organizationId: string, work: (context: MembersContext) => Promise<T>): Promise<T>
  /** Updates PostgreSQL's statistics of the tables that have grown a lot, after many records were stored. */
  refreshStatistics(): Promise<void>
}

/** Opens a session. `bulk` is for commands that store many records, whose payments are added up at the end; `limits` are those of the pools. */
export async function withSession<T>(
  { config, terminal }: Call,
  work: (session: Session) => Promise<T>,
  { bulk = false, limits = {} }: { bulk?: boolean; limits?: PoolLimits } = {},
): Promise<T> {
  refuseMissing(config)
  const database = await openDatabase(config, terminal.notice)
  try {
    await prepareSchema(database, config, terminal.notice)
    const pools = openPools(database.connection, () => {}, { ...FEW_READERS, ...limits })
    try {
      const session = await sessionOf(pools, database)
      const result = await work(session)
      if (bulk) {
        await addUpPayments(pools)
        await session.refreshStatistics()
      }
      return result
    } finally {
      await pools.close()
    }
  } finally {
    await database.stop()
  }
}

/**
 * Refuses to create a database. Only `serve` and `migrate` create one, because a command in another folder would otherwise silently create a second
 * one.
 */
export function refuseMissing({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || hasDatabase(dataDir)) return
  const missing = describeMissing(dataDir)
  if (missing) throw new Refusal('unavailable', `${missing.message} ${missing.action}`)
  throw new Refusal(
    'unavailable',
    `There is no database in ${resolve(dataDir)}. Set GATEHOUSE_DATA_DIR to the data folder of the service or DATABASE_URL to its database, or create one with ${typed('serve')} or ${typed('migrate')}.`,
  )
}

export async function sessionOf(pools: Pools, database: Database): Promise<Session> {
  const { now, compare } = openDatabaseClock()
  await compare(pools.platformReads)
  const asOperator: Session['asOperator'] = work =>
    pools.platformWrites.transaction(null, db => work({ db, actor: OPERATOR, now: now() }))
  return {
    pools,
    now,
    asOperator,
    refreshStatistics: () => analyzeGrownTables(database.owner),
    withMembers: (organizationId, work) =>
      pools.memberWrites.transaction(organizationId, db => work({ db, actor: OPERATOR, now: now() })),
    organization: id => asOperator(context => getOrganization(context, id)),
    within: (organization, work) =>
      pools.writes.transaction(organization.id, db => {
        const nowMs = now()
        return work({
          db,
          isSandbox: organization.is_sandbox,
          // No command sends messages, because a seeded message must never reach a real mailbox.
          liveChannels: [],
          scopes: SCOPES,
          timeZone: organization.time_zone,
          today: todayIn(organization.time_zone, nowMs),
          now: nowMs,
          actor: OPERATOR,
          external: noExternalServices,
        })
      }),
  }
}
