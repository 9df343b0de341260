/** What happens to a unit: other rates, days offline, the end of its service, and being listed. */
import Type from 'typebox'
import { OfflineEnd, OfflineStart, UnitChanges } from '../back-office/units.ts'
import { date, noParameters, parameters } from '../values.ts'
import { organizationOperation } from './operation.ts'
import { onlyOneUnit, UnitDetail } from './units.ts'

const step = {
  tag: 'Units',
  idempotent: true,
  method: 'POST',
  role: 'ADMIN',
  parameters: { ...onlyOneUnit, query: noParameters },
  success: { status: 200, description: 'The unit.', schema: UnitDetail },
  errors: ['not_found', 'conflict'],
} as const

const { effective_on, unit_type, market_rent_cents } = UnitChanges.properties

export const setUnitRate = organizationOperation({
  ...step,
  path: '/units/{unit_id}/rates',
  summary: 'Set a unit’s rate',
  description:
    'Market rent, floor plan or both from a day on; what is left out stays. Days before it keep what was in force.',
  body: parameters({ effective_on, unit_type, market_rent_cents }),
})

export const setUnitOffline = organizationOperation({
  ...step,
  path: '/units/{unit_id}/offline',
  summary: 'Take a unit offline',
  description:
    'For days on which it can be neither occupied nor let. A day on which it is leased, or offline already, is 409.',
  body: OfflineStart,
})

export const endUnitOffline = organizationOperation({
  ...step,
  path: '/units/{unit_id}/end-offline',
  summary: 'Bring a unit back',
  description: 'Ends the days offline that run on the day before it is back.',
  body: OfflineEnd,
})

export const retireUnit = organizationOperation({
  ...step,
  path: '/units/{unit_id}/retire',
  summary: 'Take a unit out of service',
  description:
    'Ends its service for good: it leaves the rent roll after its last day. While it is leased beyond it, 409.',
  body: parameters({
    last_day: Type.Optional(date({ description: 'The last day in service; today.', example: '2031-12-31' })),
  }),
})

export const startListingUnit = organizationOperation({
  ...step,
  path: '/units/{unit_id}/list',
  summary: 'Mark a unit to be listed',
  description:
    'It is in the listings whenever it is vacant. One that could not be listed even then is 409, with every reason.',
})

export const stopListingUnit = organizationOperation({
  ...step,
  path: '/units/{unit_id}/unlist',
  summary: 'Take a unit off the listings',
  description: 'It is not listed any more, also when it is vacant.',
})
