/** The steps that change a unit: its rate, days offline, the end of its service, and whether it is listed. */
import Type from 'typebox'
import { date, nullable, parameters, text } from '../values.ts'
import { organizationOperation } from './operation.ts'
import { onlyOneUnit, UnitChanges, UnitDetail } from './units.ts'

const step = {
  tag: 'Units',
  idempotent: true,
  method: 'POST',
  role: 'ADMIN',
  parameters: onlyOneUnit,
  success: { status: 200, description: 'The unit.', schema: UnitDetail },
  errors: ['not_found', 'conflict'],
} as const

const { effective_on, unit_type, market_rent_cents } = UnitChanges.properties

export const setUnitRate = organizationOperation({
  ...step,
  path: '/units/{unit_id}/rates',
  summary: 'Set a unit’s rate',
  description:
    'Sets the market rent, the floor plan or both from a day on; a field that is left out keeps its value. Earlier days keep the rate that was in force. A rate that is already agreed for a later day takes over a value that it would not have changed.',
  body: parameters({ effective_on, unit_type, market_rent_cents }),
})

export const setUnitOffline = organizationOperation({
  ...step,
  path: '/units/{unit_id}/offline',
  summary: 'Take a unit offline',
  description:
    'Adds days on which the unit can be neither occupied nor leased. A day on which it is leased or already offline is refused with 409.',
  body: parameters({
    starts_on: Type.Optional(date({ description: 'The first day offline. Defaults to today.', example: '2026-03-15' })),
    ends_on: Type.Optional(
      nullable(date({ description: 'The last day offline; null while unknown.', example: '2026-04-30' })),
    ),
    reason: text(200, {
      description: 'Why the unit can be neither occupied nor leased.',
      example: 'Fire damage',
      minLength: 1,
    }),
  }),
})

export const endUnitOffline = organizationOperation({
  ...step,
  path: '/units/{unit_id}/end-offline',
  summary: 'Bring a unit back online',
  description:
    'Ends the offline span that covers the day before `back_on`. If an offline span begins on `back_on`, and that is today or later, it is canceled instead.',
  body: parameters({
    back_on: Type.Optional(
      date({
        description: 'The first day on which it can be occupied and leased again. Defaults to today.',
        example: '2026-04-10',
      }),
    ),
  }),
})

export const retireUnit = organizationOperation({
  ...step,
  path: '/units/{unit_id}/retire',
  summary: 'Take a unit out of service',
  description:
    'Ends the service of the unit for good: after its last day it is no longer on the rent roll. If it is leased beyond that day, or is already out of service, this is refused with 409.',
  body: parameters({
    last_day: Type.Optional(
      date({ description: 'The last day in service. Defaults to today.', example: '2031-12-31' }),
    ),
  }),
})

export const listUnit = organizationOperation({
  ...step,
  path: '/units/{unit_id}/list',
  summary: 'List a unit',
  description:
    'From now on the unit is in the listings whenever it is vacant. If it could not be listed even then, this is refused with 409, and the message states every reason.',
})

export const unlistUnit = organizationOperation({
  ...step,
  path: '/units/{unit_id}/unlist',
  summary: 'Unlist a unit',
  description: 'From now on the unit is not in the listings, even when it is vacant.',
})
