/** What the back office writes of a resident. */
import Type from 'typebox'
import { SMS_OPT_INS } from '../v1/residents.ts'
import { oneOf, parameters, recordFields } from '../values.ts'
import { personFields } from './people.ts'

export const NewResident = parameters({
  ...personFields,
  sms_opt_in: Type.Optional(
    oneOf(SMS_OPT_INS, { description: 'Whether the person agreed to text messages; NOT_SET.', example: 'OPTED_IN' }),
  ),
  external_id: Type.Optional(recordFields.external_id),
})

export const ResidentChanges = Type.Partial(NewResident, { additionalProperties: false })
