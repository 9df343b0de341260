/** Fields of leases that the draft of a lease and its steps share: those of a recurring charge and of a term. */
import Type from 'typebox'
import { RECURRING_CHARGE_CODES, TERM_TYPES } from '../v1/leases.ts'
import { date, nullable, oneOf, signedCents, text } from '../values.ts'

export const chargeFields = {
  code: oneOf(RECURRING_CHARGE_CODES, { description: 'What the charge is for.', example: 'RENT' }),
  description: Type.Optional(
    text(200, {
      description:
        'Description of the charge. Defaults to the description of its code. Code and description together identify a charge of the lease.',
      example: 'Rent',
      minLength: 1,
    }),
  ),
}
export const chargeEnd = Type.Optional(
  nullable(date({ description: 'The last day it is in force.', example: '2026-08-31' })),
)
export const chargeAmount = signedCents({
  description: 'Amount per month, in cents; a CONCESSION is negative.',
  example: 142_500,
})

export const termFields = {
  end_date: Type.Optional(
    nullable(date({ description: 'The last day of the term; null for month to month.', example: '2026-08-31' })),
  ),
  term_type: Type.Optional(
    oneOf(TERM_TYPES, {
      description: 'Type of the term. Defaults to FIXED if there is an end_date, and to MONTH_TO_MONTH otherwise.',
      example: 'FIXED',
    }),
  ),
}
