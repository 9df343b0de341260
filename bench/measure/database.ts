/** A database for one benchmark, set up as the service would set it up, with organizations and their keys. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SCOPES } from '#contract/scopes.ts'
import { systemClock } from '#server/base/clock.ts'
import { todayIn } from '#server/base/dates.ts'
import { type Session, sessionOf } from '#server/commands/session.ts'
import { MIGRATIONS, openPools, type Pools } from '#server/database.ts'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { clientConfig, type DatabaseConnection } from '#server/db/session.ts'
import { createKey } from '#server/platform/api-keys/changes.ts'
import { createOrganization } from '#server/platform/organizations/changes.ts'
import type { OrganizationRecord } from '#server/platform/organizations/queries.ts'
import { type Seeded, seedOrganization } from '#server/seed/seed-organization.ts'

export const TIME_ZONE = 'America/Chicago'

type BenchDatabase = {
  connection: DatabaseConnection
  dataDir: string
  pools: Pools
  session: Session
  close(): Promise<void>
}

/** `settings` are those of PostgreSQL that differ from the embedded one's. */
export async function openDatabase(settings: Record<string, string> = {}): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  const { connection, stop } = await openEmbedded({ dataDir, settings })
  await migrate({ connection, folder: MIGRATIONS, log: () => {} })
  const pools = openPools(connection, () => {})
  return {
    connection,
    dataDir,
    pools,
    session: await sessionOf(pools, { connection, owner: connection, socketDir: undefined, stop }),
    async close() {
      await pools.close()
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export function addOrganization(session: Session, name: string): Promise<OrganizationRecord> {
  return session.asOperator(context => createOrganization(context, { name, plan: 'SCALE', timeZone: TIME_ZONE }))
}

type Seed = { units: number; months: number; seed: string }
type SeededOrganization = OrganizationRecord & { today: string; seeded: Seeded }

/** Adds an organization with a synthetic portfolio, as it is today. */
export async function addSeeded(session: Session, name: string, seed: Seed): Promise<SeededOrganization> {
  const organization = await addOrganization(session, name)
  const today = todayIn(TIME_ZONE, systemClock.now())
  const seeded = await seedOrganization(
    { ...seed, today },
    { inTransaction: work => session.within(organization, work), refreshStatistics: session.refreshStatistics },
  )
  return { ...organization, today, seeded }
}

/** Issues `count` keys, each of which may make 100,000 calls per minute; resolves with the keys as text. */
export function issueKeys(session: Session, organization: OrganizationRecord, count: number): Promise<string[]> {
  return session.within(organization, async context => {
    const keys: string[] = []
    for (let issued = 0; issued < count; issued++) {
      keys.push((await createKey(context, { name: 'bench', scopes: SCOPES, requestsPerMinute: 100_000 })).apiKey)
    }
    return keys
  })
}

/** Runs `work` as the superuser of the temporary PostgreSQL, to whom no policy applies. */
export async function asOwner<T>(connection: DatabaseConnection, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client(clientConfig(connection))
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** Vacuums and analyzes, so that statistics and pages are as they would be on an ordinary day. */
export async function settle(owner: pg.Client): Promise<void> {
  await owner.query('vacuum analyze')
  await owner.query('checkpoint')
}
