/** The name and contact details of a resident or a lead. */
import Type from 'typebox'
import { email, nullable, text } from '../values.ts'

/** At least one of the two names must be given. */
export const contactFields = {
  first_name: Type.Optional(text(100, { description: 'First name.', example: 'Dana' })),
  last_name: Type.Optional(text(100, { description: 'Last name.', example: 'Whitfield' })),
  email: Type.Optional(nullable(email({ description: 'E-mail address.', example: 'dana@example.com' }))),
  phone: Type.Optional(nullable(text(40, { description: 'Phone number.', example: '+16145550134', minLength: 3 }))),
}
