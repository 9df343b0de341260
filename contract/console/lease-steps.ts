/** The steps of a lease, from editing the draft to the move-out. */
import Type from 'typebox'
import { cents, date, flag, instant, listOf, nullable, parameters } from '../values.ts'
import { chargeAmount, chargeEnd, chargeFields, termFields } from './lease-fields.ts'
import { LeaseDetail, LeaseDraft, onlyOneLease } from './leases.ts'
import { organizationOperation } from './operation.ts'

/** What the steps of a lease have in common. */
export const step = {
  tag: 'Leases',
  idempotent: true,
  method: 'POST',
  role: 'ADMIN',
  parameters: onlyOneLease,
  success: { status: 200, description: 'The lease.', schema: LeaseDetail },
  errors: ['not_found', 'conflict'],
} as const

export const editLease = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/edit',
  summary: 'Edit a draft',
  description:
    'Replaces the terms, residents and charges of the draft. A field that is left out has the default of a new lease. The unit stays.',
  body: LeaseDraft,
})

export const sendLease = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/send',
  summary: 'Send a lease for signature',
  description: 'Changes the status from DRAFT to PENDING_SIGNATURE.',
})

export const signLease = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/sign',
  summary: 'Mark a lease as signed',
  description:
    'Signs the lease, emits `lease.signed` and bills the security deposit, which is due today or on the first day of the lease, whichever is later. If another signed lease covers the unit on any of its days, or if the unit is offline on one of them that is today or later, this is refused with 409.',
  body: parameters({
    signed_at: Type.Optional(
      instant({ description: 'When the last signature was made. Defaults to now.', example: '2025-08-12T18:03:00Z' }),
    ),
  }),
})

export const cancelLease = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/cancel',
  summary: 'Cancel a lease',
  description:
    'Cancels a lease that has not started, whether or not it has been signed. If a lease has started and nobody has moved in, first change its start date to a later day.',
})

export const rescheduleLease = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/reschedule',
  summary: 'Change the start date of a lease',
  description:
    'Changes the first day of a signed lease that is FUTURE, or that is ACTIVE and whose residents have not moved in, because those before them stayed longer than they planned. Only a lease that is ACTIVE, or whose unit is still occupied by another lease, can start on a day that has passed, and no earlier than its present start date. The rent rolls of days that an ACTIVE lease gives up are restated. Invoices that were issued, such as that of the security deposit, keep their due dates; void those that bill days before the new start date. If the lease now starts earlier in a month that was billed, generating the charges of that month bills the days in front. A lease that was renewed, or whose residents have moved in, is refused with 409, and so is a start after the planned last day of a resident.',
  body: parameters({
    start_date: date({ description: 'The new first day of the lease.', example: '2025-09-08' }),
  }),
})

export const moveIn = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/move-in',
  summary: 'Record move-in',
  description:
    'Records the day the residents moved in, or that they have not moved in on the day that was planned or recorded. If another lease still occupies the unit on the day, this is refused with 409.',
  body: parameters({
    move_in_date: Type.Optional(
      nullable(
        date({
          description: 'The day they moved in. Defaults to today; null if they have not moved in as planned.',
          example: '2025-09-01',
        }),
      ),
    ),
    bills_month: Type.Optional(
      flag({
        description:
          'Whether to issue the invoice of the month of the move-in as well, prorated if the lease begins within it. Nothing is issued if the lease already has that invoice. Must not be true if `move_in_date` is null. Defaults to false.',
        example: true,
      }),
    ),
  }),
})

/** Changes to several charges at once; each charge may be named only once. */
const chargeChanges = listOf(
  parameters({
    ...chargeFields,
    amount_cents: nullable({
      ...chargeAmount,
      description: 'Amount per month from that day on, in cents; null ends the charge on the day before.',
    }),
    to: chargeEnd,
  }),
  100,
  'The charges that change; all others stay as they are.',
)

export const changeCharges = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/charges',
  summary: 'Change recurring charges',
  description:
    'Changes the recurring charges that are given, from a day on. Other charges and earlier days stay as they are.',
  body: parameters({
    effective_on: Type.Optional(
      date({
        description:
          'The first day of the change. Defaults to today or the start date of the lease, whichever is later.',
        example: '2026-04-01',
      }),
    ),
    charges: chargeChanges,
  }),
})

export const LeaseRenewal = parameters({
  starts_on: Type.Optional(
    date({
      description: 'The first day of the new term. Defaults to the day after the current term ends.',
      example: '2026-09-01',
    }),
  ),
  ...termFields,
  rent_cents: Type.Optional(
    cents({
      description: 'Monthly rent from that day, in cents. Without it, the rent stays as it is.',
      example: 149_000,
    }),
  ),
  charges: Type.Optional(chargeChanges),
})

export const renewLease = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/renew',
  summary: 'Renew a lease',
  description:
    'Adds a term to the lease, with the rent from its first day. If the residents are moving out, this is refused with 409.',
  body: LeaseRenewal,
})

export const cancelRenewal = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/cancel-renewal',
  summary: 'Cancel a renewal',
  description:
    'Cancels the term that was added last, if it has not begun: the term before it stays in force, and the charges that the renewal changed go on as agreed before. If the term has begun, or one of these charges was changed again since, this is refused with 409. So it is if the term before it covers days on which the unit is leased to someone else. Invoices that were issued for the canceled term stay as they are.',
})

export const recordNotice = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/record-notice',
  summary: 'Record notice to vacate',
  description:
    'Records that the residents will move out, and on which day if that is known. If notice was already given, this changes the move-out date from today on; earlier rent rolls stay as they are. A different `notice_given_on` corrects the notice and restates the rent rolls from that day on.',
  body: parameters({
    notice_given_on: Type.Optional(
      date({
        description: 'The day notice was given. Defaults to the day already recorded, or today.',
        example: '2026-06-15',
      }),
    ),
    move_out_date: Type.Optional(
      nullable(date({ description: 'The last day of the occupancy; null while unknown.', example: '2026-08-31' })),
    ),
  }),
})

export const cancelNotice = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/cancel-notice',
  summary: 'Cancel notice',
  description:
    'Cancels the notice and removes the move-out date: the residents stay, and charges that a move-out of today had ended go on as agreed. Earlier rent rolls still show the notice. If the unit is leased to someone else, this is refused with 409.',
})

export const recordEviction = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/record-eviction',
  summary: 'Record eviction filing',
  description: 'From that day on the rent roll shows EVICT, which takes precedence over a notice.',
  body: parameters({
    filed_on: Type.Optional(
      date({
        description: 'The day the eviction was filed. Defaults to the day already recorded, or today.',
        example: '2026-06-20',
      }),
    ),
  }),
})

export const cancelEviction = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/cancel-eviction',
  summary: 'Cancel eviction',
  description: 'Records that the eviction was dropped or dismissed. Earlier rent rolls still show it.',
})

export const endLease = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/end',
  summary: 'End a lease',
  description:
    'Ends the lease and its recurring charges on the move-out date. A date that has passed restates the rent rolls after it, and roles of residents that began after it are taken away. If the lease is already ENDED, this corrects the move-out date; a later one brings those roles back. A move-out that was recorded although the residents have not moved out is canceled with null: the charges and roles that it took away return, and the days since then are restated. If another lease has taken the unit since, this is refused with 409.',
  body: parameters({
    move_out_date: Type.Optional(
      nullable(
        date({
          description:
            'The last day of the occupancy. Defaults to the planned move-out date if it has passed, or else to today. Null if they have not moved out.',
          example: '2026-08-31',
        }),
      ),
    ),
  }),
})
