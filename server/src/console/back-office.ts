/** Every operation of the back office that runs in the transaction of its call. */
import { listNames } from '#server/domain/names/operations.ts'
import { getOverview } from '#server/domain/overview/operations.ts'
import { createProperty, updateProperty } from '#server/domain/properties/changes.ts'
import { holders } from './holders.ts'
import { invoices } from './invoices.ts'
import { leads } from './leads.ts'
import { leases } from './leases.ts'
import { imports } from './past-imports.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { units } from './units.ts'

export const backOffice = {
  getOverview,
  listNames,
  createProperty,
  updateProperty,
  ...holders,
  ...units,
  ...leases,
  ...invoices,
  ...payments,
  ...leads,
  ...people,
  ...imports,
}
