/** Leads: taking one down, keeping it up to date, and moving it along until it is leased or lost. */
import type { Static } from 'typebox'
import { LeadAdvance, LeadChanges, LeadQuery, NewLead } from '#contract/back-office/leads.ts'
import { newId } from '#server/base/ids.ts'
import { readFields } from '#server/base/read-object.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { list, type Paged } from '#server/db/list.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/events.ts'
import { checkNamed } from '../people.ts'
import { externalIdTaken, refusingTaken } from '../taken.ts'
import {
  findInterest,
  findLead,
  insertLead,
  type LeadRow,
  leadList,
  listInterests,
  lockLead,
  replaceLead,
  upsertLeads,
} from './queries.ts'
import type { LeadRecord } from './records.ts'
import { checkAdvance, NEXT_STATUSES } from './rules.ts'

/** Newest first, unless asked otherwise. */
export function listLeads({ db }: Context, input: Static<typeof LeadQuery>): Promise<Paged<LeadRow>> {
  const { limit, offset, sort, ...filters } = readFields(LeadQuery, input)
  return list(db, leadList, [], filters, { limit, offset, sort })
}

export async function getLead({ db }: Context, id: string): Promise<LeadRow> {
  const [found] = await db.query(findLead, [db.organizationId, id])
  return found ?? refuseUnknown()
}

/** Leads that were just read, with the names of what they are interested in and what they can become. */
export async function inFull({ db }: Context, leads: readonly LeadRow[]) {
  const ids = leads.map(({ lead_id }) => lead_id)
  const found = new Map((await db.query(listInterests, [db.organizationId, ids])).map(row => [row.lead_id, row]))
  return leads.map(lead => ({
    ...lead,
    property_name: found.get(lead.lead_id)?.property_name ?? null,
    unit_label: found.get(lead.lead_id)?.unit_label ?? null,
    next_statuses: [...NEXT_STATUSES[lead.status]],
  }))
}

/** Emits `lead.created`. */
export async function createLead(context: Context, input: Static<typeof NewLead>): Promise<LeadRow> {
  const { db, now } = context
  const fields = { first_name: '', last_name: '', property_id: null, unit_id: null, ...readFields(NewLead, input) }
  checkNamed(fields)
  const lead = { ...fields, ...(await interestOf(context, fields)), lead_id: newId('lead', now), status: 'NEW' }
  const inserting = db.query(insertLead, [db.organizationId, JSON.stringify(lead)])
  const [created] = (await refusingTaken(inserting, takenOf(lead))) as [LeadRow]
  await logAdministration(context, context.organizationId, 'lead.create', created.lead_id, { after: created })
  await emit(context, 'lead.created', { lead: created })
  return created
}

export async function updateLead(
  context: Context,
  { id, ...input }: { id: string } & Static<typeof LeadChanges>,
): Promise<LeadRow> {
  const changes = readFields(LeadChanges, input)
  const before = await lock(context, id)
  // A unit chosen alone brings its own property; a property chosen alone leaves the unit of another one behind.
  const place =
    changes.unit_id && changes.property_id === undefined
      ? { property_id: null }
      : changes.property_id !== undefined && changes.unit_id === undefined
        ? { unit_id: changes.property_id === before.property_id ? before.unit_id : null }
        : {}
  const lead = { ...before, ...changes, ...place }
  checkNamed(lead)
  return replace(context, 'lead.update', before, { ...lead, ...(await interestOf(context, lead)) })
}

/** Gives the lead its next status; `NEXT_STATUSES` says which those are. */
export async function advanceLead(
  context: Context,
  { id, ...input }: { id: string } & Static<typeof LeadAdvance>,
): Promise<LeadRow> {
  const { status } = readFields(LeadAdvance, input)
  const before = await lock(context, id)
  checkAdvance(before.status, status)
  return replace(context, 'lead.advance', before, { ...before, status })
}

/** Creates the leads whose id is new and updates the others; any number at once. It emits no event. */
export async function saveLeads({ db, now }: Context, leads: readonly LeadRecord[]): Promise<void> {
  const createdAt = new Date(now).toISOString()
  const rows = leads.map(lead => ({ createdAt, ...lead }))
  await db.query(upsertLeads, [db.organizationId, JSON.stringify(rows)])
}

async function lock({ db }: Context, id: string): Promise<LeadRow> {
  const [found] = await db.query(lockLead, [db.organizationId, id])
  return found ?? refuseUnknown()
}

async function replace(context: Context, action: string, before: LeadRow, lead: LeadRow): Promise<LeadRow> {
  const { db } = context
  const replacing = db.query(replaceLead, [db.organizationId, before.lead_id, JSON.stringify(lead)])
  const [after] = (await refusingTaken(replacing, takenOf(lead))) as [LeadRow]
  await logAdministration(context, context.organizationId, action, before.lead_id, { before, after })
  return after
}

type Interest = { property_id: string | null; unit_id: string | null }

/** The property and unit of interest; refuses what is not there or does not belong together. */
async function interestOf({ db }: Context, { property_id, unit_id }: Interest): Promise<Interest> {
  const [found] = await db.query(findInterest, [db.organizationId, property_id, unit_id])
  const { property_id: knownProperty, unit_property_id: unitProperty } = found as NonNullable<typeof found>
  if (property_id !== null && knownProperty === null) {
    throw fieldError('property_id', 'names no property of this organization')
  }
  if (unit_id !== null && unitProperty === null) throw fieldError('unit_id', 'names no unit of this organization')
  if (unit_id !== null && property_id !== null && unitProperty !== property_id) {
    throw fieldError('unit_id', 'is not a unit of that property')
  }
  return { property_id: unitProperty ?? knownProperty, unit_id }
}

function takenOf({ external_id }: { external_id?: string | null }): Record<string, string> {
  return { leads_by_external_id: externalIdTaken('lead', external_id) }
}

function refuseUnknown(): never {
  throw new Refusal('not_found', 'There is no such lead.')
}
