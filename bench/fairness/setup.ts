/**
 * The setup for the benchmark of fairness: a quiet organization, copies of it that nobody calls, and a noisy one with more units, keys, and a member
 * who imports.
 */
import { idFromUuid } from '#server/base/ids.ts'
import type { DatabaseConnection } from '#server/db/session.ts'
import { addUser } from '#server/platform/members/changes.ts'
import { hashPassword } from '#server/sign-in/password.ts'
import { copyOrganization } from '../../server/test/copy-organization.ts'
import { addSeeded, asOwner, issueKeys, openDatabase, settle } from '../measure/database.ts'
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
  const quiet = await addSeeded(session, 'Quiet', { units: quietUnits, months: 3, seed: 'Quiet' })
  const noisy = await addSeeded(session, 'Noisy', { units, months: 3, seed: 'Noisy' })
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
