/** An organization's sandbox: created with a small portfolio, and replaced by a new one when a member resets it. */
import { SCOPES, tierInWords, tierOf } from '#contract/scopes.ts'
import { todayIn } from '#server/base/dates.ts'
import { idFromUuid, uuidv7 } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import { truncate } from '#server/base/text.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import { noExternalServices } from '#server/platform/external-services.ts'
import type { Member } from '#server/platform/members/member.ts'
import { insertSandbox, retireSandbox } from '#server/platform/members/queries.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'

type SandboxMaker = {
  writes: WritePool
  memberWrites: WritePool
  now: () => number
  /** The address of the service, once it is known. */
  origin: () => string | undefined
}

const UNITS = 24
const MONTHS = 3

export const createSandbox = (maker: SandboxMaker, member: Member) => openSandbox(maker, member, false)

/** Replaces the sandbox with a new one, because the data of an organization is never deleted. */
export const resetSandbox = (maker: SandboxMaker, member: Member) => openSandbox(maker, member, true)

async function openSandbox(maker: SandboxMaker, member: Member, isReset: boolean) {
  requireLivePartner(member)
  const { id, name } = await make(maker, member, isReset)
  await fill(maker, id, member)
  return {
    organization_id: idFromUuid('organization', id),
    live_organization_id: idFromUuid('organization', member.organizationId),
    name,
  }
}

function requireLivePartner({ isSandbox, plan, hasPartnerAgreement }: Member): void {
  if (isSandbox)
    throw new Refusal(
      'conflict',
      'A sandbox has no sandbox of its own. Make this call for the organization it belongs to.',
    )
  if (tierOf(plan, hasPartnerAgreement) !== 'PARTNER') {
    throw new Refusal(
      'forbidden',
      `A sandbox is part of the ${tierInWords('PARTNER')}; this organization is on ${plan}.`,
    )
  }
}

async function make(
  { memberWrites, now }: SandboxMaker,
  member: Member,
  isReset: boolean,
): Promise<{ id: string; name: string }> {
  const { organizationId, organizationName, plan, hasPartnerAgreement, timeZone, actor } = member
  return memberWrites.transaction(organizationId, async db => {
    const at = now()
    const [retired] = isReset ? await db.query(retireSandbox, [organizationId, new Date(at)]) : []
    if (isReset && !retired) throw new Refusal('not_found', 'There is no sandbox. Create one first.')
    const name = `${truncate(organizationName, 180)} (sandbox)`
    const values = [uuidv7(at), name, plan, hasPartnerAgreement, timeZone, organizationId]
    const [made] = await db.query(insertSandbox, values)
    if (!made) throw new Refusal('conflict', 'This organization already has a sandbox. Reset it to start over.')
    await logAdministration(
      { db, actor, now: at },
      isReset ? 'sandbox.reset' : 'sandbox.create',
      idFromUuid('organization', made.id),
      { before: retired && { organization_id: idFromUuid('organization', retired.id) } },
    )
    return made
  })
}

/** Fills the sandbox after it is created, in separate transactions. If that fails, the empty sandbox can be reset. */
async function fill(
  { writes, now, origin }: SandboxMaker,
  organizationId: string,
  { timeZone, actor }: Member,
): Promise<void> {
  const today = todayIn(timeZone, now())
  await seedOrganization(
    { units: UNITS, months: MONTHS, seed: 'sandbox', today },
    {
      inTransaction: work =>
        writes.transaction(organizationId, db =>
          work({
            db,
            isSandbox: true,
            liveChannels: [],
            scopes: SCOPES,
            timeZone,
            today,
            now: now(),
            actor,
            external: noExternalServices,
          }),
        ),
      refreshStatistics: async () => {},
      isLogged: true,
      origin: origin(),
    },
  )
}
