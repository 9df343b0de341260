/** What the back office writes of a lease: its draft, and each step that follows. */
import Type from 'typebox'
import { RECURRING_CHARGE_CODES, RESIDENT_ROLES, TERM_TYPES } from '../v1/leases.ts'
import {
  cents,
  date,
  idInput,
  instant,
  integer,
  listOf,
  MAX_CENTS,
  nullable,
  oneOf,
  parameters,
  recordFields,
  text,
} from '../values.ts'

const chargeFields = {
  code: oneOf(RECURRING_CHARGE_CODES, { description: 'What the charge is for.', example: 'RENT' }),
  description: Type.Optional(
    text(200, {
      description:
        'The charge in words; left out, those of its code. Code and words together tell a lease’s charges apart.',
      example: 'Rent',
      minLength: 1,
    }),
  ),
}
const to = Type.Optional(nullable(date({ description: 'The last day it is in force.', example: '2026-08-31' })))
const amount = cents({
  description: 'Cents a month; a CONCESSION is negative.',
  example: 142_500,
  minimum: -MAX_CENTS,
})

const termFields = {
  end_date: Type.Optional(
    nullable(date({ description: 'The last day of the term; none for month to month.', example: '2026-08-31' })),
  ),
  term_type: Type.Optional(
    oneOf(TERM_TYPES, { description: 'Left out, FIXED exactly when there is an end_date.', example: 'FIXED' }),
  ),
}

const draftFields = {
  start_date: date({ description: 'The first day of the lease.', example: '2025-09-01' }),
  ...termFields,
  move_in_date: Type.Optional(nullable(date({ description: 'The day they plan to move in.', example: '2025-09-01' }))),
  rent_due_day: Type.Optional(integer(1, 31, { description: 'The day of the month rent is due; 1.', example: 1 })),
  residents: listOf(
    parameters({
      resident_id: idInput({ description: 'The resident.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }),
      role: oneOf(RESIDENT_ROLES, { description: 'What the person is to the lease.', example: 'PRIMARY' }),
    }),
    100,
    'The people on the lease, exactly one of them PRIMARY.',
  ),
  charges: Type.Optional(
    listOf(
      parameters({
        ...chargeFields,
        amount_cents: amount,
        from: Type.Optional(date({ description: 'The first day it is in force; the start.', example: '2025-09-01' })),
        to,
      }),
      100,
      'What it charges every month.',
    ),
  ),
  deposit_asked_cents: Type.Optional(
    nullable(
      cents({
        description: 'The deposit it asks, in cents, billed when it is signed; none.',
        example: 142_500,
        minimum: 1,
      }),
    ),
  ),
  external_id: Type.Optional(recordFields.external_id),
}

export const NewLease = parameters({
  unit_id: idInput({ description: 'The unit let.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
  property_id: Type.Optional(
    idInput({ description: 'The property of the unit.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
  ),
  ...draftFields,
})

/** The whole of a draft but its unit: what is left out is as a new one has it. */
export const LeaseDraft = parameters(draftFields)

export const Signature = parameters({
  signed_at: Type.Optional(
    instant({ description: 'When the last signature was made; now.', example: '2025-08-12T18:03:00Z' }),
  ),
})

export const MoveIn = parameters({
  move_in_date: Type.Optional(date({ description: 'The day they moved in; today.', example: '2025-09-01' })),
})

export const Notice = parameters({
  notice_given_on: Type.Optional(
    date({
      description: 'The day notice was given; left out, the day that is on file, or today.',
      example: '2026-06-15',
    }),
  ),
  move_out_date: Type.Optional(
    nullable(date({ description: 'The last day of the occupancy, where known.', example: '2026-08-31' })),
  ),
})

export const Eviction = parameters({
  filed_on: Type.Optional(
    date({ description: 'The day it was filed; left out, the day that is on file, or today.', example: '2026-06-20' }),
  ),
})

export const MoveOut = parameters({
  move_out_date: Type.Optional(
    date({
      description: 'The last day they lived there; left out, the day that was agreed if it has come, else today.',
      example: '2026-08-31',
    }),
  ),
})

export const NewStart = parameters({
  start_date: date({ description: 'The new first day of the lease.', example: '2025-09-08' }),
})

/** Several of these at once, each of another charge. */
const chargeChanges = listOf(
  parameters({
    ...chargeFields,
    amount_cents: nullable({
      ...amount,
      description: 'Cents a month from the day on; null ends the charge before it.',
    }),
    to,
  }),
  100,
  'The charges that change; all others stay.',
)

export const ChargeChanges = parameters({
  effective_on: Type.Optional(
    date({
      description: 'The first day of the change; left out, today, or the start if that is later.',
      example: '2026-04-01',
    }),
  ),
  charges: chargeChanges,
})

export const Renewal = parameters({
  starts_on: Type.Optional(
    date({
      description: 'The first day of the new term; left out, the day after the present end.',
      example: '2026-09-01',
    }),
  ),
  ...termFields,
  rent_cents: Type.Optional(
    cents({ description: 'Rent a month from that day; left out, the rent then in force stays.', example: 149_000 }),
  ),
  charges: Type.Optional(chargeChanges),
})
