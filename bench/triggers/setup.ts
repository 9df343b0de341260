/** What the triggers are measured on: a service and an organization with a portfolio, on a PostgreSQL that does nothing by itself. */
import pg from 'pg'
import { pino } from 'pino'
import { systemClock } from '#server/base/clock.ts'
import { todayIn } from '#server/base/dates.ts'
import type { Session } from '#server/commands/session.ts'
import { readConfig } from '#server/config.ts'
import { clientConfig } from '#server/db/session.ts'
import type { OrganizationRecord } from '#server/platform/organizations/queries.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { startService } from '#server/start.ts'
import { addOrganization, issueKeys, openDatabase, settle, TIME_ZONE } from '../measure/database.ts'
import { clockOf, findPostmaster } from '../measure/processor.ts'
import { type Disable, switchOf } from './groups.ts'

export type Setup = {
  session: Session
  organization: OrganizationRecord
  today: string
  /** A superuser, to whom no policy applies. */
  owner: pg.Client
  url: string
  key: string
  disable: Disable
  /** The processor time that PostgreSQL has taken so far. */
  postgresMs(): number
  close(): Promise<void>
}

const PORTFOLIO = { units: 400, months: 3, seed: 'triggers' }
/** Autovacuum and checkpoints would come in some turns and not in others; waiting for the disk takes long, but no processor time. */
const QUIET = { autovacuum: 'off', checkpoint_timeout: '1h', max_wal_size: '16GB', synchronous_commit: 'off' }

export async function openSetup(): Promise<Setup> {
  const { connection, session, close } = await openDatabase(QUIET)
  const organization = await addOrganization(session, 'Triggers')
  const today = todayIn(TIME_ZONE, systemClock.now())
  await seedOrganization(
    { ...PORTFOLIO, today },
    { inTransaction: work => session.within(organization, work), refreshStatistics: session.refreshStatistics },
  )
  const [key = ''] = await issueKeys(session, organization, 1)
  const owner = new pg.Client(clientConfig(connection))
  await owner.connect()
  await settle(owner)
  const spent = clockOf(process.pid, await findPostmaster(owner))
  const service = await startService({
    config: { ...readConfig({}), port: 0 },
    connection,
    logger: pino({ level: 'silent' }),
    role: 'api',
  })
  return {
    ...{ session, organization, today, owner, key },
    url: service.url as string,
    disable: switchOf(owner),
    postgresMs: () => spent()?.postgres ?? Number.NaN,
    async close() {
      await service.stop()
      await owner.end()
      await close()
    },
  }
}
