/** The statuses a lead can move to, decided without reading the database. */
import type { LEAD_STATUSES } from '#contract/v1/leads.ts'
import { Refusal } from '#server/base/refusal.ts'

type LeadStatus = (typeof LEAD_STATUSES)[number]

/**
 * The statuses a lead can move to from each status. A lead moves forward only, and may skip steps: not everyone who rents took a tour. A lead that is
 * LOST can be reopened, and one that is LEASED can still be lost.
 */
export const NEXT_STATUSES: Readonly<Record<LeadStatus, readonly LeadStatus[]>> = {
  NEW: ['CONTACTED', 'TOURED', 'APPLIED', 'LEASED', 'LOST'],
  CONTACTED: ['TOURED', 'APPLIED', 'LEASED', 'LOST'],
  TOURED: ['APPLIED', 'LEASED', 'LOST'],
  APPLIED: ['LEASED', 'LOST'],
  LEASED: ['LOST'],
  LOST: ['NEW', 'CONTACTED'],
}

/** Refuses a change of status that is not in the table. Keeping the status is allowed. */
export function checkAdvance(from: LeadStatus, to: LeadStatus): void {
  if (NEXT_STATUSES[from].includes(to)) return
  throw new Refusal(
    'conflict',
    from === to
      ? `The lead is already ${from}.`
      : `A lead that is ${from} cannot become ${to}; it can become ${NEXT_STATUSES[from].join(', ')}.`,
  )
}
