/** What the back office writes of a lead. */
import Type from 'typebox'
import { searchText } from '../console/searching.ts'
import { sortBy } from '../console/sorting.ts'
import { LEAD_STATUSES } from '../v1/leads.ts'
import {
  cents,
  date,
  idInput,
  integer,
  nullable,
  oneOf,
  pageParameters,
  parameters,
  recordFields,
  text,
  updatedSince,
} from '../values.ts'
import { personFields } from './people.ts'

const PROPERTY_ID = 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c'
const status = (description: string) => oneOf(LEAD_STATUSES, { description, example: 'TOURED' })

/** A unit without a property means the unit's own. */
export const NewLead = parameters({
  ...personFields,
  source: text(100, { description: 'Where the person learned of us.', example: 'Website', minLength: 1 }),
  property_id: Type.Optional(nullable(idInput({ description: 'The property of interest.', example: PROPERTY_ID }))),
  unit_id: Type.Optional(
    nullable(idInput({ description: 'The unit of interest.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' })),
  ),
  desired_move_in: Type.Optional(
    nullable(date({ description: 'The day they want to move in.', example: '2026-05-01' })),
  ),
  bedrooms_wanted: Type.Optional(nullable(integer(0, 50, { description: 'Bedrooms they want.', example: 2 }))),
  max_rent_cents: Type.Optional(
    nullable(cents({ description: 'The most they want to pay a month, in cents.', example: 150_000 })),
  ),
  notes: Type.Optional(nullable(text(5000, { description: 'Anything else.', example: 'Has a cat.', minLength: 1 }))),
  external_id: Type.Optional(recordFields.external_id),
})

export const LeadChanges = Type.Partial(NewLead, { additionalProperties: false })

export const LeadAdvance = parameters({ status: status('The new status.') })

export const LeadQuery = parameters({
  status: Type.Optional(status('Only leads in this status.')),
  property_id: Type.Optional(idInput({ description: 'Only leads for this property.', example: PROPERTY_ID })),
  search: Type.Optional(searchText('the name, the e-mail address or the phone number')),
  updated_since: updatedSince,
  sort: sortBy(['last_name', 'status', 'property_name', 'desired_move_in', 'max_rent_cents', 'source', 'created_at']),
  ...pageParameters,
})
