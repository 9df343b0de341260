/** What happens to a lease, step by step, from its signature to its end. */
import {
  ChargeChanges,
  Eviction,
  LeaseDraft,
  MoveIn,
  MoveOut,
  NewStart,
  Notice,
  Renewal,
  Signature,
} from '../back-office/leases.ts'
import { noParameters } from '../values.ts'
import { LeaseDetail, onlyOneLease } from './leases.ts'
import { organizationOperation } from './operation.ts'

const step = {
  tag: 'Leases',
  idempotent: true,
  method: 'POST',
  role: 'ADMIN',
  parameters: { ...onlyOneLease, query: noParameters },
  success: { status: 200, description: 'The lease.', schema: LeaseDetail },
  errors: ['not_found', 'conflict'],
} as const

export const editLease = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/edit',
  summary: 'Edit a draft of a lease',
  description:
    'Draws it up anew for the same unit: terms, residents and charges are what is given, and what is left out is as in a new lease.',
  body: LeaseDraft,
})

export const sendLease = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/send',
  summary: 'Send a lease for signature',
  description: 'A DRAFT becomes PENDING_SIGNATURE.',
})

export const signLease = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/sign',
  summary: 'Note a lease as signed',
  description:
    'From now on the unit is let, and `lease.signed` is emitted. A deposit that it asks is billed, due today or on its first day if that is later. While another signed lease keeps the unit on one of its days, 409.',
  body: Signature,
})

export const cancelLease = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/cancel',
  summary: 'Cancel a lease',
  description: 'A lease that has not begun comes to nothing, signed or not.',
})

export const rescheduleLease = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/reschedule',
  summary: 'Change the start date of a lease',
  description:
    'Changes the first day of a signed lease that is FUTURE. Only a lease that waits for its unit can begin on a day that has passed, and no earlier than it was to begin.',
  body: NewStart,
})

export const moveIn = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/move-in',
  summary: 'Note that the residents moved in',
  description: 'While the unit is still occupied, 409.',
  body: MoveIn,
})

export const changeCharges = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/charges',
  summary: 'Change what a lease charges',
  description: 'Other amounts from a day on, charge by charge; those not named stay, and so do days before.',
  body: ChargeChanges,
})

export const renewLease = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/renew',
  summary: 'Renew a lease',
  description: 'Adds a term to the same lease, with its rent from its first day. Who leaves is not renewed (409).',
  body: Renewal,
})

export const giveNotice = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/give-notice',
  summary: 'Record notice to vacate',
  description:
    'The residents leave, on a day that may be known. If notice was already given, this changes the move-out date, which changes no earlier day’s rent roll. Another `notice_given_on` corrects the notice and restates the days from it on.',
  body: Notice,
})

export const withdrawNotice = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/withdraw-notice',
  summary: 'Cancel a notice',
  description:
    'The residents stay, and the move-out date is removed. The days on which the notice stood keep it. While the unit is let to someone else, 409.',
})

export const fileEviction = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/file-eviction',
  summary: 'Record an eviction filing',
  description: 'From that day on the rent roll shows EVICT, which outranks a notice.',
  body: Eviction,
})

export const withdrawEviction = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/withdraw-eviction',
  summary: 'Cancel an eviction',
  description: 'The eviction was dropped or dismissed. The days on which it stood keep it.',
})

export const endLease = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/end',
  summary: 'End a lease',
  description:
    'The residents have left: the lease ends on their last day, and so does what it charges. A day that has passed restates the rent rolls after it. A lease that is ENDED can be ended again, which corrects the day.',
  body: MoveOut,
})
