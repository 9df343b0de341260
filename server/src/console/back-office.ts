/** Every operation of the back office that runs in the transaction of its call. */
import { listNames } from '#server/domain/names/operations.ts'
import { createProperty, updateProperty } from '#server/domain/properties/changes.ts'
import { holders } from './holders.ts'
import { leads } from './leads.ts'
import { leases } from './leases.ts'
import { imports } from './past-imports.ts'
import { people } from './people.ts'
import { units } from './units.ts'

export const backOffice = {
  listNames,
  createProperty,
  updateProperty,
  ...holders,
  ...units,
  ...leases,
  ...leads,
  ...people,
  ...imports,
}
