/** How the back office writes down who somebody is: a resident or a lead. */
import Type from 'typebox'
import { email, nullable, text } from '../values.ts'

/** One of the two names is enough. */
export const personFields = {
  first_name: Type.Optional(text(100, { description: 'First name.', example: 'Dana' })),
  last_name: Type.Optional(text(100, { description: 'Last name.', example: 'Whitfield' })),
  email: Type.Optional(nullable(email({ description: 'E-mail address.', example: 'dana@example.com' }))),
  phone: Type.Optional(nullable(text(40, { description: 'Phone number.', example: '+16145550134', minLength: 3 }))),
}
