/**
 * The setup for the benchmark of fairness: a quiet organization, copies of it that nobody calls, and a noisy one with more units, keys, and a member
 * who imports.
 */
import { systemClock } from '#server/base/clock.ts'
import { todayIn } from '#server/base/dates.ts'
import { idFromUuid } from '#server/base/ids.ts'
import type { DatabaseConnection } from '#server/db/session.ts'
import { addUser } from '#server/platform/members/changes.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { hashPassword } from '#server/sign-in/password.ts'
import { copyOrganization } from '../../server/test/copy-organization.ts'
import { addOrganization, asOwner, issueKeys, openDatabase, settle, TIME_ZONE } from '../measure/database.ts'
import { findPostmaster } from '../measure/processor.ts'

export type Setup = {
  connection: DatabaseConnection
  /** Undefined where the processor time of PostgreSQL cannot be read. */
  postmaster: number | undefined
  quiet: { key: string }
  noisy: { keys: string[]; organizationId: string; email: string; password: string; propertyId: string }
  close(): Promise<void>
}

const KEYS = 16

/** The units of the noisy organization, those of the quiet one, and the number of copies of the quiet one. */
type Sizes = { units: number; quietUnits?: number; copies?: number }

export async function openSetup({ units, quietUnits = 400, copies = 0 }: Sizes): Promise<Setup> {
  const { connection, session, close } = await openDatabase()
  const today = todayIn(TIME_ZONE, systemClock.now())
  const made = async (name: string, size: number) => {
    const organization = await addOrganization(session, name)
    await seedOrganization(
      { units: size, months: 3, seed: name, today },
      { inTransaction: work => session.within(organization, work), refreshStatistics: session.refreshStatistics },
    )
    return organization
  }
  const [quiet, noisy] = [await made('Quiet', quietUnits), await made('Noisy', units)]
  const member = { email: 'noisy@example.com', password: 'a password for benchmarks' }
  const passwordHash = await hashPassword(member.password)
  await session.withMembers(noisy.id, context => addUser(context, { email: member.email, role: 'ADMIN', passwordHash }))
  const [key = ''] = await issueKeys(session, quiet, 1)
  const keys = await issueKeys(session, noisy, KEYS)
  const { rows, postmaster } = await asOwner(connection, async owner => {
    if (copies > 0) await copyOrganization(owner, quiet.id, copies)
    await settle(owner)
    const found = await owner.query<{ id: string }>('select id from properties where organization_id = $1 limit 1', [
      noisy.id,
    ])
    return { rows: found.rows, postmaster: await findPostmaster(owner) }
  })
  const organizationId = idFromUuid('organization', noisy.id)
  return {
    connection,
    postmaster,
    quiet: { key },
    noisy: { keys, organizationId, ...member, propertyId: rows[0]!.id },
    close,
  }
}
