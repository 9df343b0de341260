/** A lead: somebody who may come to rent. Seen by subscribers of `lead.created`. */
import { cents, date, id, integer, nullable, oneOf, recordFields, resource, text } from '../values.ts'

export const LEAD_STATUSES = ['NEW', 'CONTACTED', 'TOURED', 'APPLIED', 'LEASED', 'LOST'] as const

export const Lead = resource('Lead', 'Somebody who may come to rent.', {
  lead_id: id({ description: 'The lead.', example: 'lead_01kh3zr6q5c8n2v7x4m9b1f6ta' }),
  first_name: text(100, { description: 'First name.', example: 'Dana' }),
  last_name: text(100, { description: 'Last name.', example: 'Whitfield' }),
  email: nullable(text(254, { description: 'E-mail address.', example: 'dana@example.com' })),
  phone: nullable(text(40, { description: 'Phone number.', example: '+16145550134' })),
  source: text(100, { description: 'Where the person learned of us.', example: 'Website' }),
  status: oneOf(LEAD_STATUSES, { description: 'How far the person has come.', example: 'NEW' }),
  property_id: nullable(id({ description: 'The property of interest.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' })),
  unit_id: nullable(id({ description: 'The unit of interest.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' })),
  desired_move_in: nullable(date({ description: 'The day they want to move in.', example: '2026-05-01' })),
  bedrooms_wanted: nullable(integer(0, 50, { description: 'Bedrooms they want.', example: 2 })),
  max_rent_cents: nullable(cents({ description: 'The most they want to pay a month, in cents.', example: 150_000 })),
  notes: nullable(text(5000, { description: 'Anything else.', example: 'Has a cat.' })),
  ...recordFields,
})
