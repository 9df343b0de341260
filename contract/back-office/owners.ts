/** What the back office writes of an owner. */
import Type from 'typebox'
import { parameters, recordFields, text } from '../values.ts'

export const NewOwner = parameters({
  name: text(200, {
    description: 'The owner’s name; no two have the same.',
    example: 'Whitfield Holdings LLC',
    minLength: 1,
  }),
  external_id: Type.Optional(recordFields.external_id),
})

export const OwnerChanges = Type.Partial(NewOwner, { additionalProperties: false })
