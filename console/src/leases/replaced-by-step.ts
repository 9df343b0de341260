/** The stored facts that a step of a lease replaces. If they were stored after a member opened the form, the member is shown them first. */
import type { LeaseDetail } from '#client/console.ts'
import type { Replaces } from '../records/use-edit.ts'
import type { LeaseStep } from './lease-step-forms.tsx'

export const REPLACED: { readonly [step in LeaseStep]?: Replaces<LeaseDetail> } = {
  MOVE_IN: { move_in_date: lease => lease.move_in_date },
  RESCHEDULE: { start_date: lease => lease.start_date },
  CHANGE_CHARGES: { charges: lease => lease.recurring_charges },
  RECORD_NOTICE: {
    notice_given_on: lease => lease.notice_given_on,
    move_out_date: lease => lease.move_out_date,
  },
  RECORD_EVICTION: { filed_on: lease => lease.eviction_filed_on },
  END: { move_out_date: lease => lease.move_out_date },
}
