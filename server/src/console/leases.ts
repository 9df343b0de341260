/** Leases, as the console finds and opens them, and takes them from a draft to their end. */
import type { Static } from 'typebox'
import type { BackOffice } from '#contract/console/back-office.ts'
import type { LeaseDetail } from '#contract/console/leases.ts'
import type { ConsoleImplementations } from '#contract/console/operation.ts'
import { inFull, listLeases } from '#server/domain/leases/back-office.ts'
import { createLease, editLease } from '#server/domain/leases/drafting.ts'
import {
  endLease,
  fileEviction,
  giveNotice,
  moveIn,
  withdrawEviction,
  withdrawNotice,
} from '#server/domain/leases/occupancy.ts'
import { getLease } from '#server/domain/leases/operations.ts'
import { cancelLease, rescheduleLease, sendLease, signLease } from '#server/domain/leases/signing.ts'
import { changeCharges, renewLease } from '#server/domain/leases/terms.ts'
import type { Context } from '#server/platform/context.ts'

type Leases = Pick<
  BackOffice,
  | 'listLeases'
  | 'getLease'
  | 'createLease'
  | 'editLease'
  | 'sendLease'
  | 'signLease'
  | 'cancelLease'
  | 'rescheduleLease'
  | 'moveIn'
  | 'changeCharges'
  | 'renewLease'
  | 'giveNotice'
  | 'withdrawNotice'
  | 'fileEviction'
  | 'withdrawEviction'
  | 'endLease'
>

export const leases: ConsoleImplementations<Leases, Context> = {
  listLeases: (context, { limit, offset, sort, ...filters }) => listLeases(context, filters, { limit, offset, sort }),

  getLease: (context, { lease_id }) => shown(context, getLease(context, lease_id)),

  createLease: (context, input) => shown(context, createLease(context, input)),

  editLease: (context, input) => shown(context, editLease(context, named(input))),

  sendLease: (context, { lease_id }) => shown(context, sendLease(context, lease_id)),

  signLease: (context, input) => shown(context, signLease(context, named(input))),

  cancelLease: (context, { lease_id }) => shown(context, cancelLease(context, lease_id)),

  rescheduleLease: (context, input) => shown(context, rescheduleLease(context, named(input))),

  moveIn: (context, input) => shown(context, moveIn(context, named(input))),

  changeCharges: (context, input) => shown(context, changeCharges(context, named(input))),

  renewLease: (context, input) => shown(context, renewLease(context, named(input))),

  giveNotice: (context, input) => shown(context, giveNotice(context, named(input))),

  withdrawNotice: (context, { lease_id }) => shown(context, withdrawNotice(context, lease_id)),

  fileEviction: (context, input) => shown(context, fileEviction(context, named(input))),

  withdrawEviction: (context, { lease_id }) => shown(context, withdrawEviction(context, lease_id)),

  endLease: (context, input) => shown(context, endLease(context, named(input))),
}

/** As it is then, also for the page that made the change. */
export async function shown(context: Context, lease: ReturnType<typeof getLease>): Promise<Static<typeof LeaseDetail>> {
  return inFull(context, await lease)
}

function named<Input extends { lease_id: string }>({ lease_id: id, ...rest }: Input) {
  return { id, ...rest }
}
