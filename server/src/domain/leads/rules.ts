/** What may become of a lead, decided without looking anything up. */
import type { LEAD_STATUSES } from '#contract/v1/leads.ts'
import { Refusal } from '#server/base/refusal.ts'

export type LeadStatus = (typeof LEAD_STATUSES)[number]

/**
 * What a lead in a status can become. It goes forward only, and may leave steps out: not everyone who rents was shown around. One that
 * is LOST can be opened again, and one that is LEASED can still fall through.
 */
export const NEXT_STATUSES: Readonly<Record<LeadStatus, readonly LeadStatus[]>> = {
  NEW: ['CONTACTED', 'TOURED', 'APPLIED', 'LEASED', 'LOST'],
  CONTACTED: ['TOURED', 'APPLIED', 'LEASED', 'LOST'],
  TOURED: ['APPLIED', 'LEASED', 'LOST'],
  APPLIED: ['LEASED', 'LOST'],
  LEASED: ['LOST'],
  LOST: ['NEW', 'CONTACTED'],
}

/** Refuses a change of status that the table does not have; staying is none. */
export function checkAdvance(from: LeadStatus, to: LeadStatus): void {
  if (NEXT_STATUSES[from].includes(to)) return
  throw new Refusal(
    'conflict',
    from === to
      ? `The lead is ${from} already.`
      : `A lead that is ${from} cannot become ${to}; it can become ${NEXT_STATUSES[from].join(', ')}.`,
  )
}
