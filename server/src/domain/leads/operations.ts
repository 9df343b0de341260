/** Leads: listing, creating and updating them, and changing their status until they are leased or lost. */
import type { ConsoleContract } from '#contract/console.ts'
import type { OutputOf } from '#contract/operation.ts'
import { newId } from '#server/base/ids.ts'
import { requireOne, unknownReference } from '#server/base/refusal.ts'
import { list } from '#server/db/list.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context, V1Operations } from '#server/platform/context.ts'
import { emit } from '#server/platform/events.ts'
import { externalIdTaken, refusingTaken } from '../name-conflicts.ts'
import { checkPropertyAndUnit } from '../property-and-unit.ts'
import { requireName } from '../require-name.ts'
import { wordsTyped } from '../search-words/terms.ts'
import {
  findInterest,
  findLead,
  insertLead,
  type LeadRow,
  type LeadSort,
  leadList,
  listInterests,
  listLeadsById,
  lockLead,
  replaceLead,
  upsertLeads,
} from './queries.ts'
import type { LeadRecord } from './records.ts'
import { checkAdvance, NEXT_STATUSES } from './rules.ts'

type LeadDetail = OutputOf<ConsoleContract['getLead']>

/** Lists leads, newest first unless another order is requested. */
export const listLeads: ConsoleOperations['listLeads'] = async (
  context,
  { limit, offset, sort, search, ...filters },
) => {
  const { data, pagination } = await list<LeadRow, keyof typeof leadList.filters, LeadSort>(
    context.db,
    leadList,
    [],
    { ...filters, ...wordsTyped(search) },
    { limit, offset, sort },
  )
  return { data: await detailsOf(context, data), pagination }
}

export const getLead: ConsoleOperations['getLead'] = async (context, { lead_id }) =>
  detailOf(context, await getLeadRecord(context, { id: lead_id }))

/** A lead as version 1 shows it. */
export const getLeadRecord: V1Operations['getLead'] = async ({ db }, { id }) => {
  return requireOne(await db.query(findLead, [db.organizationId, id]), 'lead')
}

/** Creates a lead, and emits `lead.created`. */
export const createLead: ConsoleOperations['createLead'] = async (context, input) => {
  const { db, now } = context
  const fields = { first_name: '', last_name: '', property_id: null, unit_id: null, ...input }
  requireName(fields)
  const lead = { ...fields, ...(await interestOf(context, fields)), lead_id: newId('lead', now), status: 'NEW' }
  const inserting = db.query(insertLead, [db.organizationId, JSON.stringify(lead)])
  const created = onlyRow(await refusingTaken(inserting, takenOf(lead)))
  await logAdministration(context, 'lead.create', created.lead_id, { after: created })
  await emit(context, 'lead.created', { lead: created })
  return detailOf(context, created)
}

export const updateLead: ConsoleOperations['updateLead'] = async (context, { lead_id, ...changes }) => {
  const before = await lock(context, lead_id)
  // If only the unit is given, the property becomes that of the unit. If only the property changes, the unit of the old property is dropped.
  const place =
    changes.unit_id && changes.property_id === undefined
      ? { property_id: null }
      : changes.property_id !== undefined && changes.unit_id === undefined
        ? { unit_id: changes.property_id === before.property_id ? before.unit_id : null }
        : {}
  const lead = { ...before, ...changes, ...place }
  requireName(lead)
  return replace(context, 'lead.update', before, { ...lead, ...(await interestOf(context, lead)) })
}

/** Moves the lead to another status, if `NEXT_STATUSES` allows it. */
export const advanceLead: ConsoleOperations['advanceLead'] = async (context, { lead_id, status }) => {
  const before = await lock(context, lead_id)
  checkAdvance(before.status, status)
  return replace(context, 'lead.advance', before, { ...before, status })
}

/**
 * Moves the lead for whom a lease was created or signed to the status that follows from it, unless its present status does not lead there: a lost lead
 * stays lost. Throws invalid_request if there is no such lead.
 */
export async function advanceLeadOfLease(
  context: Context,
  leadId: string,
  status: 'APPLIED' | 'LEASED',
): Promise<void> {
  const { db } = context
  const [before] = await db.query(lockLead, [db.organizationId, leadId])
  if (!before) throw unknownReference('lead_id', 'a lead')
  if (NEXT_STATUSES[before.status].includes(status))
    await replace(context, 'lead.advance', before, { ...before, status })
}

/** Creates the leads whose IDs are new and updates the others, any number at once. Emits no event. */
export async function saveLeads({ db, now }: Context, leads: readonly LeadRecord[]): Promise<void> {
  const createdAt = new Date(now).toISOString()
  const rows = leads.map(lead => ({ created_at: createdAt, ...lead }))
  await db.query(upsertLeads, [db.organizationId, JSON.stringify(rows)])
}

async function lock({ db }: Context, id: string): Promise<LeadRow> {
  return requireOne(await db.query(lockLead, [db.organizationId, id]), 'lead')
}

async function replace(context: Context, action: string, before: LeadRow, lead: LeadRow): Promise<LeadDetail> {
  const { db } = context
  const replacing = db.query(replaceLead, [db.organizationId, before.lead_id, JSON.stringify(lead)])
  const after = onlyRow(await refusingTaken(replacing, takenOf(lead)))
  await logAdministration(context, action, before.lead_id, { before, after })
  return detailOf(context, after)
}

async function detailOf(context: Context, lead: LeadRow): Promise<LeadDetail> {
  return onlyRow(await detailsOf(context, [lead]))
}

/** Adds the names of the property and unit of interest, and the statuses they can move to, to leads that were just read. */
async function detailsOf({ db }: Context, leads: readonly LeadRow[]): Promise<LeadDetail[]> {
  const ids = leads.map(({ lead_id }) => lead_id)
  const found = new Map((await db.query(listInterests, [db.organizationId, ids])).map(row => [row.lead_id, row]))
  return leads.map(lead => ({
    ...lead,
    property_name: found.get(lead.lead_id)?.property_name ?? null,
    unit_label: found.get(lead.lead_id)?.unit_label ?? null,
    lease_id: found.get(lead.lead_id)?.lease_id ?? null,
    next_statuses: [...NEXT_STATUSES[lead.status]],
  }))
}

type Interest = { property_id: string | null; unit_id: string | null }

/** The property and unit of interest. Refuses IDs that do not exist or do not belong together. */
async function interestOf({ db }: Context, interest: Interest): Promise<Interest> {
  const { property_id, unit_id } = interest
  const known = onlyRow(await db.query(findInterest, [db.organizationId, property_id, unit_id]))
  checkPropertyAndUnit(interest, known)
  return { property_id: known.unit_property_id ?? known.property_id, unit_id }
}

function takenOf({ external_id }: { external_id?: string | null }): Record<string, string> {
  return { leads_by_external_id: externalIdTaken('lead', external_id) }
}

/** The leads with these IDs, as the list shows them; IDs without a lead are left out. */
export const leadsById = ({ db }: Context, ids: readonly string[]): Promise<LeadRow[]> =>
  db.query(listLeadsById, [db.organizationId, ids])
