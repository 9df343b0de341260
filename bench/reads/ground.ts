/** What the benchmark of reads stands on: a database of its own with one large organization, and how long making it took. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SCOPES } from '#contract/scopes.ts'
import { systemClock } from '#server/base/clock.ts'
import { todayIn } from '#server/base/dates.ts'
import { sessionOf } from '#server/commands/session.ts'
import { MIGRATIONS, openPools } from '#server/database.ts'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { clientConfig, type DatabaseConnection } from '#server/db/session.ts'
import { createKey } from '#server/platform/api-keys/operations.ts'
import { createOrganization } from '#server/platform/organizations/operations.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'

export type Ground = {
  connection: DatabaseConnection
  organizationId: string
  timeZone: string
  today: string
  /** Each may make 100,000 calls a minute. */
  keys: string[]
  propertyIds: string[]
  /** What was seeded, in words. */
  made: string
  seconds: number
  close(): Promise<void>
}

const KEYS = 32
const MONTHS = 24
const TIME_ZONE = 'America/Chicago'

export async function openGround(units: number): Promise<Ground> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  const { connection, stop } = await openEmbedded({ dataDir })
  await migrate({ connection, folder: MIGRATIONS, log: () => {} })
  const pools = openPools(connection, () => {})
  const session = sessionOf(pools)
  const organization = await session.asOperator(context =>
    createOrganization(context, { name: 'Large', plan: 'SCALE', timeZone: TIME_ZONE }),
  )
  const today = todayIn(TIME_ZONE, systemClock.now())
  const began = performance.now()
  const seeded = await seedOrganization(
    { units, months: MONTHS, seed: 'bench', today },
    work => session.within(organization, work),
    () => {},
  )
  const seconds = (performance.now() - began) / 1000
  const keys = await session.within(organization, async context => {
    const issue = () => createKey(context, { name: 'bench', scopes: SCOPES, requestsPerMinute: 100_000 })
    const issued = []
    for (let count = 0; count < KEYS; count++) issued.push(await issue())
    return issued.map(({ apiKey }) => apiKey)
  })
  await pools.close()
  return {
    connection,
    organizationId: organization.id,
    timeZone: TIME_ZONE,
    today,
    keys,
    propertyIds: await settle(connection),
    made: `${seeded.properties} properties, ${seeded.units} units, ${seeded.leases} leases, ${seeded.residents} residents`,
    seconds,
    async close() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Statistics and pages as they are on an ordinary day, then the ids of the properties. */
async function settle(connection: DatabaseConnection): Promise<string[]> {
  const owner = new pg.Client(clientConfig(connection))
  await owner.connect()
  await owner.query('vacuum analyze')
  await owner.query('checkpoint')
  const { rows } = await owner.query<{ id: string }>('select id from properties order by id')
  await owner.end()
  return rows.map(row => row.id)
}
