/** The settings of an organization: its name, its time zone, the day through which its books are closed, and the sender of its messages. */
import Type from 'typebox'
import { date, email, flag, id, nullable, parameters, resource, text } from '../values.ts'
import { organizationOperation } from './operation.ts'

const shared = { tag: 'Settings', path: '/settings' } as const

const name = text(200, { description: 'Name of the organization.', example: 'Maple Management', minLength: 1 })
const time_zone = text(64, {
  description:
    'IANA time zone in which the organization’s days begin. A change takes effect at once: if it is another day there, statuses and balances are shown for that day.',
  example: 'America/Chicago',
  minLength: 1,
})

/** Fields that may be null, in replies and requests alike. */
const details = {
  address_line: nullable(
    text(200, { description: 'Street address of the office.', example: '400 W Main St, Suite 210', minLength: 1 }),
  ),
  city: nullable(text(100, { description: 'City.', example: 'Springfield', minLength: 1 })),
  state: nullable(text(2, { description: 'State, as two letters.', example: 'IL', minLength: 2 })),
  postal_code: nullable(text(20, { description: 'ZIP code.', example: '62701', minLength: 1 })),
  books_closed_through: nullable(
    date({
      description:
        'The last closed day: nothing is posted to the ledger on that day or before. Not after today. Null if the books are open.',
      example: '2026-02-28',
    }),
  ),
  sender_name: nullable(
    text(100, {
      description: 'Name that e-mail to residents comes from. Defaults to the name of the organization.',
      example: 'Maple Management Leasing',
      minLength: 1,
    }),
  ),
  reply_to: nullable(
    email({ description: 'Address that replies to e-mail go to.', example: 'office@maplemanagement.com' }),
  ),
}

const Settings = resource('Settings', 'The settings of an organization.', {
  organization_id: id({ description: 'The organization.', example: 'org_01kh3zr6mvf2q8d5x1b7n4s0ce' }),
  name,
  time_zone,
  today: date({ description: 'Today’s date in the time zone.', example: '2026-03-14' }),
  is_sandbox: flag({ description: 'Whether the organization is a sandbox.', example: false }),
  ...details,
})

export const getSettings = organizationOperation({
  ...shared,
  method: 'GET',
  summary: 'Get the settings',
  description: 'Returns the settings of the organization.',
  role: 'VIEWER',
  success: { status: 200, description: 'The settings.', schema: Settings },
})

export const updateSettings = organizationOperation({
  ...shared,
  method: 'PATCH',
  summary: 'Update the settings',
  description:
    'Changes the fields that are given; null clears a field. Setting `books_closed_through` to an earlier day or to null opens the books again. A time zone in which the books would be closed beyond today is refused.',
  role: 'ADMIN',
  body: Type.Partial(parameters({ name, time_zone, ...details }), { additionalProperties: false }),
  success: { status: 200, description: 'The settings.', schema: Settings },
  idempotent: true,
})
