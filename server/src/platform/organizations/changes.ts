/** The operator's changes to organizations; every change goes to the administrative log. */
import type { Plan } from '#contract/scopes.ts'
import { readTimeZone, todayIn } from '#server/base/dates.ts'
import { readName } from '#server/base/field-errors.ts'
import { isUuid, uuidFromId, uuidv7 } from '#server/base/ids.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { typed } from '#server/base/typed-command.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { Platform } from '#server/db/tenant.ts'
import { logAdministrationOf } from '../administrative-log.ts'
import {
  findOrganization,
  insertOrganization,
  listOrganizations,
  lockBooks,
  lockOrganization,
  type OrganizationRecord,
  updateBooks,
  updatePlan,
  updateSandboxPlan,
} from './queries.ts'
import { refusingUnknownZone, unknownZone } from './unknown-zone.ts'
import { matchWebhooksToPlan } from './webhooks-of-plan.ts'

/** The context of an operator's change: who makes it, and when. `db` is a transaction that belongs to no organization. */
export type OperatorContext = { db: Platform; actor: string; now: number }

type NewOrganization = {
  name: string
  plan: Plan
  hasPartnerAgreement?: boolean
  /** IANA zone; default America/New_York. */
  timeZone?: string | undefined
  isSandbox?: boolean
}

export async function createOrganization(
  context: OperatorContext,
  input: NewOrganization,
): Promise<OrganizationRecord> {
  const name = readName(input.name)
  const timeZone = readTimeZone(input.timeZone ?? 'America/New_York')
  if (timeZone === undefined) throw unknownZone()
  const id = uuidv7(context.now)
  const { plan, hasPartnerAgreement = false, isSandbox = false } = input
  const values = [id, name, plan, hasPartnerAgreement, timeZone, isSandbox]
  const organization = onlyRow(await refusingUnknownZone(context.db.query(insertOrganization, values)))
  await logAdministrationOf(id, context, 'organization.create', id, { after: organization })
  return organization
}

/** Changes the plan, the partner agreement, or both; absent values stay unchanged. Webhook subscriptions are paused or enabled with it. */
export async function changePlan(
  context: OperatorContext,
  organizationId: string,
  change: { plan?: Plan | undefined; hasPartnerAgreement?: boolean | undefined },
): Promise<OrganizationRecord> {
  const before = await getOrganization(context, organizationId)
  const after = onlyRow(
    await context.db.query(updatePlan, [before.id, change.plan ?? null, change.hasPartnerAgreement ?? null]),
  )
  const { plan: newPlan, has_partner_agreement } = after
  const sandboxes = await context.db.query(updateSandboxPlan, [before.id, newPlan, has_partner_agreement])
  for (const { id } of [after, ...sandboxes]) await matchWebhooksToPlan(context, id, after)
  await logAdministrationOf(before.id, context, 'organization.change_plan', before.id, { before, after })
  return after
}

/**
 * Closes the books through a day: from then on, nothing is posted to the ledger on that day or before. An earlier day than the present one reopens
 * the days after it; null reopens all.
 */
export async function closeBooks(
  context: OperatorContext,
  organizationId: string,
  { through }: { through: string | null },
): Promise<OrganizationRecord> {
  const { db, now } = context
  const { id, time_zone } = await getOrganization(context, organizationId)
  await db.query(lockOrganization, [id])
  const today = todayIn(time_zone, now)
  if (through !== null && through > today) throw closedBeyond(today)
  await db.query(lockBooks, [id])
  const before = await getOrganization(context, id)
  const after = onlyRow(await db.query(updateBooks, [id, through]))
  await logAdministrationOf(id, context, 'books.close', id, { before, after })
  return after
}

/** The refusal of a day after today, through which no books can be closed. */
export function closedBeyond(today: string): Refusal {
  return fieldError('books_closed_through', `must not be after today, ${today}`)
}

export async function allOrganizations({ db }: OperatorContext): Promise<OrganizationRecord[]> {
  return db.query(listOrganizations, [])
}

/** The organization with an `org_…` ID, or with the uuid inside it. */
export async function getOrganization({ db }: OperatorContext, id: string): Promise<OrganizationRecord> {
  const uuid = uuidFromId('organization', id) ?? (isUuid(id) ? id : undefined)
  const [organization] = uuid === undefined ? [] : await db.query(findOrganization, [uuid])
  if (!organization)
    throw new Refusal('not_found', `There is no organization ${id}; ${typed('org list')} lists all organizations.`)
  return organization
}
