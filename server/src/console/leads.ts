/** Leads, as the console lists them and moves them along. */
import type { Static } from 'typebox'
import type { BackOffice } from '#contract/console/back-office.ts'
import type { LeadDetail } from '#contract/console/leads.ts'
import type { ConsoleImplementations } from '#contract/console/operation.ts'
import { advanceLead, createLead, getLead, inFull, listLeads, updateLead } from '#server/domain/leads/operations.ts'
import type { Context } from '#server/platform/context.ts'

type Leads = Pick<BackOffice, 'listLeads' | 'getLead' | 'createLead' | 'updateLead' | 'advanceLead'>

export const leads: ConsoleImplementations<Leads, Context> = {
  listLeads: async (context, input) => {
    const { data, pagination } = await listLeads(context, input)
    return { data: await inFull(context, data), pagination }
  },

  getLead: (context, { lead_id }) => shown(context, getLead(context, lead_id)),

  createLead: (context, input) => shown(context, createLead(context, input)),

  updateLead: (context, { lead_id: id, ...changes }) => shown(context, updateLead(context, { id, ...changes })),

  advanceLead: (context, { lead_id: id, status }) => shown(context, advanceLead(context, { id, status })),
}

async function shown(context: Context, lead: ReturnType<typeof getLead>): Promise<Static<typeof LeadDetail>> {
  const [full] = await inFull(context, [await lead])
  return full as Static<typeof LeadDetail>
}
